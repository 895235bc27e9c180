// A perturbation table: for each count the possible noise values and their probabilities. The key of a cell
// selects one, so that the same cell always gets the same noise.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::tables {

// Noise `noise` for keys from `begin`, in units of 2⁻⁶⁴, up to the next step's.
struct NoiseStep {
  std::uint64_t begin = 0;
  std::int64_t noise = 0;
  bool operator==(const NoiseStep&) const = default;
};

// Bounds between keys are multiples of 10⁻¹⁸.
inline constexpr std::int64_t noise_unit = 1'000'000'000'000'000'000;

struct Ptable {
  // steps[i]: of a count of i, by `begin`, the first at 0; the last one is used for all larger counts.
  std::vector<std::vector<NoiseStep>> steps;
  std::vector<std::string> notes;  // for the user: noise that is not 0 on average

  // What is added to a count of i in a cell of this key.
  std::int64_t noise(std::int64_t count, std::uint64_t key) const;
  // The probability that a count of i gets this noise: the share of all keys.
  double probability(std::int64_t count, std::int64_t noise) const;
  double mean(std::int64_t count) const;
  double variance(std::int64_t count) const;
  std::int64_t largest_noise() const;  // in absolute value
  bool changes_zero() const;           // a count of 0 may become another one
};

// A ptable as the R package `ptable` writes it: a line of names, then a line for each noise of each count,
// separated by semicolons, commas or tabs; a decimal comma is read where semicolons separate. Columns, in any
// order and case:
//   i                   the count, from 0 or 1 on without gaps
//   v, or j             the noise, or the count that i becomes; both must agree
//   p                   its probability; those of a count add up to 1 (to 1e-6, since files round them)
//   p_int_lb, p_int_ub  the keys that get this noise, [p_int_lb, p_int_ub), which cover [0, 1) without gaps;
//                       without them keys are assigned in the order of the lines by p
//   type                "all"; ptables by parity are for magnitudes and are refused
// The last count is used for itself and all larger ones. A count of 0 without lines stays 0. Noise that could
// make a count negative is an error. Keys are decided exactly: a bound of 0.3 is 0.3.
Ptable parse_ptable(std::string_view text, const std::string& source);
Ptable read_ptable(const std::string& path);

// Columns i, j, p, v, p_int_lb, p_int_ub, type; read_ptable reads it back to the same steps.
std::string ptable_text(const Ptable& ptable);

// Noise of mean 0, variance `variance` and at most `largest` in absolute value of maximum entropy; the last
// count is the first that can have all of it. No count becomes negative or one of 1 … `blocked`; 0 stays 0.
// Marley and Leaver (2011), "A method for confidentialising user-defined tables", 58th World Statistical
// Congress; Giessing (2016), PSD 2016, LNCS 9867. A variance that some count cannot reach is an error that
// says which are possible.
Ptable make_ptable(double variance, std::int64_t largest, std::int64_t blocked);

}  // namespace sfumato::tables
