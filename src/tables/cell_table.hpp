// A table of cells: values, bounds and protection levels, contributors, and the relations between the cells.
// Every rule, audit and protection works on this type, whatever the source of the table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tables/decimal.hpp"
#include "tables/dimension.hpp"
#include "tables/relations.hpp"

namespace sfumato::tables {

// primary: sensitive, never published. secondary: suppressed to protect other cells. kept: must be published.
enum class CellStatus : std::uint8_t { safe, primary, secondary, kept };

// JJ's letters: s, u, m, z.
char status_letter(CellStatus status);
std::optional<CellStatus> status_of_letter(char letter);

struct Cell {
  Decimal value;
  Decimal cost;  // of suppressing it
  CellStatus status = CellStatus::safe;
  // What an attacker knows before any publication; nothing means no bound on that side.
  std::optional<Decimal> lower = Decimal();
  std::optional<Decimal> upper = std::nullopt;
  // Protection levels: the attacker's interval must reach from value - lower_level to value + upper_level and
  // be at least sliding_level wide.
  Decimal lower_level;
  Decimal upper_level;
  Decimal sliding_level;

  bool suppressed() const { return status == CellStatus::primary || status == CellStatus::secondary; }
  bool operator==(const Cell&) const = default;
};

// The contribution of one respondent or one holding to a cell: `amount` as observed, which represents
// `weight` respondents.
struct Contribution {
  Decimal amount;
  Decimal weight = Decimal::whole(1);
  std::int64_t contributor =
      -1;  // the same number for the same respondent or holding in all cells; -1: unknown
  bool operator==(const Contribution&) const = default;
};

// The contributors of a cell, in the variable that the rules use (the response, or its shadow variable).
struct Contributors {
  std::int64_t frequency = 0;                  // records
  std::int64_t holdings = 0;                   // distinct holdings; without holdings as `frequency`
  Decimal weighted_frequency;                  // Σ weight
  Decimal total;                               // Σ weight · |amount|
  std::vector<Contribution> largest;           // records, by |amount| descending
  std::vector<Contribution> largest_holdings;  // the same for holdings; empty where none were given
  // The largest weight · |amount| among contributors who requested protection, by the first and the second
  // request code.
  std::array<Decimal, 2> largest_request = {};
  // The same for holdings: Σ |amount of a holding|, and the largest among holdings with a record that
  // requested protection.
  Decimal holdings_total;
  std::array<Decimal, 2> largest_holding_request = {};
  bool operator==(const Contributors&) const = default;
};

// What the cells count or sum.
struct Response {
  std::string name;     // "count", or the column that is summed
  bool counts = false;  // counts of respondents
  std::string mean_of;  // a sum that is published as a mean over the response of this name; often empty
  bool operator==(const Response&) const = default;
};

// One published table of a specification: which dimensions it crosses, and what it shows.
struct View {
  std::vector<std::size_t> dimensions;
  std::size_t response = 0;
  bool operator==(const View&) const = default;
};

struct CellTable {
  std::string title;
  std::vector<Dimension> dimensions;  // empty for a table that is given by its relations only (JJ)
  std::vector<Response> responses;
  std::vector<View> views;
  std::vector<Cell> cells;
  // Per cell one code for each dimension (0, the total, where its view does not cross it) and then its
  // response; empty where there are no dimensions.
  std::vector<std::uint32_t> coordinates;
  std::vector<Contributors> contributors;  // empty, or one for each cell
  std::size_t kept_contributions = 0;      // how many contributions of each cell were kept at most
  Relations relations;
  std::vector<std::string> rules;   // applied so far, as typed
  std::vector<std::uint64_t> hits;  // per cell, bit r: rule r calls it sensitive; empty before any rule
  // Per cell, in units of 2⁻⁶⁴: the fractional part of the sum of its records' keys, for perturbation; 0
  // where there are no records. Empty in a table of records without keys. Keys are as confidential as the
  // records.
  std::vector<std::uint64_t> keys;

  std::span<const std::uint32_t> codes_of(std::size_t cell) const;
  bool operator==(const CellTable&) const = default;
};

// "disease=flu, town=Total", with the response where there are several; "cell 17" without dimensions.
std::string cell_name(const CellTable& table, std::size_t cell);

// "disease=flu, town=Total = town A + B + C", for messages. A relation that is not a plain sum is written out
// by cell; at most `most` parts are named.
std::string relation_name(const CellTable& table, std::size_t relation, std::size_t most = 12);

// The cells and relations of the views over the dimensions: every combination of codes is a cell, shared by
// all views that have it, with value 0 and no status; relations that two views share are listed once. Cells
// come view by view, the last dimension running fastest. Too many cells to count is an error.
void lay_out_cells(CellTable& table);

// Every view crosses distinct, existing dimensions and shows an existing response.
void check_views(const CellTable& table);

// Finds cells by their codes and response.
class CellIndex {
 public:
  explicit CellIndex(const CellTable& table);
  std::optional<std::size_t> find(std::span<const std::uint32_t> codes_and_response) const;

 private:
  std::vector<std::uint64_t> strides_;
  std::unordered_map<std::uint64_t, std::size_t> positions_;
};

// Every relation holds exactly; else an error that names the relations (at most five) and their differences.
void check_additive(const CellTable& table);

// Checks sizes, the cells of relations, bounds and levels (lower <= value <= upper, levels not negative),
// then check_additive.
void check_table(const CellTable& table);

}  // namespace sfumato::tables
