#include "tables/suppression/subtable.hpp"

#include <algorithm>

namespace sfumato::tables {
namespace {

constexpr std::uint64_t most_positions = 40'000'000;

SubtableAxis make_axis(const Dimension& dimension, std::size_t number, std::size_t stride) {
  SubtableAxis axis{.dimension = number, .stride = stride, .sums = {}, .places = {}};
  axis.places.resize(dimension.codes.size());
  for (std::size_t s = 0; s < dimension.sums.size(); ++s) {
    std::vector<std::size_t> codes{dimension.sums[s].parent};
    codes.insert(codes.end(), dimension.sums[s].children.begin(), dimension.sums[s].children.end());
    for (std::size_t i = 0; i < codes.size(); ++i) axis.places[codes[i]].push_back({s, i});
    axis.sums.push_back(std::move(codes));
  }
  return axis;
}

// In dimensions that the view does not cross the code is the total; the response is the view's.
bool shows(const CellTable& table, const View& view, std::span<const std::uint32_t> codes) {
  if (codes.back() != view.response) return false;
  for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
    const bool crossed =
        std::find(view.dimensions.begin(), view.dimensions.end(), d) != view.dimensions.end();
    if (!crossed && codes[d] != 0) return false;
  }
  return true;
}

std::optional<std::uint64_t> product(std::uint64_t left, std::uint64_t right, std::uint64_t most) {
  std::uint64_t result = 0;
  if (__builtin_mul_overflow(left, right, &result) || result > most) return std::nullopt;
  return result;
}

}  // namespace

std::optional<Subtables> Subtables::of(const CellTable& table) {
  if (table.dimensions.empty() || table.views.empty() || table.coordinates.empty()) return std::nullopt;
  Subtables all;
  std::uint64_t next_number = 0, total = 0;
  for (const View& view : table.views) {
    SubtableView laid;
    std::uint64_t positions = 1, subtables = 1;
    for (std::size_t i = view.dimensions.size(); i-- > 0;) {
      const Dimension& dimension = table.dimensions[view.dimensions[i]];
      const auto wider = product(positions, dimension.codes.size(), most_positions);
      const auto more = product(subtables, std::max<std::size_t>(dimension.sums.size(), 1), most_positions);
      if (!wider || !more) return std::nullopt;
      if (!dimension.sums.empty()) {
        laid.axes.insert(laid.axes.begin(), make_axis(dimension, view.dimensions[i], positions));
      }
      positions = *wider;
      subtables = *more;
    }
    total += positions;
    if (total > most_positions) return std::nullopt;
    laid.cells.assign(positions, no_cell);
    all.views_.push_back(std::move(laid));
    all.first_numbers_.push_back(next_number);
    next_number += subtables;
  }
  all.find_cells(table);
  return all;
}

void Subtables::find_cells(const CellTable& table) {
  dimensions_ = table.dimensions.size() + 1;
  coordinates_ = table.coordinates;
  positions_.assign(table.cells.size() * views_.size(), no_cell);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    for (std::size_t v = 0; v < views_.size(); ++v) {
      if (!shows(table, table.views[v], codes)) continue;
      std::size_t position = 0;
      for (const SubtableAxis& axis : views_[v].axes) position += codes[axis.dimension] * axis.stride;
      positions_[cell * views_.size() + v] = position;
      views_[v].cells[position] = cell;
    }
  }
}

std::size_t Subtables::count_of(std::size_t cell) const {
  std::size_t count = 0;
  for (std::size_t v = 0; v < views_.size(); ++v) {
    if (positions_[cell * views_.size() + v] == no_cell || views_[v].axes.empty()) continue;
    std::size_t here = 1;
    for (const SubtableAxis& axis : views_[v].axes) here *= axis.places[code(cell, axis)].size();
    count += here;
  }
  return count;
}

std::vector<SubtablePlace> Subtables::places_of(std::size_t cell) const {
  std::vector<SubtablePlace> found;
  for (std::size_t v = 0; v < views_.size(); ++v) {
    const std::size_t position = positions_[cell * views_.size() + v];
    if (position == no_cell || views_[v].axes.empty()) continue;
    std::vector<SubtablePlace> here{{.view = v, .position = position, .axes = {}, .subtable = 0}};
    for (const SubtableAxis& axis : views_[v].axes) {
      std::vector<SubtablePlace> crossed;
      for (const SubtablePlace& place : here) {
        for (const SumPlace& next : axis.places[code(cell, axis)]) {
          crossed.push_back(place);
          crossed.back().axes.push_back(next);
          crossed.back().subtable = place.subtable * axis.sums.size() + next.sum;
        }
      }
      here = std::move(crossed);
    }
    for (SubtablePlace& place : here) {
      place.subtable += first_numbers_[v];
      found.push_back(std::move(place));
    }
  }
  return found;
}

}  // namespace sfumato::tables
