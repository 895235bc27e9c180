// A dash stands where there is no value, and the reasons stand below the table.
#include "report/score_table.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace sfumato::report {

Value scores_value(const std::vector<Scored>& scores) {
  Value result = Value::object();
  for (const Scored& scored : scores) {
    const MeasureInfo& info = scored.request->measure->info;
    Value entry = Value::object();
    entry.set("value", scored.score.value ? Value(*scored.score.value) : Value())
        .set("side", to_text(info.side))
        .set("better", to_text(compare::better_of(*scored.request)))
        .set("parameters", params_value(scored.request->parameters))
        .set("details", scored.score.details)
        .set("note", scored.score.note.empty() ? Value() : Value(scored.score.note));
    if (!scored.score.reading.empty()) entry.set("reading", scored.score.reading);
    result.set(info.name, entry);
  }
  return result;
}

TableBlock scores_table(const std::vector<ScoredTable>& tables) {
  TableBlock block{{{"measure"}, {"side"}, {"better"}}, {}};
  for (const ScoredTable& table : tables) block.columns.push_back({table.title, Align::right});
  const std::vector<Scored>& first = *tables.front().scores;
  for (std::size_t row = 0; row < first.size(); ++row) {
    const MeasureInfo& info = first[row].request->measure->info;
    std::vector<std::string> cells{info.name, std::string(to_text(info.side)),
                                   std::string(to_text(compare::better_of(*first[row].request)))};
    for (const ScoredTable& table : tables) cells.push_back(score_text((*table.scores)[row].score));
    block.rows.push_back(cells);
  }
  return block;
}

KeyValues score_notes(const std::vector<ScoredTable>& tables) {
  KeyValues notes;
  for (const ScoredTable& table : tables) {
    for (const Scored& scored : *table.scores) {
      if (scored.score.note.empty()) continue;
      notes.entries.emplace_back(scored.request->measure->info.name + ", " + table.title, scored.score.note);
    }
  }
  return notes;
}

std::string score_text(const Score& score) {
  if (!score.value) return "–";
  if (!std::isfinite(*score.value)) return shortest(*score.value);
  const std::string value = rounded(*score.value);
  return score.standard_error > 0.0 ? value + " ± " + rounded(score.standard_error, 2) : value;
}

}  // namespace sfumato::report
