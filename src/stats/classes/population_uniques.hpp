// The number of unique records in a population, estimated from a sample: four models of the sizes of classes
// of equal records. They differ widely, so all of them are given.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace sfumato::stats {

// What a sample shows: how many classes have each size. `cells` is the number of classes there could be.
struct SampleClasses {
  std::map<std::uint32_t, std::uint64_t> of_size;
  double cells = 0.0;

  double records() const;
  double classes() const;
  double uniques() const;
};

// Expected numbers of uniques in a population of that size; nothing where a model has no fit to the sample.
// A population no larger than the sample is the sample, whose uniques are counted.

// Sizes are Poisson with means of a gamma distribution over all cells, fitted by mean and variance
// (Bethlehem, Keller, Pannekoek 1990); with equal means where the variance is less than that of Poisson's.
std::optional<double> poisson_uniques(const SampleClasses& sample, double population);

// Pitman's sampling formula with parameters θ > 0 and 0 < α < 1 by maximum likelihood (Hoshino 2001).
std::optional<double> pitman_uniques(const SampleClasses& sample, double population);

// The sample's shares of sizes are taken for the population's, and Bayes' rule gives the probability that a
// sample unique is one of the population (Zayatz 1991).
std::optional<double> zayatz_uniques(const SampleClasses& sample, double population);

// Sizes are 1 + negative binomial (Chen, Keller-McNulty 1998), fitted so that records, classes and uniques of
// a sample are expected to be as many as found.
std::optional<double> slide_uniques(const SampleClasses& sample, double population);

}  // namespace sfumato::stats
