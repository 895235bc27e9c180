#include "tables/suppression/subtable_moves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

// A linear program has about this many cells at first.
constexpr double few_cells = 1000;

}  // namespace

SubtableGrid::SubtableGrid(const Subtables& subtables, const SubtablePlace& place) : first_(place) {
  const SubtableView& view = subtables.view(place.view);
  std::vector<std::size_t> grid{0};  // positions in the view
  for (std::size_t a = 0; a < view.axes.size(); ++a) {
    const std::vector<std::size_t>& codes = view.axes[a].sums[place.axes[a].sum];
    lengths_.push_back(codes.size());
    std::vector<std::size_t> wider;
    for (const std::size_t position : grid) {
      for (const std::size_t code : codes) wider.push_back(position + code * view.axes[a].stride);
    }
    grid = std::move(wider);
    first_.axes[a].position = 0;
  }
  first_.position = grid[0];
  strides_.assign(lengths_.size(), 1);
  for (std::size_t a = lengths_.size(); a-- > 1;) strides_[a - 1] = strides_[a] * lengths_[a];
  at_.assign(grid.size(), no_cell);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (view.cells[grid[i]] == no_cell) continue;
    at_[i] = cells_.size();
    cells_.push_back(view.cells[grid[i]]);
    where_.push_back(i);
  }
  by_cell_.resize(cells_.size());
  std::iota(by_cell_.begin(), by_cell_.end(), std::size_t{0});
  std::sort(by_cell_.begin(), by_cell_.end(),
            [&](std::size_t left, std::size_t right) { return cells_[left] < cells_[right]; });
}

std::size_t SubtableGrid::among(std::size_t cell) const {
  return *std::lower_bound(by_cell_.begin(), by_cell_.end(), cell,
                           [&](std::size_t place, std::size_t wanted) { return cells_[place] < wanted; });
}

AxisCodes SubtableGrid::all_codes() const {
  AxisCodes all;
  for (const std::size_t length : lengths_) {
    std::vector<std::size_t>& codes = all.emplace_back(length);
    std::iota(codes.begin(), codes.end(), std::size_t{0});
  }
  return all;
}

std::size_t SubtableGrid::code_of(std::size_t place, std::size_t axis) const {
  return where_[place] / strides_[axis] % lengths_[axis];
}

std::size_t SubtableGrid::beside(std::size_t place, std::size_t axis, std::size_t code) const {
  return at_[where_[place] + (code - code_of(place, axis)) * strides_[axis]];
}

SubtablePlace SubtableGrid::place_of(const Subtables& subtables, std::size_t place) const {
  SubtablePlace found = first_;
  const SubtableView& view = subtables.view(found.view);
  for (std::size_t a = 0; a < lengths_.size(); ++a) {
    const std::vector<std::size_t>& codes = view.axes[a].sums[found.axes[a].sum];
    found.axes[a].position = code_of(place, a);
    found.position += (codes[code_of(place, a)] - codes[0]) * view.axes[a].stride;
  }
  return found;
}

std::vector<std::size_t> SubtableGrid::positions(const AxisCodes& codes) const {
  std::vector<std::size_t> all{0};
  for (std::size_t a = 0; a < codes.size(); ++a) {
    std::vector<std::size_t> wider;
    for (const std::size_t position : all) {
      for (const std::size_t code : codes[a]) wider.push_back(position + code * strides_[a]);
    }
    all = std::move(wider);
  }
  return all;
}

std::vector<std::size_t> SubtableGrid::with_codes(const AxisCodes& codes) const {
  std::vector<std::size_t> chosen;
  for (const std::size_t position : positions(codes)) {
    if (at_[position] != no_cell) chosen.push_back(at_[position]);
  }
  return chosen;
}

SuppressionProblem SubtableGrid::problem(const SuppressionProblem& table, const Pattern& pattern,
                                         const AxisCodes& codes) const {
  const std::vector<std::size_t> grid = positions(codes);
  std::vector<std::size_t> number(grid.size(), no_cell);
  SuppressionProblem own;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if (at_[grid[i]] == no_cell) continue;
    const std::size_t cell = cells_[at_[grid[i]]];
    number[i] = own.cells();
    own.cost.push_back(table.cost[cell]);
    own.room_down.push_back(table.room_down[cell]);
    own.room_up.push_back(table.room_up[cell]);
    own.choice.push_back(pattern[cell] ? Choice::hidden : table.choice[cell]);
  }
  std::size_t stride = grid.size();
  for (const std::vector<std::size_t>& axis : codes) {
    const std::size_t period = stride;
    stride /= axis.size();
    for (std::size_t i = 0; i < grid.size(); ++i) {
      if (i % period >= stride) continue;  // not the first of its line
      for (std::size_t k = 0; k < axis.size(); ++k) {
        if (number[i + k * stride] == no_cell) continue;
        own.row_cells.push_back(number[i + k * stride]);
        own.row_coefficients.push_back(axis[k] == 0 ? -1 : 1);
      }
      if (own.row_cells.size() > own.row_starts.back()) own.row_starts.push_back(own.row_cells.size());
    }
  }
  return own;
}

SubtableMoves::SubtableMoves(const SuppressionProblem& table, const Subtables& subtables,
                             const SubtableGrid& grid, const StillTable& still, Pattern pattern)
    : table_(table),
      subtables_(subtables),
      grid_(grid),
      still_(still),
      pattern_(std::move(pattern)),
      problem_(grid.problem(table, pattern_, grid.all_codes())),
      graph_(NetworkGraph::of(problem_)),
      cubes_(table, subtables, pattern_, table.cost) {
  if (graph_) paths_.emplace(problem_, *graph_);
}

void SubtableMoves::hide(std::size_t place) {
  if (paths_) paths_->hide(place);
  pattern_[grid_.cells()[place]] = 1;
  problem_.choice[place] = Choice::hidden;
}

double SubtableMoves::cost_of(const std::optional<Deviation>& deviation) const {
  if (!deviation) return infinity;
  double cost = 0;
  for (const std::size_t place : deviation->cells) {
    if (problem_.choice[place] == Choice::open) cost += problem_.cost[place];
  }
  return cost;
}

std::optional<Deviation> SubtableMoves::cheapest(std::size_t place, double amount) {
  if (paths_) return paths_->cheapest(place, amount);
  std::optional<Deviation> best = cube(place, amount);
  if (cost_of(best) == 0) return best;
  const auto axes = static_cast<double>(grid_.axes());
  auto most = static_cast<std::size_t>(std::max(3.0, std::floor(std::pow(few_cells, 1 / axes))));
  for (bool whole = false; !whole; most *= 2) {
    const AxisCodes codes = promising(place, most, best);
    whole = codes == grid_.all_codes();
    std::optional<Deviation> other = by_program(place, amount, codes);
    if (cost_of(other) < cost_of(best)) best = std::move(other);
    if (best) return best;
  }
  return best;
}

std::optional<Deviation> SubtableMoves::cube(std::size_t place, double amount) {
  const Room room{.down = std::max(-amount, 0.0), .up = std::max(amount, 0.0), .width = 0};
  const auto found = cubes_.find(grid_.place_of(subtables_, place), room, still_.known, still_.moved);
  if (!found) return std::nullopt;
  Deviation deviation;
  for (const Corner& corner : found->corners) {
    deviation.cells.push_back(grid_.among(corner.cell));
    deviation.amounts.push_back(corner.along ? amount : -amount);
  }
  return deviation;
}

// On every axis the codes whose neighbouring cell costs least, and those of the known move.
AxisCodes SubtableMoves::promising(std::size_t place, std::size_t most,
                                   const std::optional<Deviation>& known) const {
  AxisCodes codes = grid_.all_codes();
  for (std::size_t a = 0; a < codes.size(); ++a) {
    if (codes[a].size() <= most) continue;
    std::vector<double> rank(codes[a].size(), infinity);
    for (const std::size_t code : codes[a]) {
      const std::size_t other = grid_.beside(place, a, code);
      if (other == no_cell || problem_.choice[other] == Choice::published) continue;
      rank[code] = problem_.choice[other] == Choice::hidden ? 0 : problem_.cost[other];
    }
    rank[grid_.code_of(place, a)] = -1;
    if (known) {
      for (const std::size_t other : known->cells) rank[grid_.code_of(other, a)] = -1;
    }
    std::stable_sort(codes[a].begin(), codes[a].end(),
                     [&](std::size_t left, std::size_t right) { return rank[left] < rank[right]; });
    codes[a].resize(most);
    std::sort(codes[a].begin(), codes[a].end());
  }
  return codes;
}

std::optional<Deviation> SubtableMoves::by_program(std::size_t place, double amount,
                                                   const AxisCodes& codes) const {
  SuppressionProblem own = grid_.problem(table_, pattern_, codes);
  const std::vector<std::size_t> chosen = grid_.with_codes(codes);
  const auto found = std::find(chosen.begin(), chosen.end(), place);
  const auto number = static_cast<std::size_t>(found - chosen.begin());
  own.demands.push_back({.cell = number, .up = std::abs(amount)});
  std::optional<Deviation> deviation = DeviationProgram(own, own.most()).cheapest(number, amount, 0);
  if (!deviation) return std::nullopt;
  for (std::size_t& cell : deviation->cells) cell = chosen[cell];
  return deviation;
}

}  // namespace sfumato::tables
