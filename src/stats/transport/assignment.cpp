// Shortest augmenting paths after a round of bidding: Jonker, Volgenant (1987), A shortest augmenting
// path algorithm for dense and sparse linear assignment problems, Computing 38. Every row has its columns in
// order of cost, so that a search visits only the few that can matter. Prices never rise, and fall only of
// columns that are taken, so there may be more columns than rows.
#include "stats/transport/assignment.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t unassigned = ~std::uint32_t{0};

// Costs as whole numbers, of which sums and differences are exact: weights in units of 2⁻⁴⁰ of the
// largest, negated.
std::vector<double> whole_costs(const std::vector<double>& levels) {
  double largest = 0.0;
  for (const double level : levels) largest = std::max(largest, std::fabs(level));
  const double unit = largest > 0.0 ? std::ldexp(largest, -40) : 1.0;
  std::vector<double> costs;
  for (const double level : levels) costs.push_back(-std::nearbyint(level / unit));
  return costs;
}

// The place of each code when codes are ordered by cost.
std::vector<std::uint32_t> places(const std::vector<double>& costs) {
  std::vector<std::uint32_t> order(costs.size()), result(costs.size());
  for (std::uint32_t code = 0; code < order.size(); ++code) order[code] = code;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return costs[a] != costs[b] ? costs[a] < costs[b] : a < b;
  });
  for (std::uint32_t place = 0; place < order.size(); ++place) result[order[place]] = place;
  return result;
}

class Solver {
 public:
  Solver(const CodedWeights& weights, const Run& run)
      : weights_(weights),
        run_(run),
        costs_(whole_costs(weights.levels)),
        prices_(weights.columns),
        column_of_(weights.rows, unassigned),
        row_of_(weights.columns, unassigned),
        distance_(weights.columns, infinity),
        before_(weights.columns) {
    order_columns();
  }

  std::vector<std::uint32_t> solve() {
    std::vector<std::uint32_t> free(weights_.rows);
    for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<std::uint32_t>(i);
    constexpr int bidding_rounds = 2;
    for (int round = 0; round < bidding_rounds && weights_.columns > 1; ++round) free = bid(std::move(free));
    run_.expect(free.size());
    for (const std::uint32_t row : free) {
      run_.check_stop();
      augment(row);
      run_.advance();
    }
    return column_of_;
  }

 private:
  // The two least reduced costs of a row, and the column of the least; a free one among equals.
  struct Offer {
    double best = infinity, second = infinity;
    std::uint32_t column = 0;
  };

  const std::uint16_t* codes(std::size_t row) const { return weights_.codes.data() + row * weights_.columns; }
  std::span<const std::uint16_t> cheapest_first(std::size_t row) const {
    return std::span(order_).subspan(row * weights_.columns, weights_.columns);
  }

  // By counting: columns of equal cost stay in their order.
  void order_columns() {
    const std::vector<std::uint32_t> place_of = places(costs_);
    order_.resize(weights_.codes.size());
    run_.blocks(weights_.rows, 64, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::vector<std::uint32_t> starts(costs_.size() + 1);
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint16_t* code = codes(row);
        std::fill(starts.begin(), starts.end(), 0U);
        for (std::size_t k = 0; k < weights_.columns; ++k) ++starts[place_of[code[k]] + 1];
        for (std::size_t place = 1; place < starts.size(); ++place) starts[place] += starts[place - 1];
        std::uint16_t* order = order_.data() + row * weights_.columns;
        for (std::size_t k = 0; k < weights_.columns; ++k) {
          order[starts[place_of[code[k]]]++] = static_cast<std::uint16_t>(k);
        }
      }
    });
  }

  Offer offer(std::uint32_t row) const {
    Offer result;
    const std::uint16_t* code = codes(row);
    for (const std::uint32_t column : cheapest_first(row)) {
      const double cost = costs_[code[column]], reduced = cost - prices_[column];
      if (cost > result.second || (cost == result.second && row_of_[result.column] == unassigned)) break;
      if (reduced < result.best) {
        result.second = std::exchange(result.best, reduced);
        result.column = column;
      } else if (reduced == result.best) {
        result.second = reduced;
        if (row_of_[result.column] != unassigned) result.column = column;
      } else if (reduced < result.second) {
        result.second = reduced;
      }
    }
    return result;
  }

  // Each free row takes its cheapest column, whose price falls by what the second would cost more, and a row
  // that loses a column bids next. Where the second costs the same, taking a column away gains nothing. The
  // number of bids is bounded, since prices may fall in tiny steps. The rows that are left free.
  std::vector<std::uint32_t> bid(std::vector<std::uint32_t> free) {
    std::vector<std::uint32_t> left;
    const std::size_t most_bids = 3 * weights_.rows;
    for (std::size_t bids = 0; !free.empty() && bids < most_bids; ++bids) {
      if (bids % 64 == 0) run_.check_stop();
      const std::uint32_t row = free.back();
      free.pop_back();
      const Offer found = offer(row);
      const std::uint32_t evicted = row_of_[found.column];
      if (found.best == found.second && evicted != unassigned) {
        left.push_back(row);
        continue;
      }
      prices_[found.column] -= found.second - found.best;
      row_of_[found.column] = row;
      column_of_[row] = found.column;
      if (evicted != unassigned) {
        column_of_[evicted] = unassigned;
        free.push_back(evicted);
      }
    }
    left.insert(left.end(), free.begin(), free.end());
    return left;
  }

  // Dijkstra's shortest path from a free row to a free column, over reduced costs.
  void augment(std::uint32_t source) {
    target_ = unassigned;
    shortest_ = infinity;
    queue_.clear();
    reached_.clear();
    std::vector<std::uint32_t> done;
    relax(source, 0.0);
    while (!queue_.empty() && queue_.front().first < shortest_) {
      std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
      const auto [distance, column] = queue_.back();
      queue_.pop_back();
      if (distance > distance_[column]) continue;  // a shorter way was found since
      done.push_back(column);
      const std::uint32_t owner = row_of_[column];
      relax(owner, costs_[codes(owner)[column]] - prices_[column] - distance);
    }
    for (const std::uint32_t column : done) prices_[column] += distance_[column] - shortest_;
    for (const std::uint32_t column : reached_) distance_[column] = infinity;
    for (std::uint32_t column = target_;;) {
      const std::uint32_t row = before_[column];
      row_of_[column] = row;
      std::swap(column_of_[row], column);
      if (row == source) return;
    }
  }

  // Shortens the distances that a path through this row makes shorter. Prices are not positive, so a cost
  // that alone is as far as a free column that was reached ends the search of this row.
  void relax(std::uint32_t row, double offset) {
    const std::uint16_t* code = codes(row);
    for (const std::uint32_t column : cheapest_first(row)) {
      const double cost = costs_[code[column]] - offset;
      if (cost >= shortest_) return;
      const double distance = cost - prices_[column];
      if (distance >= distance_[column] || distance >= shortest_) continue;
      if (distance_[column] == infinity) reached_.push_back(column);
      distance_[column] = distance;
      before_[column] = row;
      if (row_of_[column] == unassigned) {
        target_ = column;
        shortest_ = distance;
      } else {
        queue_.emplace_back(distance, column);
        std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
      }
    }
  }

  const CodedWeights& weights_;
  const Run& run_;
  std::vector<double> costs_, prices_;
  std::vector<std::uint16_t> order_;  // the columns of each row, cheapest first
  std::vector<std::uint32_t> column_of_, row_of_;
  // Of one search: distances of columns, the row that each is reached from, those reached, those to be
  // looked at, and the nearest free one.
  std::vector<double> distance_;
  std::vector<std::uint32_t> before_, reached_;
  std::vector<std::pair<double, std::uint32_t>> queue_;
  std::uint32_t target_ = unassigned;
  double shortest_ = infinity;
};

}  // namespace

std::vector<std::uint32_t> assignment(const CodedWeights& weights, const Run& run) {
  if (weights.rows > weights.columns || weights.columns > most_assignment_columns) {
    throw Error(ErrorCode::internal, "an assignment needs a column for each row, and at most 65536");
  }
  return Solver(weights, run).solve();
}

}  // namespace sfumato::stats
