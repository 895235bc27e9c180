// A question to a database, understood: names are places in the catalogue, constants are units or codes, and
// conditions are sets of values. Nothing of what the user typed is left in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/range_set.hpp"

namespace sfumato::queries {

// The places of the aggregates in aggregates.def; aggregates/aggregate.hpp has a record of each.
enum class Aggregate : std::uint8_t {
#define AGGREGATE(name) name,
#include "queries/aggregates/aggregates.def"
#undef AGGREGATE
};

// AND and OR of sets, without NOT: a NULL is in no set unless `null` says so, and so three-valued logic is
// done with once NOT has been moved to the leaves.
struct Condition {
  enum class Kind : std::uint8_t { always, never, leaf, all, any };
  Kind kind = Kind::always;
  std::size_t column = 0;        // of a leaf
  RangeSet values;               // within first() to last() of the column
  bool null = false;             // NULL is accepted too
  std::vector<Condition> parts;  // of all, any
  bool operator==(const Condition&) const = default;
};

struct Query {
  std::size_t table = 0;
  Aggregate aggregate = {};           // the first: COUNT(*)
  std::optional<std::size_t> column;  // that is aggregated; none for COUNT(*)
  std::int64_t millionths = 0;        // of a quantile: 500'000 for the median
  Condition where;
  std::vector<std::size_t> groups;  // columns in the order of GROUP BY
  bool operator==(const Query&) const = default;
};

// SELECT aggregate FROM table [WHERE condition] [GROUP BY columns]; the grouped columns may stand before the
// aggregate, too. The grammar is in language/parser.cpp. Words and names are read without regard to case,
// categories as they are; comments are refused. An error (bad_input) says the position and what could stand
// there, and follows from text and catalogue alone. Text of more than 64 KiB, as typed or as normal text,
// more than 100 brackets in each other, and GROUP BY with more than 100,000 groups are refused. Groups are
// over categories, and over numbers whose domain has at most 1,000 units.
Query parse_query(std::string_view text, const Catalogue& catalogue);

// The one way to write a query, which parse_query reads back to the same: what is compared, logged and
// charged. Conditions that accept the same values of each column in the same structure have one text.
std::string normal_text(const Query& query, const Catalogue& catalogue);

// The values that the condition lets a column have, NULL aside: a superset where columns are mixed by OR.
RangeSet reach(const Condition& condition, std::size_t column, const CatalogueTable& table);
// The columns of its leaves, ascending; and those together with what is grouped by and aggregated.
std::vector<std::size_t> columns_of(const Condition& condition);
std::vector<std::size_t> columns_of(const Query& query);
// May a record whose column is NULL match?
bool reaches_null(const Condition& condition, std::size_t column);

}  // namespace sfumato::queries
