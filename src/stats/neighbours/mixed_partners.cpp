// A bound of a node is summed over the columns in the same order as a distance, of terms that are no larger:
// rounding is monotone, so that no point within the distance is skipped.
#include "stats/neighbours/mixed_partners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace sfumato::stats {
namespace {

constexpr std::size_t points_of_leaf = 8;

std::size_t rows_of(const MixedColumn& column, bool queries) {
  if (queries) return column.categorical ? column.query_codes.size() : column.queries.size();
  return column.categorical ? column.point_codes.size() : column.points.size();
}

std::vector<std::size_t> all_rows(const MixedColumn& column, bool queries) {
  std::vector<std::size_t> result(rows_of(column, queries));
  std::iota(result.begin(), result.end(), std::size_t{0});
  return result;
}

std::vector<double> row_values(const std::vector<MixedColumn>& columns, std::span<const std::size_t> rows,
                               bool queries) {
  const std::size_t width = columns.size();
  std::vector<double> values(rows.size() * width);
  for (std::size_t j = 0; j < width; ++j) {
    const MixedColumn& column = columns[j];
    const std::vector<double>& numbers = queries ? column.queries : column.points;
    const std::vector<std::int32_t>& codes = queries ? column.query_codes : column.point_codes;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      values[i * width + j] = column.categorical ? static_cast<double>(codes[rows[i]]) : numbers[rows[i]];
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

class Tree {
 public:
  explicit Tree(const std::vector<MixedColumn>& columns)
      : terms_(columns.begin(), columns.end()),
        width_(columns.size()),
        values_(row_values(columns, all_rows(columns.front(), false), false)) {
    collapse();
    if (!counts_.empty()) build(0, counts_.size());
  }

  double distance(const double* query, std::size_t row) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < width_; ++j) sum += terms_[j](query[j], values_[row * width_ + j]);
    return sum;
  }

  // How many originals each of the different points covers; with it, ties are broken.
  void set_covered(std::vector<std::uint64_t> covered) { covered_ = std::move(covered); }
  std::uint64_t covered(std::size_t row) const { return covered_.empty() ? 0 : covered_[point_of_[row]]; }
  std::size_t points() const { return counts_.size(); }
  const double* point(std::size_t number) const { return packed_.data() + number * width_; }

  PartnerPlace place(const double* query, double partner, std::uint64_t partner_covers) const {
    PartnerPlace place;
    search(0, {query, partner, partner_covers}, place);
    return place;
  }

  // How many of the points a masked record covers.
  std::uint64_t count_covered(const double* cells) const {
    return nodes_.empty() ? 0 : count_covered(0, cells);
  }

 private:
  struct Node {
    std::size_t begin, end;
    std::uint64_t records = 0;
    std::size_t left = 0, right = 0;  // 0: a leaf
  };
  struct Wanted {
    const double* query;
    double partner;
    std::uint64_t covers;
  };
  struct NodeBound {
    double least = 0.0;
    bool constant = true;
  };

  // Equal points become one.
  void collapse() {
    const std::size_t rows = values_.size() / width_;
    std::vector<std::uint32_t> order(rows);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return row_less(values_, width_, a, b); });
    point_of_.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      if (i > 0 && !row_less(values_, width_, order[i - 1], order[i])) {
        ++counts_.back();
      } else {
        counts_.push_back(1);
        const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(order[i] * width_);
        packed_.insert(packed_.end(), begin, begin + static_cast<std::ptrdiff_t>(width_));
      }
      point_of_[order[i]] = static_cast<std::uint32_t>(counts_.size() - 1);
    }
    place_of_.resize(counts_.size());
    std::iota(place_of_.begin(), place_of_.end(), 0U);
  }

  double value(std::size_t place, std::size_t j) const { return packed_[place_of_[place] * width_ + j]; }

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t number = nodes_.size();
    nodes_.push_back({begin, end});
    for (std::size_t place = begin; place < end; ++place) nodes_[number].records += counts_[place_of_[place]];
    ranges_.resize(ranges_.size() + width_);
    for (std::size_t j = 0; j < width_; ++j) {
      ColumnRange& range = ranges_[number * width_ + j];
      for (std::size_t place = begin; place < end; ++place) terms_[j].extend(range, value(place, j));
    }
    if (end - begin <= points_of_leaf) return number;
    const std::size_t middle = split(begin, end, widest(number));
    if (middle == begin || middle == end) return number;  // cells that differ in no range
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
      const double spread = terms_[j].spread(ranges_[number * width_ + j]);
      if (spread > most) {
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

  NodeBound bound(std::size_t number, const double* query) const {
    NodeBound result;
    for (std::size_t j = 0; j < width_; ++j) {
      const MixedTerm::Bound term = terms_[j].bound(ranges_[number * width_ + j], query[j]);
      result.least += term.least;
      result.constant = result.constant && term.constant;
    }
    return result;
  }

  static void add_closer(PartnerPlace& place, std::uint64_t records) {
    place.closer = std::min<std::uint64_t>(2, place.closer + records);
  }

  void search_leaf(const Node& node, const Wanted& wanted, PartnerPlace& place) const {
    for (std::size_t i = node.begin; i < node.end && place.closer < 2; ++i) {
      const std::size_t number = place_of_[i];
      double sum = 0.0;
      for (std::size_t j = 0; j < width_; ++j) sum += terms_[j](wanted.query[j], point(number)[j]);
      const std::uint64_t covers = covered_.empty() ? 0 : covered_[number];
      if (sum < wanted.partner || (sum == wanted.partner && covers < wanted.covers)) {
        add_closer(place, counts_[number]);
      } else if (sum == wanted.partner && covers == wanted.covers) {
        place.equal += counts_[number];
      }
    }
  }

  void search(std::size_t number, const Wanted& wanted, PartnerPlace& place) const {
    const Node& node = nodes_[number];
    if (node.left == 0) {
      search_leaf(node, wanted, place);
      return;
    }
    const NodeBound left = bound(node.left, wanted.query), right = bound(node.right, wanted.query);
    const bool left_first = left.least <= right.least;
    for (const bool go_left : {left_first, !left_first}) {
      const NodeBound& found = go_left ? left : right;
      if (place.closer >= 2 || found.least > wanted.partner) continue;
      const std::size_t next = go_left ? node.left : node.right;
      if (!found.constant || !covered_.empty()) {
        search(next, wanted, place);
      } else if (found.least < wanted.partner) {
        add_closer(place, nodes_[next].records);
      } else {
        place.equal += nodes_[next].records;
      }
    }
  }

  std::uint64_t count_covered(std::size_t number, const double* cells) const {
    const Node& node = nodes_[number];
    bool all = true;
    for (std::size_t j = 0; j < width_; ++j) {
      const MixedTerm::Inclusion found = terms_[j].inclusion(ranges_[number * width_ + j], cells[j]);
      if (found == MixedTerm::Inclusion::none) return 0;
      all = all && found == MixedTerm::Inclusion::all;
    }
    if (all) return node.records;
    if (node.left != 0) return count_covered(node.left, cells) + count_covered(node.right, cells);
    std::uint64_t sum = 0;
    for (std::size_t i = node.begin; i < node.end; ++i) {
      const double* values = point(place_of_[i]);
      bool covers = true;
      for (std::size_t j = 0; covers && j < width_; ++j) covers = terms_[j].covered(cells[j], values[j]);
      sum += covers ? counts_[place_of_[i]] : 0;
    }
    return sum;
  }

  std::vector<MixedTerm> terms_;
  std::size_t width_;
  std::vector<double> values_;           // of all points, row by row
  std::vector<double> packed_;           // of the different ones
  std::vector<std::uint32_t> point_of_;  // of each row, among the different ones
  std::vector<std::uint64_t> counts_;    // of equal points
  std::vector<std::uint64_t> covered_;   // originals that each covers; empty: ties are not broken
  std::vector<std::uint32_t> place_of_;  // in the order of the tree
  std::vector<Node> nodes_;
  std::vector<ColumnRange> ranges_;  // by node and column
};

// The same columns, searched in the other direction.
std::vector<MixedColumn> reversed(std::vector<MixedColumn> columns) {
  for (MixedColumn& column : columns) {
    column.queries.swap(column.points);
    column.query_codes.swap(column.point_codes);
    if (column.covers == nullptr) continue;
    CellCovers covers = *column.covers;
    covers.in_queries = !covers.in_queries;
    column.covers = std::make_shared<const CellCovers>(std::move(covers));
  }
  return columns;
}

std::vector<std::uint64_t> covered_counts(const Tree& masked, const std::vector<MixedColumn>& columns,
                                          const Run& run) {
  const Tree originals(reversed(columns));
  std::vector<std::uint64_t> result(masked.points());
  run.blocks(result.size(), 256, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t number = begin; number < end; ++number) {
      result[number] = originals.count_covered(masked.point(number));
    }
  });
  return result;
}

}  // namespace

// Equal queries with equal distances to their partners have the same result: after much recoding most queries
// are of this kind.
std::vector<PartnerPlace> partner_places(const std::vector<MixedColumn>& columns, const Run& run,
                                         bool fewest) {
  return partner_places(columns, all_rows(columns.front(), true), run, fewest);
}

std::vector<PartnerPlace> partner_places(const std::vector<MixedColumn>& columns,
                                         std::span<const std::size_t> asked, const Run& run, bool fewest) {
  run.check_stop();
  const std::vector<double> queries = row_values(columns, asked, true);
  Tree tree(columns);
  if (fewest) tree.set_covered(covered_counts(tree, columns, run));
  const std::size_t width = columns.size(), rows = asked.size();
  std::vector<double> partner(rows);
  constexpr std::size_t block = 256;
  run.blocks(rows, 16 * block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      partner[row] = tree.distance(queries.data() + row * width, asked[row]);
    }
  });
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (row_less(queries, width, a, b)) return true;
    if (row_less(queries, width, b, a)) return false;
    return partner[a] != partner[b] ? partner[a] < partner[b]
                                    : tree.covered(asked[a]) < tree.covered(asked[b]);
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
      const PartnerPlace place =
          tree.place(queries.data() + row * width, partner[row], tree.covered(asked[row]));
      for (std::size_t i = starts[group]; i < last; ++i) places[order[i]] = place;
    }
    run.advance();
  });
  return places;
}

}  // namespace sfumato::stats
