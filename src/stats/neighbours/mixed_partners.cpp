// A bound of a node is summed over the columns in the same order as a distance, of terms that are no larger:
// rounding is monotone, so that no point within the distance is skipped.
#include "stats/neighbours/mixed_partners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sfumato::stats {
namespace {

constexpr std::size_t points_of_leaf = 8;
constexpr std::int32_t several = -2;  // more than one category
constexpr std::size_t most_tabulated = 1024;

// The squared distances of one column, codes being stored as doubles.
class Term {
 public:
  explicit Term(const MixedColumn& column)
      : categorical_(column.categorical), missing_(column.missing), weight_(column.weight) {
    if (!categorical_) return;
    distance_ = &column.distance;
    least_ = weight_ * column.distance.least() * column.distance.least();
    const auto highest = [](const std::vector<std::int32_t>& codes) {
      return codes.empty() ? -1 : *std::max_element(codes.begin(), codes.end());
    };
    const std::int32_t count = std::max(highest(column.query_codes), highest(column.point_codes)) + 1;
    if (static_cast<std::size_t>(count) > most_tabulated || column.distance.is_nominal()) return;
    width_ = static_cast<std::size_t>(count);
    for (std::int32_t a = 0; a < count; ++a) {
      for (std::int32_t b = 0; b < count; ++b) table_.push_back(computed(a, b));
    }
  }

  bool categorical() const { return categorical_; }
  double missing() const { return missing_; }
  double least() const { return least_; }
  double weight() const { return weight_; }

  double operator()(double query, double point) const {
    if (!categorical_) {
      const double difference = query - point;
      return std::isnan(difference) ? missing_ : difference * difference;
    }
    if (query < 0.0 || point < 0.0) return missing_;
    const auto a = static_cast<std::int32_t>(query), b = static_cast<std::int32_t>(point);
    return width_ == 0 ? computed(a, b)
                       : table_[static_cast<std::size_t>(a) * width_ + static_cast<std::size_t>(b)];
  }

 private:
  double computed(std::int32_t a, std::int32_t b) const {
    const double apart = distance_->between(a, b);
    return weight_ * apart * apart;
  }

  bool categorical_;
  double missing_;
  double weight_;
  double least_ = 0.0;
  const CategoryDistance* distance_ = nullptr;
  std::size_t width_ = 0;
  std::vector<double> table_;
};

std::vector<double> row_values(const std::vector<MixedColumn>& columns, bool queries) {
  const auto size = [&](const MixedColumn& column) {
    if (queries) return column.categorical ? column.query_codes.size() : column.queries.size();
    return column.categorical ? column.point_codes.size() : column.points.size();
  };
  const std::size_t rows = size(columns.front()), width = columns.size();
  std::vector<double> values(rows * width);
  for (std::size_t j = 0; j < width; ++j) {
    const MixedColumn& column = columns[j];
    const std::vector<double>& numbers = queries ? column.queries : column.points;
    const std::vector<std::int32_t>& codes = queries ? column.query_codes : column.point_codes;
    for (std::size_t i = 0; i < rows; ++i) {
      values[i * width + j] = column.categorical ? static_cast<double>(codes[i]) : numbers[i];
    }
  }
  return values;
}

// By column, missing numbers last.
bool row_less(const std::vector<double>& values, std::size_t width, std::size_t a, std::size_t b) {
  for (std::size_t j = 0; j < width; ++j) {
    const double x = values[a * width + j], y = values[b * width + j];
    if (std::isnan(x) || std::isnan(y)) {
      if (std::isnan(x) == std::isnan(y)) continue;
      return std::isnan(y);
    }
    if (x != y) return x < y;
  }
  return false;
}

// What the points of a node have in one column.
struct Range {
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();
  std::uint64_t mask = 0;      // bit c mod 64 for each category c
  std::int32_t category = -1;  // the only one, or `several`, or −1 for none
  bool lacking = false;        // is it missing in some?

  void add(double value, bool categorical) {
    if (categorical ? value < 0.0 : std::isnan(value)) {
      lacking = true;
      return;
    }
    lower = std::min(lower, value);
    upper = std::max(upper, value);
    if (!categorical) return;
    const auto code = static_cast<std::int32_t>(value);
    mask |= std::uint64_t{1} << (code % 64);
    category = category == -1 || category == code ? code : several;
  }
  bool empty() const { return lower > upper; }
};

class Tree {
 public:
  explicit Tree(const std::vector<MixedColumn>& columns)
      : terms_(columns.begin(), columns.end()), width_(columns.size()), values_(row_values(columns, false)) {
    collapse();
    if (!counts_.empty()) build(0, counts_.size());
  }

  double distance(const double* query, std::size_t row) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < width_; ++j) sum += terms_[j](query[j], values_[row * width_ + j]);
    return sum;
  }

  PartnerPlace place(const double* query, double partner) const {
    PartnerPlace place;
    search(0, query, partner, place);
    return place;
  }

 private:
  struct Node {
    std::size_t begin, end;
    std::size_t left = 0, right = 0;  // 0: a leaf
  };

  // Equal points become one.
  void collapse() {
    const std::size_t rows = values_.size() / width_;
    std::vector<std::uint32_t> order(rows);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return row_less(values_, width_, a, b); });
    for (std::size_t i = 0; i < rows; ++i) {
      if (i > 0 && !row_less(values_, width_, order[i - 1], order[i])) {
        ++counts_.back();
        continue;
      }
      counts_.push_back(1);
      const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(order[i] * width_);
      packed_.insert(packed_.end(), begin, begin + static_cast<std::ptrdiff_t>(width_));
    }
    place_of_.resize(counts_.size());
    std::iota(place_of_.begin(), place_of_.end(), 0U);
  }

  double value(std::size_t place, std::size_t j) const { return packed_[place_of_[place] * width_ + j]; }

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t number = nodes_.size();
    nodes_.push_back({begin, end});
    ranges_.resize(ranges_.size() + width_);
    for (std::size_t j = 0; j < width_; ++j) {
      Range& range = ranges_[number * width_ + j];
      for (std::size_t place = begin; place < end; ++place)
        range.add(value(place, j), terms_[j].categorical());
    }
    if (end - begin <= points_of_leaf) return number;
    const std::size_t column = widest(number);
    const std::size_t middle = split(begin, end, column);
    const std::size_t left = build(begin, middle), right = build(middle, end);
    nodes_[number].left = left;
    nodes_[number].right = right;
    return number;
  }

  // The column along which points lie farthest apart; points are different, so that there is one.
  std::size_t widest(std::size_t number) const {
    std::size_t best = 0;
    double most = -1.0;
    for (std::size_t j = 0; j < width_; ++j) {
      const Range& range = ranges_[number * width_ + j];
      const bool varies = range.upper > range.lower || (range.lacking && !range.empty());
      double spread = range.empty() ? 0.0 : (range.upper - range.lower) * (range.upper - range.lower);
      if (terms_[j].categorical()) spread = terms_[j].weight();
      if (range.lacking) spread = terms_[j].missing();
      if (varies && spread > most) {
        most = spread;
        best = j;
      }
    }
    return best;
  }

  // Cut next to the median where the column changes; missing values come last.
  std::size_t split(std::size_t begin, std::size_t end, std::size_t column) {
    const auto first = place_of_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = place_of_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      const double x = packed_[a * width_ + column], y = packed_[b * width_ + column];
      if (std::isnan(x) || std::isnan(y)) return std::isnan(y) && !std::isnan(x);
      return x < y;
    };
    std::sort(first, last, before);
    const auto middle = first + (last - first) / 2;
    const auto up = std::upper_bound(middle, last, *middle, before);
    const auto down = std::lower_bound(first, middle, *middle, before);
    const bool lower = up == last || (down != first && middle - down < up - middle);
    return static_cast<std::size_t>((lower ? down : up) - place_of_.begin());
  }

  double bound(std::size_t number, const double* query) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < width_; ++j) {
      const Range& range = ranges_[number * width_ + j];
      const Term& term = terms_[j];
      if (range.empty() || (term.categorical() ? query[j] < 0.0 : std::isnan(query[j]))) {
        sum += term.missing();
      } else if (!term.categorical()) {
        const double outside = std::max({range.lower - query[j], query[j] - range.upper, 0.0});
        sum += std::min(outside * outside, term.missing());
      } else if (range.category != several) {
        sum += term(query[j], range.category);
      } else if ((range.mask >> (static_cast<std::int32_t>(query[j]) % 64) & 1U) == 0) {
        sum += term.least();
      }
    }
    return sum;
  }

  void search(std::size_t number, const double* query, double partner, PartnerPlace& place) const {
    const Node& node = nodes_[number];
    if (node.left == 0) {
      for (std::size_t i = node.begin; i < node.end && place.closer < 2; ++i) {
        double sum = 0.0;
        const double* point = packed_.data() + place_of_[i] * width_;
        for (std::size_t j = 0; j < width_; ++j) sum += terms_[j](query[j], point[j]);
        if (sum < partner) place.closer = std::min<std::uint64_t>(2, place.closer + counts_[place_of_[i]]);
        if (sum == partner) place.equal += counts_[place_of_[i]];
      }
      return;
    }
    const double left = bound(node.left, query), right = bound(node.right, query);
    const bool left_first = left <= right;
    for (const bool go_left : {left_first, !left_first}) {
      if (place.closer >= 2 || (go_left ? left : right) > partner) continue;
      search(go_left ? node.left : node.right, query, partner, place);
    }
  }

  std::vector<Term> terms_;
  std::size_t width_;
  std::vector<double> values_;           // of all points, row by row
  std::vector<double> packed_;           // of the different ones
  std::vector<std::uint64_t> counts_;    // of equal points
  std::vector<std::uint32_t> place_of_;  // in the order of the tree
  std::vector<Node> nodes_;
  std::vector<Range> ranges_;  // by node and column
};

}  // namespace

// Equal queries with equal distances to their partners have the same result: after much recoding most queries
// are of this kind.
std::vector<PartnerPlace> partner_places(const std::vector<MixedColumn>& columns, const Run& run) {
  run.check_stop();
  const std::vector<double> queries = row_values(columns, true);
  const Tree tree(columns);
  const std::size_t width = columns.size(), rows = queries.size() / width;
  std::vector<double> partner(rows);
  constexpr std::size_t block = 256;
  run.blocks(rows, 16 * block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      partner[row] = tree.distance(queries.data() + row * width, row);
    }
  });
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (row_less(queries, width, a, b)) return true;
    return !row_less(queries, width, b, a) && partner[a] < partner[b];
  };
  std::vector<std::uint32_t> order(rows), starts;
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), before);
  for (std::uint32_t i = 0; i < rows; ++i) {
    if (i == 0 || before(order[i - 1], order[i])) starts.push_back(i);
  }
  std::vector<PartnerPlace> places(rows);
  run.expect((starts.size() + block - 1) / block);
  run.blocks(starts.size(), block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t group = begin; group < end; ++group) {
      const std::size_t last = group + 1 < starts.size() ? starts[group + 1] : rows;
      const std::uint32_t row = order[starts[group]];
      const PartnerPlace place = tree.place(queries.data() + row * width, partner[row]);
      for (std::size_t i = starts[group]; i < last; ++i) places[order[i]] = place;
    }
    run.advance();
  });
  return places;
}

}  // namespace sfumato::stats
