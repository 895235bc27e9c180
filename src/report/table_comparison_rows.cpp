// comparison.csv: a row per protection, in the order of the ranking.
#include <algorithm>
#include <limits>

#include "report/table_comparison_report.hpp"

namespace sfumato::report {
namespace {

using tables::ComparedProtection;
using tables::RankBy;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

class RowMaker {
 public:
  explicit RowMaker(const std::vector<ComparedProtection>& rows) : rows_(rows) {}

  template <class Text>
  void texts(const std::string& name, const Text& text) {
    Codes codes;
    for (const ComparedProtection& row : rows_) {
      const std::string value = text(row);
      const auto found = std::find(codes.labels.begin(), codes.labels.end(), value);
      codes.codes.push_back(value.empty() ? Codes::missing
                                          : static_cast<std::int32_t>(found - codes.labels.begin()));
      if (!value.empty() && found == codes.labels.end()) codes.labels.push_back(value);
    }
    add(name, Kind::nominal, std::move(codes));
  }

  template <class Of>
  void numbers(const std::string& name, const Of& of) {
    Numbers values;
    for (const ComparedProtection& row : rows_) values.push_back(of(row));
    add(name, Kind::numeric, std::move(values));
  }

  Table table() { return {schema_, columns_}; }

 private:
  void add(const std::string& name, Kind kind, Column column) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    schema_.push_back(info);
    columns_.push_back(std::move(column));
  }

  const std::vector<ComparedProtection>& rows_;
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

}  // namespace

Table table_comparison_rows(const TableComparison& comparison) {
  using Row = const ComparedProtection&;
  RowMaker rows(comparison.protections);
  const auto lost = [](RankBy by) {
    return [by](Row row) { return row.lost ? ranked_loss(*row.lost, by) : none; };
  };
  rows.texts("method", [](Row row) { return row.method; });
  rows.texts("parameters", [](Row row) { return row.parameters; });
  rows.texts("safe", [](Row row) { return std::string(row.safe ? "yes" : "no"); });
  rows.numbers("rank", [](Row row) { return row.rank > 0 ? static_cast<double>(row.rank) : none; });
  rows.numbers("loss", lost(RankBy::loss));
  rows.numbers("lost_cells", lost(RankBy::cells));
  rows.numbers("lost_cost", lost(RankBy::cost));
  rows.numbers("secondary", [](Row row) {
    return row.suppressed ? static_cast<double>(row.suppressed->secondary) : none;
  });
  rows.numbers("secondary_value",
               [](Row row) { return row.suppressed ? row.suppressed->secondary_value : none; });
  rows.numbers("changed",
               [](Row row) { return row.distance ? static_cast<double>(row.distance->changed) : none; });
  rows.numbers("total_change", [](Row row) { return row.distance ? row.distance->total_absolute : none; });
  rows.numbers("doubt_least", [](Row row) { return row.doubt ? row.doubt->least : none; });
  rows.numbers("doubt_median", [](Row row) { return row.doubt ? row.doubt->median : none; });
  rows.numbers("doubt_mean", [](Row row) { return row.doubt ? row.doubt->mean : none; });
  rows.numbers("gap", [](Row row) { return row.gap.value_or(none); });
  rows.texts("reason", [](Row row) { return row.reason; });
  return rows.table();
}

}  // namespace sfumato::report
