#include "tables/suppression/network_graph.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace sfumato::tables {

// Every relation as given: enough for flat tables, also those given by their relations only.
std::optional<NetworkGraph::Rows> NetworkGraph::all_rows(const SuppressionProblem& problem) {
  Rows rows(problem.rows());
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    for (std::size_t entry = problem.row_starts[row]; entry < problem.row_starts[row + 1]; ++entry) {
      if (problem.choice[problem.row_cells[entry]] == Choice::published) continue;
      if (std::abs(problem.row_coefficients[entry]) != 1) return std::nullopt;
      rows[row].push_back({problem.row_cells[entry], problem.row_coefficients[entry] > 0});
    }
  }
  return rows;
}

// codes[0] is the sum of the others; `first` is the line's position with code 0.
void NetworkGraph::add_line(Rows& rows, const SuppressionProblem& problem, const SubtableView& view,
                            std::size_t first, const std::vector<std::size_t>& codes, std::size_t stride) {
  std::vector<Entry> row;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::size_t cell = view.cells[first + codes[i] * stride];
    if (cell == no_cell || problem.choice[cell] == Choice::published) continue;
    row.push_back({cell, i > 0});
  }
  rows.push_back(std::move(row));
}

// Sums over the flat dimension follow for every code that is itself a sum, if they hold for its parts.
// Without them a cell is in two relations: in two of the hierarchy, or in one of these and, below them all,
// in one of the other.
std::optional<NetworkGraph::Rows> NetworkGraph::tree_rows(const CellTable& table,
                                                          const SuppressionProblem& problem) {
  std::set<std::size_t> responses;
  for (const View& view : table.views) {
    if (!responses.insert(view.response).second) return std::nullopt;
  }
  const std::optional<Subtables> subtables = Subtables::of(table);
  if (!subtables) return std::nullopt;
  Rows rows;
  for (std::size_t v = 0; v < subtables->views(); ++v) {
    const SubtableView& view = subtables->view(v);
    if (view.axes.size() != 2) return std::nullopt;
    const bool first_is_flat = view.axes[0].sums.size() == 1;
    const SubtableAxis& flat = view.axes[first_is_flat ? 0 : 1];
    const SubtableAxis& tree = view.axes[first_is_flat ? 1 : 0];
    if (flat.sums.size() != 1) return std::nullopt;
    for (const std::vector<std::size_t>& sum : tree.sums) {
      for (const std::size_t code : flat.sums[0]) {
        add_line(rows, problem, view, code * flat.stride, sum, tree.stride);
      }
    }
    for (std::size_t code = 0; code < tree.places.size(); ++code) {
      bool leaf = true;
      for (const SumPlace& place : tree.places[code]) leaf = leaf && place.position != 0;
      if (leaf) add_line(rows, problem, view, code * tree.stride, flat.sums[0], flat.stride);
    }
  }
  return rows;
}

// The two rows of each cell; empty where a cell has more.
std::optional<std::vector<NetworkGraph::Ends>> NetworkGraph::ends_of(const Rows& rows, std::size_t cells) {
  std::vector<Ends> ends(cells);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const Entry& entry : rows[row]) {
      Ends& both = ends[entry.cell];
      End& free = both[0].row == no_cell ? both[0] : both[1];
      if (free.row != no_cell || both[0].row == row) return std::nullopt;
      free = {row, entry.positive};
    }
  }
  return ends;
}

// Which rows to negate, so that every cell of two rows has the sign plus in one and minus in the other; empty
// where that is impossible.
std::optional<std::vector<std::uint8_t>> NetworkGraph::turned_rows(const Rows& rows,
                                                                   const std::vector<Ends>& ends) {
  constexpr std::uint8_t unknown = 2;
  std::vector<std::uint8_t> turned(rows.size(), unknown);
  std::vector<std::size_t> waiting;
  for (std::size_t start = 0; start < rows.size(); ++start) {
    if (turned[start] != unknown) continue;
    turned[start] = 0;
    waiting.push_back(start);
    while (!waiting.empty()) {
      const std::size_t row = waiting.back();
      waiting.pop_back();
      for (const Entry& entry : rows[row]) {
        const Ends& both = ends[entry.cell];
        const End& other = both[0].row == row ? both[1] : both[0];
        if (other.row == no_cell) continue;
        const bool positive_here = entry.positive != (turned[row] == 1);
        const std::uint8_t wanted = other.positive != positive_here ? 0 : 1;
        if (turned[other.row] == unknown) {
          turned[other.row] = wanted;
          waiting.push_back(other.row);
        } else if (turned[other.row] != wanted) {
          return std::nullopt;
        }
      }
    }
  }
  return turned;
}

// A cell of one row has its other end at an extra node, the last one, which represents minus the sum of all
// rows.
std::optional<NetworkGraph> NetworkGraph::from(const Rows& rows, const SuppressionProblem& problem) {
  const auto ends = ends_of(rows, problem.cells());
  if (!ends) return std::nullopt;
  const auto turned = turned_rows(rows, *ends);
  if (!turned) return std::nullopt;
  NetworkGraph graph;
  graph.tails_.assign(problem.cells(), rows.size());
  graph.heads_.assign(problem.cells(), rows.size());
  for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
    for (const End& end : (*ends)[cell]) {
      if (end.row == no_cell) continue;
      const bool positive = end.positive != ((*turned)[end.row] == 1);
      (positive ? graph.heads_ : graph.tails_)[cell] = end.row;
    }
  }
  graph.list_arcs(rows.size() + 1, problem.cost);
  return graph;
}

void NetworkGraph::list_arcs(std::size_t nodes, const std::vector<double>& cost) {
  starts_.assign(nodes + 1, 0);
  for (std::size_t cell = 0; cell < tails_.size(); ++cell) {
    if (tails_[cell] == heads_[cell]) continue;
    ++starts_[tails_[cell] + 1];
    ++starts_[heads_[cell] + 1];
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  arcs_.resize(starts_.back());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t cell = 0; cell < tails_.size(); ++cell) {
    if (tails_[cell] == heads_[cell]) continue;
    arcs_[next[tails_[cell]]++] = {cell, heads_[cell], true};
    arcs_[next[heads_[cell]]++] = {cell, tails_[cell], false};
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto own = std::span(arcs_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
    std::stable_sort(own.begin(), own.end(), [&](const NetworkArc& left, const NetworkArc& right) {
      return cost[left.cell] < cost[right.cell];
    });
  }
}

std::optional<NetworkGraph> NetworkGraph::of(const SuppressionProblem& problem) {
  const auto rows = all_rows(problem);
  return rows ? from(*rows, problem) : std::nullopt;
}

std::optional<NetworkGraph> NetworkGraph::of(const CellTable& table, const SuppressionProblem& problem) {
  if (auto graph = of(problem)) return graph;
  const auto rows = tree_rows(table, problem);
  return rows ? from(*rows, problem) : std::nullopt;
}

}  // namespace sfumato::tables
