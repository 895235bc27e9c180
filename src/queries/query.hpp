// A bound query: names are indices in the catalogue, constants are units or codes, and conditions are sets of
// values. It contains no text of the user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/range_set.hpp"

namespace sfumato::queries {

// The indices of the aggregates in aggregates.def; aggregates/aggregate.hpp describes each.
enum class Aggregate : std::uint8_t {
#define AGGREGATE(name) name,
#include "queries/aggregates/aggregates.def"
#undef AGGREGATE
};

// AND and OR of sets, without NOT: NULL is in a set only if `null` is set. Once NOT has been moved to the
// leaves, three-valued logic is not needed any more.
struct Condition {
  enum class Kind : std::uint8_t { always, never, leaf, all, any };
  Kind kind = Kind::always;
  std::size_t column = 0;        // of a leaf
  RangeSet values;               // within first() to last() of the column
  bool null = false;             // NULL is accepted too
  std::vector<Condition> parts;  // of `all` and `any`
  bool operator==(const Condition&) const = default;
};

struct Query {
  std::size_t table = 0;
  Aggregate aggregate = {};           // the first: COUNT(*)
  std::optional<std::size_t> column;  // the aggregated one; none for COUNT(*)
  std::int64_t millionths = 0;        // of a quantile: 500'000 for the median
  Condition where;
  std::vector<std::size_t> groups;  // columns in the order of GROUP BY
  bool operator==(const Query&) const = default;
};

// SELECT aggregate FROM table [WHERE condition] [GROUP BY columns]; the grouped columns may also be written
// before the aggregate. The grammar is in language/parser.cpp. Words and names ignore case, categories do
// not; comments are errors. An error (bad_input) has the position and what is expected there, and depends on
// text and catalogue only. Limits: 64 KiB of text, as typed and in normal form; 100 levels of brackets;
// 100,000 groups. GROUP BY takes categories, and numbers whose domain has at most 1,000 units.
Query parse_query(std::string_view text, const Catalogue& catalogue);

// The normal form of a query as text, which parse_query reads back to the same query: it is compared, logged
// and charged. Conditions that accept the same values of each column in the same structure have the same
// text.
std::string normal_text(const Query& query, const Catalogue& catalogue);

// The values of a column that the condition accepts, without NULL: a superset if OR combines columns.
RangeSet reach(const Condition& condition, std::size_t column, const CatalogueTable& table);
// The columns of its leaves, ascending; for a query also the grouped and aggregated columns.
std::vector<std::size_t> columns_of(const Condition& condition);
std::vector<std::size_t> columns_of(const Query& query);
// May a record whose column is NULL match?
bool reaches_null(const Condition& condition, std::size_t column);

}  // namespace sfumato::queries
