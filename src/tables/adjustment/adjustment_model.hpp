// The linear programs of an adjustment: deviations only, and deviations with a choice of direction for each
// demand.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "optimize/model.hpp"
#include "optimize/solver.hpp"
#include "tables/adjustment/adjustment_program.hpp"

namespace sfumato::tables {

inline constexpr std::size_t no_column = std::numeric_limits<std::size_t>::max();

// deviation = up − down, both >= 0 and weighted. Numbers are divided by `scale`, weights by `weight_scale`,
// to stay in the range of the solver's tolerances.
class AdjustmentModel {
 public:
  explicit AdjustmentModel(const AdjustmentProblem& problem);

  const AdjustmentProblem& problem() const { return problem_; }
  double scale() const { return scale_; }
  // A model's objective in weights and units.
  double distance(double objective) const { return objective * scale_ * weight_scale_; }

  // Columns and relations only; demands are met by bounds that `direct` sets.
  optimize::Model deviations() const;
  void direct(optimize::Solver& solver, std::size_t demand, bool up) const;
  void release(optimize::Solver& solver, std::size_t demand) const;

  // With a direction column for each demand (1: up), integer if `whole`, and for each relation its spread:
  // how much of it moves in either direction, Σ|c|·plus = Σ|c|·minus.
  optimize::Model directions(bool whole) const;
  // Of a demanded cell, in both programs; only for directions that it can take.
  std::size_t deviation_column(std::size_t demand, bool up) const {
    return (up ? up_ : down_)[problem_.demands[demand].place];
  }
  std::size_t direction_column(std::size_t demand) const { return first_direction_ + demand; }

  // |c|·(up + down) <= spread: no cell of a relation moves further than all others of it together. Valid for
  // every table in which no cell moves both ways; it strengthens the bound for fractional directions.
  struct SpreadCut {
    std::size_t row = 0;
    AttackTerm term;
  };
  std::vector<optimize::Entry> entries(const SpreadCut& cut) const;
  double violation(const SpreadCut& cut, std::span<const double> values) const;

  // In units, from a model's columns; and the columns of `directions` from deviations in units.
  std::vector<double> deviations_of(std::span<const double> values) const;
  std::vector<double> columns_of(std::span<const double> deviations) const;

 private:
  double room(std::size_t place, bool up) const;
  void add_links(optimize::Model& model, std::size_t demand) const;

  const AdjustmentProblem& problem_;
  double scale_ = 1;
  double weight_scale_ = 1;
  double most_ = 0;  // no demanded cell needs to move further than this
  std::vector<std::size_t> up_, down_;
  std::size_t first_direction_ = 0;
  std::size_t first_spread_ = 0;
};

}  // namespace sfumato::tables
