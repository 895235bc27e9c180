// The probability that a match by keys is correct, when a sample's records share their keys with people who
// are not in the sample: the mean of 1/F, the size of a class in the population, given its size f in the
// sample.
#pragma once

namespace sfumato::stats {

// Of `records` in the sample that represent `people` by their weights: a negative binomial model with
// p = records/people (Benedetti, Franconi 1998), for more than two records in its approximation; 1/records
// where the weights give no further people.
double weighted_match_chance(double records, double people);

// Of `records` ≥ 1, a whole number, with a Poisson number of others, `others` ≥ 0 on average:
// E 1/(records + Poisson) = ∫₀¹ t^(records − 1)·exp(−others·(1 − t)) dt.
double poisson_match_chance(double records, double others);

}  // namespace sfumato::stats
