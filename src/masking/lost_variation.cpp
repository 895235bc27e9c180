// Two passes: means, then squares of deviations and of changes.
#include "masking/lost_variation.hpp"

#include <cmath>

#include "masking/partial_state.hpp"

namespace sfumato::masking {

LostVariation::LostVariation(const Table& outline, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    if (outline.info(id).kind == Kind::numeric && !outline.column(id).is_text()) columns_.push_back({id});
  }
}

void LostVariation::observe(const Table& original) {
  for (OneColumn& one : columns_) {
    for (const double value : original.column(one.id).to_numbers()) {
      if (std::isnan(value)) continue;
      one.sum.add(value);
      ++one.count;
    }
  }
}

void LostVariation::finish_means() {
  for (OneColumn& one : columns_) {
    if (one.count > 0) one.mean = one.sum.value() / static_cast<double>(one.count);
  }
}

void LostVariation::compare(const Table& original, const Table& masked) {
  for (OneColumn& one : columns_) {
    if (masked.column(one.id).is_text()) continue;
    const Numbers before = original.column(one.id).to_numbers(), after = masked.column(one.id).to_numbers();
    for (std::size_t row = 0; row < before.size(); ++row) {
      if (std::isnan(before[row])) continue;
      const double deviation = before[row] - one.mean, change = after[row] - before[row];
      one.squares.add(deviation * deviation);
      if (!std::isnan(change)) one.lost.add(change * change);
    }
  }
}

Value LostVariation::means_state() const {
  Value state = Value::array();
  for (const OneColumn& one : columns_) state.push(Value(Value::Array{one.count, one.sum.state()}));
  return state;
}

void LostVariation::merge_means(const Value& state) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].count += count_of(item_of(item_of(state, i), 0));
    columns_[i].sum.add(ExactSum::of_state(item_of(item_of(state, i), 1)));
  }
}

Value LostVariation::compared_state() const {
  Value state = Value::array();
  for (const OneColumn& one : columns_)
    state.push(Value(Value::Array{one.squares.state(), one.lost.state()}));
  return state;
}

void LostVariation::merge_compared(const Value& state) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].squares.add(ExactSum::of_state(item_of(item_of(state, i), 0)));
    columns_[i].lost.add(ExactSum::of_state(item_of(item_of(state, i), 1)));
  }
}

double LostVariation::percent() const {
  double squares = 0.0, total = 0.0;
  for (const OneColumn& one : columns_) {
    const double varied = one.squares.value();
    if (one.count < 2 || varied == 0.0) continue;
    const auto others = static_cast<double>(one.count - 1);
    squares += one.lost.value() / (varied / others);
    total += others;
  }
  return total > 0.0 ? 100.0 * squares / total : 0.0;
}

LostVariation LostVariation::of(const Table& original, const Table& masked, const ColumnSet& columns) {
  LostVariation result(original, columns);
  result.observe(original);
  result.finish_means();
  result.compare(original, masked);
  return result;
}

}  // namespace sfumato::masking
