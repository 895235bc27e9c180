// An attacker for tests, independent of the audit and its solver: every cell is a variable, every relation an
// equation, and a dense two-phase simplex with Bland's rule finds the bounds of an interval.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::testing {

using Real = long double;  // tables of very large and very small cells need the digits

// Minimizes cost·x with rows·x = right, x >= 0. Empty: unbounded.
class DenseSimplex {
 public:
  DenseSimplex(std::vector<std::vector<Real>> rows, std::vector<Real> right)
      : columns_(rows.empty() ? 0 : rows[0].size()), rows_(std::move(rows)), right_(std::move(right)) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (right_[i] < 0) {
        right_[i] = -right_[i];
        for (Real& entry : rows_[i]) entry = -entry;
      }
      for (std::size_t k = 0; k < rows_.size(); ++k) rows_[i].push_back(i == k ? 1 : 0);
      basis_.push_back(columns_ + i);
    }
    std::vector<Real> artificial(columns_ + rows_.size(), 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) artificial[columns_ + i] = 1;
    feasible_ = minimize(artificial, columns_ + rows_.size()).value() < 1e-7;
    for (std::size_t i = 0; i < rows_.size();
         ++i) {  // remaining artificial variables leave the basis, or stay at 0
      if (basis_[i] < columns_) continue;
      for (std::size_t j = 0; j < columns_; ++j) {
        if (std::abs(rows_[i][j]) > 1e-9) {
          pivot(i, j);
          break;
        }
      }
    }
  }

  bool feasible() const { return feasible_; }

  std::optional<Real> minimize(const std::vector<Real>& cost) {
    std::vector<Real> padded = cost;
    padded.resize(columns_ + rows_.size(), 0);
    return minimize(padded, columns_);
  }

 private:
  std::optional<Real> minimize(const std::vector<Real>& cost, std::size_t allowed) {
    while (true) {
      std::size_t entering = allowed;
      for (std::size_t j = 0; j < allowed && entering == allowed; ++j) {
        Real reduced = cost[j];
        for (std::size_t i = 0; i < rows_.size(); ++i) reduced -= cost[basis_[i]] * rows_[i][j];
        if (reduced < -1e-9) entering = j;
      }
      if (entering == allowed) break;
      std::size_t leaving = rows_.size();
      Real least = 0;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (rows_[i][entering] <= 1e-9) continue;
        const Real ratio = right_[i] / rows_[i][entering];
        const bool better = leaving == rows_.size() || ratio < least - 1e-12 ||
                            (ratio <= least + 1e-12 && basis_[i] < basis_[leaving]);
        if (better) {
          least = ratio;
          leaving = i;
        }
      }
      if (leaving == rows_.size()) return std::nullopt;
      pivot(leaving, entering);
    }
    Real objective = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) objective += cost[basis_[i]] * right_[i];
    return objective;
  }

  void pivot(std::size_t row, std::size_t column) {
    const Real divisor = rows_[row][column];
    for (Real& entry : rows_[row]) entry /= divisor;
    right_[row] /= divisor;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Real factor = rows_[i][column];
      if (i == row || factor == 0) continue;
      for (std::size_t j = 0; j < rows_[i].size(); ++j) rows_[i][j] -= factor * rows_[row][j];
      right_[i] -= factor * right_[row];
    }
    basis_[row] = column;
  }

  std::size_t columns_;
  std::vector<std::vector<Real>> rows_;
  std::vector<Real> right_;
  std::vector<std::size_t> basis_;
  bool feasible_ = false;
};

// x = offset + sign·(y₁ - y₂) with y >= 0: finite lower bounds are shifted away, free cells split in two.
class PlainAttacker {
 public:
  // `known`: cells that this attacker knows in addition to those published.
  explicit PlainAttacker(const tables::CellTable& table, const std::vector<std::size_t>& known = {}) {
    const std::size_t count = table.cells.size();
    std::vector<bool> sure(count, false);
    for (std::size_t i = 0; i < count; ++i) sure[i] = !table.cells[i].suppressed();
    for (const std::size_t cell : known) sure[cell] = true;
    std::size_t columns = 0;
    std::size_t limits = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const tables::Cell& cell = table.cells[i];
      const bool from_below = sure[i] || cell.lower.has_value();
      offset_.push_back(sure[i] ? cell.value.number() : from_below ? cell.lower->number() : 0);
      first_.push_back(columns);
      split_.push_back(!from_below);
      columns += from_below ? 1 : 2;
      limits += sure[i] || cell.upper ? 1 : 0;
    }
    width_ = columns + limits;
    std::vector<std::vector<Real>> rows;
    std::vector<Real> right;
    for (std::size_t r = 0; r < table.relations.count(); ++r) {
      rows.emplace_back(width_, Real{0});
      right.push_back(table.relations.right(r).number());
      for (const tables::Term& term : table.relations.terms(r)) {
        put(rows.back(), term.cell, static_cast<double>(term.coefficient));
        right.back() -= static_cast<double>(term.coefficient) * offset_[term.cell];
      }
    }
    std::size_t slack = columns;
    for (std::size_t i = 0; i < count; ++i) {
      if (!sure[i] && !table.cells[i].upper) continue;
      rows.emplace_back(width_, Real{0});
      put(rows.back(), i, 1);
      rows.back()[slack++] = 1;
      right.push_back((sure[i] ? table.cells[i].value : *table.cells[i].upper).number() - offset_[i]);
    }
    simplex_.emplace(std::move(rows), std::move(right));
  }

  bool feasible() const { return simplex_->feasible(); }

  tables::Interval interval(std::size_t cell) {
    tables::Interval interval;
    std::vector<Real> cost(width_, Real{0});
    put(cost, cell, 1);
    if (const auto least = simplex_->minimize(cost))
      interval.lower = static_cast<double>(offset_[cell] + *least);
    for (Real& entry : cost) entry = -entry;
    if (const auto most = simplex_->minimize(cost))
      interval.upper = static_cast<double>(offset_[cell] - *most);
    return interval;
  }

 private:
  void put(std::vector<Real>& row, std::size_t cell, Real coefficient) const {
    row[first_[cell]] += coefficient;
    if (split_[cell]) row[first_[cell] + 1] -= coefficient;
  }

  std::vector<Real> offset_;
  std::vector<std::size_t> first_;
  std::vector<bool> split_;
  std::size_t width_ = 0;
  std::optional<DenseSimplex> simplex_;
};

}  // namespace sfumato::testing
