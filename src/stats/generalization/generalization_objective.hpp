// What a generalization costs: objectives that add up over cells, column by column, and objectives of the
// classes. Each has a lower bound that suppression cannot improve and that grows with every level.
#pragma once

#include "stats/generalization/level_table.hpp"

namespace sfumato::stats {

enum class Objective { loss, precision, entropy, discernibility, average_class_size, kl };
enum class Aggregate { geometric_mean, sum, maximum, arithmetic_mean };

// Cells, n records, m columns; a suppressed cell costs what the whole domain costs.
//   loss       S_j sums the shares of leaves; the column's loss is (S_j − n/|D|)/(n − n/|D|), 0 where |D| = 1
//   precision  level over the highest level, mean over the records
//   entropy    Σ log(records with the generalized value/records with the leaf), over the same were all
//   suppressed
// aggregated over columns by their importance w_j, 1 each by default: geometric mean ∏(1 + l_j)^(w_j/Σw) −
// 1, sum Σw_j·l_j, maximum of w_j·l_j, mean Σw_j·l_j/Σw. Classes E:
//   discernibility      Σ|E|² over kept classes, and n for every suppressed record
//   average class size  n/(kept classes, and one of the suppressed records)
//   kl                  mean over the records of log(p/q): p the share of equal originals, q that of the
//   class
//                       spread evenly over the leaves below it; suppressed records over the whole domain
class GeneralizationObjective {
 public:
  GeneralizationObjective(const LevelTable& table, Objective objective, Aggregate aggregate,
                          std::vector<double> importance = {});

  // Can the bound be computed from levels alone?
  bool by_cells() const { return by_cells_; }
  double bound(const Levels& levels) const;
  // What suppressing the records of some classes adds to the cost of each column at each level,
  // [column][level]; and the bound for levels at which these records are suppressed for sure.
  using Added = std::vector<std::vector<double>>;
  Added added_by(const EntryClasses& classes, const std::vector<char>& dropped) const;
  double bound(const Levels& levels, const Added& added) const;
  // The objective without suppression: no scheme of these or higher levels is below it. By the log sum
  // inequality that holds for kl too.
  double bound(const Levels& levels, const EntryClasses& classes) const;
  // Of objectives of classes: a lower bound when this many records are suppressed, and kept classes have
  // at least `k` records each.
  double bound_of_suppressed(std::size_t suppressed_records, std::size_t k) const;
  double score(const Levels& levels, const EntryClasses& classes, const std::vector<char>& unsafe) const;

  // What the columns cost, by their importance, the worst first; with objectives of classes their loss. None
  // is lower at higher levels: used to choose among equal scores.
  std::vector<double> worst_first(const Levels& levels, const Added& added) const;

  // By column, of cells with their own levels, [column][entry]; the level `suppressed` marks a suppressed
  // cell.
  static constexpr std::uint32_t suppressed = 0xffffffffU;
  std::vector<double> column_costs(const std::vector<Levels>& level_of_entry) const;
  double aggregated(const std::vector<double>& column_costs) const;

 private:
  struct ColumnCosts {
    std::vector<std::vector<double>> of_cell;  // [level][leaf]
    std::vector<double> of_suppressed;         // [leaf]
    std::vector<double> totals;                // [level], over all records
    std::vector<double> records;               // [leaf]
    double least = 0.0, width = 0.0;           // a sum S is scaled to (S − least)/width
  };

  std::vector<double> costs_of(const Levels& levels, const Added& added) const;
  ColumnCosts shares_of(std::size_t column) const;
  ColumnCosts depths_of(std::size_t column) const;
  ColumnCosts surprises_of(std::size_t column) const;
  void lay_out_logarithms();
  double class_score(const Levels& levels, const EntryClasses& classes,
                     const std::vector<char>& unsafe) const;
  double divergence(const Levels& levels, const EntryClasses& classes, const std::vector<char>& unsafe) const;

  const LevelTable& table_;
  Objective objective_;
  Aggregate aggregate_;
  bool by_cells_;
  std::vector<double> importance_;
  std::vector<ColumnCosts> columns_;
  // For kl, logarithms: [column][level][leaf] of the leaves below a value, of all leaves there could be, and
  // of each entry's records.
  std::vector<std::vector<std::vector<double>>> log_leaves_;
  double log_domain_ = 0.0;
  std::vector<double> log_counts_;
};

}  // namespace sfumato::stats
