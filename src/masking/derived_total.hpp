// Totals that are recomputed after masking, so that they equal the sum of their parts. Records are treated
// one by one; what a total needs to know of all of them is found first where they come in blocks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::masking {

// total = Σ sign·column, recomputed after masking.
struct Derivation {
  ColumnId total = 0;
  struct Term {
    double sign = 1.0;
    ColumnId column = 0;
  };
  std::vector<Term> terms;
  std::string text;  // as it was written
};

// "TOTAL=A+B-C". Column names may have signs in them: the longest name that fits is taken.
Derivation parse_derivation(std::string_view typed, const Table& table);

// The columns without those that a rule recomputes: masking them would have no effect. A total that a later
// rule needs must be derived before it, and only once.
ColumnSet without_derived(const ColumnSet& columns, const std::vector<Derivation>& derive,
                          const Table& table);

struct TotalFacts {
  bool whole = true;        // the original has integers, and so have all sums
  bool finer = false;       // some sum has more decimals than the total declares
  std::size_t outside = 0;  // sums outside the declared domain
};

struct DerivedTotal {
  Value details = Value::object();  // counts
  TotalFacts found;                 // of these records
};

// Replaces the total. A total with a missing part is missing. With `known`, the tables are a block of those
// that it is about, so that all blocks have the type of all sums.
DerivedTotal derive_total(const Table& original, Table& masked, const Derivation& rule,
                          const TotalFacts* known = nullptr);

// Columns that the rules read and replace.
ColumnSet columns_of(const Derivation& rule);

// Integers, where all values are such.
Column whole_column(std::span<const double> values);
std::size_t count_outside(const Column& column, const Domain& domain);
// Beyond this, doubles do not represent every integer.
inline constexpr double largest_whole = 9007199254740992.0;

}  // namespace sfumato::masking
