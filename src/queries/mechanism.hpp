// How a differentially private answer is made: how ε is split, what each part may change by when one privacy
// unit does, which noise that takes, and how far off the answer will be. A plan needs no data; only `draw`
// sees them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/secure_rng.hpp"
#include "queries/data_table.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

// Two databases are neighbours if one privacy unit is replaced (the number of units is public), or if one is
// there or not.
enum class Neighbours : std::uint8_t { replace, add_remove };

enum class PartKind : std::uint8_t { count, sum, squares, distinct, quantile };

// One noisy figure for each group.
struct PlanPart {
  PartKind kind = PartKind::count;
  std::int64_t micro_epsilon = 0;
  // By how much all groups' figures together (L1) can change between neighbours, in the figure's units; of a
  // quantile, by how much all groups' ranks can, or by how much its value can where noise is added to that.
  double sensitivity = 0;
  std::int64_t millionths = 0;  // of a quantile
  bool noise = true;            // geometric noise is added; else the exponential mechanism chooses
  int end = 0;                  // of a quantile's interval: -1 the lower, 1 the upper; 0: the quantile itself
  int grid = 0;                 // noise is whole numbers of steps of 2^grid units
  // P[z steps] ~ e^(-lambda |z|); of the exponential mechanism, P[value] ~ e^(-lambda times ranks off).
  double lambda = 0;
};

struct Plan {
  std::int64_t micro_epsilon = 0;  // all parts together
  Neighbours neighbours = Neighbours::replace;
  std::int64_t reference = 0;  // sums are about this value, the middle of the domain
  std::vector<PlanPart> parts;
  double expected_error = 0;  // mean absolute error as far as it can be known without data; NaN: it cannot
  std::vector<std::string> notes;  // how the parts are put together, for people
};

// COUNT, SUM: one part. AVG: ε/2 for the count, ε/2 for Σ(v − middle). VAR, STDDEV: thirds for count, sum and
// squares about the middle. MEDIAN, QUANTILE, MIN, MAX: exponential mechanism on ranks, ε/3 each for the
// value and the two ends of its interval; `laplace_extrema` takes noise of the domain's width instead, for
// comparison. What does not divide goes to the first part.
//
// Sensitivities for a unit of one record; [l, u] the domain of the column, w = u − l, h = ⌈w / 2⌉, the middle
// l + ⌊w / 2⌋:
//                     replace, one figure        replace, a histogram     add_remove, both
//   count, distinct   1                          2                        1
//   SUM               w where every record       2 · max(|l|, |u|)        max(|l|, |u|)
//                     counts, else
//                     max(u, 0) − min(l, 0)
//   sum about middle  w                          2h                       h
//   squares about it  h²                         2h²                      h²
//   rank              1                          2; of the median 1       1; of the median 1/2
//   quantile's value  w                          2w                       w
// A record need not count where there is a condition or NULL, a unit can have fewer rows than its bound, or
// import drops records. All times the rows of a unit, but for the value of a quantile without groups.
//
// Noise is λ = ε/Δ on whole units. Where that is too small for 64 bits, figures are rounded to steps of
// g = 2^k units first, and λ = gε/(Δ + Kg), K the groups that one unit can touch.
//
// Ranks: a value x is max(0, #{v < x} − τ, τ − #{v ≤ x}) ranks off the rank τ = pN, and is chosen with a
// probability ~ e^(−λ times that), λ = ε/2Δ. Since anything outside the data is no farther off than their
// least and greatest value, τ is kept min(ln|X|/λ, N/2) away from 0 and N, |X| the units of the domain.
// Interval ends aim at pN ∓ T, T = ln(40|X|)/λ, and beside the values of the domain there is "below (above)
// all of them", reported as l (u), of weight 40|X|: each end is on its side of the quantile with a
// probability of 39/40, whatever the data.
Plan make_plan(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon,
               Neighbours neighbours, bool laplace_extrema = false);

struct GroupAnswer {
  std::vector<std::string> group;  // names, none without GROUP BY
  double value = 0;
  double lower95 = 0, upper95 = 0;  // holds the true figure with a probability of 95 % or more
};

// Counts and sums are not cut off at what is possible, so that several can be added up without bias; averages
// and variances are. Nothing in the data makes this fail: where there is nothing to average, an answer comes
// all the same.
std::vector<GroupAnswer> draw(const Plan& plan, const Query& query, const Catalogue& catalogue,
                              const DataTable& data, SecureRng& rng, const Run& run);

}  // namespace sfumato::queries
