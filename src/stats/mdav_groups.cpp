// MDAV by columns: what remains is kept packed, so that every pass over it is straight and wide.
#include "stats/mdav_groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

#include "stats/vector_clones.hpp"

namespace sfumato::stats {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

SFUMATO_VECTOR_CLONES
void add_squared_differences(const double* values, double centre, std::size_t count, double* squared) {
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = values[i] - centre;
    squared[i] += difference * difference;
  }
}

// The records that belong to no group yet, packed in ascending row order.
class Remaining {
 public:
  explicit Remaining(const Matrix& points) : rows_(points.rows()), columns_(points.columns()) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      columns_[j].assign(points.column(j).begin(), points.column(j).end());
      for (const double value : columns_[j]) missing_ = missing_ || std::isnan(value);
    }
    squared_.resize(rows_.size());
    std::vector<std::uint8_t> empty(rows_.size(), 1);
    for (const auto& column : columns_) {
      for (std::size_t i = 0; i < empty.size(); ++i) {
        if (!std::isnan(column[i])) empty[i] = 0;
      }
    }
    remove(empty);
  }

  std::size_t size() const { return rows_.size(); }
  std::uint32_t row(std::size_t place) const { return rows_[place]; }

  std::vector<double> centroid() const {
    std::vector<double> result;
    for (const auto& column : columns_) {
      double sum = 0.0;
      std::size_t count = 0;
      for (const double value : column) {
        if (std::isnan(value)) continue;
        sum += value;
        ++count;
      }
      result.push_back(count == 0 ? std::numeric_limits<double>::quiet_NaN()
                                  : sum / static_cast<double>(count));
    }
    return result;
  }

  std::vector<double> point(std::size_t place) const {
    std::vector<double> result;
    for (const auto& column : columns_) result.push_back(column[place]);
    return result;
  }

  // Squared distances from every remaining record to `centre`, by place.
  const std::vector<double>& distances(const std::vector<double>& centre) {
    squared_.assign(rows_.size(), 0.0);
    if (!missing_) {
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        add_squared_differences(columns_[j].data(), centre[j], rows_.size(), squared_.data());
      }
      return squared_;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      std::size_t shared = 0;
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        if (std::isnan(columns_[j][i]) || std::isnan(centre[j])) continue;
        const double difference = columns_[j][i] - centre[j];
        squared_[i] += difference * difference;
        ++shared;
      }
      squared_[i] = shared == 0
                        ? infinity
                        : squared_[i] * (static_cast<double>(columns_.size()) / static_cast<double>(shared));
    }
    return squared_;
  }

  // Takes out the records whose mark is set, keeping the order of the others.
  void remove(const std::vector<std::uint8_t>& marked) {
    const auto pack = [&](auto& values) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (marked[i] == 0) values[kept++] = values[i];
      }
      values.resize(kept);
    };
    for (auto& column : columns_) pack(column);
    pack(rows_);
  }

 private:
  std::vector<std::uint32_t> rows_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> squared_;
  bool missing_ = false;
};

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

// The place of the largest distance, the lowest of equals; `except` does not count.
std::size_t farthest(const std::vector<double>& squared, std::size_t except = nobody) {
  std::size_t best = except == 0 ? 1 : 0;
  for (std::size_t i = best + 1; i < squared.size(); ++i) {
    if (squared[i] > squared[best] && i != except) best = i;
  }
  return best;
}

// Takes the record at `seed` and its k − 1 nearest out of `remaining`, as a group; `except` stays.
std::vector<std::uint32_t> take_group(Remaining& remaining, std::size_t seed, std::size_t k,
                                      std::size_t except) {
  const std::vector<double>& squared = remaining.distances(remaining.point(seed));
  std::vector<std::uint32_t> places;
  places.reserve(remaining.size());
  for (std::size_t i = 0; i < remaining.size(); ++i) {
    if (i != seed && i != except) places.push_back(static_cast<std::uint32_t>(i));
  }
  const auto nearest = places.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(places.begin(), nearest, places.end(), [&](std::uint32_t a, std::uint32_t b) {
    return squared[a] != squared[b] ? squared[a] < squared[b] : a < b;
  });
  std::vector<std::uint8_t> marked(remaining.size(), 0);
  std::vector<std::uint32_t> group{remaining.row(seed)};
  marked[seed] = 1;
  for (auto place = places.begin(); place != nearest; ++place) {
    marked[*place] = 1;
    group.push_back(remaining.row(*place));
  }
  std::sort(group.begin(), group.end());
  remaining.remove(marked);
  return group;
}

std::size_t place_of(const Remaining& remaining, std::uint32_t row) {
  std::size_t low = 0;
  for (std::size_t high = remaining.size(); low + 1 < high;) {
    const std::size_t middle = (low + high) / 2;
    (remaining.row(middle) <= row ? low : high) = middle;
  }
  return low;
}

// The most distant pair of what remains. Every record knows the farthest partner it last had; while
// that partner remains the distance is exact, afterwards it is an upper bound that is mended when it
// comes to the top.
class DistantPairs {
 public:
  explicit DistantPairs(Remaining& remaining)
      : alive_(remaining.size() == 0 ? 0 : remaining.row(remaining.size() - 1) + 1, 0) {
    for (std::size_t place = 0; place < remaining.size(); ++place) alive_[remaining.row(place)] = 1;
    for (std::size_t place = 0; place < remaining.size(); ++place) push(remaining, place);
  }

  void forget(const std::vector<std::uint32_t>& group) {
    for (const std::uint32_t row : group) alive_[row] = 0;
  }

  // Places of the pair in `remaining`, which has at least two records.
  std::pair<std::size_t, std::size_t> top(Remaining& remaining) {
    for (;;) {
      const Entry entry = entries_.top();
      if (alive_[entry.row] == 0) {
        entries_.pop();
      } else if (alive_[entry.partner] != 0) {
        return {place_of(remaining, entry.row), place_of(remaining, entry.partner)};
      } else {
        entries_.pop();
        push(remaining, place_of(remaining, entry.row));
      }
    }
  }

 private:
  struct Entry {
    double squared;
    std::uint32_t row, partner;
    // The largest distance first, then the lowest row.
    bool operator<(const Entry& other) const {
      return squared != other.squared ? squared < other.squared : row > other.row;
    }
  };

  void push(Remaining& remaining, std::size_t place) {
    if (remaining.size() < 2) return;
    const std::vector<double>& squared = remaining.distances(remaining.point(place));
    const std::size_t partner = farthest(squared, place);
    entries_.push({squared[partner], remaining.row(place), remaining.row(partner)});
  }

  std::vector<std::uint8_t> alive_;
  std::priority_queue<Entry> entries_;
};

}  // namespace

Grouping mdav_groups(const Matrix& points, std::size_t k, GroupSeeds seeds, const Run& run) {
  Remaining remaining(points);
  Grouping result;
  const std::size_t total = remaining.size();
  run.expect(total);
  std::optional<DistantPairs> pairs;
  if (seeds == GroupSeeds::most_distant) pairs.emplace(remaining);
  const auto take = [&](std::size_t seed, std::size_t except) {
    result.groups.push_back(take_group(remaining, seed, k, except));
    if (pairs) pairs->forget(result.groups.back());
    run.advance(k);
  };

  while (remaining.size() >= 2 * k && remaining.size() > 1) {
    run.check_stop();
    std::size_t first = 0, second = 0;
    if (pairs) {
      std::tie(first, second) = pairs->top(remaining);
    } else {
      first = farthest(remaining.distances(remaining.centroid()));
      second = farthest(remaining.distances(remaining.point(first)), first);
    }
    const std::uint32_t second_row = remaining.row(second);
    if (remaining.size() < 3 * k) {
      take(first, nobody);
      break;
    }
    take(first, second);
    take(place_of(remaining, second_row), nobody);
  }
  if (remaining.size() > 0) {
    std::vector<std::uint32_t> rest;
    for (std::size_t i = 0; i < remaining.size(); ++i) rest.push_back(remaining.row(i));
    result.groups.push_back(std::move(rest));
  }
  return result;
}

}  // namespace sfumato::stats
