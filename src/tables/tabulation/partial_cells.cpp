// The pass over the records is that of a tabulation, with the distinct codes of the part for cells. Sums are
// exact and ties are broken by the number of the record, so that the order of parts does not matter.
#include "tables/tabulation/partial_cells.hpp"

#include <algorithm>

#include "tables/tabulation/partial_rows.hpp"
#include "tables/tabulation/tabulation_steps.hpp"
#include "tables/tabulation/tally_row.hpp"

namespace sfumato::tables {
namespace {

Table with_tallies(const Table& records, const Specification& specification,
                   const std::vector<std::size_t>& first, const std::vector<TallyRow>& rows) {
  const Table codes = records.taking_columns(code_columns(records, specification)).taking_rows(first);
  std::vector<ColumnInfo> schema = codes.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < codes.column_count(); ++id) columns.push_back(codes.column(id));
  ColumnInfo info;
  info.name = tally_column;
  info.kind = Kind::nominal;
  schema.push_back(std::move(info));
  Codes texts;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    texts.codes.push_back(static_cast<std::int32_t>(row));
    texts.labels.push_back(rows[row].text());
  }
  columns.emplace_back(std::move(texts));
  return {std::move(schema), std::move(columns)};
}

// Facts of the part, for its first row.
void add_facts(TallyRow& row, const RecordAmounts& amounts, const TallyPlan& plan, std::size_t records,
               const Run& run) {
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    const ExactColumn& column = column_at(amounts, plan, i);
    row.facts.push_back({column.decimals, column.largest, column.first_negative.has_value(), column.missing,
                         column.changed, 0});
  }
  for (const ResponseInput& input : amounts.inputs) {
    if (input.value.drop == 0) continue;
    const std::size_t changed = changed_products(input.value, records, run);
    if (input.value.amount == nullptr) {
      row.changed_weights = changed;
      continue;
    }
    for (std::size_t i = 0; i < plan.columns.size(); ++i) {
      if (&column_at(amounts, plan, i) == input.value.amount) row.facts[i].changed_products = changed;
    }
  }
}

ResponseTally tally_of(const CellTallies& tallies, std::size_t group, const ResponseInput& input,
                       std::int64_t first_row) {
  ResponseTally result;
  const std::uint32_t slot = tallies.slot(group);
  if (slot == CellTallies::no_slot) return result;
  const Tally& tally = tallies.tally(slot);
  result.frequency = tally.frequency;
  result.sum = tally.sum;
  result.total = tally.total;
  result.weights = tally.weights;
  result.cost = tallies.cost(slot);
  result.requests = tallies.request(slot);
  result.key = tallies.key(slot);
  for (const KeptRecord& kept : tallies.largest(slot)) {
    const ExactColumn* weight = input.weight.weight;
    const std::int64_t units = weight ? weight->units[static_cast<std::size_t>(kept.row)] : 1;
    result.kept.push_back({kept.amount, units, first_row + kept.row});
  }
  return result;
}

void count_records(std::vector<TallyRow>& rows, const CodeGroups& groups, const RecordAmounts& amounts,
                   std::int64_t first_row, bool holdings) {
  for (std::size_t row = 0; row < groups.of_row.size(); ++row) {
    TallyRow& target = rows[groups.of_row[row]];
    if (target.records++ == 0) target.first = first_row + static_cast<std::int64_t>(row);
    if (!amounts.request.empty() && amounts.request[row] != 0 &&
        (target.asked == 0 || amounts.request[row] < target.asked)) {
      target.asked = amounts.request[row];
    }
    for (std::size_t r = 0; r < amounts.inputs.size() && holdings; ++r) {
      const ResponseInput& input = amounts.inputs[r];
      if (!input.skips(row)) target.responses[r].contribution += input.contribution.at(row);
    }
  }
}

}  // namespace

Table tally_part(const Table& records, const Specification& specification, std::int64_t first_row,
                 const Run& run) {
  const TallyPlan plan = tally_plan(specification);
  RecordAmounts amounts;
  read_amounts(amounts, records, specification, run, first_row);
  const CodeGroups groups = code_groups(records, specification, run);
  std::vector<int> decimals;
  for (std::size_t i = 0; i < plan.columns.size(); ++i)
    decimals.push_back(column_at(amounts, plan, i).decimals);
  std::vector<TallyRow> rows(groups.first.size());
  for (TallyRow& row : rows) {
    row.decimals = decimals;
    row.key_decimals = amounts.keys.decimals;
    row.responses.resize(amounts.inputs.size());
  }
  for (std::size_t r = 0; r < amounts.inputs.size(); ++r) {
    CellTallies tallies(groups.first.size(), amounts.inputs[r]);
    tallies.add_rows(amounts.inputs[r], 0, groups.of_row);
    for (std::size_t group = 0; group < rows.size(); ++group) {
      rows[group].responses[r] = tally_of(tallies, group, amounts.inputs[r], first_row);
    }
    run.check_stop();
  }
  count_records(rows, groups, amounts, first_row, specification.holding.has_value());
  if (!rows.empty()) add_facts(rows.front(), amounts, plan, records.rows(), run);
  return with_tallies(records, specification, groups.first, rows);
}

Table merge_tallies(const Table& rows, const Specification& specification, const Run& run) {
  const MergedRows result = merged_rows(rows, specification, tally_plan(specification), run);
  return with_tallies(rows, specification, result.first, result.rows);
}

}  // namespace sfumato::tables
