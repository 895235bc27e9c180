// Events are ordered by how much likelier one data set makes them, and sets are the first few of that
// order, by the lemma of Neyman and Pearson; the exact bounds are quantiles of beta distributions.
#include "support/privacy_tester.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/distributions/distributions.hpp"

namespace sfumato::testing {
namespace {

constexpr double overall_error = 1e-6;

using Counts = std::vector<std::uint64_t>;  // by event

struct Halves {
  std::vector<Counts> first, second;  // by view
};

Halves counted(const Sampler& sampler, const Attack& attack) {
  const std::vector<Counts> none(attack.views, Counts(attack.events, 0));
  Halves halves{none, none};
  std::vector<int> seen(attack.views);
  for (std::uint64_t draw = 0; draw < attack.draws; ++draw) {
    sampler(draw, seen);
    auto& counts = draw < attack.draws / 2 ? halves.first : halves.second;
    for (std::size_t view = 0; view < attack.views; ++view) {
      ++counts[view].at(static_cast<std::size_t>(seen[view]));
    }
  }
  return halves;
}

// The probability up to which the beta distribution with these shapes has `share` of its weight.
double beta_quantile(double first, double second, double share) {
  const stats::Distribution beta{stats::Family::beta, first, second, 0.0, 1.0};
  double low = 0.0, high = 1.0;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (beta.cumulative(middle) < share ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

std::uint64_t total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// ln(P[S | one] / P[S | other]) at the least, 0 where nothing is proven.
double log_ratio(const Counts& one, const Counts& other, std::span<const std::size_t> events, double error) {
  std::uint64_t hits = 0, other_hits = 0;
  for (const std::size_t event : events) {
    hits += one[event];
    other_hits += other[event];
  }
  if (hits == 0) return 0.0;
  const double least = lower_bound(hits, total(one), error);
  const double most = upper_bound(other_hits, total(other), error);
  return std::max(0.0, std::log(least / most));
}

// The first few events of the order by likelihood ratio, as many as give the best bound on these counts.
std::vector<std::size_t> chosen_events(const Counts& one, const Counts& other, double error) {
  std::vector<std::size_t> order(one.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto ratio = [&](std::size_t event) {
    return (static_cast<double>(one[event]) + 0.5) / (static_cast<double>(other[event]) + 0.5);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ratio(a) > ratio(b); });
  std::size_t best = 1;
  double best_bound = 0.0;
  for (std::size_t count = 1; count < order.size(); ++count) {
    const double bound = log_ratio(one, other, {order.data(), count}, error);
    if (bound <= best_bound) continue;
    best = count;
    best_bound = bound;
  }
  order.resize(best);
  return order;
}

std::string described(std::size_t view, std::span<const std::size_t> events, bool forward) {
  std::string text = "view " + std::to_string(view) + ", events";
  for (const std::size_t event : events) text += " " + std::to_string(event);
  return text + (forward ? ", likelier in the first" : ", likelier in the second");
}

}  // namespace

double lower_bound(std::uint64_t hits, std::uint64_t trials, double error) {
  if (hits == 0) return 0.0;
  return beta_quantile(static_cast<double>(hits), static_cast<double>(trials - hits + 1), error);
}

double upper_bound(std::uint64_t hits, std::uint64_t trials, double error) {
  return 1.0 - lower_bound(trials - hits, trials, error);
}

Proof proven_epsilon(const Sampler& one, const Sampler& other, const Attack& attack) {
  const Halves ones = counted(one, attack), others = counted(other, attack);
  const double error = overall_error / (4.0 * static_cast<double>(attack.views));  // directions × bounds
  Proof proof;
  for (std::size_t view = 0; view < attack.views; ++view) {
    for (const bool forward : {true, false}) {
      const Halves& likely = forward ? ones : others;
      const Halves& unlikely = forward ? others : ones;
      const auto events = chosen_events(likely.first[view], unlikely.first[view], error);
      const double bound = log_ratio(likely.second[view], unlikely.second[view], events, error);
      if (bound > proof.epsilon) proof = {bound, described(view, events, forward)};
    }
  }
  return proof;
}

}  // namespace sfumato::testing
