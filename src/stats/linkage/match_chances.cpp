// Closed forms, with a series or a recursion where they would be differences of large numbers.
#include "stats/linkage/match_chances.hpp"

#include <cmath>

namespace sfumato::stats {

double weighted_match_chance(double records, double people) {
  const double p = records / people;
  if (!(p < 1.0)) return 1.0 / records;
  const double q = 1.0 - p, odds = p / q;
  if (records > 2.0) return p / (records - q);
  const double surprise = -std::log1p(-q);
  if (records < 2.0) return odds * surprise;
  // Near p = 1 this is the difference of large numbers; as a series it is p·(1/2 + q/6 + q²/12 + …).
  if (q < 1e-4) return p * (0.5 + q / 6.0 + q * q / 12.0);
  return odds - odds * odds * surprise;
}

// By parts, I(f + 1) = (1 − f·I(f))/r with r others. An error grows by f/r in a step upwards, and by r/f in a
// step downwards: upwards from I(1) while f ≤ r, and else downwards from so far that the start value does not
// matter.
double poisson_match_chance(double records, double others) {
  if (others <= 0.0) return 1.0 / records;
  if (records <= others || records == 1.0) {
    double chance = -std::expm1(-others) / others;
    for (double f = 1.0; f < records; f += 1.0) chance = (1.0 - f * chance) / others;
    return chance;
  }
  double top = records;
  for (double harm = 1.0; harm > 1e-18; top += 1.0) harm *= others / top;
  double chance = 1.0 / (top + others);
  for (; top > records; top -= 1.0) chance = (1.0 - others * chance) / (top - 1.0);
  return chance;
}

}  // namespace sfumato::stats
