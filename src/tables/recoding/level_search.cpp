// Prefix sums along each dimension make the check of one combination cost a few additions. Where there are
// too many combinations, a greedy search descends from the finest one.
#include "tables/recoding/level_search.hpp"

#include <algorithm>

namespace sfumato::tables {
namespace {

bool is_left(const LevelGroup& group, std::span<const std::size_t> chosen) {
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (group.levels[i] > chosen[i]) return false;
  }
  return true;
}

// 0 where there are more than `most`.
std::size_t combinations(const std::vector<std::size_t>& sizes, std::size_t most) {
  std::size_t count = 1;
  for (const std::size_t size : sizes) {
    if (size > most / count) return 0;
    count *= size;
  }
  return count;
}

// The last dimension runs fastest, so that later positions are larger in the earlier dimension.
LevelChoice exhaustive(const LevelProblem& problem, std::size_t count) {
  const std::size_t dimensions = problem.sizes.size();
  std::vector<std::size_t> strides(dimensions, 1);
  for (std::size_t i = dimensions; i-- > 1;) strides[i - 1] = strides[i] * problem.sizes[i];
  std::vector<double> worth(count, 0.0);
  std::vector<std::size_t> sensitive(count, 0);
  for (const LevelGroup& group : problem.groups) {
    std::size_t position = 0;
    for (std::size_t i = 0; i < dimensions; ++i) position += group.levels[i] * strides[i];
    worth[position] += group.worth;
    sensitive[position] += group.sensitive;
  }
  for (std::size_t i = 0; i < dimensions; ++i) {
    for (std::size_t position = 0; position < count; ++position) {
      if (position / strides[i] % problem.sizes[i] == 0) continue;
      worth[position] += worth[position - strides[i]];
      sensitive[position] += sensitive[position - strides[i]];
    }
  }
  LevelChoice choice{std::vector<std::size_t>(dimensions, 0), false, true};
  std::size_t best = 0;
  for (std::size_t position = 0; position < count; ++position) {
    if (sensitive[position] > 0) continue;
    if (!choice.attained || worth[position] >= worth[best]) best = position;
    choice.attained = true;
  }
  for (std::size_t i = 0; i < dimensions; ++i) choice.chosen[i] = best / strides[i] % problem.sizes[i];
  return choice;
}

// Removes the level with the least loss per sensitive cell removed; ties in the later dimension.
bool step_down(const LevelProblem& problem, std::vector<std::size_t>& chosen) {
  const double worth = problem.worth(chosen);
  const std::size_t sensitive = problem.sensitive(chosen);
  std::size_t best = chosen.size();
  double best_price = 0;
  bool best_helps = false;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] == 0) continue;
    --chosen[i];
    const std::size_t gone = sensitive - problem.sensitive(chosen);
    const bool helps = gone > 0;
    const double price = (worth - problem.worth(chosen)) / static_cast<double>(helps ? gone : 1);
    ++chosen[i];
    const bool better =
        best == chosen.size() || helps > best_helps || (helps == best_helps && price <= best_price);
    if (!better) continue;
    best = i;
    best_price = price;
    best_helps = helps;
  }
  if (best == chosen.size()) return false;
  --chosen[best];
  return true;
}

LevelChoice greedy(const LevelProblem& problem) {
  LevelChoice choice;
  for (const std::size_t size : problem.sizes) choice.chosen.push_back(size - 1);
  while (problem.sensitive(choice.chosen) > 0) {
    if (!step_down(problem, choice.chosen)) return choice;
  }
  choice.attained = true;
  for (std::size_t i = 0; i < choice.chosen.size(); ++i) {
    std::size_t& level = choice.chosen[i];
    while (level + 1 < problem.sizes[i]) {
      ++level;
      if (problem.sensitive(choice.chosen) == 0) continue;
      --level;
      break;
    }
  }
  return choice;
}

}  // namespace

double LevelProblem::worth(std::span<const std::size_t> chosen) const {
  double sum = 0;
  for (const LevelGroup& group : groups) sum += is_left(group, chosen) ? group.worth : 0.0;
  return sum;
}

std::size_t LevelProblem::sensitive(std::span<const std::size_t> chosen) const {
  std::size_t sum = 0;
  for (const LevelGroup& group : groups) sum += is_left(group, chosen) ? group.sensitive : 0;
  return sum;
}

LevelChoice search_levels(const LevelProblem& problem, std::size_t most_combinations) {
  const std::size_t count = combinations(problem.sizes, most_combinations);
  return count > 0 ? exhaustive(problem, count) : greedy(problem);
}

}  // namespace sfumato::tables
