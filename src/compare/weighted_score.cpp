// Parts are measures like any other, looked up by name.
#include "compare/weighted_score.hpp"

#include <algorithm>
#include <cmath>

#include "compare/measures.hpp"
#include "core/number_text.hpp"
#include "stats/covers/covered_column.hpp"

namespace sfumato::compare {
namespace {

std::int64_t prefixes(std::size_t columns) {
  return static_cast<std::int64_t>(std::min<std::size_t>(7, columns));
}

// What of a score was estimated from samples of the records, which every part draws for itself: their errors
// are independent.
struct SampledParts {
  double variance = 0.0;
  std::string words;
  Value details = Value::object();

  void add(const ScorePart& part, const Score& found) {
    const Value* sampled = found.details.find("sampled");
    if (sampled == nullptr || !found.value) return;
    variance += part.weight * part.weight * found.standard_error * found.standard_error;
    words += (words.empty() ? "estimated: " : ", ") + part.label + " from " +
             std::to_string(sampled->at("records").as_integer()) + " of " +
             std::to_string(sampled->at("of").as_integer()) + " records";
    details.set(part.label, *sampled);
  }

  void describe(Score& score) const {
    if (words.empty()) return;
    score.standard_error = std::sqrt(variance);
    score.details.set("sampled",
                      Value::object().set("parts", details).set("standard_error", score.standard_error));
    score.note += (score.note.empty() ? "" : "; ") + words;
  }
};

}  // namespace

Score weighted_score(const std::vector<ScorePart>& parts, const Table& original, const Table& masked,
                     const ColumnSet& columns, const Run& run) {
  Score result;
  double sum = 0.0;
  Value values = Value::object(), counts = Value::object();
  SampledParts estimates;
  for (const ScorePart& part : parts) {
    run.check_stop();
    const Score found = measure(part.measure).score(original, masked, columns, part.params, run);
    for (const char* name : {"records", "incomplete_records"}) {
      if (const Value* count = found.details.find(name)) counts.set(name, *count);
    }
    estimates.add(part, found);
    const std::optional<double>& value = found.value;
    values.set(part.label, value ? Value(*value) : Value());
    if (!value && result.note.empty())
      result.note = part.label + " (" + part.measure + ") has no value: " + found.note;
    if (value) sum += part.weight * *value;
  }
  result.details.set("parts", values);
  for (const auto& [name, value] : counts.as_object()) result.details.set(name, value);
  if (!result.note.empty()) return result;
  result.value = sum;
  result.note = stats::cover_note(stats::coarse_columns(original, masked, columns, true));
  estimates.describe(result);
  for (const ScorePart& part : parts) {
    result.reading +=
        (result.reading.empty() ? "" : ", ") + part.label + " " + rounded(values.at(part.label).as_number());
  }
  return result;
}

ParamValues published_distance_linkage(std::size_t columns) {
  return {{"scale", "raw"},
          {"direction", "original-to-masked"},
          {"ties", "hit"},
          {"prefixes", prefixes(columns)}};
}

ParamValues published_probabilistic_linkage(std::size_t columns) { return {{"prefixes", prefixes(columns)}}; }

}  // namespace sfumato::compare
