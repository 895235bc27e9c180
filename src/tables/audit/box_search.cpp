#include "tables/audit/box_search.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::tables {
namespace {

// Most cells visited for one box.
constexpr std::size_t most_tries = 20'000;
// Tables of two dimensions use cycles; above this many dimensions boxes have too many corners.
constexpr std::size_t fewest_dimensions = 3, most_dimensions = 6;

}  // namespace

BoxSearch::BoxSearch(const CellTable& table, const AttackPart& part)
    : table_(table), part_(part), width_(table.dimensions.size() + 1) {
  if (table.dimensions.size() < fewest_dimensions || part.rows() == 0) return;
  // Keys may overflow 64 bits and collide; each box is checked against the relations.
  std::uint64_t stride = 1;
  for (const Dimension& dimension : table.dimensions) {
    strides_.push_back(stride);
    stride *= dimension.codes.size();
    auto& sums = only_sum_.emplace_back(dimension.codes.size(), -2);
    auto& totals = is_total_.emplace_back(dimension.codes.size(), std::uint8_t{0});
    const auto note = [&](std::uint32_t code, std::size_t sum, bool total) {
      sums[code] = sums[code] == -2 ? static_cast<std::int64_t>(sum) : -1;
      totals[code] = total ? 1 : 0;
    };
    for (std::size_t sum = 0; sum < dimension.sums.size(); ++sum) {
      note(static_cast<std::uint32_t>(dimension.sums[sum].parent), sum, true);
      for (const auto child : dimension.sums[sum].children)
        note(static_cast<std::uint32_t>(child), sum, false);
    }
  }
  strides_.push_back(stride);  // of the response
  lines_.resize(table.dimensions.size());
  keys_.resize(part.cells.size());
  for (std::size_t place = 0; place < part.cells.size(); ++place) {
    for (std::size_t i = 0; i < width_; ++i) {
      keys_[place] += strides_[i] * table.coordinates[part.cells[place] * width_ + i];
    }
    places_.emplace(keys_[place], place);
    for (std::size_t d = 0; d < lines_.size(); ++d) lines_[d][line_of(place, d)].push_back(place);
  }
  row_starts_.assign(part.cells.size() + 1, 0);
  for (const AttackTerm& term : part.terms) ++row_starts_[term.cell + 1];
  for (std::size_t i = 0; i < part.cells.size(); ++i) row_starts_[i + 1] += row_starts_[i];
  rows_.resize(part.terms.size());
  row_coefficients_.resize(part.terms.size());
  std::vector<std::size_t> next(row_starts_.begin(), row_starts_.end() - 1);
  for (std::size_t row = 0; row < part.rows(); ++row) {
    for (const AttackTerm& term : part.row(row)) {
      rows_[next[term.cell]] = row;
      row_coefficients_[next[term.cell]++] = term.coefficient;
    }
  }
  row_sums_.assign(part.rows(), 0);
}

// The same for all cells that differ only in this dimension.
std::uint64_t BoxSearch::line_of(std::size_t place, std::size_t dimension) const {
  return keys_[place] - strides_[dimension] * table_.coordinates[part_.cells[place] * width_ + dimension];
}

// 0: no edge. Codes of several sums would have to move other cells too.
double BoxSearch::edge_sign(std::size_t dimension, std::uint32_t from, std::uint32_t to) const {
  const std::vector<std::int64_t>& sums = only_sum_[dimension];
  if (from == to || sums[from] < 0 || sums[from] != sums[to]) return 0;
  return is_total_[dimension][from] || is_total_[dimension][to] ? 1 : -1;
}

bool BoxSearch::has_room(std::size_t place, double amount, std::span<const std::uint8_t> marked) const {
  if (!marked.empty() && marked[place] != 0) return false;
  return amount > 0 ? part_.upper[place] >= amount : part_.lower[place] <= amount;
}

// The corners so far, once more on the other side of the edge; none of them if one cannot be used.
bool BoxSearch::add_edge(std::size_t dimension, std::uint32_t code, double sign, const Deviation& wanted,
                         std::span<const std::uint8_t> marked) {
  const std::size_t count = corners_.size();
  for (std::size_t i = 0; i < count; ++i) {
    ++tries_;
    const std::uint64_t key =
        line_of(corners_[i].place, dimension) + strides_[dimension] * static_cast<std::uint64_t>(code);
    const auto found = places_.find(key);
    const double corner_sign = sign * corners_[i].sign;
    if (found == places_.end() || !has_room(found->second, corner_sign * wanted.amount, marked)) {
      corners_.resize(count);
      return false;
    }
    corners_.push_back({found->second, corner_sign});
  }
  return true;
}

bool BoxSearch::extend(std::size_t depth, const Deviation& wanted, std::span<const std::uint8_t> marked) {
  if (depth == dimensions_.size()) return keeps_relations();
  const std::size_t dimension = dimensions_[depth];
  const std::uint32_t from = table_.coordinates[part_.cells[wanted.place] * width_ + dimension];
  for (const std::size_t other : lines_[dimension].at(line_of(wanted.place, dimension))) {
    if (++tries_ > most_tries) return false;
    const std::uint32_t to = table_.coordinates[part_.cells[other] * width_ + dimension];
    const double sign = edge_sign(dimension, from, to);
    if (sign == 0) continue;
    const std::size_t count = corners_.size();
    if (!add_edge(dimension, to, sign, wanted, marked)) continue;
    if (extend(depth + 1, wanted, marked)) return true;
    corners_.resize(count);
  }
  return false;
}

bool BoxSearch::keeps_relations() {
  const auto add_up = [&](double factor) {
    bool kept = true;
    for (const Corner& corner : corners_) {
      for (std::size_t i = row_starts_[corner.place]; i < row_starts_[corner.place + 1]; ++i) {
        row_sums_[rows_[i]] += factor * corner.sign * row_coefficients_[i];
      }
    }
    for (const Corner& corner : corners_) {
      for (std::size_t i = row_starts_[corner.place]; i < row_starts_[corner.place + 1]; ++i) {
        kept = kept && row_sums_[rows_[i]] == 0;
      }
    }
    return kept;
  };
  const bool kept = add_up(1);
  if (!kept) add_up(-1);
  return kept;
}

std::vector<Deviation> BoxSearch::find(const Deviation& wanted, std::span<const std::uint8_t> marked) {
  if (keys_.empty() || !has_room(wanted.place, wanted.amount, marked)) return {};
  const std::span coordinates =
      std::span(table_.coordinates).subspan(part_.cells[wanted.place] * width_, width_);
  dimensions_.clear();
  // A dimension that this view does not cross has one code in it, and no relation.
  for (std::size_t d = 0; d < lines_.size(); ++d) {
    const std::vector<std::size_t>& line = lines_[d].at(line_of(wanted.place, d));
    if (line.size() > 1 || coordinates[d] != 0) dimensions_.push_back(d);
  }
  if (dimensions_.size() < fewest_dimensions || dimensions_.size() > most_dimensions) return {};
  corners_.assign(1, {wanted.place, 1});
  tries_ = 0;
  std::vector<Deviation> result;
  if (!extend(0, wanted, marked)) return result;
  for (const Corner& corner : corners_) {
    result.push_back({corner.place, corner.sign * wanted.amount});
  }
  return result;
}

}  // namespace sfumato::tables
