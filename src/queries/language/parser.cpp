// The grammar by recursive descent; brackets are the only recursion, and their depth is limited. Unsupported
// parts of SQL are errors with a hint.
//
//   query      = SELECT {name ","} aggregate FROM name [WHERE condition] [GROUP BY name {"," name}] [";"]
//   aggregate  = word "(" ("*" | [DISTINCT] name | name "," number) ")", by the forms of the aggregates
//   condition  = conjunction {OR conjunction}          conjunction = factor {AND factor}
//   factor     = {NOT} ("(" condition ")" | TRUE | FALSE | test)
//   test       = name compares constant | constant compares name | name IS [NOT] NULL
//              | name [NOT] (BETWEEN constant AND constant | IN "(" constant {"," constant} ")" | LIKE text)
//   constant   = ["-" | "+"] number | text             compares = "=" | "<>" | "!=" | "<" | "<=" | ">" | ">="
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/language/advice.hpp"
#include "queries/language/lexer.hpp"
#include "queries/language/syntax.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr std::string_view end_hint = "after the table, only WHERE and GROUP BY are allowed, in this order";
constexpr std::string_view tests_hint =
    "a column is compared with a constant (= <> < <= > >=) or tested by BETWEEN, IN, LIKE 'prefix%' or IS "
    "NULL";

std::string aggregates_hint() { return "ask for " + aggregate_forms_text(); }

// The aggregate that is written with this word and argument.
struct KnownForm {
  Aggregate aggregate;
  const AggregateForm* form;
};
std::optional<KnownForm> form_of(std::string_view word, std::optional<Argument> argument = std::nullopt) {
  const std::vector<AggregateRecord>& all = aggregate_records();
  for (std::size_t place = 0; place < all.size(); ++place) {
    for (const AggregateForm& form : all[place].forms) {
      if (!same_word(form.word, word) || (argument && form.argument != *argument)) continue;
      return KnownForm{static_cast<Aggregate>(place), &form};
    }
  }
  return std::nullopt;
}

// The comparison that holds for (b, a) where this one holds for (a, b).
ComparisonSign turned(ComparisonSign comparison) {
  switch (comparison) {
    case ComparisonSign::less:
      return ComparisonSign::greater;
    case ComparisonSign::at_most:
      return ComparisonSign::at_least;
    case ComparisonSign::greater:
      return ComparisonSign::less;
    case ComparisonSign::at_least:
      return ComparisonSign::at_most;
    default:
      return comparison;
  }
}

class Parser {
 public:
  explicit Parser(std::string_view query) : query_(query), tokens_(tokens_of(query)) {}

  QuerySyntax syntax() {
    QuerySyntax result;
    expect_word("SELECT");
    select_list(result);
    expect_word("FROM");
    result.table = name("a table");
    if (at_symbol(",")) fail(peek(), "a query is about one table", "write a separate query for each table");
    if (take_word("WHERE")) result.where = condition();
    if (take_word("GROUP")) {
      expect_word("BY");
      do {
        result.groups.push_back(name("a column"));
      } while (take_symbol(","));
    }
    take_symbol(";");
    if (peek().kind != TokenKind::end) unexpected("the end of the query", end_hint);
    return result;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(place_ + ahead, tokens_.size() - 1)];
  }
  Token take() {
    const Token token = peek();
    if (place_ + 1 < tokens_.size()) ++place_;
    return token;
  }
  bool at_word(std::string_view word, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::word && same_word(peek(ahead).spelling, word);
  }
  bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::symbol && peek(ahead).spelling == symbol;
  }
  bool take_word(std::string_view word) {
    const bool there = at_word(word);
    if (there) take();
    return there;
  }
  bool take_symbol(std::string_view symbol) {
    const bool there = at_symbol(symbol);
    if (there) take();
    return there;
  }
  void expect_word(std::string_view word) {
    if (!take_word(word)) unexpected(word);
  }
  void expect_symbol(std::string_view symbol) {
    if (!take_symbol(symbol)) unexpected("'" + std::string(symbol) + "'");
  }

  [[noreturn]] void fail(const Token& token, const std::string& what, std::string_view hint) const {
    fail_at(query_, token.at, what, std::string(hint));
  }
  // `hint` is used if there is no better advice.
  [[noreturn]] void unexpected(std::string_view expected, std::string_view hint = {}) const {
    const Token& token = peek();
    const bool quoted = token.kind == TokenKind::text || token.kind == TokenKind::quoted_name;
    const std::string found =
        token.kind == TokenKind::end ? "the end of the query" : "'" + io::shown(token.spelling) + "'";
    const std::string_view advice = quoted ? std::string_view{} : advice_about(token.spelling);
    fail(token, "expected " + std::string(expected) + ", found " + found, advice.empty() ? hint : advice);
  }

  NameSyntax name(std::string_view expected) {
    const Token& token = peek();
    if (token.kind == TokenKind::word && !is_reserved(token.spelling)) {
      take();
      return {token.spelling, token.at};
    }
    if (token.kind == TokenKind::quoted_name) {
      take();
      return {token.spelling.substr(1, token.spelling.size() - 2), token.at};
    }
    unexpected(expected);
  }

  void select_list(QuerySyntax& result) {
    constexpr std::string_view one_aggregate = "write the grouped columns first, then one aggregate";
    while (true) {
      if (at_symbol("*")) fail(peek(), "a query cannot return single records", aggregates_hint());
      if (peek().kind == TokenKind::word && at_symbol("(", 1)) break;
      result.selected.push_back(name("an aggregate or a grouped column"));
      if (at_word("FROM")) fail(peek(), "an aggregate is missing before FROM", aggregates_hint());
      if (!take_symbol(",")) unexpected("',' and an aggregate", aggregates_hint());
    }
    aggregate(result);
    if (at_symbol(",")) fail(peek(), "a query has one aggregate, directly before FROM", one_aggregate);
  }

  void aggregate(QuerySyntax& result) {
    const Token word = take();
    if (!form_of(word.spelling)) {
      fail(word, "there is no aggregate '" + io::shown(word.spelling) + "'", aggregates_hint());
    }
    result.function = {word.spelling, word.at};
    expect_symbol("(");
    std::optional<KnownForm> known = form_of(word.spelling, Argument::all);
    if (!known || !take_symbol("*")) {
      known = form_of(word.spelling, Argument::distinct_column);
      if (!known || !take_word("DISTINCT")) {
        known = form_of(word.spelling, Argument::column);
        if (!known) known = form_of(word.spelling, Argument::column_and_share);
      }
      result.column = name("a column");
    }
    if (!known) unexpected("an argument of " + io::shown(word.spelling), aggregates_hint());
    if (known->form->argument == Argument::column_and_share) {
      if (!take_symbol(",")) unexpected("',' and a share", "such as QUANTILE(age, 0.25)");
      result.share = constant("a share from 0 to 1");
    }
    result.aggregate = known->aggregate;
    result.millionths = known->form->millionths;
    expect_symbol(")");
  }

  ConstantSyntax constant(std::string_view expected) {
    const Token start = peek();
    const bool negative = at_symbol("-");
    if ((negative || at_symbol("+")) && peek(1).kind == TokenKind::number) take();
    const Token& token = peek();
    if (token.kind == TokenKind::number) {
      take();
      return {ConstantSyntax::Kind::number, negative, token.spelling, start.at};
    }
    if (token.kind == TokenKind::text) {
      take();
      return {ConstantSyntax::Kind::text, false, token.spelling, start.at};
    }
    if (at_symbol("(") && at_word("SELECT", 1)) take();
    unexpected(expected, "write numbers without quotes and texts in 'single quotes'");
  }

  PredicateSyntax condition() {
    return chain(PredicateSyntax::Kind::any, "OR",
                 [this] { return chain(PredicateSyntax::Kind::all, "AND", [this] { return factor(); }); });
  }

  template <class Part>
  PredicateSyntax chain(PredicateSyntax::Kind kind, std::string_view word, Part part) {
    PredicateSyntax first = part();
    if (!at_word(word)) return first;
    PredicateSyntax result;
    result.kind = kind;
    result.parts.push_back(std::move(first));
    while (take_word(word)) result.parts.push_back(part());
    return result;
  }

  PredicateSyntax factor() {
    bool negated = false;
    while (take_word("NOT")) negated = !negated;
    PredicateSyntax result;
    if (at_symbol("(")) {
      const Token open = take();
      if (++depth_ > max_bracket_depth) {
        fail(open, "more than " + std::to_string(max_bracket_depth) + " levels of brackets",
             "remove brackets that are not needed, as in a AND (b AND c)");
      }
      result = condition();
      expect_symbol(")");
      --depth_;
    } else {
      result = test();
    }
    result.negated = result.negated != negated;
    return result;
  }

  PredicateSyntax test() {
    PredicateSyntax result;
    if (at_word("TRUE") || at_word("FALSE")) {
      result.negated = at_word("FALSE");
      take();
      return result;
    }
    const TokenKind kind = peek().kind;
    if (kind == TokenKind::number || kind == TokenKind::text || at_symbol("-") || at_symbol("+")) {
      return test_from_constant();
    }
    if (kind == TokenKind::word && at_symbol("(", 1)) {
      fail(peek(), "'" + io::shown(peek().spelling) + "(' is not allowed in a condition", tests_hint);
    }
    result.column = name("a condition");
    result.at = peek().at;
    if (take_word("IS")) {
      result.kind = PredicateSyntax::Kind::null;
      result.negated = take_word("NOT");
      if (!take_word("NULL")) unexpected("NULL");
      return result;
    }
    result.negated = take_word("NOT");
    if (take_word("BETWEEN")) {
      result.kind = PredicateSyntax::Kind::between;
      result.constants.push_back(constant("a constant"));
      expect_word("AND");
      result.constants.push_back(constant("a constant"));
    } else if (take_word("IN")) {
      result.kind = PredicateSyntax::Kind::list;
      expect_symbol("(");
      do {
        result.constants.push_back(constant("a constant"));
      } while (take_symbol(","));
      expect_symbol(")");
    } else if (take_word("LIKE")) {
      result.kind = PredicateSyntax::Kind::like;
      result.constants.push_back(constant("a text in quotes"));
    } else if (result.negated) {
      unexpected("BETWEEN, IN or LIKE", "to negate a comparison, write NOT before the column");
    } else {
      comparison_with_constant(result);
    }
    return result;
  }

  void comparison_with_constant(PredicateSyntax& result) {
    result.kind = PredicateSyntax::Kind::comparison;
    result.comparison = comparison();
    const Token& token = peek();
    if (token.kind == TokenKind::quoted_name ||
        (token.kind == TokenKind::word && !is_reserved(token.spelling) && !at_symbol("(", 1))) {
      fail(token, "'" + io::shown(token.spelling) + "' is not a constant: two columns cannot be compared",
           "compare a column with a constant; write a text in 'single quotes'");
    }
    if (at_word("NULL")) {
      fail(token, "a comparison with NULL is never true", "write IS NULL or IS NOT NULL");
    }
    result.constants.push_back(constant("a constant"));
  }

  PredicateSyntax test_from_constant() {
    PredicateSyntax result;
    result.kind = PredicateSyntax::Kind::comparison;
    const Token start = peek();
    result.constants.push_back(constant("a condition"));
    result.at = peek().at;
    result.comparison = turned(comparison());
    const TokenKind kind = peek().kind;
    if (kind == TokenKind::number || kind == TokenKind::text) {
      fail(start, "two constants are compared", "write a column on one side; for all records remove WHERE");
    }
    result.column = name("a column");
    return result;
  }

  ComparisonSign comparison() {
    static constexpr std::array<std::pair<std::string_view, ComparisonSign>, 7> signs = {
        {{"=", ComparisonSign::equal},
         {"<>", ComparisonSign::unequal},
         {"!=", ComparisonSign::unequal},
         {"<", ComparisonSign::less},
         {"<=", ComparisonSign::at_most},
         {">", ComparisonSign::greater},
         {">=", ComparisonSign::at_least}}};
    for (const auto& [sign, meaning] : signs) {
      if (take_symbol(sign)) return meaning;
    }
    unexpected("a comparison", tests_hint);
  }

  std::string_view query_;
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

QuerySyntax parse_syntax(std::string_view query) { return Parser(query).syntax(); }

}  // namespace sfumato::queries
