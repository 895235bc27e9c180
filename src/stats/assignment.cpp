// Shortest augmenting paths after a round of bidding: Jonker, Volgenant (1987), A shortest augmenting
// path algorithm for dense and sparse linear assignment problems, Computing 38. Prices never rise and
// only of columns that are taken, so there may be more columns than rows.
#include "stats/assignment.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "stats/vector_clones.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double closed = -infinity;  // in place of a distance that is final

SFUMATO_VECTOR_CLONES void reduced_costs(const std::uint16_t* codes, const double* costs,
                                         const double* prices, std::size_t columns, double* reduced) {
  for (std::size_t k = 0; k < columns; ++k) reduced[k] = costs[codes[k]] - prices[k];
}

// Shortens the distances that a path through this row makes shorter, and notes the row there.
SFUMATO_VECTOR_CLONES void relax(const std::uint16_t* codes, const double* costs, const double* prices,
                                 double offset, double row, std::size_t columns, double* open,
                                 double* before) {
  for (std::size_t k = 0; k < columns; ++k) {
    const double distance = costs[codes[k]] - prices[k] - offset;
    before[k] = distance < open[k] ? row : before[k];
    open[k] = distance < open[k] ? distance : open[k];
  }
}

// The least of the distances that are not closed; infinity when all are.
SFUMATO_VECTOR_CLONES double least_open(const std::vector<double>& open) {
  constexpr std::size_t lanes = 8;
  double least[lanes];
  std::fill_n(least, lanes, infinity);
  std::size_t k = 0;
  for (; k + lanes <= open.size(); k += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double distance = open[k + lane] == closed ? infinity : open[k + lane];
      least[lane] = distance < least[lane] ? distance : least[lane];
    }
  }
  for (; k < open.size(); ++k) {
    if (open[k] != closed && open[k] < least[0]) least[0] = open[k];
  }
  return *std::min_element(least, least + lanes);
}

class Solver {
 public:
  Solver(const CodedWeights& weights, const Run& run)
      : weights_(weights),
        run_(run),
        prices_(weights.columns),
        column_of_(weights.rows, nobody),
        row_of_(weights.columns, nobody),
        distance_(weights.columns),
        open_(weights.columns),
        before_(weights.columns) {
    for (const double level : weights.levels) costs_.push_back(-level);
  }

  std::vector<std::uint32_t> solve() {
    std::vector<std::uint32_t> free(weights_.rows);
    for (std::size_t i = 0; i < free.size(); ++i) free[i] = static_cast<std::uint32_t>(i);
    constexpr int bidding_rounds = 2;
    for (int round = 0; round < bidding_rounds && weights_.columns > 1; ++round) free = bid(std::move(free));
    for (std::uint32_t column = 0; column < weights_.columns; ++column) {
      if (row_of_[column] == nobody) free_columns_.push_back(column);
    }
    run_.expect(free.size());
    for (const std::uint32_t row : free) {
      run_.check_stop();
      augment(row);
      run_.advance();
    }
    return column_of_;
  }

 private:
  const std::uint16_t* codes(std::size_t row) const { return weights_.codes.data() + row * weights_.columns; }

  struct Offer {
    double best = infinity, second = infinity;  // the two least reduced costs
    std::uint32_t column = 0;                   // of the least; a free one among equals
  };

  Offer offer(std::uint32_t row) {
    reduced_costs(codes(row), costs_.data(), prices_.data(), weights_.columns, open_.data());
    Offer result;
    for (std::uint32_t k = 0; k < weights_.columns; ++k) {
      const double cost = open_[k];
      if (cost < result.best) {
        result.second = result.best;
        result.best = cost;
        result.column = k;
      } else if (cost == result.best) {
        result.second = cost;
        if (row_of_[result.column] != nobody) result.column = k;
      } else if (cost < result.second) {
        result.second = cost;
      }
    }
    return result;
  }

  // Each free row takes its cheapest column, whose price falls by what the second would cost more; who
  // loses a column bids at once where the price fell. The number of bids is bounded, since prices may
  // fall in tiny steps. The rows that are left free.
  std::vector<std::uint32_t> bid(std::vector<std::uint32_t> free) {
    std::vector<std::uint32_t> left;
    std::size_t bids = 0;
    const std::size_t most_bids = 3 * weights_.rows;
    while (!free.empty()) {
      const std::uint32_t row = free.back();
      free.pop_back();
      if (++bids > most_bids) {
        left.push_back(row);
        continue;
      }
      if (bids % 64 == 0) run_.check_stop();
      const Offer found = offer(row);
      const std::uint32_t loser = row_of_[found.column];
      if (found.best == found.second && loser != nobody) {
        left.push_back(row);  // nothing is gained by taking it away
        continue;
      }
      prices_[found.column] -= found.second - found.best;
      take(row, found.column);
      if (loser != nobody) free.push_back(loser);
    }
    return left;
  }

  void take(std::uint32_t row, std::uint32_t column) {
    if (row_of_[column] != nobody) column_of_[row_of_[column]] = nobody;
    row_of_[column] = row;
    column_of_[row] = column;
  }

  // Dijkstra's shortest path from a free row to a free column, over reduced costs.
  void augment(std::uint32_t row) {
    reduced_costs(codes(row), costs_.data(), prices_.data(), weights_.columns, open_.data());
    std::fill(before_.begin(), before_.end(), static_cast<double>(row));
    done_.clear();
    std::size_t next = 0;
    double least = least_open(open_);
    std::uint32_t found = free_within(least);
    while (found == nobody) {
      if (next == done_.size()) {
        least = least_open(open_);
        close(least);
      }
      const std::uint32_t column = done_[next++], owner = row_of_[column];
      const double offset = costs_[codes(owner)[column]] - prices_[column] - least;
      relax(codes(owner), costs_.data(), prices_.data(), offset, static_cast<double>(owner), weights_.columns,
            open_.data(), before_.data());
      found = free_within(least);
      if (found == nobody && next == done_.size()) found = free_within(least_open(open_));
    }
    least = open_[found];
    for (const std::uint32_t column : done_) prices_[column] += distance_[column] - least;
    trace(found, row);
  }

  // A free column within this distance, or nobody.
  std::uint32_t free_within(double distance) const {
    for (const std::uint32_t column : free_columns_) {
      if (open_[column] <= distance) return column;
    }
    return nobody;
  }

  // Queues the open columns at this distance.
  void close(double distance) {
    for (std::uint32_t column = 0; column < weights_.columns; ++column) {
      if (open_[column] != distance) continue;
      distance_[column] = distance;
      open_[column] = closed;
      done_.push_back(column);
    }
  }

  // Passes columns on along the path that ends here.
  void trace(std::uint32_t column, std::uint32_t source) {
    std::erase(free_columns_, column);
    for (;;) {
      const auto row = static_cast<std::uint32_t>(before_[column]);
      row_of_[column] = row;
      std::swap(column_of_[row], column);
      if (row == source) return;
    }
  }

  const CodedWeights& weights_;
  const Run& run_;
  std::vector<double> costs_, prices_;
  std::vector<std::uint32_t> column_of_, row_of_;
  std::vector<double> distance_, open_;
  std::vector<double> before_;       // the row that a shortest path reaches a column from
  std::vector<std::uint32_t> done_;  // columns whose distance is known, the nearest first
  std::vector<std::uint32_t> free_columns_;
};

}  // namespace

std::vector<std::uint32_t> assignment(const CodedWeights& weights, const Run& run) {
  if (weights.rows > weights.columns) {
    throw Error(ErrorCode::internal, "an assignment needs at least as many columns as rows");
  }
  return Solver(weights, run).solve();
}

}  // namespace sfumato::stats
