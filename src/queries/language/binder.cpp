// Names become indices in the catalogue, and conditions become sets. NOT is moved down to the tests: there it
// takes the complement of the accepted values. NULL is in neither set, as in three-valued logic.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/language/constants.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/lexer.hpp"
#include "queries/language/normal_form.hpp"
#include "queries/language/normal_text.hpp"
#include "queries/language/syntax.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t max_groups = 100'000;
constexpr std::int64_t max_grouped_units = 1'000;

// A suggestion, or the list of names.
std::string names_hint(std::string_view typed, const std::vector<std::string>& names) {
  std::string close = suggestion(typed, names);
  if (!close.empty()) return close;
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == 20) return all + ", …";
    all += (i == 0 ? "there is " : ", ") + names[i];
  }
  return all;
}

std::size_t table_of(std::string_view query, const NameSyntax& name, const Catalogue& catalogue) {
  if (const auto found = catalogue.find(name.text)) return *found;
  std::vector<std::string> names;
  for (const CatalogueTable& table : catalogue.tables) names.push_back(table.name);
  fail_at(query, name.at, "there is no table '" + io::shown(name.text) + "'", names_hint(name.text, names));
}

class Binder {
 public:
  Binder(std::string_view query, const CatalogueTable& table)
      : query_(query), table_(table), constants_(query, table) {}

  void bind(const QuerySyntax& syntax, Query& result) {
    aggregate(syntax, result);
    result.where = syntax.where ? condition(*syntax.where, false) : constant_condition(true);
    groups(syntax, result);
    if (const auto normalize = record_of(result).normalize) normalize(result, table_);
  }

 private:
  std::size_t column_of(const NameSyntax& name) const {
    if (const auto found = table_.find(name.text)) return *found;
    std::vector<std::string> names;
    for (const CatalogueColumn& column : table_.columns) names.push_back(column.name);
    fail_at(query_, name.at, "'" + table_.name + "' has no column '" + io::shown(name.text) + "'",
            names_hint(name.text, names));
  }

  void aggregate(const QuerySyntax& syntax, Query& result) const {
    result.aggregate = syntax.aggregate;
    if (!syntax.column) return;
    result.column = column_of(*syntax.column);
    const CatalogueColumn& column = table_.column(*result.column);
    if (record_of(result).numbers_only && column.kind != ColumnKind::number) {
      fail_at(
          query_, syntax.column->at,
          "'" + column.name + "' has categories; " + std::string(syntax.function.text) + " is for numbers",
          "count them by GROUP BY or COUNT(DISTINCT " + column.name + ")");
    }
    result.millionths = syntax.share ? share_of(*syntax.share) : syntax.millionths;
  }

  std::int64_t share_of(const ConstantSyntax& share) const {
    const DecimalUnits units = units_of(share.spelling, share.negative, 6);
    if (share.kind != ConstantSyntax::Kind::number || !units.exact || units.floor < 0 ||
        units.floor > 1'000'000) {
      fail_at(query_, share.at,
              io::shown(share.spelling) + " is not a share from 0 to 1 with at most 6 decimals",
              "write 0.25 for the lower quartile");
    }
    return units.floor;
  }

  Condition condition(const PredicateSyntax& predicate, bool negate) {
    negate = negate != predicate.negated;
    switch (predicate.kind) {
      case PredicateSyntax::Kind::truth:
        return constant_condition(!negate);
      case PredicateSyntax::Kind::all:
      case PredicateSyntax::Kind::any: {
        std::vector<Condition> parts;
        parts.reserve(predicate.parts.size());
        for (const PredicateSyntax& part : predicate.parts) parts.push_back(condition(part, negate));
        const bool all = (predicate.kind == PredicateSyntax::Kind::all) != negate;
        return combined_condition(all ? Condition::Kind::all : Condition::Kind::any, std::move(parts),
                                  table_);
      }
      default:
        break;
    }
    const std::size_t column = column_of(predicate.column);
    const RangeSet domain = domain_of(table_.column(column));
    if (predicate.kind == PredicateSyntax::Kind::null) {
      return leaf_condition(table_, column, negate ? domain : RangeSet(), !negate);
    }
    RangeSet values = constants_.accepted(predicate, column);
    if (negate) values = domain.difference(values);
    return leaf_condition(table_, column, std::move(values), false);
  }

  void groups(const QuerySyntax& syntax, Query& result) const {
    std::int64_t count = 1;
    for (const NameSyntax& name : syntax.groups) {
      const std::size_t index = column_of(name);
      const CatalogueColumn& column = table_.column(index);
      if (std::find(result.groups.begin(), result.groups.end(), index) != result.groups.end()) {
        fail_at(query_, name.at, "'" + column.name + "' occurs twice in GROUP BY", "write it once");
      }
      const std::int64_t values = column.last() - column.first() + 1;
      if (column.kind == ColumnKind::number && values > max_grouped_units) {
        fail_at(
            query_, name.at,
            "the domain of '" + column.name + "' has " + std::to_string(values) + " units, too many groups",
            "group by columns of at most " + std::to_string(max_grouped_units) +
                " units, or ask with BETWEEN");
      }
      const std::int64_t here = values + (column.nullable ? 1 : 0);
      if (here > max_groups / count) {
        fail_at(query_, name.at, "more than " + std::to_string(max_groups) + " groups",
                "every combination of declared values is a group; group by fewer columns");
      }
      count *= here;
      result.groups.push_back(index);
    }
    for (const NameSyntax& name : syntax.selected) {
      const std::size_t index = column_of(name);
      if (std::find(result.groups.begin(), result.groups.end(), index) != result.groups.end()) continue;
      fail_at(query_, name.at,
              "'" + table_.column(index).name + "' is before the aggregate, but not in GROUP BY",
              "add GROUP BY " + table_.column(index).name);
    }
  }

  std::string_view query_;
  const CatalogueTable& table_;
  ConstantReader constants_;
};

// The logged text must be parsable.
void require_readable(const Query& query, const Catalogue& catalogue) {
  const WrittenQuery written = written_query(query, catalogue, max_query_bytes);
  if (written.text.size() > max_query_bytes) {
    bad_input("the normal form of the query has more than " + std::to_string(max_query_bytes) + " bytes",
              "ask about fewer values; LIKE counts as a list of all categories with that prefix");
  }
  if (written.brackets > max_bracket_depth) {
    bad_input("the normal form of the query has more than " + std::to_string(max_bracket_depth) +
                  " levels of brackets",
              "ask a simpler question");
  }
}

}  // namespace

Query parse_query(std::string_view text, const Catalogue& catalogue) {
  const QuerySyntax syntax = parse_syntax(text);
  Query query;
  query.table = table_of(text, syntax.table, catalogue);
  Binder(text, catalogue.tables[query.table]).bind(syntax, query);
  require_readable(query, catalogue);
  return query;
}

}  // namespace sfumato::queries
