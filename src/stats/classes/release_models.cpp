// The worst k implications have the same consequent A, so that belief in A is 1/(1 + r) with the least ratio
// r = P(not A, nor any antecedent)/P(A). Antecedents are distributed over classes by dynamic programming, and
// in a class over persons by enumeration of the partitions of their number.
#include "stats/classes/release_models.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "stats/classes/population_uniques.hpp"

namespace sfumato::stats {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The smallest probability that none of some atoms holds in a class: person i, of those before it none has
// any of its own k_i most frequent values, has none of them with probability (n − i − their records)/(n − i),
// k_0 ≥ k_1 ≥ …
class LeastChances {
 public:
  LeastChances(const std::vector<std::uint32_t>& counts, std::size_t atoms) : chances(atoms + 1, infinite) {
    std::vector<std::uint32_t> sorted(counts);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    most_frequent = sorted.front();
    frequent_.assign(atoms + 1, 0.0);
    for (std::size_t i = 0; i < atoms; ++i) {
      frequent_[i + 1] = frequent_[i] + (i < sorted.size() ? sorted[i] : 0.0);
    }
    for (const std::uint32_t count : counts) records += count;
    deal(0, atoms, 0, 1.0);
  }

  std::vector<double> chances;  // by the number of atoms
  double records = 0.0;
  double most_frequent = 0.0;

 private:
  void deal(std::size_t person, std::size_t most, std::size_t dealt, double chance) {
    chances[dealt] = std::min(chances[dealt], chance);
    const double others = records - static_cast<double>(person);
    if (others <= 0.0) return;
    for (std::size_t atoms = 1; atoms <= std::min(most, chances.size() - 1 - dealt); ++atoms) {
      deal(person + 1, atoms, dealt + atoms, chance * std::max(0.0, others - frequent_[atoms]) / others);
    }
  }

  std::vector<double> frequent_;  // records of the most frequent values, by how many of them
};

std::optional<double> estimated_uniques(const SampleClasses& sample, double population) {
  const bool small = sample.records() <= 0.1 * population;
  const std::optional<double> first =
      small ? pitman_uniques(sample, population) : zayatz_uniques(sample, population);
  if (first) return first;
  return small ? zayatz_uniques(sample, population) : pitman_uniques(sample, population);
}

}  // namespace

bool keeps(const ReleaseModel& model, const std::vector<std::uint32_t>& sizes) {
  if (sizes.empty()) return true;
  SampleClasses sample;
  for (const std::uint32_t size : sizes) ++sample.of_size[size];
  if (model.rule == ReleaseRule::average_risk) {
    return sample.classes() / sample.records() <= model.bound + bound_tolerance;
  }
  const std::optional<double> uniques = estimated_uniques(sample, model.population);
  return uniques && *uniques / model.population <= model.bound + bound_tolerance;
}

double worst_disclosure(const std::vector<std::vector<std::uint32_t>>& classes, std::size_t k) {
  // Smallest products of probabilities by the number of antecedents used, before and after A's own class.
  std::vector<double> without(k + 1, infinite), with(k + 1, infinite);
  without[0] = 1.0;
  for (const std::vector<std::uint32_t>& counts : classes) {
    const LeastChances own(counts, k + 1);
    std::vector<double> next_without(k + 1, infinite), next_with(k + 1, infinite);
    for (std::size_t dealt = 0; dealt <= k; ++dealt) {
      for (std::size_t here = 0; here <= dealt; ++here) {
        const std::size_t before = dealt - here;
        if (without[before] < infinite) {
          next_without[dealt] = std::min(next_without[dealt], without[before] * own.chances[here]);
          next_with[dealt] = std::min(
              next_with[dealt], without[before] * own.chances[here + 1] * own.records / own.most_frequent);
        }
        if (with[before] < infinite) {
          next_with[dealt] = std::min(next_with[dealt], with[before] * own.chances[here]);
        }
      }
    }
    without = std::move(next_without);
    with = std::move(next_with);
  }
  return classes.empty() ? 0.0 : 1.0 / (1.0 + with[k]);
}

}  // namespace sfumato::stats
