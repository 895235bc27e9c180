// What a margin leaves outside one of its parts: margin − cell. Such a difference is never a cell of the
// table, but anyone can compute it from two published cells, so that the rules group and k-disclosure are
// about it. Audit and suppression treat it as one more cell that is never published.
#pragma once

#include <optional>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct Rule;

// A sum over one variable: the relation total = Σ parts, with two parts or more that can be other than 0. A
// structural zero (value 0, and known to be 0: an upper bound of 0, or marked to be published) is not such a
// part. A margin with one possible part says nothing that is not known beforehand.
struct Margin {
  std::size_t relation = 0;
  std::size_t total = 0;
  std::vector<std::size_t> parts;
};

bool is_structural_zero(const Cell& cell);

// In the order of the table's relations. In a table with dimensions every sum of a dimension's tree is a
// margin, with the other dimensions fixed.
std::vector<Margin> margins_of(const CellTable& table);

// What is required of margin − cell, like the levels of a cell: it must be able to lie `upper_level` above
// and `lower_level` below its value. All levels 0: it must not be known exactly.
struct OutsideLevels {
  Decimal lower_level, upper_level;
};

struct Outside {
  std::size_t cell = 0;
  std::size_t margin = 0;    // the total
  std::size_t relation = 0;  // that says so
  std::size_t rule = 0;      // position in the table's rules
  Decimal value;             // margin − cell
  OutsideLevels levels = {};
};

// A part of a margin, for a rule to decide.
struct MarginPart {
  const CellTable& table;
  std::size_t cell;
  std::size_t margin;
  bool counts;  // respondents, and not amounts

  Decimal value() const { return table.cells[margin].value - table.cells[cell].value; }
  // Contributors of the margin outside the cell; empty where the table has none.
  std::optional<std::int64_t> contributors() const;
};

// The differences that this rule protects, whatever the statuses of the cells.
std::vector<Outside> find_outside(const CellTable& table, const std::vector<Margin>& margins,
                                  const Rule& rule, std::size_t place);

// The differences that the table's own rules protect: those of cells that are still sensitive.
std::vector<Outside> outside_of(const CellTable& table);

// The table with one more cell for each difference, and its relation: sensitive, never published, with its
// levels. Without rules, hits and contributors.
CellTable with_outside(const CellTable& table, const std::vector<Outside>& differences);

// "town=A, disease=Total without town=A, disease=yes".
std::string outside_name(const CellTable& table, std::size_t cell, std::size_t margin);

}  // namespace sfumato::tables
