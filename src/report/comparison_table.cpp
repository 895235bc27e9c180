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
      for (const std::size_t measure : part.comparison.rank_by) add_new(measures_, measure);
      for (const compare::Limit& limit : part.comparison.limits) add_new(limits_, limit.measure);
      for (const std::size_t risk : part.comparison.other_risks) add_new(risks_, risk);
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
    columns_.texts("method", [](const Row& row) { return row.attempt->contender->name(); });
    if (open) {
      columns_.texts("parameters", [](const Row& row) { return chosen_params_text(*row.attempt, true); });
      columns_.numbers("attained", [&](const Row& row) {
        return best(row) != nullptr ? best(row)->value.value_or(empty_cell) : empty_cell;
      });
      columns_.numbers("attained_se", [&](const Row& row) {
        return best(row) != nullptr ? best(row)->standard_error : empty_cell;
      });
    }
    if (open) add_risks();
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

  void add_new(std::vector<const Measure*>& list, std::size_t measure) const {
    const Measure* one = outcome_->measures[measure].measure;
    if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
  }

  // Risks with limits and other risks; how much safer a method is that passes over the target.
  void add_risks() {
    columns_.numbers("safer_by",
                     [](const Row& row) { return row.attempt->calibration.safer_by.value_or(empty_cell); });
    for (const Measure* measure : limits_) {
      columns_.numbers(measure->info.name + "_limit", [this, measure](const Row& row) {
        for (const compare::Limit& limit : row.comparison->limits) {
          if (outcome_->measures[limit.measure].measure == measure) return limit.value;
        }
        return empty_cell;
      });
    }
    std::vector<const Measure*> all = limits_;
    all.insert(all.end(), risks_.begin(), risks_.end());
    for (const Measure* measure : all) {
      if (std::find(measures_.begin(), measures_.end(), measure) != measures_.end()) continue;
      columns_.numbers(measure->info.name, [this, measure](const Row& row) {
        const Estimate* found = risk(row, *measure);
        return found != nullptr ? found->value.value_or(empty_cell) : empty_cell;
      });
      columns_.numbers(measure->info.name + "_se", [this, measure](const Row& row) {
        const Estimate* found = risk(row, *measure);
        return found != nullptr ? found->standard_error : empty_cell;
      });
    }
  }

  const Estimate* risk(const Row& row, const Measure& measure) const {
    const compare::Comparison& comparison = *row.comparison;
    for (std::size_t i = 0; i < row.attempt->limited.size(); ++i) {
      if (outcome_->measures[comparison.limits[i].measure].measure == &measure)
        return &row.attempt->limited[i];
    }
    for (std::size_t i = 0; i < row.attempt->risks.size(); ++i) {
      if (outcome_->measures[comparison.other_risks[i]].measure == &measure) return &row.attempt->risks[i];
    }
    return nullptr;
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
  std::vector<const Measure*> measures_, limits_, risks_;
};

}  // namespace

Table results_table(const jobs::CompareResult& outcome) { return TableMaker(outcome).table(true); }
Table public_results_table(const jobs::CompareResult& outcome) { return TableMaker(outcome).table(false); }

}  // namespace sfumato::report
