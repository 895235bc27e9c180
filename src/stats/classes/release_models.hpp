// Privacy models of a release as a whole, which do not depend on single classes: means over all records, an
// estimate for the population, and the worst case for an attacker who knows relations between persons.
#pragma once

#include <cstdint>
#include <vector>

namespace sfumato::stats {

// Of comparisons with a bound that a user typed.
inline constexpr double bound_tolerance = 1e-12;

enum class ReleaseRule {
  average_risk,          // classes over records, the mean of 1/f, ≤ bound
  population_uniqueness  // estimated share of a population's records that are unique in it ≤ bound
};

struct ReleaseModel {
  ReleaseRule rule = ReleaseRule::average_risk;
  double bound = 1.0;
  double population = 0.0;  // records, for estimates
};

// Do classes of these sizes satisfy it? True without classes. Uniques are estimated by Pitman's model where
// the sample is at most a tenth of the population and by Zayatz' above, and by the other where one has no
// fit; the model is broken where neither has.
bool keeps(const ReleaseModel& model, const std::vector<std::uint32_t>& sizes);

// The most that an attacker can believe in any person's value, who knows the classes' values and k
// implications of the form "if this person has this value, that person has that one": Martin, Kifer,
// Machanavajjhala, Gehrke, Halpern (2007), Worst-case background knowledge for privacy-preserving data
// publishing, ICDE, who prove that implications of more atoms add nothing. `classes` are counts of
// the values in each class; k is at most `most_implications`.
constexpr std::size_t most_implications = 16;
double worst_disclosure(const std::vector<std::vector<std::uint32_t>>& classes, std::size_t k);

}  // namespace sfumato::stats
