#include "tables/suppression/optimal/sparse_pattern.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "tables/suppression/optimal/ruin_recreate.hpp"

namespace sfumato::tables {
namespace {

constexpr double most_work = 1e8;  // to publish everything
// A search ends in a local minimum, usually soon: so there are several short ones.
constexpr std::size_t searches = 8;
constexpr std::size_t rounds_per_column = 12;
// At first unmet demands cost little; at the end all demands should be met.
constexpr RuinRecreate::Schedule first_schedule{
    .penalty = 0.005, .first_temperature = 0.006, .last_temperature = 0.00075};
constexpr RuinRecreate::Schedule last_schedule{
    .penalty = 0.3, .first_temperature = 0.006, .last_temperature = 0.00075};

}  // namespace

bool fits_sparse_pattern(const CutSystem& system, const Elimination& elimination) {
  const auto cells = static_cast<double>(system.size());
  const auto columns = static_cast<double>(elimination.free.size());
  return columns > 0 && cells * columns * columns <= most_work;
}

Pattern greedy_pattern(const CutSystem& system, const Elimination& elimination) {
  return RuinRecreate(system, elimination, 0).best();
}

Pattern sparse_pattern(const CutSystem& system, const Elimination& elimination, const Limit& limit,
                       const Run& run) {
  std::vector<std::optional<RuinRecreate>> found(searches);
  const optimize::SideBySide side_by_side(limit, searches);
  run.parallel(searches, [&](std::size_t k) {
    const Limit own = side_by_side.of(k, limit);
    if (k > 0 && own.over()) return;
    found[k].emplace(system, elimination, k);
    for (const RuinRecreate::Schedule& schedule : {first_schedule, last_schedule}) {
      found[k]->search(schedule, rounds_per_column * elimination.free.size(), own, run);
    }
  });
  const auto better = [](const std::optional<RuinRecreate>& a, const std::optional<RuinRecreate>& b) {
    return a && (!b || a->least() < b->least());
  };
  return (*std::min_element(found.begin(), found.end(), better))->best();
}

}  // namespace sfumato::tables
