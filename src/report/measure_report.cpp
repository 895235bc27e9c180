// One masked file is shown with readings, several side by side with their mean.
#include "report/measure_report.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/provenance.hpp"
#include "report/synthetic_report.hpp"

namespace sfumato::report {
namespace {

// The upper end of "0 to 100 %" and "0 to 1"; none for ranges without one.
std::optional<double> upper_end(const std::string& range) {
  if (range.starts_with("0 to 100")) return 100.0;
  if (range == "0 to 1") return 1.0;
  return std::nullopt;
}

// The score of the same measure in the original, where it has one by itself.
const Scored* before_of(const std::vector<Scored>& before, const Scored& after) {
  const auto found = std::find_if(before.begin(), before.end(), [&](const Scored& one) {
    return one.request->measure == after.request->measure;
  });
  return found == before.end() ? nullptr : &*found;
}

std::vector<Scored> without_keys(std::vector<Scored> scores, const std::vector<Scored>& before) {
  std::erase_if(scores, [&](const Scored& scored) { return before_of(before, scored) != nullptr; });
  return scores;
}

std::string in_words(const Score& score) {
  if (score.reading.empty() || score.note.empty()) return score.reading + score.note;
  return score.reading + "; " + score.note;
}

// Measures that compare row i with row i have values where rows do not correspond, and these mean nothing.
std::string bar_of(const Scored& scored, bool rows_correspond) {
  const MeasureInfo& info = scored.request->measure->info;
  const bool by_row = info.needs_mapping || info.name == "cm1" || info.name == "cm2";
  if (!rows_correspond && by_row) return {};
  return bar(info, scored.score);
}

TableBlock single_table(const std::vector<Scored>& scores, bool rows_correspond) {
  const bool bars = std::any_of(scores.begin(), scores.end(), [&](const Scored& scored) {
    return !bar_of(scored, rows_correspond).empty();
  });
  TableBlock table{{{"measure"}, {"value", Align::right}}, {}};
  if (bars) table.columns.push_back({""});
  for (const char* title : {"side", "better", "in words"}) table.columns.push_back({title});
  for (const Scored& scored : scores) {
    const MeasureInfo& info = scored.request->measure->info;
    std::vector<std::string> cells{info.name, score_text(scored.score)};
    if (bars) cells.push_back(bar_of(scored, rows_correspond));
    cells.emplace_back(to_text(info.side));
    cells.emplace_back(to_text(compare::better_of(*scored.request)));
    cells.push_back(in_words(scored.score));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string file_mark(std::size_t number) {
  return std::string("(").append(std::to_string(number)).append(")");
}

std::optional<double> expression_value(const compare::Expression& expression,
                                       const std::vector<Scored>& scores) {
  return expression.evaluate([&](const std::string& name) -> std::optional<double> {
    for (const Scored& scored : scores) {
      if (scored.request->measure->info.name == name) return scored.score.value;
    }
    return std::nullopt;
  });
}

Value expressions_value(const jobs::MeasureResult& measured, const std::vector<Scored>& scores) {
  Value list = Value::array();
  for (const compare::Expression& expression : measured.expressions) {
    list.push(expression.described(expression_value(expression, scores)));
  }
  return list;
}

Value columns_value(const jobs::MeasuredTable& comparison) {
  Value result = Value::object();
  for (const auto& [column, scores] : comparison.per_column) {
    Value values = Value::object();
    for (const Scored& scored : scores) {
      values.set(scored.request->measure->info.name,
                 scored.score.value ? Value(*scored.score.value) : Value());
    }
    result.set(column, values);
  }
  return result;
}

// Columns down, measures across would be too wide: measures down.
TableBlock columns_table(const jobs::MeasuredTable& comparison) {
  TableBlock table{{{"measure"}}, {}};
  for (const auto& [column, scores] : comparison.per_column) {
    table.columns.push_back({column, Align::right});
  }
  for (std::size_t m = 0; m < comparison.scores.size(); ++m) {
    std::vector<std::string> cells{comparison.scores[m].request->measure->info.name};
    for (const auto& [column, scores] : comparison.per_column) cells.push_back(score_text(scores[m].score));
    table.rows.push_back(cells);
  }
  return table;
}

// {"k-anonymity": {…}, …} of the original, and of the masked table, or the mean of several.
void add_before(Report& report, const jobs::MeasureResult& measured, const std::vector<Scored>& scores) {
  if (measured.before.empty()) return;
  std::vector<Scored> after = scores;
  std::erase_if(after, [&](const Scored& scored) { return before_of(measured.before, scored) == nullptr; });
  if (!measured.keys.empty()) report.document.set("keys", Value::array_of(measured.keys));
  report.document.set("before", scores_value(measured.before)).set("after", scores_value(after));
}

void add_expressions(Report& report, const jobs::MeasureResult& measured, const std::vector<Scored>& scores) {
  if (measured.expressions.empty()) return;
  report.document.set("scores", expressions_value(measured, scores));
  TableBlock table{{{"score"}, {"value", Align::right}}, {}};
  for (const compare::Expression& expression : measured.expressions) {
    table.rows.push_back(
        {expression.text(), score_text({.value = expression_value(expression, scores), .note = {}})});
  }
  report.blocks.push_back(table);
}

// Measures that need rows which correspond, and were not named: one line for all of them.
std::vector<std::string> take_unmapped(std::vector<Scored>& scores) {
  std::vector<std::string> names;
  std::erase_if(scores, [&](const Scored& scored) {
    const MeasureInfo& info = scored.request->measure->info;
    const bool left_out = !scored.request->named && info.needs_mapping && !scored.score.value;
    if (left_out) names.push_back(info.name);
    return left_out;
  });
  return names;
}

void add_synthetic(Report& report, const jobs::MeasureResult& measured) {
  report.document.set("synthetic", synthetic_value(measured));
  if (measured.tables.size() == 1) {
    const jobs::MeasuredTable& table = measured.tables.front();
    report.document.set("findings", findings_value(table.findings));
    for (Block& block : synthetic_blocks(measured, table)) report.blocks.push_back(std::move(block));
  }
  for (Block& block : untested_blocks(measured)) report.blocks.push_back(std::move(block));
}

void add_single(Report& report, const jobs::MeasureResult& measured) {
  const jobs::MeasuredTable& comparison = measured.tables.front();
  report.document.set("measures", scores_value(comparison.scores));
  add_before(report, measured, comparison.scores);
  std::vector<Scored> others = without_keys(comparison.scores, measured.before);
  const std::vector<std::string> unmapped =
      comparison.rows_correspond ? std::vector<std::string>{} : take_unmapped(others);
  if (measured.synthetic) {
    add_synthetic(report, measured);
  } else if (!others.empty()) {
    report.blocks.push_back(single_table(others, comparison.rows_correspond && !comparison.rows_doubted));
  }
  if (!unmapped.empty()) {
    report.blocks.push_back(
        Paragraph{"Not measured, since rows do not correspond: " + enumerated(unmapped) + "."});
  }
  if (!measured.before.empty()) {
    report.blocks.push_back(Paragraph{before_after_title(measured)});
    report.blocks.push_back(before_after_table(measured.before, comparison.scores));
  }
  add_expressions(report, measured, comparison.scores);
  if (comparison.per_column.empty()) return;
  report.document.set("per_column", columns_value(comparison));
  report.blocks.push_back(columns_table(comparison));
}

void add_several(Report& report, const jobs::MeasureResult& measured) {
  Value list = Value::array();
  KeyValues files;
  std::vector<ScoredTable> tables;  // files are numbered, since their paths are long
  for (const jobs::MeasuredTable& comparison : measured.tables) {
    Value entry = Value::object();
    entry.set("masked", comparison.name)
        .set("rows", comparison.rows)
        .set("measures", scores_value(comparison.scores));
    if (!comparison.per_column.empty()) entry.set("per_column", columns_value(comparison));
    if (measured.synthetic) entry.set("findings", findings_value(comparison.findings));
    list.push(entry);
    files.entries.emplace_back(file_mark(files.entries.size() + 1), comparison.name);
    tables.push_back({file_mark(tables.size() + 1), &comparison.scores});
  }
  report.document.set("comparisons", list);
  std::vector<const std::vector<Scored>*> scores;
  for (const ScoredTable& table : tables) scores.push_back(table.scores);
  const std::vector<Scored> means = compare::mean_scores(scores);
  report.document.set("measures", scores_value(means));
  add_before(report, measured, means);
  std::vector<Scored> original = means;  // of measures that compare files it has no value
  for (Scored& scored : original) {
    const Scored* known = before_of(measured.before, scored);
    scored.score = known != nullptr ? known->score : Score{};
  }
  std::vector<ScoredTable> shown = tables;
  if (!measured.before.empty()) shown.insert(shown.begin(), {"original", &original});
  shown.push_back({"mean", &means});
  report.blocks.push_back(scores_table(shown));
  if (const KeyValues notes = score_notes(tables); !notes.entries.empty()) report.blocks.push_back(notes);
  add_expressions(report, measured, means);
  report.blocks.push_back(files);
  if (measured.synthetic) add_synthetic(report, measured);
  if (!measured.joint.is_null()) report.document.set("joint", measured.joint);
}

// "58.3" of a number, or a dash.
std::string percent_text(const Value* value) {
  return value == nullptr || value->is_null() ? "\u2013" : rounded(value->as_number(), 4);
}

// How masking splits into a permutation and residual noise.
void add_permutation(Report& report, const Value& permutation) {
  if (permutation.is_null()) return;
  report.document.set("permutation", permutation);
  TableBlock table{{{"column"},
                    {"records that moved, %", Align::right},
                    {"permutation, % of the variance", Align::right},
                    {"residual noise, %", Align::right}},
                   {}};
  for (const auto& [name, column] : permutation.at("columns").as_object()) {
    table.rows.push_back({name, percent_text(column.find("moved_percent")),
                          percent_text(column.find("permutation_percent")),
                          percent_text(column.find("residual_percent"))});
  }
  report.blocks.push_back(Paragraph{"Masking as a permutation and residual noise:"});
  report.blocks.push_back(table);
}

}  // namespace

std::string before_after_title(const jobs::MeasureResult& measured) {
  return (measured.keys.empty() ? "Risks of keys" : "Risks of the keys " + quoted_names(measured.keys)) +
         ", in the original (before) and in the masked file (after):";
}

TableBlock before_after_table(const std::vector<Scored>& before, const std::vector<Scored>& scores) {
  TableBlock table{
      {{"measure"}, {"before", Align::right}, {"after", Align::right}, {"better"}, {"after, in words"}}, {}};
  for (const Scored& after : scores) {
    const Scored* original = before_of(before, after);
    if (original == nullptr) continue;
    table.rows.push_back({after.request->measure->info.name, score_text(original->score),
                          score_text(after.score), std::string(to_text(compare::better_of(*after.request))),
                          after.score.note.empty() ? after.score.reading : after.score.note});
  }
  return table;
}

std::string bar(const MeasureInfo& info, const Score& score) {
  const std::optional<double> end = upper_end(info.range);
  if (!end || !score.value || !std::isfinite(*score.value)) return {};
  constexpr int length = 10;
  const int filled = static_cast<int>(std::lround(length * std::clamp(*score.value / *end, 0.0, 1.0)));
  std::string text;
  for (int i = 0; i < length; ++i) text += i < filled ? "█" : "░";
  return text;
}

Report measure_report(const jobs::MeasureResult& measured) {
  Report report;
  report.document.set("original", measured.original);
  const bool single = measured.tables.size() == 1;
  if (single && !measured.tables.front().name.empty())
    report.document.set("masked", measured.tables.front().name);
  report.document.set("columns", Value::array_of(measured.columns)).set("rows", measured.rows);
  if (!measured.intruder.is_null()) report.document.set("intruder", measured.intruder);
  single ? add_single(report, measured) : add_several(report, measured);
  add_permutation(report, measured.permutation);
  if (!measured.provenance.files.empty())
    report.document.set("provenance", provenance_value(measured.provenance));
  report.warnings = measured.warnings;
  return report;
}

}  // namespace sfumato::report
