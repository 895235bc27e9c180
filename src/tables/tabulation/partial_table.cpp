// The table of merged rows: the steps of a tabulation, with rows of tallies in place of records.
#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "tables/tabulation/partial_cells.hpp"
#include "tables/tabulation/partial_rows.hpp"
#include "tables/tabulation/tabulation_steps.hpp"

namespace sfumato::tables {
namespace {

AmountFacts facts_of(std::vector<TallyRow>& rows, const TallyPlan& plan) {
  AmountFacts facts;
  TallyRow sum;
  sum.decimals.assign(plan.columns.size(), 0);
  for (const TallyRow& row : rows) {
    for (std::size_t i = 0; i < plan.columns.size(); ++i)
      sum.decimals[i] = std::max(sum.decimals[i], row.decimals[i]);
    sum.key_decimals = std::max(sum.key_decimals, row.key_decimals);
  }
  facts.key_decimals = sum.key_decimals;
  for (TallyRow& row : rows) {
    row.rescale(sum.decimals, sum.key_decimals, plan);
    facts.records += static_cast<std::size_t>(row.records);
    facts.changed_weights += row.changed_weights;
    for (std::size_t i = 0; i < row.facts.size(); ++i) {
      AmountFacts::Facts& one = plan.weight == i ? facts.weight : facts.columns[plan.columns[i]];
      one.largest = std::max(one.largest, row.facts[i].largest);
      one.negative = one.negative || row.facts[i].negative;
      one.missing += row.facts[i].missing;
      one.changed += row.facts[i].changed;
      one.changed_products += row.facts[i].changed_products;
    }
  }
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    (plan.weight == i ? facts.weight : facts.columns[plan.columns[i]]).decimals = sum.decimals[i];
  }
  return facts;
}

// Which response of the plan a response of the table is.
std::size_t planned_response(const RecordAmounts& amounts, const TallyPlan& plan, std::size_t r) {
  const ResponseInput& input = amounts.inputs[r];
  for (std::size_t p = 0; p < plan.responses.size(); ++p) {
    const TallyPlan::Response& one = plan.responses[p];
    const ExactColumn* value = one.value ? &column_at(amounts, plan, *one.value) : nullptr;
    const ExactColumn* required = one.required ? &column_at(amounts, plan, *one.required) : nullptr;
    if (value == input.value.amount && required == input.required) return p;
  }
  bad_input("the rows of tallies are of another specification");
}

// Records whose contributions are kept, numbered anew in their order; weights and tallies use these numbers.
class KeptRows {
 public:
  KeptRows(const std::vector<TallyRow>& rows, RecordAmounts& amounts) {
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    for (const TallyRow& row : rows) {
      for (const ResponseTally& one : row.responses) {
        for (const KeptTally& kept : one.kept) found.emplace_back(kept.row, kept.weight);
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto& [row, weight] : found) {
      rows_.push_back(row);
      amounts.weight.own_units.push_back(weight);
    }
    amounts.weight.units = amounts.weight.own_units;
  }

  std::vector<KeptRecord> numbered(const std::vector<KeptTally>& kept) const {
    std::vector<KeptRecord> result;
    for (const KeptTally& one : kept) {
      const auto place = std::lower_bound(rows_.begin(), rows_.end(), one.row) - rows_.begin();
      result.push_back({one.amount, place});
    }
    return result;
  }
  // From the new numbers to those of the records.
  void restore(CellTable& table) const {
    for (Contributors& cell : table.contributors) {
      for (Contribution& one : cell.largest)
        one.contributor = rows_[static_cast<std::size_t>(one.contributor)];
    }
  }

 private:
  std::vector<std::int64_t> rows_;  // ascending
};

std::vector<std::vector<CellTallies>> all_tallies(const std::vector<TallyRow>& rows,
                                                  const TableLayout& layout, const RecordAmounts& amounts,
                                                  const std::vector<std::size_t>& planned,
                                                  const KeptRows& kept, const Run& run) {
  std::vector<std::vector<CellTallies>> result;
  std::vector<std::uint32_t> positions(rows.size());
  for (const Crossing& crossing : layout.crossings) {
    positions_of(crossing, layout.dimensions, 0, rows.size(), positions);
    std::vector<CellTallies>& of = result.emplace_back();
    for (std::size_t r = 0; r < amounts.inputs.size(); ++r) {
      CellTallies& tallies = of.emplace_back(crossing.positions, amounts.inputs[r]);
      for (std::size_t row = 0; row < rows.size(); ++row) {
        const ResponseTally& one = rows[row].responses[planned[r]];
        const std::vector<KeptRecord> largest = kept.numbered(one.kept);
        tallies.add_part(positions[row], {one.sum, one.total, one.weights, one.cost, one.key, one.frequency,
                                          one.requests, largest});
      }
      add_margins(tallies, layout.dimensions, crossing, run);
    }
  }
  return result;
}

std::vector<std::vector<HoldingTallies>> holdings_of(const Table& codes, const std::vector<TallyRow>& rows,
                                                     const Specification& specification,
                                                     const TableLayout& layout, const RecordAmounts& amounts,
                                                     const std::vector<std::size_t>& planned,
                                                     std::vector<std::string>& notes, const Run& run) {
  std::vector<std::vector<HoldingTallies>> result;
  if (!specification.holding) return result;
  const Holdings holdings = number_holdings(codes, *specification.holding, run);
  note_alone(holdings, *specification.holding, notes);
  std::vector<std::vector<Wide>> contributions(planned.size());
  std::vector<std::vector<std::uint8_t>> skipped(planned.size());
  std::vector<std::uint8_t> asked;
  for (const TallyRow& row : rows) {
    if (specification.request) asked.push_back(row.asked);
    for (std::size_t r = 0; r < planned.size(); ++r) {
      const ResponseTally& one = row.responses[planned[r]];
      contributions[r].push_back(one.contribution);
      skipped[r].push_back(one.frequency == 0 ? 1 : 0);
    }
  }
  std::vector<HoldingAmounts> inputs;
  for (std::size_t r = 0; r < planned.size(); ++r) {
    inputs.push_back({contributions[r], skipped[r], asked, amounts.inputs[r].kept});
  }
  for (const Crossing& crossing : layout.crossings) {
    result.push_back(tally_holdings(holdings, layout.dimensions, crossing, inputs, run));
  }
  return result;
}

// The codes of the rows with how many records each stands for.
Table counted_codes(const Table& rows, const Specification& specification,
                    const std::vector<std::size_t>& first, const std::vector<TallyRow>& tallies) {
  const Table codes = rows.taking_columns(code_columns(rows, specification)).taking_rows(first);
  std::vector<ColumnInfo> schema = codes.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < codes.column_count(); ++id) columns.push_back(codes.column(id));
  ColumnInfo info;
  info.name = tally_column;
  info.role = Role::count;
  schema.push_back(std::move(info));
  Integers counts;
  for (const TallyRow& row : tallies) counts.values.push_back(row.records);
  columns.emplace_back(std::move(counts));
  return {std::move(schema), std::move(columns)};
}

}  // namespace

TabulatedParts tabulate_tallies(const Table& rows, const Specification& specification,
                                std::size_t repeated_keys, const Run& run) {
  const TallyPlan plan = tally_plan(specification);
  MergedRows found = merged_rows(rows, specification, plan, run);
  std::vector<std::size_t> order(found.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // In the order of their first records, as holdings are numbered.
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return found.rows[a].first < found.rows[b].first; });
  std::vector<std::size_t> first;
  std::vector<TallyRow> tallies;
  for (const std::size_t place : order) {
    first.push_back(found.first[place]);
    tallies.push_back(std::move(found.rows[place]));
  }
  const Table codes = counted_codes(rows, specification, first, tallies);
  TabulatedParts result;
  TableLayout layout = dimensions_of(codes, specification, result.made, run);
  AmountFacts facts = facts_of(tallies, plan);
  facts.repeated_keys = repeated_keys;
  result.records = facts.records;
  RecordAmounts amounts;
  read_amounts(amounts, facts, specification);
  const KeptRows kept(tallies, amounts);
  lay_out(layout, amounts, specification, result.made);
  std::vector<std::size_t> planned;
  for (std::size_t r = 0; r < amounts.inputs.size(); ++r)
    planned.push_back(planned_response(amounts, plan, r));
  const auto cells = all_tallies(tallies, layout, amounts, planned, kept, run);
  const auto holdings =
      holdings_of(codes, tallies, specification, layout, amounts, planned, result.made.notes, run);
  fill_cells(result.made.table, specification, amounts, layout.crossings, cells, holdings, run);
  kept.restore(result.made.table);
  return result;
}

}  // namespace sfumato::tables
