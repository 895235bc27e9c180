// Names become indices in the catalogue, and conditions become sets. NOT is moved down to the tests: there it
// takes the complement of the accepted values. NULL is in neither set, as in three-valued logic.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/language/answer_ranges.hpp"
#include "queries/language/constants.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/groupings.hpp"
#include "queries/language/lexer.hpp"
#include "queries/language/normal_form.hpp"
#include "queries/language/normal_text.hpp"
#include "queries/language/syntax.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

std::size_t table_of(std::string_view query, const NameSyntax& name, const Catalogue& catalogue) {
  if (const auto found = catalogue.find(name.text)) return *found;
  std::vector<std::string> names;
  for (const CatalogueTable& table : catalogue.tables) names.push_back(table.name);
  fail_at(query, name.at, "there is no table '" + io::shown(name.text) + "'", names_hint(name.text, names));
}

class Binder {
 public:
  Binder(std::string_view query, const CatalogueTable& table)
      : query_(query), table_(table), constants_(query, table), groupings_(query, table) {}

  Question bind(const QuerySyntax& syntax, std::size_t table) {
    Query common;
    common.table = table;
    common.where = syntax.where ? condition(*syntax.where, false) : constant_condition(true);
    groupings_.bind(syntax, common);
    Question result;
    result.named = syntax.aggregates.size() > 1;
    group_names(syntax, common, result);
    for (const AggregateSyntax& one : syntax.aggregates) {
      Query part = common;
      aggregate(one, part);
      name(one, aggregate_text(part, table_), result);
      result.parts.push_back(normalized(std::move(part)));
    }
    if (syntax.having) result.having = having(*syntax.having, syntax, common, result);
    return result;
  }

 private:
  Query normalized(Query query) const {
    if (const auto normalize = record_of(query).normalize) normalize(query, table_);
    return query;
  }

  // The names of an answer's columns differ in more than case.
  void require_new(const Question& question, std::string_view name, std::size_t at) const {
    const auto same = [&](const std::string& other) { return same_word(other, name); };
    const bool taken = std::any_of(question.names.begin(), question.names.end(), same) ||
                       std::any_of(question.groups.begin(), question.groups.end(), same);
    if (!taken && !same_word(name, "interval95")) return;
    fail_at(query_, at,
            taken ? "the name '" + io::shown(name) + "' occurs twice in the answer"
                  : "the name '" + io::shown(name) + "' is used for intervals",
            "give it another name with AS");
  }

  void name(const AggregateSyntax& syntax, std::string written, Question& result) const {
    if (syntax.alias) written = std::string(syntax.alias->text);
    require_new(result, written, syntax.alias ? syntax.alias->at : syntax.function.at);
    result.named = result.named || syntax.alias.has_value();
    result.names.push_back(std::move(written));
  }

  void group_names(const QuerySyntax& syntax, const Query& common, Question& result) const {
    for (std::size_t level = 0; level < common.groups.size(); ++level) {
      std::string written = grouping_text(common, level, table_);
      std::size_t at = syntax.groups[level].column.at;
      for (const GroupingSyntax& selected : syntax.selected) {
        if (!selected.alias || !groupings_.same(selected, common, level)) continue;
        written = std::string(selected.alias->text);
        at = selected.alias->at;
      }
      require_new(result, written, at);
      result.groups.push_back(std::move(written));
    }
  }

  void aggregate(const AggregateSyntax& syntax, Query& result) const {
    result.aggregate = syntax.aggregate;
    if (!syntax.column) return;
    result.column = column_named(query_, table_, *syntax.column);
    const CatalogueColumn& column = table_.column(*result.column);
    if (record_of(result).numbers_only && column.kind != ColumnKind::number) {
      fail_at(
          query_, syntax.column->at,
          "'" + column.name + "' has categories; " + std::string(syntax.function.text) + " is for numbers",
          "count them by GROUP BY or COUNT(DISTINCT " + column.name + ")");
    }
    const ExactAnswer& exact = record_of(result).exact;
    if (column.date && (exact.sums || exact.squares)) {
      fail_at(query_, syntax.column->at,
              "'" + column.name + "' has dates; " + std::string(syntax.function.text) + " is for numbers",
              "ask for MIN, MAX, MEDIAN, QUANTILE or COUNT of dates");
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
    const std::size_t column = column_named(query_, table_, predicate.column);
    const RangeSet domain = domain_of(table_.column(column));
    if (predicate.kind == PredicateSyntax::Kind::null) {
      return leaf_condition(table_, column, negate ? domain : RangeSet(), !negate);
    }
    RangeSet values = constants_.accepted(predicate, column);
    if (negate) values = domain.difference(values);
    return leaf_condition(table_, column, std::move(values), false);
  }

  GroupCondition having(const PredicateSyntax& predicate, const QuerySyntax& syntax, const Query& common,
                        const Question& question) {
    GroupCondition result;
    result.negated = predicate.negated;
    if (predicate.kind == PredicateSyntax::Kind::truth) return result;
    if (predicate.kind == PredicateSyntax::Kind::all || predicate.kind == PredicateSyntax::Kind::any) {
      const bool all = predicate.kind == PredicateSyntax::Kind::all;
      result.kind = all ? GroupCondition::Kind::all : GroupCondition::Kind::any;
      for (const PredicateSyntax& part : predicate.parts) {
        result.parts.push_back(having(part, syntax, common, question));
      }
      return result;
    }
    if (const auto place = answer_of(predicate, syntax, common, question)) {
      result.kind = GroupCondition::Kind::answer;
      result.place = *place;
      const std::optional<std::size_t> column = aggregated_column(question.parts[*place]);
      const bool counts = record_of(question.parts[*place]).exact.unit_power == 0;
      const bool dates = column && !counts && table_.column(*column).date;
      result.null = predicate.kind == PredicateSyntax::Kind::null;
      if (!result.null) result.values = answer_ranges(query_, predicate, dates);
      return result;
    }
    result.kind = GroupCondition::Kind::group;
    result.place = level_of(predicate.column, common, question);
    result.null = predicate.kind == PredicateSyntax::Kind::null;
    if (!result.null) result.codes = constants_.accepted(predicate, common.groups[result.place]);
    return result;
  }

  // The place of an aggregate that is after SELECT; none: it is a grouped column.
  std::optional<std::size_t> answer_of(const PredicateSyntax& predicate, const QuerySyntax& syntax,
                                       const Query& common, const Question& question) const {
    if (!predicate.aggregate) {
      for (std::size_t i = 0; i < syntax.aggregates.size(); ++i) {
        const auto& alias = syntax.aggregates[i].alias;
        if (alias && same_word(alias->text, predicate.column.text)) return i;
      }
      return std::nullopt;
    }
    Query wanted = common;
    aggregate(*predicate.aggregate, wanted);
    const std::string written = aggregate_text(wanted, table_);
    wanted = normalized(std::move(wanted));
    for (std::size_t i = 0; i < question.parts.size(); ++i) {
      if (question.parts[i] == wanted) return i;
    }
    fail_at(query_, predicate.aggregate->function.at, written + " is in HAVING, but not after SELECT",
            "add it after SELECT: HAVING uses published answers only, and each has its cost");
  }

  std::size_t level_of(const NameSyntax& name, const Query& common, const Question& question) const {
    for (std::size_t level = 0; level < common.groups.size(); ++level) {
      const std::string& column = table_.column(common.groups[level]).name;
      if (!same_word(name.text, column) && !same_word(name.text, question.groups[level])) continue;
      if (common.banding(level) == Banding{}) return level;
      fail_at(query_, name.at, "HAVING cannot select bands of '" + column + "'",
              "write the condition on '" + column + "' after WHERE");
    }
    fail_at(query_, name.at, "'" + io::shown(name.text) + "' is neither in GROUP BY nor a name after AS",
            "HAVING selects groups by the grouped columns and by the answers after SELECT");
  }

  std::string_view query_;
  const CatalogueTable& table_;
  ConstantReader constants_;
  GroupingBinder groupings_;
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

Question parse_question(std::string_view text, const Catalogue& catalogue) {
  const QuerySyntax syntax = parse_syntax(text);
  const std::size_t table = table_of(text, syntax.table, catalogue);
  Question question = Binder(text, catalogue.tables[table]).bind(syntax, table);
  for (const Query& part : question.parts) require_readable(part, catalogue);
  return question;
}

Query parse_query(std::string_view text, const Catalogue& catalogue) {
  Question question = parse_question(text, catalogue);
  if (question.parts.size() > 1) {
    bad_input("the query has " + std::to_string(question.parts.size()) + " aggregates, and one is expected",
              "write a query for each aggregate");
  }
  if (question.having != GroupCondition{}) bad_input("HAVING is not expected here", "remove it");
  return std::move(question.parts.front());
}

}  // namespace sfumato::queries
