// The grammar by recursive descent. Unsupported parts of SQL are errors with a hint.
//
//   query      = SELECT item {"," item} FROM name [WHERE condition]
//                [GROUP BY grouping {"," grouping} [HAVING condition]] [";"]
//   item       = (aggregate | grouping) [AS name]; at least one aggregate
//   aggregate  = word "(" ("*" | [DISTINCT] name | name "," number) ")", by the forms of the aggregates
//   grouping   = name ["/" number] | part "(" name ")"   with part = YEAR | MONTH | QUARTER | WEEK | DAY |
//   WEEKDAY condition  = conjunction {OR conjunction}          conjunction = factor {AND factor} factor     =
//   {NOT} ("(" condition ")" | TRUE | FALSE | test) test       = operand compares constant | constant
//   compares operand | operand IS [NOT] NULL
//              | operand [NOT] (BETWEEN constant AND constant | IN "(" constant {"," constant} ")" | LIKE
//              text)
//   operand    = name; in HAVING also aggregate
//   constant   = ["-" | "+"] number | text | DATE text
//   compares   = "=" | "<>" | "!=" | "<" | "<=" | ">" | ">="
#include "io/utf8.hpp"
#include "queries/language/condition_parser.hpp"
#include "queries/language/select_items.hpp"
#include "queries/language/syntax.hpp"
#include "queries/language/token_cursor.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t max_aggregates = 32;
constexpr std::string_view end_hint =
    "after the table, only WHERE, GROUP BY and HAVING are allowed, in this order";

void read_item(TokenCursor& cursor, QuerySyntax& result) {
  if (cursor.at_symbol("*")) {
    cursor.fail(cursor.peek(), "a query cannot return single records", aggregates_hint());
  }
  if (cursor.at_call() && !at_part_of_date(cursor)) {
    if (result.aggregates.size() == max_aggregates) {
      cursor.fail(cursor.peek(), "more than " + std::to_string(max_aggregates) + " aggregates",
                  "ask several questions");
    }
    AggregateSyntax& one = result.aggregates.emplace_back(read_aggregate(cursor));
    one.alias = read_alias(cursor);
    return;
  }
  GroupingSyntax& one =
      result.selected.emplace_back(read_grouping(cursor, "an aggregate or a grouped column"));
  one.alias = read_alias(cursor);
}

void read_select_list(TokenCursor& cursor, QuerySyntax& result) {
  do {
    read_item(cursor, result);
  } while (cursor.take_symbol(","));
  if (!result.aggregates.empty()) return;
  if (cursor.at_word("FROM")) {
    cursor.fail(cursor.peek(), "an aggregate is missing before FROM", aggregates_hint());
  }
  cursor.unexpected("',' and an aggregate", aggregates_hint());
}

void read_groups(TokenCursor& cursor, QuerySyntax& result) {
  cursor.expect_word("BY");
  do {
    if (cursor.at_call() && !at_part_of_date(cursor)) {
      cursor.fail(cursor.peek(), "'" + io::shown(cursor.peek().spelling) + "(' cannot be in GROUP BY",
                  "group by columns, bands such as age / 10, or YEAR, QUARTER, MONTH, WEEK, DAY and WEEKDAY "
                  "of a date");
    }
    result.groups.push_back(read_grouping(cursor, "a column"));
  } while (cursor.take_symbol(","));
}

}  // namespace

QuerySyntax parse_syntax(std::string_view query) {
  TokenCursor cursor(query);
  QuerySyntax result;
  cursor.expect_word("SELECT");
  read_select_list(cursor, result);
  cursor.expect_word("FROM");
  result.table = cursor.name("a table");
  if (cursor.at_symbol(",")) {
    cursor.fail(cursor.peek(), "a query is about one table", "write a separate query for each table");
  }
  if (cursor.take_word("WHERE")) result.where = read_condition(cursor, Clause::where);
  if (cursor.take_word("GROUP")) read_groups(cursor, result);
  if (cursor.at_word("HAVING")) {
    if (result.groups.empty()) {
      cursor.fail(cursor.peek(), "HAVING selects groups, and this query has no GROUP BY",
                  "write conditions on records after WHERE");
    }
    cursor.take();
    result.having = read_condition(cursor, Clause::having);
  }
  cursor.take_symbol(";");
  if (cursor.peek().kind != TokenKind::end) cursor.unexpected("the end of the query", end_hint);
  return result;
}

}  // namespace sfumato::queries
