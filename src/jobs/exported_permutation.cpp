// Records are numbered as in the original file, so that exports with a map of records can be read, too.
#include "jobs/exported_permutation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "stats/ranks/permutation_split.hpp"
#include "stats/ranks/reverse_mapping.hpp"

namespace sfumato::jobs {
namespace {

using stats::ColumnPermutation;

class PermutationTable {
 public:
  explicit PermutationTable(const Table& mapped) {
    for (ColumnId id = 0; id < mapped.column_count(); ++id) {
      schema_.push_back(mapped.info(id));
      columns_.push_back(mapped.column(id));
    }
  }

  void add(const std::string& name, Column column) {
    const bool taken = std::any_of(schema_.begin(), schema_.end(),
                                   [&](const ColumnInfo& info) { return info.name == name; });
    if (taken) {
      bad_input("‹export-permutation› adds a column '" + name + "', and the file has one of that name",
                "rename it in both files");
    }
    ColumnInfo info;
    info.name = name;
    schema_.push_back(info);
    columns_.push_back(std::move(column));
  }

  Table table() const { return {schema_, columns_}; }

 private:
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

// The record of the original file, from 1, of each row of the pair; missing for −1.
Column records_of(const compare::TablePair& pair, const std::vector<std::int64_t>& rows) {
  Integers result;
  for (const std::int64_t row : rows) {
    const bool missing = row < 0;
    if (missing) result.missing.resize(rows.size());
    if (missing) result.missing[result.values.size()] = 1;
    const auto at = static_cast<std::size_t>(missing ? 0 : row);
    result.values.push_back(missing             ? 0
                            : pair.rows.empty() ? row + 1
                                                : static_cast<std::int64_t>(pair.rows[at]) + 1);
  }
  return result;
}

Value number_or_null(double value) { return std::isfinite(value) ? Value(value) : Value(); }

Value column_summary(const ColumnPermutation& found) {
  Value result = Value::object();
  const auto records = static_cast<double>(found.records);
  result.set("records", found.records)
      .set("moved_percent",
           found.records == 0 ? Value() : Value(100.0 * static_cast<double>(found.moved) / records));
  if (found.residuals.empty()) return result;
  return result.set("permutation_variance", number_or_null(found.variance.permutation))
      .set("residual_variance", number_or_null(found.variance.residual))
      .set("permutation_percent", number_or_null(100.0 * found.variance.permutation_share))
      .set("residual_percent", number_or_null(100.0 * found.variance.residual_share));
}

}  // namespace

ExportedPermutation exported_permutation(const compare::TablePair& pair) {
  if (pair.mapping != Mapping::same_rows || pair.original.rows() != pair.masked.rows()) {
    bad_input("‹export-permutation› needs to know which record came from which",
              "name the controller's map with ‹map›");
  }
  ColumnSet columns(pair.compared);
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  PermutationTable table(
      stats::reverse_mapped(pair.categories, pair.masked, columns).taking_columns(columns));
  std::vector<std::int64_t> rows(pair.original.rows());
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  table.add("record", records_of(pair, rows));
  Value summaries = Value::object();
  std::vector<std::int64_t> first;
  bool same = true;
  for (const ColumnId id : columns) {
    ColumnPermutation found = stats::column_permutation(pair.categories, pair.masked, id);
    const std::string& name = pair.original.info(id).name;
    table.add(name + "_original_rank", found.original_ranks);
    table.add(name + "_masked_rank", found.masked_ranks);
    table.add(name + "_from", records_of(pair, found.source));
    if (!found.residuals.empty()) table.add(name + "_residual", found.residuals);
    summaries.set(name, column_summary(found));
    if (id == 0) first = found.source;
    same = same && found.source == first;
  }
  Value summary = Value::object();
  summary.set("columns", std::move(summaries)).set("same_permutation", same);
  return {table.table(), std::move(summary)};
}

}  // namespace sfumato::jobs
