// A growing basis of the cells' columns in the relations. A column that depends on those before it closes a
// circuit: cells that can move together, whatever else is published.
#pragma once

#include <optional>
#include <queue>
#include <vector>

#include "core/rng.hpp"
#include "stats/fields/prime_field.hpp"
#include "stats/fields/sparse_vector.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

class GaussBasis {
 public:
  // Pivots come from the rows with the fewest of `likely`, to limit fill-in. The problem must outlive the
  // basis.
  GaussBasis(const SuppressionProblem& problem, const std::vector<std::size_t>& likely);

  // Empty if the cell's column is independent of the basis; it then joins the basis. Else the circuit: its
  // cells, this cell last with 1, and how much each moves when it does.
  std::optional<SparseVector> add(std::size_t cell);

  // Prepares a search for useful columns: those whose circuits have cells that `wanted` marks, or that are
  // independent.
  void look_for(const std::vector<std::uint8_t>& wanted, Rng& rng);
  // False: certainly not useful, as of the last look_for; true: maybe.
  bool promising(std::size_t cell) const;

  std::size_t size() const { return pivot_rows_.size(); }
  std::size_t entries() const { return entries_; }
  // Multiplications so far.
  std::uint64_t work() const { return work_; }

 private:
  void scatter(std::size_t cell);
  void touch(std::size_t row);
  SparseVector reduce();
  void extend(std::size_t cell, SparseVector coefficients, std::size_t pivot);
  SparseVector circuit(std::size_t cell, const SparseVector& coefficients);

  const SuppressionProblem& problem_;
  std::vector<std::size_t> likely_in_row_;  // per row: how many of the likely columns it has
  // Column k of the basis = scale · lower k + Σ upper · lower j (j < k); lower k is 1 in its pivot row, and 0
  // in the pivot rows before.
  std::vector<std::size_t> cells_, pivot_rows_;
  std::vector<std::uint64_t> inverse_scales_;
  std::vector<SparseVector> lowers_, uppers_;
  std::vector<std::size_t> pivot_of_row_;
  std::size_t entries_ = 0;
  std::uint64_t work_ = 0;
  // Of the column that is being added.
  std::vector<std::uint64_t> values_;  // per row
  std::vector<std::uint8_t> touched_mark_;
  std::vector<std::size_t> touched_;
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> due_;  // pivots
  std::vector<std::uint64_t> shares_;                                               // per pivot
  std::vector<std::uint8_t> share_mark_;
  std::vector<std::uint64_t> probe_;  // per row: orthogonal to every column that is not useful
};

}  // namespace sfumato::tables
