// How a differentially private answer is computed: how ε is split, the sensitivity of each part to one
// privacy unit, the noise, and the expected error. A plan needs no data; only `draw` reads them.
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
// added or removed.
enum class Neighbours : std::uint8_t { replace, add_remove };

enum class PartKind : std::uint8_t { count, sum, squares, distinct, quantile };

// One noisy figure for each group.
struct PlanPart {
  PartKind kind = PartKind::count;
  std::int64_t micro_epsilon = 0;
  // The maximum change (L1) of all groups' figures between neighbours, in the figure's units; for a quantile
  // the change of all groups' ranks, or of its value if noise is added to the value.
  double sensitivity = 0;
  std::int64_t millionths = 0;  // of a quantile
  bool noise = true;            // geometric noise; else the exponential mechanism
  int end = 0;                  // of a quantile's interval: -1 the lower, 1 the upper; 0: the quantile itself
  int grid = 0;                 // noise is an integer number of steps of 2^grid units
  // P[z steps] ~ e^(-lambda |z|); for the exponential mechanism, P[value] ~ e^(-lambda · distance in ranks).
  double lambda = 0;
  double expected_error = 0;  // mean absolute noise in the units of questions; NaN without noise
};

struct Plan {
  std::int64_t micro_epsilon = 0;  // of all parts together
  Neighbours neighbours = Neighbours::replace;
  std::int64_t reference = 0;  // sums are of deviations from this value, the midpoint of the domain
  std::vector<PlanPart> parts;
  double expected_error = 0;       // mean absolute error, if it is known without data; else NaN
  std::vector<std::string> notes;  // how the parts are combined, as text
};

// COUNT, SUM: one part. AVG: ε/2 for the count, ε/2 for Σ(v − midpoint). VAR, STDDEV: ε/3 each for count, sum
// and squares of deviations from the midpoint. MEDIAN, QUANTILE, MIN, MAX: exponential mechanism on ranks,
// ε/3 each for the value and the two ends of its interval; `laplace_extrema` uses noise scaled to the
// domain's width instead, for comparison. The remainder of a division goes to the first part.
//
// Sensitivities for a unit of one record; [l, u] the domain of the column, w = u − l, h = ⌈w / 2⌉, the
// midpoint l + ⌊w / 2⌋:
//                     replace, one figure        replace, a histogram     add_remove, both
//   count, distinct   1                          2                        1
//   SUM               w if every record          2 · max(|l|, |u|)        max(|l|, |u|)
//                     counts, else
//                     max(u, 0) − min(l, 0)
//   sum about middle  w                          2h                       h
//   squares about it  h²                         2h²                      h²
//   rank              1                          2; of the median 1       1; of the median 1/2
//   quantile's value  w                          2w                       w
// A record may not count if there is a condition or NULL, if a unit can have fewer rows than its bound, or if
// import drops records. All values are multiplied by the rows of a unit, except the value of a quantile
// without groups.
//
// Noise has λ = ε/Δ on integer units. If that is too small for 64 bits, figures are first rounded to steps of
// g = 2^k units, and λ = gε/(Δ + Kg), K the number of groups that one unit can change.
//
// Ranks: the distance of a value x from the rank τ = pN is max(0, #{v < x} − τ, τ − #{v ≤ x}), and x is
// chosen with a probability ~ e^(−λ · distance), λ = ε/2Δ. A value outside the range of the data has the same
// distance as their least or greatest value; therefore τ is kept at least min(ln|X|/λ, N/2) away from 0 and
// N, |X| the units of the domain. The targets of the interval ends are pN ∓ T, T = ln(40|X|)/λ, and there is
// one more candidate "below (above) all values", reported as l (u), of weight 40|X|: each end is on its side
// of the quantile with a probability of 39/40, for any data.
Plan make_plan(const Query& query, const Catalogue& catalogue, std::int64_t micro_epsilon,
               Neighbours neighbours, bool laplace_extrema = false);

struct GroupAnswer {
  std::vector<std::string> group;  // names; empty without GROUP BY
  double value = 0;
  double lower95 = 0, upper95 = 0;  // contains the true figure with a probability of 95 % or more
};

// Counts and sums are not clamped to possible values, so that several can be added without bias; averages and
// variances are clamped. The data cannot make this fail: there is an answer also if there are no values.
std::vector<GroupAnswer> draw(const Plan& plan, const Query& query, const Catalogue& catalogue,
                              const DataTable& data, SecureRng& rng, const Run& run);

}  // namespace sfumato::queries
