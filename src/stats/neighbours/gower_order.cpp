// Gower's distance is a sum of metrics, so that the triangle inequality holds up to rounding.
#include "stats/neighbours/gower_order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sfumato::stats {

double GowerOrder::apart(std::size_t j, double number, std::int32_t code, const GowerPoint& centre) const {
  if (!columns_[j].categorical) return std::fabs(number - centre.numbers[j]);
  return columns_[j].distance.between(code, centre.codes[j]);
}

double GowerOrder::distance(std::uint32_t point, const GowerPoint& centre) const {
  const std::uint32_t row = rows_[point];
  double sum = 0.0;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const bool categorical = columns_[j].categorical;
    sum += apart(j, categorical ? 0.0 : columns_[j].numbers[row], categorical ? columns_[j].codes[row] : 0,
                 centre);
  }
  return sum;
}

double GowerOrder::moved(const GowerPoint& from, const GowerPoint& to) const {
  double sum = 0.0;
  for (std::size_t j = 0; j < columns_.size(); ++j) sum += apart(j, from.numbers[j], from.codes[j], to);
  return sum;
}

GowerOrder::Order GowerOrder::ordered(const GowerPoint& centre) const {
  Order order{centre, {}};
  for (std::uint32_t point = 0; point < rows_.size(); ++point) {
    if (fronts_[point] != no_point) order.points.emplace_back(distance(point, centre), point);
  }
  std::sort(order.points.begin(), order.points.end(), std::greater<>());
  return order;
}

GowerOrder::Order& GowerOrder::order_near(const GowerPoint& centre) {
  auto found = std::find_if(orders_.begin(), orders_.end(),
                            [&](const Order& order) { return order.centre.codes == centre.codes; });
  if (found == orders_.end()) {
    if (orders_.size() == most_orders) orders_.pop_back();
    orders_.insert(orders_.begin(), ordered(centre));
    return orders_.front();
  }
  std::rotate(orders_.begin(), found, found + 1);
  if (moved(orders_.front().centre, centre) > farthest_move) orders_.front() = ordered(centre);
  return orders_.front();
}

GowerCandidate GowerOrder::farthest(const GowerPoint& centre) {
  constexpr double rounding = 1e-9;  // far above the rounding error of sums of a few distances up to 1
  Order& order = order_near(centre);
  const double most_grown = moved(order.centre, centre) + rounding;
  while (fronts_[order.points[order.head].second] == no_point) ++order.head;
  GowerCandidate best{-1.0, no_point};
  for (std::size_t i = order.head; i < order.points.size(); ++i) {
    const auto& [before, point] = order.points[i];
    if (before + most_grown < best.first) break;
    if (fronts_[point] == no_point) continue;
    const double now = distance(point, centre);
    if (now > best.first || (now == best.first && fronts_[point] < fronts_[best.second])) best = {now, point};
  }
  return best;
}

}  // namespace sfumato::stats
