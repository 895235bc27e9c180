#include "tables/suppression/optimal/cut_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace sfumato::tables {
namespace {

using Combination = std::map<std::size_t, double>;  // integers

constexpr double largest_coefficient = 1e6;

// Rows are solved one after another, shortest first, for the cell that is in the fewest rows.
class Solving {
 public:
  explicit Solving(const CutSystem& system)
      : rows_(system.rows()), holding_(system.size()), solved_(system.size()) {
    for (std::size_t r = 0; r < system.rows(); ++r) {
      for (const CutSystem::Term& term : system.row(r)) {
        whole_ = whole_ && term.coefficient == std::round(term.coefficient);
        rows_[r][term.index] = term.coefficient;
        holding_[term.index].insert(r);
      }
      waiting_.emplace(rows_[r].size(), r);
      terms_ += rows_[r].size();
    }
    most_terms_ = 20 * terms_ + 1000;
  }

  bool run() {
    while (whole_ && !waiting_.empty()) {
      const std::optional<std::pair<std::size_t, std::size_t>> pivot = next();
      if (!pivot || terms_ > most_terms_) return false;
      solve(pivot->first, pivot->second);
    }
    return whole_;
  }

  // Solved cells in terms of those that never were.
  bool substitute() {
    for (std::size_t step = order_.size(); step-- > 0;) {
      const std::size_t own = order_[step].second;
      Combination result;
      for (const auto& [cell, coefficient] : solved_[own]) {
        if (!is_solved_[cell]) {
          result[cell] += coefficient;
          continue;
        }
        for (const auto& [inner, factor] : solved_[cell]) result[inner] += coefficient * factor;
      }
      std::erase_if(result, [](const auto& term) { return term.second == 0; });
      for (const auto& term : result) {
        if (std::abs(term.second) > largest_coefficient) return false;
      }
      terms_ += result.size();
      if (terms_ > most_terms_) return false;
      solved_[own] = std::move(result);
    }
    return true;
  }

  Elimination result() const {
    Elimination elimination;
    for (const auto& [row, cell] : order_) elimination.independent.push_back(row);
    std::sort(elimination.independent.begin(), elimination.independent.end());
    std::vector<std::size_t> position(solved_.size(), 0);
    for (std::size_t i = 0; i < solved_.size(); ++i) {
      if (is_solved_[i]) continue;
      position[i] = elimination.free.size();
      elimination.free.push_back(i);
    }
    for (std::size_t i = 0; i < solved_.size(); ++i) {
      if (!is_solved_[i]) elimination.terms.push_back({position[i], 1.0});
      for (const auto& [cell, coefficient] : solved_[i])
        elimination.terms.push_back({position[cell], coefficient});
      elimination.starts.push_back(elimination.terms.size());
    }
    return elimination;
  }

 private:
  // The next row and the cell to solve it for; redundant rows are removed.
  std::optional<std::pair<std::size_t, std::size_t>> next() {
    while (!waiting_.empty() && waiting_.begin()->first == 0) waiting_.erase(waiting_.begin());
    for (const auto& [length, row] : waiting_) {
      std::optional<std::size_t> best;
      for (const auto& [cell, coefficient] : rows_[row]) {
        if (std::abs(coefficient) != 1) continue;
        if (!best || holding_[cell].size() < holding_[*best].size()) best = cell;
      }
      if (best) return std::pair(row, *best);
    }
    if (waiting_.empty()) return std::pair(rows_.size(), std::size_t{0});
    return std::nullopt;
  }

  void solve(std::size_t row, std::size_t pivot) {
    if (row == rows_.size()) return;
    waiting_.erase({rows_[row].size(), row});
    Combination terms = std::move(rows_[row]);
    rows_[row].clear();
    const double own = terms[pivot];
    terms.erase(pivot);
    for (auto& [cell, coefficient] : terms) {
      coefficient *= -own;  // own is 1 or −1
      holding_[cell].erase(row);
    }
    holding_[pivot].erase(row);
    const std::set<std::size_t> others = std::move(holding_[pivot]);
    holding_[pivot].clear();
    for (const std::size_t other : others) replace(other, pivot, terms);
    order_.emplace_back(row, pivot);
    solved_[pivot] = std::move(terms);
    is_solved_[pivot] = true;
  }

  void replace(std::size_t row, std::size_t pivot, const Combination& terms) {
    Combination& target = rows_[row];
    waiting_.erase({target.size(), row});
    terms_ -= target.size();
    const double factor = target[pivot];
    target.erase(pivot);
    for (const auto& [cell, coefficient] : terms) {
      double& value = target[cell];
      value += factor * coefficient;
      if (std::abs(value) > largest_coefficient) whole_ = false;
      if (value == 0) {
        target.erase(cell);
        holding_[cell].erase(row);
      } else {
        holding_[cell].insert(row);
      }
    }
    terms_ += target.size();
    waiting_.emplace(target.size(), row);
  }

  std::vector<Combination> rows_;
  std::vector<std::set<std::size_t>> holding_;  // per cell: rows
  std::vector<Combination> solved_;
  std::vector<bool> is_solved_ = std::vector<bool>(solved_.size(), false);
  std::set<std::pair<std::size_t, std::size_t>> waiting_;   // by length
  std::vector<std::pair<std::size_t, std::size_t>> order_;  // rows, and the cells they were solved for
  std::size_t terms_ = 0, most_terms_ = 0;
  bool whole_ = true;
};

}  // namespace

std::span<const CutSystem::Term> Elimination::of(std::size_t cell) const {
  return {terms.data() + starts[cell], terms.data() + starts[cell + 1]};
}

std::vector<std::size_t> rows_to_solve(const CutSystem& system,
                                       const std::optional<Elimination>& elimination) {
  if (elimination) return elimination->independent;
  std::vector<std::size_t> all(system.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

const Elimination* freedom_of(const std::optional<Elimination>& elimination) {
  if (!elimination || 2 * elimination->free.size() > elimination->independent.size()) return nullptr;
  return &*elimination;
}

std::optional<Elimination> eliminate(const CutSystem& system) {
  Solving solving(system);
  if (!solving.run() || !solving.substitute()) return std::nullopt;
  return solving.result();
}

}  // namespace sfumato::tables
