// The answer stands in the first sentence, and the table says how it came about.
#include "report/verify_report.hpp"

#include "core/number_text.hpp"

namespace sfumato::report {
namespace {

std::string verdict_text(const stats::RecordPermutation& found) {
  const std::string records = std::to_string(found.records) + " released records";
  if (found.distance == 0.0) {
    return "A released record has the values that are closest to yours in every column: your record may not "
           "have been "
           "moved.";
  }
  return "Every one of the " + records + " differs from yours by at least " + rounded(found.distance, 6) +
         (found.distance == 1.0 ? " rank" : " ranks") +
         " in some column. If the release keeps the values of each column and only moves them between "
         "records, as "
         "swapping does, yours was moved at least that far; other methods change the ranks of values, too.";
}

}  // namespace

Report verify_report(const jobs::VerifyResult& result) {
  const stats::RecordPermutation& found = result.found;
  const double percent = 100.0 * found.distance / static_cast<double>(found.records);
  Report report;
  Value columns = Value::object();
  TableBlock table{{{"column"},
                    {"your value", Align::right},
                    {"closest released", Align::right},
                    {"its rank", Align::right},
                    {"released values within the distance"},
                    {"their standard deviation", Align::right}},
                   {}};
  for (std::size_t j = 0; j < result.columns.size(); ++j) {
    const stats::VerifiedValue& value = found.values[j];
    Value entry = Value::object();
    entry.set("mine", result.mine[j])
        .set("closest", value.closest)
        .set("rank", value.rank)
        .set("lower", value.lower)
        .set("upper", value.upper)
        .set("deviation", value.deviation);
    columns.set(result.columns[j], entry);
    table.rows.push_back({result.columns[j], shortest(result.mine[j]), shortest(value.closest),
                          shortest(value.rank), shortest(value.lower) + " to " + shortest(value.upper),
                          rounded(value.deviation, 5)});
  }
  report.document.set("released", result.released)
      .set("records", found.records)
      .set("distance", found.distance)
      .set("percent", percent)
      .set("nearest", found.nearest)
      .set("columns", columns);
  report.blocks = {Paragraph{verdict_text(found)},
                   KeyValues{{{"permutation distance", rounded(found.distance, 6) + " of " +
                                                           std::to_string(found.records) + " ranks (" +
                                                           rounded(percent, 3) + " %)"},
                              {"released records at that distance", std::to_string(found.nearest)}}},
                   table};
  return report;
}

}  // namespace sfumato::report
