// Rows of cells come first, in the plan's order, then the rankings of its targets.
#include "compare/plan_table.hpp"

#include "compare/plan_target_rows.hpp"
#include "compare/result_columns.hpp"
#include "core/error.hpp"

namespace sfumato::compare {
namespace {

// One of them is null.
struct ResultRow {
  const CellResult* cell = nullptr;
  const RankedAttempt* attempt = nullptr;

  std::size_t subject() const { return cell != nullptr ? cell->subject : attempt->ranking->subject; }
};

class ResultsTable {
 public:
  ResultsTable(const Plan& plan, const PlanResult& result, const std::vector<TargetRanking>& rankings,
               Infinite infinite)
      : plan_(plan),
        infinite_(infinite),
        ranked_(plan, rankings),
        attempts_(ranked_.rows()),
        columns_(result.cells.size() + attempts_.size()) {
    for (const CellResult& cell : result.cells) rows_.push_back({&cell, nullptr});
    for (const RankedAttempt& attempt : attempts_) rows_.push_back({nullptr, &attempt});
  }

  Table table() {
    texts("label", [&](const ResultRow& row) {
      return row.cell != nullptr ? row.cell->label : ranked_.label(*row.attempt);
    });
    texts("method", [](const ResultRow& row) {
      return row.cell != nullptr ? row.cell->method->method->info.name
                                 : row.attempt->attempt->contender->name();
    });
    if (plan_.several_data_sets()) {
      texts("data", [&](const ResultRow& row) { return plan_.data[row.subject()].name; });
    }
    if (plan_.several_column_sets()) {
      texts("columns", [&](const ResultRow& row) { return plan_.data[row.subject()].columns_name; });
    }
    add_parameters();
    for (std::size_t m = 0; m < ranked_.measures().size(); ++m) add_measure(m);
    for (std::size_t s = 0; s < plan_.scores.size(); ++s) {
      numbers(plan_.scores[s].name,
              [&](const ResultRow& row) { return row.cell != nullptr ? row.cell->scores[s] : std::nullopt; });
      add_rank(plan_.scores[s].name, plan_.measures.size() + s, false);
    }
    add_targets();
    texts("note", [&](const ResultRow& row) {
      return spelled(row.cell != nullptr ? cell_note(plan_, *row.cell) : row.attempt->attempt->reason,
                     ParameterSpelling::plain);
    });
    return columns_.table();
  }

 private:
  template <class Text>
  void texts(const std::string& name, const Text& text) {
    columns_.add_texts(name, [&](std::size_t row) { return text(rows_[row]); });
  }
  template <class Number>
  void numbers(const std::string& name, const Number& number) {
    columns_.add_numbers(
        name, [&](std::size_t row) { return number(rows_[row]); }, infinite_);
  }

  void add_parameters() {
    for (const std::string& wanted : ranked_.parameters()) {
      std::vector<Value> values;
      for (const ResultRow& row : rows_) {
        Value found;
        const ParamValues params = row.cell != nullptr ? row.cell->method->named_params(row.cell->cell)
                                                       : ranked_.parameters_of(*row.attempt);
        for (const auto& [name, value] : params) {
          if (name == wanted) found = value;
        }
        values.push_back(std::move(found));
      }
      columns_.add_values(wanted, values);
    }
  }

  // Those of the plan come first; what only targets measure has no value in cells.
  void add_measure(std::size_t m) {
    const std::string& name = ranked_.measures()[m].name;
    const bool planned = m < plan_.measures.size();
    numbers(name, [&](const ResultRow& row) -> std::optional<double> {
      if (row.cell != nullptr) return planned ? row.cell->measures[m].value : std::nullopt;
      const Estimate* found = ranked_.estimate(*row.attempt, m);
      return found != nullptr ? found->value : std::nullopt;
    });
    numbers(name + "_se", [&](const ResultRow& row) -> std::optional<double> {
      if (row.cell != nullptr) {
        return planned ? standard_error(*row.cell, row.cell->measures[m]) : std::nullopt;
      }
      return ranked_.standard_error(*row.attempt, m);
    });
    add_rank(name, m, ranked_.ranks_by(m));
  }

  // `m` is the position among the measures of the table, `targets` whether a target ranks by it.
  void add_rank(const std::string& name, std::size_t m, bool targets) {
    const auto at = std::find(plan_.ranks.begin(), plan_.ranks.end(), name);
    if (at == plan_.ranks.end() && !targets) return;
    const auto position = static_cast<std::size_t>(at - plan_.ranks.begin());
    std::vector<Value> values;
    for (const ResultRow& row : rows_) {
      std::optional<std::size_t> rank;
      if (row.cell != nullptr && position < row.cell->ranks.size()) rank = row.cell->ranks[position];
      if (row.attempt != nullptr && targets) rank = ranked_.rank(*row.attempt, m);
      values.push_back(rank ? Value(*rank) : Value());
    }
    columns_.add_values(name + "_rank", values);
  }

  void add_targets() {
    if (attempts_.empty()) return;
    texts("target", [](const ResultRow& row) {
      return row.attempt != nullptr ? row.attempt->ranking->target->name() : "";
    });
    texts("reached", [](const ResultRow& row) -> std::string {
      if (row.attempt == nullptr) return "";
      return row.attempt->attempt->reached ? "yes" : "no";
    });
    std::vector<Value> places;
    for (const ResultRow& row : rows_) {
      const bool placed = row.attempt != nullptr && row.attempt->attempt->overall;
      places.push_back(placed ? Value(*row.attempt->attempt->overall) : Value());
    }
    columns_.add_values("overall_rank", places);
  }

  const Plan& plan_;
  Infinite infinite_;
  TargetRows ranked_;
  std::vector<RankedAttempt> attempts_;
  std::vector<ResultRow> rows_;
  ResultColumns columns_;
};

}  // namespace

std::optional<double> standard_error(const CellResult& cell, const Estimate& estimate) {
  if (!estimate.value || (cell.method->method->info.random && estimate.draws < 2)) return std::nullopt;
  return estimate.standard_error;
}

std::string cell_note(const Plan& plan, const CellResult& cell) {
  std::vector<std::pair<std::string, std::string>> notes;  // of which measure
  for (std::size_t m = 0; m < cell.measures.size(); ++m) {
    const Estimate& estimate = cell.measures[m];
    std::string note = estimate.note;
    if (estimate.value && std::isinf(*estimate.value)) {
      note += (note.empty() ? "" : ", ") + ("is " + shortest(*estimate.value));
    }
    if (!note.empty()) notes.emplace_back(plan.measures[m].measure->info.name, note);
  }
  // A refusal gives the same note for all measures.
  const bool same = notes.size() == cell.measures.size() &&
                    std::all_of(notes.begin(), notes.end(),
                                [&](const auto& entry) { return entry.second == notes.front().second; });
  if (same && !notes.empty() && !cell.measures.front().value) return notes.front().second;
  std::string text;
  for (const auto& [measure, note] : notes) text += (text.empty() ? "" : "; ") + measure + ": " + note;
  return text;
}

Table results_table(const Plan& plan, const PlanResult& result, Infinite infinite,
                    const std::vector<TargetRanking>& rankings) {
  return ResultsTable(plan, result, rankings, infinite).table();
}

Table correlations_table(const Plan& plan, const PlanResult& result) {
  const std::vector<CorrelationResult>& found = result.correlations;
  ResultColumns columns(found.size());
  columns.add_texts("title", [&](std::size_t row) { return found[row].entry->title; });
  if (plan.several_data_sets()) {
    columns.add_texts("data", [&](std::size_t row) { return plan.data[found[row].subject].name; });
  }
  if (plan.several_column_sets()) {
    columns.add_texts("columns", [&](std::size_t row) { return plan.data[found[row].subject].columns_name; });
  }
  columns.add_texts("first", [&](std::size_t row) { return found[row].first; });
  columns.add_texts("second", [&](std::size_t row) { return found[row].second; });
  columns.add_numbers(
      "pearson", [&](std::size_t row) { return found[row].pearson; }, Infinite::missing);
  columns.add_numbers(
      "spearman", [&](std::size_t row) { return found[row].spearman; }, Infinite::missing);
  std::vector<Value> counts;
  for (const CorrelationResult& one : found) counts.emplace_back(one.cells);
  columns.add_values("cells", counts);
  return columns.table();
}

}  // namespace sfumato::compare
