// By recursive descent: OR of AND of tests. A test has a constant on one side.
#include "queries/language/condition_parser.hpp"

#include <array>
#include <string>
#include <utility>

#include "io/utf8.hpp"
#include "queries/language/select_items.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr std::string_view tests_hint =
    "a column is compared with a constant (= <> < <= > >=) or tested by BETWEEN, IN, LIKE 'prefix%' or IS "
    "NULL";

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

class ConditionParser {
 public:
  ConditionParser(TokenCursor& cursor, Clause clause) : cursor_(cursor), clause_(clause) {}

  PredicateSyntax condition() {
    return chain(PredicateSyntax::Kind::any, "OR",
                 [this] { return chain(PredicateSyntax::Kind::all, "AND", [this] { return factor(); }); });
  }

 private:
  template <class Part>
  PredicateSyntax chain(PredicateSyntax::Kind kind, std::string_view word, Part part) {
    PredicateSyntax first = part();
    if (!cursor_.at_word(word)) return first;
    PredicateSyntax result;
    result.kind = kind;
    result.parts.push_back(std::move(first));
    while (cursor_.take_word(word)) result.parts.push_back(part());
    return result;
  }

  PredicateSyntax factor() {
    bool negated = false;
    while (cursor_.take_word("NOT")) negated = !negated;
    PredicateSyntax result;
    if (cursor_.at_symbol("(")) {
      const Token open = cursor_.take();
      if (++depth_ > max_bracket_depth) {
        cursor_.fail(open, "more than " + std::to_string(max_bracket_depth) + " levels of brackets",
                     "remove brackets that are not needed, as in a AND (b AND c)");
      }
      result = condition();
      cursor_.expect_symbol(")");
      --depth_;
    } else {
      result = test();
    }
    result.negated = result.negated != negated;
    return result;
  }

  PredicateSyntax test() {
    PredicateSyntax result;
    if (cursor_.at_word("TRUE") || cursor_.at_word("FALSE")) {
      result.negated = cursor_.at_word("FALSE");
      cursor_.take();
      return result;
    }
    const TokenKind kind = cursor_.peek().kind;
    if (kind == TokenKind::number || kind == TokenKind::text || cursor_.at_symbol("-") ||
        cursor_.at_symbol("+") || cursor_.at_date()) {
      return test_from_constant();
    }
    operand(result, "a condition");
    result.at = cursor_.peek().at;
    if (cursor_.take_word("IS")) {
      result.kind = PredicateSyntax::Kind::null;
      result.negated = cursor_.take_word("NOT");
      if (!cursor_.take_word("NULL")) cursor_.unexpected("NULL");
      return result;
    }
    result.negated = cursor_.take_word("NOT");
    if (cursor_.take_word("BETWEEN")) {
      result.kind = PredicateSyntax::Kind::between;
      result.constants.push_back(cursor_.constant("a constant"));
      cursor_.expect_word("AND");
      result.constants.push_back(cursor_.constant("a constant"));
    } else if (cursor_.take_word("IN")) {
      result.kind = PredicateSyntax::Kind::list;
      cursor_.expect_symbol("(");
      do {
        result.constants.push_back(cursor_.constant("a constant"));
      } while (cursor_.take_symbol(","));
      cursor_.expect_symbol(")");
    } else if (cursor_.take_word("LIKE")) {
      result.kind = PredicateSyntax::Kind::like;
      result.constants.push_back(cursor_.constant("a text in quotes"));
    } else if (result.negated) {
      cursor_.unexpected("BETWEEN, IN or LIKE", "to negate a comparison, write NOT before the column");
    } else {
      comparison_with_constant(result);
    }
    return result;
  }

  void comparison_with_constant(PredicateSyntax& result) {
    result.kind = PredicateSyntax::Kind::comparison;
    result.comparison = comparison();
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::quoted_name ||
        (token.kind == TokenKind::word && !cursor_.at_date() && !is_reserved(token.spelling) &&
         !cursor_.at_symbol("(", 1))) {
      cursor_.fail(token,
                   "'" + io::shown(token.spelling) + "' is not a constant: two columns cannot be compared",
                   "compare a column with a constant; write a text in 'single quotes'");
    }
    if (cursor_.at_word("NULL")) {
      cursor_.fail(token, "a comparison with NULL is never true", "write IS NULL or IS NOT NULL");
    }
    result.constants.push_back(cursor_.constant("a constant"));
  }

  PredicateSyntax test_from_constant() {
    PredicateSyntax result;
    result.kind = PredicateSyntax::Kind::comparison;
    const Token start = cursor_.peek();
    result.constants.push_back(cursor_.constant("a condition"));
    result.at = cursor_.peek().at;
    result.comparison = turned(comparison());
    const TokenKind kind = cursor_.peek().kind;
    if (kind == TokenKind::number || kind == TokenKind::text || cursor_.at_date()) {
      cursor_.fail(start, "two constants are compared",
                   "write a column on one side; for all records remove WHERE");
    }
    operand(result, "a column");
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
      if (cursor_.take_symbol(sign)) return meaning;
    }
    cursor_.unexpected("a comparison", tests_hint);
  }

  // What is compared with constants: a column, or in HAVING also an aggregate.
  void operand(PredicateSyntax& result, std::string_view expected) {
    if (!cursor_.at_call()) {
      result.column = cursor_.name(expected);
      return;
    }
    const Token word = cursor_.peek();
    const std::string call = "'" + io::shown(word.spelling) + "('";
    if (clause_ == Clause::having && is_aggregate(word.spelling)) {
      result.aggregate = read_aggregate(cursor_);
      return;
    }
    if (is_aggregate(word.spelling)) {
      cursor_.fail(word, call + " is not allowed in a condition on records",
                   "write conditions on answers after GROUP BY, in HAVING");
    }
    const bool part = at_part_of_date(cursor_);
    cursor_.fail(
        word, call + " is not allowed in a condition",
        part ? "compare the date itself, as in born BETWEEN '1970-01-01' AND '1979-12-31'" : tests_hint);
  }

  TokenCursor& cursor_;
  Clause clause_;
  std::size_t depth_ = 0;
};

}  // namespace

PredicateSyntax read_condition(TokenCursor& cursor, Clause clause) {
  return ConditionParser(cursor, clause).condition();
}

}  // namespace sfumato::queries
