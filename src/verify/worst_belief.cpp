// Martin, Kifer, Machanavajjhala, Gehrke, Halpern (2007), Worst-case background knowledge for
// privacy-preserving data publishing, ICDE: the worst implications share their consequent A, and belief in A
// is P(A)/(P(A) + P(neither A nor an antecedent)). Where a class takes a of these atoms, the worst choice
// gives persons a₁ ≥ a₂ ≥ … of their most frequent values.
#include "verify/worst_belief.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace sfumato::verify {
namespace {

// The least probability that none of `atoms` atoms holds in a class; `largest` bounds the atoms of the next
// person.
double least_none(const std::vector<double>& sorted, double records, std::size_t person, std::size_t atoms,
                  std::size_t largest) {
  if (atoms == 0) return 1.0;
  const double others = records - static_cast<double>(person);
  if (others <= 0.0) return std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity(), taken = 0.0;
  for (std::size_t own = 1; own <= std::min(atoms, largest); ++own) {
    if (own <= sorted.size()) taken += sorted[own - 1];
    const double none = std::max(0.0, others - taken) / others;
    least = std::min(least, none * least_none(sorted, records, person + 1, atoms - own, own));
  }
  return least;
}

}  // namespace

double worst_belief(const std::vector<std::vector<double>>& classes, std::size_t implications) {
  constexpr double never = std::numeric_limits<double>::infinity();
  // By antecedents placed so far: the least product without A, and with A the least product over P(A).
  std::vector<double> before(implications + 1, never), after(implications + 1, never);
  before[0] = 1.0;
  for (std::vector<double> counts : classes) {
    const double records = std::accumulate(counts.begin(), counts.end(), 0.0);
    if (records == 0.0) continue;
    std::sort(counts.begin(), counts.end(), std::greater<>());
    std::vector<double> none;  // by atoms
    for (std::size_t atoms = 0; atoms <= implications + 1; ++atoms) {
      none.push_back(least_none(counts, records, 0, atoms, atoms));
    }
    for (std::size_t placed = implications + 1; placed-- > 0;) {
      double without = never, with = never;
      for (std::size_t here = 0; here <= placed; ++here) {
        const double earlier = before[placed - here], chosen = after[placed - here];
        if (earlier < never && none[here] < never) without = std::min(without, earlier * none[here]);
        if (chosen < never && none[here] < never) with = std::min(with, chosen * none[here]);
        if (earlier < never && none[here + 1] < never) {
          with = std::min(with, earlier * none[here + 1] * records / counts.front());
        }
      }
      before[placed] = without;
      after[placed] = with;
    }
  }
  const double ratio = *std::min_element(after.begin(), after.end());
  return ratio == never ? 0.0 : 1.0 / (1.0 + ratio);
}

}  // namespace sfumato::verify
