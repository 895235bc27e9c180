// A table as a network: every relation is a node, every cell an arc, and a deviation that keeps all sums is a
// circulation. Tables of two dimensions are such networks if at most one is hierarchical.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tables/suppression/problem.hpp"
#include "tables/suppression/subtable.hpp"

namespace sfumato::tables {

// A cell, seen from one of its ends.
struct NetworkArc {
  std::size_t cell = 0;
  std::size_t to = 0;
  bool forward = true;  // in this direction the cell moves up
};

class NetworkGraph {
 public:
  // Empty for a table that is not a network. Cells that must be published carry no flow and are left out.
  static std::optional<NetworkGraph> of(const CellTable& table, const SuppressionProblem& problem);
  // By its relations only.
  static std::optional<NetworkGraph> of(const SuppressionProblem& problem);

  std::size_t nodes() const { return starts_.size() - 1; }
  // Cheapest first.
  std::span<const NetworkArc> arcs(std::size_t node) const {
    return std::span(arcs_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
  }
  // A cell that moves up carries flow from its tail to its head; both are the same for a cell without
  // relations.
  std::size_t tail(std::size_t cell) const { return tails_[cell]; }
  std::size_t head(std::size_t cell) const { return heads_[cell]; }

 private:
  struct Entry {
    std::size_t cell = 0;
    bool positive = true;
  };
  using Rows = std::vector<std::vector<Entry>>;
  struct End {
    std::size_t row = no_cell;
    bool positive = true;
  };
  using Ends = std::array<End, 2>;

  NetworkGraph() = default;
  static std::optional<Rows> all_rows(const SuppressionProblem& problem);
  static std::optional<Rows> tree_rows(const CellTable& table, const SuppressionProblem& problem);
  static void add_line(Rows& rows, const SuppressionProblem& problem, const SubtableView& view,
                       std::size_t first, const std::vector<std::size_t>& codes, std::size_t stride);
  static std::optional<std::vector<Ends>> ends_of(const Rows& rows, std::size_t cells);
  static std::optional<std::vector<std::uint8_t>> turned_rows(const Rows& rows,
                                                              const std::vector<Ends>& ends);
  static std::optional<NetworkGraph> from(const Rows& rows, const SuppressionProblem& problem);
  void list_arcs(std::size_t nodes, const std::vector<double>& cost);

  std::vector<std::size_t> tails_, heads_;
  std::vector<std::size_t> starts_;
  std::vector<NetworkArc> arcs_;
};

}  // namespace sfumato::tables
