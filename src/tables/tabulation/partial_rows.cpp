// Codes are compared as keys of records are.
#include "tables/tabulation/partial_rows.hpp"

#include "stats/classes/key_classes.hpp"
#include "tables/tabulation/partial_cells.hpp"
#include "tables/tabulation/tabulation_steps.hpp"

namespace sfumato::tables {
namespace {

std::vector<TallyRow> parsed_rows(const Table& rows, const TallyPlan& plan) {
  const Column& tallies = rows.column(rows.require(tally_column));
  std::vector<TallyRow> result;
  result.reserve(rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    result.push_back(TallyRow::parse(tallies.text(row), plan));
  }
  return result;
}

}  // namespace

ColumnSet code_columns(const Table& records, const Specification& specification) {
  ColumnSet columns;
  for (const DimensionSpecification& one : all_dimensions(specification)) {
    columns.push_back(records.require(one.column));
  }
  if (specification.holding) columns.push_back(records.require(*specification.holding));
  return columns;
}

CodeGroups code_groups(const Table& records, const Specification& specification, const Run& run) {
  const ColumnSet columns = code_columns(records, specification);
  stats::KeyTable keys = stats::key_table(records, columns, run);
  const stats::KeyClasses classes = stats::equal_classes(keys, run);
  CodeGroups groups{classes.of_row, {classes.first.begin(), classes.first.end()}};
  if (!specification.holding) return groups;
  const stats::KeyColumn& holding = keys.columns.back();
  for (std::size_t row = 0; row < keys.rows; ++row) {
    if (holding.codes[row] != stats::KeyColumn::missing || groups.first[groups.of_row[row]] == row) continue;
    groups.of_row[row] = static_cast<std::uint32_t>(groups.first.size());
    groups.first.push_back(row);
  }
  return groups;
}

MergedRows merged_rows(const Table& rows, const Specification& specification, const TallyPlan& plan,
                       const Run& run) {
  std::vector<TallyRow> parsed = parsed_rows(rows, plan);
  const CodeGroups groups = code_groups(rows, specification, run);
  MergedRows result{groups.first, std::vector<TallyRow>(groups.first.size())};
  std::vector<bool> begun(groups.first.size(), false);
  for (std::size_t row = 0; row < parsed.size(); ++row) {
    const std::uint32_t group = groups.of_row[row];
    if (begun[group]) {
      result.rows[group].add(std::move(parsed[row]), plan);
    } else {
      result.rows[group] = std::move(parsed[row]);
    }
    begun[group] = true;
  }
  return result;
}

const ExactColumn& column_at(const RecordAmounts& amounts, const TallyPlan& plan, std::size_t place) {
  return plan.weight == place ? amounts.weight : amounts.columns.at(plan.columns[place]);
}

}  // namespace sfumato::tables
