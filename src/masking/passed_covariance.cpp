// A pair of columns has the sums of its columns without the records that miss the other one, which are few.
#include "masking/passed_covariance.hpp"

#include <algorithm>
#include <cmath>

#include "masking/partial_state.hpp"

namespace sfumato::masking {

PassedCovariance::PassedCovariance(std::size_t columns)
    : single_(columns), lone_(columns * columns), pairs_(columns * (columns + 1) / 2) {
  for (std::size_t a = 0; a < columns; ++a) {
    for (std::size_t b = a; b < columns; ++b) places_.emplace_back(a, b);
  }
}

void PassedCovariance::observe(std::size_t pass, const stats::Matrix& block, const Run& run) {
  if (pass == 0) {
    run.parallel(single_.size(), [&](std::size_t column) { observe_values(block, column); });
  } else {
    run.parallel(pairs_.size(), [&](std::size_t place) { observe_products(block, place); });
  }
}

void PassedCovariance::observe_values(const stats::Matrix& block, std::size_t column) {
  Single& own = single_[column];
  const auto values = block.column(column);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (std::isnan(value)) continue;
    ++own.count;
    own.sum.add(value);
    own.lowest = std::min(own.lowest, value);
    own.highest = std::max(own.highest, value);
  }
  for (std::size_t other = 0; other < single_.size(); ++other) {
    const auto beside = block.column(other);
    Lone& alone = lone(column, other);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isnan(beside[i]) || std::isnan(values[i])) continue;
      ++alone.count;
      alone.sum.add(values[i]);
    }
  }
}

void PassedCovariance::observe_products(const stats::Matrix& block, std::size_t place) {
  Pair& pair = pairs_[place];
  const auto first = block.column(places_[place].first), second = block.column(places_[place].second);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double product = (first[i] - pair.mean_a) * (second[i] - pair.mean_b);
    if (!std::isnan(product)) pair.products.add(product);
  }
}

void PassedCovariance::finish(std::size_t pass) {
  if (pass > 0) return;
  for (Single& one : single_) {
    if (one.count > 0) one.mean = one.sum.value() / static_cast<double>(one.count);
  }
  const auto mean_beside = [&](std::size_t a, std::size_t b) {
    ExactSum sum = single_[a].sum;
    sum.subtract(lone(a, b).sum);
    const std::size_t count = single_[a].count - lone(a, b).count;
    return count == 0 ? 0.0 : sum.value() / static_cast<double>(count);
  };
  for (std::size_t place = 0; place < pairs_.size(); ++place) {
    const auto [a, b] = places_[place];
    pairs_[place].count = single_[a].count - lone(a, b).count;
    pairs_[place].mean_a = mean_beside(a, b);
    pairs_[place].mean_b = mean_beside(b, a);
  }
}

Value PassedCovariance::partial(std::size_t pass) const {
  Value state = Value::array();
  if (pass > 0) {
    for (const Pair& pair : pairs_) state.push(pair.products.state());
    return state;
  }
  for (const Single& one : single_) {
    Value values = Value::array();
    values.push(one.count);
    values.push(one.sum.state());
    values.push(number_state(one.lowest));
    values.push(number_state(one.highest));
    state.push(std::move(values));
  }
  for (const Lone& one : lone_) {
    Value values = Value::array();
    values.push(one.count);
    if (one.count > 0) values.push(one.sum.state());
    state.push(std::move(values));
  }
  return state;
}

void PassedCovariance::merge(std::size_t pass, const Value& part) {
  const std::size_t expected = pass > 0 ? pairs_.size() : single_.size() + lone_.size();
  if (!part.is_array() || part.as_array().size() != expected) damaged_state();
  for (std::size_t i = 0; i < expected; ++i) {
    const Value& own = part.as_array()[i];
    if (pass > 0) {
      pairs_[i].products.add(ExactSum::of_state(own));
    } else if (i < single_.size()) {
      single_[i].count += count_of(item_of(own, 0));
      single_[i].sum.add(ExactSum::of_state(item_of(own, 1)));
      single_[i].lowest = std::min(single_[i].lowest, number_of_state(item_of(own, 2)));
      single_[i].highest = std::max(single_[i].highest, number_of_state(item_of(own, 3)));
    } else if (count_of(item_of(own, 0)) > 0) {
      Lone& one = lone_[i - single_.size()];
      one.count += count_of(item_of(own, 0));
      one.sum.add(ExactSum::of_state(item_of(own, 1)));
    }
  }
}

stats::Matrix PassedCovariance::covariance() const {
  stats::Matrix result(single_.size(), single_.size());
  for (std::size_t place = 0; place < pairs_.size(); ++place) {
    if (pairs_[place].count < 2) continue;
    const auto [a, b] = places_[place];
    result(a, b) = result(b, a) =
        pairs_[place].products.value() / static_cast<double>(pairs_[place].count - 1);
  }
  return result;
}

}  // namespace sfumato::masking
