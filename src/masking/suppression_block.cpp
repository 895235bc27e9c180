// A lazy greedy search: the gain of an action is computed again when it is selected, and it is put back if
// another has become better.
#include "masking/suppression_block.hpp"

#include <queue>
#include <ranges>

namespace sfumato::masking {

bool SuppressionBlock::Action::operator<(const Action& other) const {
  if (score != other.score) return score < other.score;
  return record > other.record;
}

void SuppressionBlock::suppress(const Action& action) {
  const std::size_t i = action.record;
  const std::uint64_t before = pool_count(i, 0);
  find_differences(i);
  std::uint64_t won = 0;
  visit_differences([&](std::size_t other, ColumnMask differs) {
    const ColumnMask still = differs & ~action.columns;
    if (!is_near(still) || still == differs) return;
    if (still == 0) {
      ++agreeing_[other];
      ++won;
    } else if (!near_.empty() && !is_near(differs)) {
      near_[i].push_back(static_cast<std::uint32_t>(other));
      near_[other].push_back(static_cast<std::uint32_t>(i));
    }
  });
  agreeing_[i] += won;
  for (std::size_t j = 0; j < width_; ++j) {
    if ((action.columns & bit(j)) == 0) continue;
    columns_[j][i] = 0;
    cells_[i * width_ + j] = 0;
    history_.emplace_back(i, j);
  }
  missing_[i] |= action.columns;
  suppressed_[i] |= action.columns;
  agreeing_[i] += pool_count(i, 0) - before;
  reset_pool_gains(i);
  ++step_;
}

void SuppressionBlock::count_all(const Run& run) {
  for (std::size_t i = 0; i < size_; ++i) {
    find_differences(i);
    std::uint64_t equal = pool_count(i, 0);
    visit_differences([&](std::size_t other, ColumnMask differs) {
      if (!is_near(differs)) return;
      if (differs == 0) {
        ++equal;
      } else if (!near_.empty()) {
        near_[i].push_back(static_cast<std::uint32_t>(other));
      }
    });
    agreeing_[i] = equal;
    if (i % 64 == 0) run.check_stop();
  }
}

void SuppressionBlock::search(const Run& run) {
  std::priority_queue<Action> queue;
  for (std::size_t i = 0; i < size_; ++i) {
    if (lack(i) > 0) queue.push(best_action(i));
    if (i % 64 == 0) run.check_stop();
  }
  while (!queue.empty()) {
    const Action found = queue.top();
    const std::size_t i = found.record;
    queue.pop();
    if (lack(i) == 0) continue;
    run.check_stop();
    const Action action = found.step == step_ ? found : best_action(i);
    if (!queue.empty() && action < queue.top()) {
      queue.push(action);
      continue;
    }
    suppress(action);
    if (lack(i) > 0) queue.push(best_action(i));
  }
}

// Whether the record and all that would no longer agree with it have enough without this suppression. Records
// of the pool were safe before anything was suppressed.
bool SuppressionBlock::can_give_back(std::size_t i, std::size_t column) {
  const Short value = originals_[i * width_ + column];
  find_differences(i);
  const ColumnMask missing = missing_[i];
  std::uint64_t lost = pool_count(i, 0);
  missing_[i] &= ~bit(column);
  lost -= pool_count(i, 0);
  missing_[i] = missing;
  for (std::size_t other = 0; other < size_; ++other) {
    if (other == i || difference(other) != 0) continue;
    const Short code = columns_[column][other];
    if (code == 0 || code == value) continue;
    if (agreeing_[other] <= k_) return false;
    ++lost;
  }
  return agreeing_[i] >= k_ + lost;
}

void SuppressionBlock::give_back(const Run& run) {
  for (const auto& [i, column] : std::views::reverse(history_)) {
    run.check_stop();
    if (!can_give_back(i, column)) continue;
    const std::uint64_t pool_before = pool_count(i, 0);
    for (std::size_t other = 0; other < size_; ++other) {
      const Short code = columns_[column][other];
      if (other == i || difference(other) != 0 || code == 0 || code == originals_[i * width_ + column])
        continue;
      --agreeing_[other];
      --agreeing_[i];
    }
    columns_[column][i] = cells_[i * width_ + column] = originals_[i * width_ + column];
    missing_[i] &= ~bit(column);
    suppressed_[i] &= ~bit(column);
    agreeing_[i] -= pool_before - pool_count(i, 0);
  }
}

void SuppressionBlock::protect(const Run& run) {
  count_all(run);
  search(run);
  give_back(run);
}

}  // namespace sfumato::masking
