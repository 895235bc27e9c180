// Sums of doubles that do not depend on the order of the additions: the exact sum, rounded once. Results are
// then equal for any order of the records and for any parts in which they are summed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sfumato {

// All bits of a sum, in digits of 32 bits.
class ExactSum {
 public:
  // value · times, exactly; times ≤ 2^32. The sum of more than 2^30 additions is exact too.
  void add(double value, std::uint64_t times = 1);
  // The nearest double, ties to even. NaN and infinities give what ordinary addition gives.
  double value() const;

 private:
  static constexpr std::size_t digits = 70;  // from 2^-1088; the highest double times 2^32 times 2^64
  void carry();

  std::array<std::int64_t, digits> digits_ = {};
  double beyond_ = 0.0;  // NaN and infinities
  std::uint32_t additions_ = 0;
};

// Σ values · times; `times` may be empty: each once.
double exact_sum(std::span<const double> values, std::span<const std::uint32_t> times = {});

// The same by group: of[i] is the group of values[i]. Values are finite.
std::vector<double> exact_sums(std::span<const double> values, std::span<const std::uint32_t> times,
                               std::span<const std::uint32_t> of, std::size_t groups);

// Finite doubles as integers of one unit, a power of two: sums of the integers depend on no order. The unit
// is the lowest bit of all values, unless sums of them would then not fit 126 bits: values are rounded to
// 2^-120 or less of the largest possible sum.
class BinaryUnits {
 public:
  __extension__ using Wide = __int128;

  // For sums in which every value occurs at most once per `terms` of all terms.
  BinaryUnits(std::span<const double> values, double terms);

  bool exact() const { return exact_; }
  Wide units(double value) const;
  double number(Wide units) const;

 private:
  int exponent_ = 0;
  bool exact_ = true;
};

// A number ≥ 0 as digits of 32 bits from 2^lowest, for sums that are made elsewhere, by adding digit by
// digit: at most 2^31 of them. False where it has bits outside of these digits.
struct SplitNumber {
  static constexpr int lowest = -80;
  static constexpr std::size_t digits = 5;
  std::array<std::int64_t, digits> digit = {};

  bool set(double value, std::uint64_t times = 1);
  // The nearest double to Σ digit·2^(lowest + 32·place).
  double value() const;
};

}  // namespace sfumato
