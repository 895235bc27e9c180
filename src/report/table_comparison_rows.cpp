// comparison.csv: a row per protection, in the order of the ranking.
#include "core/error.hpp"
#include "report/row_table.hpp"
#include "report/table_comparison_report.hpp"

namespace sfumato::report {
namespace {

using tables::ComparedProtection;
using tables::RankBy;

}  // namespace

Table table_comparison_rows(const TableComparison& comparison) {
  using Row = const ComparedProtection&;
  RowTable<ComparedProtection> rows(comparison.protections);
  const auto lost = [](RankBy by) {
    return [by](Row row) { return row.lost ? ranked_loss(*row.lost, by) : empty_cell; };
  };
  rows.texts("method", [](Row row) { return row.method; });
  rows.texts("parameters", [](Row row) { return row.parameters; });
  rows.texts("safe", [](Row row) { return std::string(row.safe ? "yes" : "no"); });
  rows.numbers("rank", [](Row row) { return row.rank > 0 ? static_cast<double>(row.rank) : empty_cell; });
  rows.numbers("loss", lost(RankBy::loss));
  rows.numbers("lost_cells", lost(RankBy::cells));
  rows.numbers("lost_cost", lost(RankBy::cost));
  rows.numbers("secondary", [](Row row) {
    return row.suppressed ? static_cast<double>(row.suppressed->secondary) : empty_cell;
  });
  rows.numbers("secondary_value",
               [](Row row) { return row.suppressed ? row.suppressed->secondary_value : empty_cell; });
  rows.numbers("changed", [](Row row) {
    return row.distance ? static_cast<double>(row.distance->changed) : empty_cell;
  });
  rows.numbers("totals_changed",
               [](Row row) { return row.lost ? static_cast<double>(row.totals_changed) : empty_cell; });
  rows.numbers("total_change",
               [](Row row) { return row.distance ? row.distance->total_absolute : empty_cell; });
  rows.numbers("doubt_least", [](Row row) { return row.doubt ? row.doubt->least : empty_cell; });
  rows.numbers("doubt_median", [](Row row) { return row.doubt ? row.doubt->median : empty_cell; });
  rows.numbers("doubt_mean", [](Row row) { return row.doubt ? row.doubt->mean : empty_cell; });
  rows.numbers("gap", [](Row row) { return row.gap.value_or(empty_cell); });
  rows.texts("reason", [](Row row) { return spelled(row.reason, ParameterSpelling::plain); });
  return rows.table();
}

}  // namespace sfumato::report
