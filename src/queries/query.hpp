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

// The numbers from lower to upper; an end that is excluded is open.
struct AnswerRange {
  double lower = 0, upper = 0;
  bool open_lower = false, open_upper = false;
  bool operator==(const AnswerRange&) const = default;
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

// How a grouped column is divided. `width`: bands of equal width, from multiples of it; the others are parts
// of dates: years of the domain, months from 1 to 12, quarters from 1 to 4, ISO weeks from 1 to 53, days of
// the month from 1 to 31 and days of the week from 1, Monday, to 7.
struct Banding {
  enum class Kind : std::uint8_t { values, width, year, month, quarter, week, day, weekday };
  Kind kind = Kind::values;  // each declared value is a group
  std::int64_t width = 1;    // in units
  bool operator==(const Banding&) const = default;
};

struct Query {
  std::size_t table = 0;
  Aggregate aggregate = {};           // the first: COUNT(*)
  std::optional<std::size_t> column;  // the aggregated one; none for COUNT(*)
  std::int64_t millionths = 0;        // of a quantile: 500'000 for the median
  Condition where;
  std::vector<std::size_t> groups;  // columns in the order of GROUP BY
  std::vector<Banding> bands;       // of the groups; empty if each value is a group
  bool operator==(const Query&) const = default;

  Banding banding(std::size_t level) const { return bands.empty() ? Banding{} : bands[level]; }
};

// A condition of HAVING: it selects groups by published answers and by the public values of the groups. So it
// is post-processing: it costs nothing and is not part of the query.
struct GroupCondition {
  enum class Kind : std::uint8_t { always, answer, group, all, any };
  Kind kind = Kind::always;
  bool negated = false;
  std::size_t place = 0;            // of the aggregate, or of the grouped column
  std::vector<AnswerRange> values;  // that an answer may have
  RangeSet codes;                   // units or codes that a group may have
  bool null = false;                // the group of NULL, or an answer without a value, is accepted
  std::vector<GroupCondition> parts;
  bool operator==(const GroupCondition&) const = default;
};

// Several aggregates of the same records, each a query of its own with its own cost.
struct Question {
  std::vector<Query> parts;         // differ in aggregate, column and millionths only
  std::vector<std::string> names;   // of the aggregates in the answer: the name after AS, or as "AVG(age)"
  std::vector<std::string> groups;  // names of the grouped columns in the answer
  bool named = false;               // several aggregates, or AS
  GroupCondition having;
  const Query& first() const { return parts.front(); }
};

// SELECT aggregates FROM table [WHERE condition] [GROUP BY columns [HAVING condition]]; the grouped columns
// may also be among the aggregates. The grammar is in language/parser.cpp. Words and names ignore case,
// categories do not; comments are errors. An error (bad_input) has the position and what is expected there,
// and depends on text and catalogue only. Limits: 64 KiB of text, as typed and in normal form; 100 levels of
// brackets; 100,000 groups; 32 aggregates. GROUP BY takes categories, numbers and dates with at most 1,000
// units, bands (age / 10), and YEAR and MONTH of a date.
Question parse_question(std::string_view text, const Catalogue& catalogue);
// A question with one aggregate, without HAVING.
Query parse_query(std::string_view text, const Catalogue& catalogue);
// The normal forms of its queries in one text, without names and HAVING.
std::string normal_text(const Question& question, const Catalogue& catalogue);

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
