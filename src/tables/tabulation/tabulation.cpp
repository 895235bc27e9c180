// The steps in order: dimensions, amounts, one pass over the records, margins, holdings, and the cells of
// every linked table.
#include "tables/tabulation/tabulation.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "tables/tabulation/holding_cells.hpp"
#include "tables/tabulation/leaf_cells.hpp"
#include "tables/tabulation/record_amounts.hpp"
#include "tables/tabulation/record_dimension.hpp"
#include "tables/tabulation/tabulation_steps.hpp"

namespace sfumato::tables {

std::vector<DimensionSpecification> all_dimensions(const Specification& specification) {
  std::vector<DimensionSpecification> dimensions = specification.dimensions;
  const auto known = [&](const std::string& column) {
    return std::count_if(dimensions.begin(), dimensions.end(),
                         [&](const DimensionSpecification& one) { return one.column == column; });
  };
  for (const DimensionSpecification& given : specification.dimensions) {
    if (known(given.column) > 1) bad_input("the dimension " + io::quoted(given.column) + " is given twice");
    const bool crossed = std::any_of(
        specification.tables.begin(), specification.tables.end(),
        [&](const auto& by) { return std::find(by.begin(), by.end(), given.column) != by.end(); });
    if (!crossed) {
      bad_input("the dimension " + io::quoted(given.column) + " is not used in any table",
                "use it in a table, or remove it");
    }
  }
  for (const std::vector<std::string>& by : specification.tables) {
    for (const std::string& column : by) {
      if (known(column) == 0) dimensions.push_back({column, "Total", {}, {}});
    }
  }
  return dimensions;
}

std::vector<std::vector<std::size_t>> crossed_dimensions(
    const Specification& specification, const std::vector<DimensionSpecification>& dimensions) {
  if (specification.tables.empty()) bad_input("no table is specified", "name the columns to cross");
  std::vector<std::vector<std::size_t>> crossed, sorted;
  for (const std::vector<std::string>& by : specification.tables) {
    if (by.empty()) bad_input("a table crosses no columns", "name the columns to cross");
    std::vector<std::size_t> own;
    for (const std::string& column : by) {
      const auto found =
          std::find_if(dimensions.begin(), dimensions.end(),
                       [&](const DimensionSpecification& one) { return one.column == column; });
      own.push_back(static_cast<std::size_t>(found - dimensions.begin()));
    }
    crossed.push_back(own);
    std::sort(own.begin(), own.end());
    const auto twice = std::adjacent_find(own.begin(), own.end());
    if (twice != own.end()) {
      bad_input("a table crosses " + io::quoted(dimensions[*twice].column) + " with itself",
                "name each column once");
    }
    if (std::find(sorted.begin(), sorted.end(), own) != sorted.end()) {
      bad_input("two tables cross the same columns", "name the table once; it may show several sums");
    }
    sorted.push_back(std::move(own));
  }
  return crossed;
}

namespace {

std::string title_of(const Specification& specification, const std::vector<Response>& responses) {
  std::string title;
  for (const Response& response : responses) title += (title.empty() ? "" : ", ") + response.name;
  std::string separator = " by ";
  for (const std::vector<std::string>& by : specification.tables) {
    for (const std::string& column : by) {
      title += separator + column;
      separator = ", ";
    }
    separator = "; ";
  }
  return title;
}

// The number; zeros at its end are removed only where it would not fit.
Decimal decimal_of(Wide units, int decimals, const CellTable& table, std::size_t cell) {
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  while (decimals > 0 && units % 10 == 0 &&
         (decimals > Decimal::most_decimals || units > most || units < -most)) {
    units /= 10;
    --decimals;
  }
  if (decimals > Decimal::most_decimals || units > most || units < -most) {
    bad_input("the sum in the cell " + cell_name(table, cell) + " has more than 18 digits",
              "give fewer decimals, such as 2, to which every contribution is rounded, or larger units");
  }
  return {static_cast<std::int64_t>(units), decimals};
}

// Writes tallies of one crossing and response into cells.
class CellFiller {
 public:
  CellFiller(CellTable& table, const Specification& specification, const RecordAmounts& amounts,
             std::size_t response)
      : table_(table),
        specification_(specification),
        keys_(amounts.keys),
        input_(amounts.inputs[response]),
        negative_(amounts.negative[response]) {}

  void fill(std::size_t cell, const CellTallies& tallies, std::size_t position,
            const HoldingTallies* holdings) const {
    Cell& target = table_.cells[cell];
    Contributors& contributors = table_.contributors[cell];
    if (negative_) target.lower = std::nullopt;
    target.value = Decimal(0, std::min(input_.value.decimals, Decimal::most_decimals));
    const std::uint32_t slot = tallies.slot(position);
    if (slot != CellTallies::no_slot) {
      const Tally& tally = tallies.tally(slot);
      target.value = decimal_of(tally.sum, input_.value.decimals, table_, cell);
      contributors.frequency = contributors.holdings = tally.frequency;
      contributors.weighted_frequency = input_.weight.weight
                                            ? decimal_of(tally.weights, input_.weight.decimals, table_, cell)
                                            : Decimal::whole(tally.frequency);
      contributors.total = decimal_of(tally.total, input_.contribution.decimals, table_, cell);
      fill_largest(contributors, tallies, slot);
      fill_requests(contributors.largest_request, tallies.request(slot), cell);
      if (holdings) fill_holdings(contributors, *holdings, position, cell);
      if (!table_.keys.empty()) table_.keys[cell] = keys_.cell_key(tallies.key(slot));
    }
    fill_cost(cell, slot == CellTallies::no_slot ? Wide{0} : tallies.cost(slot));
  }

 private:
  void fill_largest(Contributors& contributors, const CellTallies& tallies, std::uint32_t slot) const {
    const int decimals = input_.contribution.amount ? input_.contribution.amount->decimals : 0;
    const ExactColumn* weight = input_.weight.weight;
    contributors.largest.reserve(tallies.largest(slot).size());
    for (const KeptRecord& kept : tallies.largest(slot)) {
      Contribution contribution{Decimal(kept.amount, decimals), Decimal::whole(1), kept.row};
      if (weight)
        contribution.weight = Decimal(weight->units[static_cast<std::size_t>(kept.row)], weight->decimals);
      contributors.largest.push_back(contribution);
    }
  }

  void fill_requests(std::array<Decimal, 2>& requests, const std::array<Wide, 2>& found,
                     std::size_t cell) const {
    for (std::size_t i = 0; i < 2; ++i) {
      requests[i] = decimal_of(found[i], input_.contribution.decimals, table_, cell);
    }
  }

  void fill_holdings(Contributors& contributors, const HoldingTallies& holdings, std::size_t position,
                     std::size_t cell) const {
    contributors.holdings = holdings.count(position);
    contributors.holdings_total =
        decimal_of(holdings.total(position), input_.contribution.decimals, table_, cell);
    fill_requests(contributors.largest_holding_request, holdings.request(position), cell);
    for (const KeptHolding& kept : holdings.largest(position)) {
      contributors.largest_holdings.push_back(
          {decimal_of(kept.amount, input_.contribution.decimals, table_, cell), Decimal::whole(1),
           kept.holding});
    }
  }

  void fill_cost(std::size_t cell, Wide summed) const {
    Cell& target = table_.cells[cell];
    if (input_.cost) {
      target.cost = decimal_of(summed, input_.cost->decimals, table_, cell);
    } else if (specification_.cost == CellCost::value) {
      target.cost = magnitude(target.value);
    } else {
      target.cost =
          Decimal::whole(specification_.cost == CellCost::unity ? 1 : table_.contributors[cell].frequency);
    }
  }

  CellTable& table_;
  const Specification& specification_;
  const RecordKeys& keys_;
  const ResponseInput& input_;
  bool negative_;
};

// The cells of one view by position in its crossing, without those that an earlier view has filled.
std::vector<std::pair<std::size_t, std::size_t>> open_cells(const CellTable& table, const CellIndex* index,
                                                            const View& view, const Crossing& crossing,
                                                            std::vector<bool>& filled) {
  std::vector<std::pair<std::size_t, std::size_t>> cells;
  std::vector<std::uint32_t> codes(table.dimensions.size() + 1, 0);
  codes.back() = static_cast<std::uint32_t>(view.response);
  for (std::size_t position = 0; position < crossing.positions; ++position) {
    std::size_t cell = position;
    if (index) {
      std::size_t rest = position;
      for (std::size_t i = 0; i < crossing.dimensions.size(); ++i) {
        codes[crossing.dimensions[i]] = static_cast<std::uint32_t>(rest / crossing.strides[i]);
        rest %= crossing.strides[i];
      }
      cell = index->find(codes).value();
    }
    if (filled[cell]) continue;
    filled[cell] = true;
    cells.emplace_back(cell, position);
  }
  return cells;
}

}  // namespace

void fill_cells(CellTable& table, const Specification& specification, const RecordAmounts& amounts,
                const std::vector<Crossing>& crossings, const std::vector<std::vector<CellTallies>>& tallies,
                const std::vector<std::vector<HoldingTallies>>& holdings, const Run& run) {
  table.contributors.assign(table.cells.size(), {});
  if (specification.record_key) table.keys.assign(table.cells.size(), 0);
  std::optional<CellIndex> index;
  if (table.views.size() > 1) index.emplace(table);
  std::vector<bool> filled(table.cells.size(), false);
  for (std::size_t v = 0; v < table.views.size(); ++v) {
    run.check_stop();
    const std::size_t c = v % crossings.size(), r = table.views[v].response;
    const CellFiller filler(table, specification, amounts, r);
    for (const auto& [cell, position] :
         open_cells(table, index ? &*index : nullptr, table.views[v], crossings[c], filled)) {
      filler.fill(cell, tallies[c][r], position, holdings.empty() ? nullptr : &holdings[c][r]);
    }
  }
}

void note_alone(const Holdings& holdings, const std::string& column, std::vector<std::string>& notes) {
  if (holdings.alone == 0) return;
  const bool one = holdings.alone == 1;
  notes.push_back(std::to_string(holdings.alone) + (one ? " record has no " : " records have no ") +
                  io::quoted(column) +
                  (one ? ": it is a holding by itself" : ": each is a holding by itself"));
}

namespace {

// Per crossing and response; empty where there are no holdings.
std::vector<std::vector<HoldingTallies>> all_holdings(const Table& records,
                                                      const Specification& specification,
                                                      const std::vector<RecordDimension>& dimensions,
                                                      const std::vector<Crossing>& crossings,
                                                      const RecordAmounts& amounts,
                                                      std::vector<std::string>& notes, const Run& run) {
  std::vector<std::vector<HoldingTallies>> tallies;
  if (!specification.holding) return tallies;
  const Holdings holdings = number_holdings(records, *specification.holding, run);
  note_alone(holdings, *specification.holding, notes);
  for (const Crossing& crossing : crossings) {
    tallies.push_back(tally_holdings(holdings, dimensions, crossing, amounts.inputs, run));
  }
  return tallies;
}

}  // namespace

TableLayout dimensions_of(const Table& records, const Specification& specification, Tabulated& result,
                          const Run& run) {
  TableLayout layout;
  const std::vector<DimensionSpecification> given = all_dimensions(specification);
  layout.crossed = crossed_dimensions(specification, given);
  for (const DimensionSpecification& one : given) {
    layout.dimensions.push_back(record_dimension(records, one, run));
    result.table.dimensions.push_back(layout.dimensions.back().dimension);
    const std::vector<std::string>& notes = layout.dimensions.back().notes;
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  }
  return layout;
}

void lay_out(TableLayout& layout, const RecordAmounts& amounts, const Specification& specification,
             Tabulated& result) {
  CellTable& table = result.table;
  result.notes.insert(result.notes.end(), amounts.notes.begin(), amounts.notes.end());
  table.responses = amounts.responses;
  table.title = title_of(specification, table.responses);
  table.kept_contributions = specification.kept;
  for (std::size_t r = 0; r < table.responses.size(); ++r) {
    for (const std::vector<std::size_t>& own : layout.crossed) table.views.push_back({own, r});
  }
  lay_out_cells(table);
  for (const std::vector<std::size_t>& own : layout.crossed) {
    layout.crossings.push_back(make_crossing(layout.dimensions, own));
  }
}

Tabulated tabulate(const Table& records, const Specification& specification, const Run& run) {
  Tabulated result;
  TableLayout layout = dimensions_of(records, specification, result, run);
  RecordAmounts amounts;
  read_amounts(amounts, records, specification, run);
  lay_out(layout, amounts, specification, result);
  std::vector<std::vector<CellTallies>> tallies =
      tally_records(records.rows(), layout.dimensions, layout.crossings, amounts.inputs, run);
  for (std::size_t c = 0; c < layout.crossings.size(); ++c) {
    for (CellTallies& one : tallies[c]) add_margins(one, layout.dimensions, layout.crossings[c], run);
  }
  const std::vector<std::vector<HoldingTallies>> holdings =
      all_holdings(records, specification, layout.dimensions, layout.crossings, amounts, result.notes, run);
  fill_cells(result.table, specification, amounts, layout.crossings, tallies, holdings, run);
  return result;
}

}  // namespace sfumato::tables
