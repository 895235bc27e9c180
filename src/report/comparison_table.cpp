// results.csv: a row per target and contender, in the order of the ranking.
#include <algorithm>

#include "core/error.hpp"
#include "report/comparison.hpp"
#include "report/row_table.hpp"

namespace sfumato::report {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Estimate;

double number(const std::optional<std::size_t>& rank) {
  return rank ? static_cast<double>(*rank) : empty_cell;
}

struct Row {
  const Comparison* comparison;
  const Attempt* attempt;
};

std::vector<Row> rows_of(const jobs::CompareResult& outcome) {
  std::vector<Row> rows;
  for (const jobs::ComparisonPart& part : outcome.parts) {
    for (const Attempt& attempt : part.comparison.attempts) rows.push_back({&part.comparison, &attempt});
  }
  return rows;
}

class TableMaker {
 public:
  explicit TableMaker(const jobs::CompareResult& outcome)
      : outcome_(&outcome), rows_(rows_of(outcome)), columns_(rows_) {
    for (const jobs::ComparisonPart& part : outcome.parts) {
      for (const std::size_t measure : part.comparison.rank_by) {
        const Measure* one = outcome.measures[measure].measure;
        if (std::find(measures_.begin(), measures_.end(), one) == measures_.end()) measures_.push_back(one);
      }
    }
  }

  Table table(bool open) {
    const auto best = [](const Row& row) -> const Estimate* {
      return row.attempt->calibration.best ? &row.attempt->calibration.best->estimate : nullptr;
    };
    if (open) {
      columns_.texts("equal", [&](const Row& row) {
        const auto& target = row.comparison->target;
        return target ? outcome_->measures[target->measure].measure->info.name : std::string();
      });
      columns_.numbers("target", [](const Row& row) {
        return row.comparison->target ? row.comparison->target->value : empty_cell;
      });
    }
    columns_.texts("method", [](const Row& row) { return row.attempt->contender->method->info.name; });
    if (open) {
      columns_.texts("parameters", [](const Row& row) { return chosen_params_text(*row.attempt, true); });
      columns_.numbers("attained", [&](const Row& row) {
        return best(row) != nullptr ? best(row)->value.value_or(empty_cell) : empty_cell;
      });
      columns_.numbers("attained_se", [&](const Row& row) {
        return best(row) != nullptr ? best(row)->standard_error : empty_cell;
      });
    }
    columns_.texts("reached",
                   [](const Row& row) { return std::string(row.attempt->reached ? "yes" : "no"); });
    for (const Measure* measure : measures_) add_measure(*measure, open);
    columns_.numbers("overall_rank", [](const Row& row) { return number(row.attempt->overall); });
    if (open) {
      columns_.texts("reason",
                     [](const Row& row) { return spelled(row.attempt->reason, ParameterSpelling::plain); });
    }
    return columns_.table();
  }

 private:
  void add_measure(const Measure& measure, bool open) {
    const std::string& name = measure.info.name;
    const auto estimate = [&](const Row& row) -> const Estimate* {
      const std::size_t m = position(row, measure);
      return m < row.attempt->measures.size() ? &row.attempt->measures[m] : nullptr;
    };
    if (open || measure.info.side == Side::utility) {
      columns_.numbers(name, [&](const Row& row) {
        return estimate(row) != nullptr ? estimate(row)->value.value_or(empty_cell) : empty_cell;
      });
      columns_.numbers(name + "_se", [&](const Row& row) {
        return estimate(row) != nullptr ? estimate(row)->standard_error : empty_cell;
      });
    }
    columns_.numbers(name + "_rank", [&](const Row& row) {
      const std::size_t m = position(row, measure);
      return m < row.attempt->ranks.size() ? number(row.attempt->ranks[m]) : empty_cell;
    });
  }

  std::size_t position(const Row& row, const Measure& measure) const {
    const auto& rank_by = row.comparison->rank_by;
    return static_cast<std::size_t>(
        std::find_if(rank_by.begin(), rank_by.end(),
                     [&](std::size_t m) { return outcome_->measures[m].measure == &measure; }) -
        rank_by.begin());
  }

  const jobs::CompareResult* outcome_;
  std::vector<Row> rows_;
  RowTable<Row> columns_;
  std::vector<const Measure*> measures_;
};

}  // namespace

Table results_table(const jobs::CompareResult& outcome) { return TableMaker(outcome).table(true); }
Table public_results_table(const jobs::CompareResult& outcome) { return TableMaker(outcome).table(false); }

}  // namespace sfumato::report
