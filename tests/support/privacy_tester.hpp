// Tries to refute a differential-privacy guarantee: from releases of two neighbouring data sets it proves a
// lower bound on ε. The bound is correct with probability 1 − 10⁻⁶.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sfumato::testing {

// What an attacker sees in one release: for each view, the number of an event below `events`.
// `draw` numbers the releases.
using Sampler = std::function<void(std::uint64_t draw, std::span<int> seen)>;

struct Attack {
  std::size_t views = 1;   // views of a release
  std::size_t events = 2;  // that each can see
  std::size_t draws = 0;   // releases of each of the two data sets
};

struct Proof {
  double epsilon = 0.0;  // no release of this kind is differentially private with less; 0: nothing proven
  std::string event;     // that proves it
};

// For every view and both directions: a set S of events is chosen on the first half of the draws, and
// ln(P[S | one] / P[S | other]) bounded from below on the second half, by exact (Clopper–Pearson) bounds
// that hold together with probability 1 − 10⁻⁶. The largest of these bounds is returned.
Proof proven_epsilon(const Sampler& one, const Sampler& other, const Attack& attack);

// Exact one-sided bounds for the probability of what came `hits` times in `trials`: the true one lies
// below (above) the bound with probability `error` at most.
double lower_bound(std::uint64_t hits, std::uint64_t trials, double error);
double upper_bound(std::uint64_t hits, std::uint64_t trials, double error);

}  // namespace sfumato::testing
