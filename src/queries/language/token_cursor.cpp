// Words of SQL that are not supported have an advice, which replaces the usual hint.
#include "queries/language/token_cursor.hpp"

#include <algorithm>

#include "io/utf8.hpp"
#include "queries/language/advice.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {

const Token& TokenCursor::peek(std::size_t ahead) const {
  return tokens_[std::min(place_ + ahead, tokens_.size() - 1)];
}

Token TokenCursor::take() {
  const Token token = peek();
  if (place_ + 1 < tokens_.size()) ++place_;
  return token;
}

bool TokenCursor::at_word(std::string_view word, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::word && same_word(peek(ahead).spelling, word);
}

bool TokenCursor::at_symbol(std::string_view symbol, std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::symbol && peek(ahead).spelling == symbol;
}

bool TokenCursor::at_call() const { return peek().kind == TokenKind::word && at_symbol("(", 1); }
bool TokenCursor::at_date() const { return at_word("DATE") && peek(1).kind == TokenKind::text; }

bool TokenCursor::take_word(std::string_view word) {
  const bool there = at_word(word);
  if (there) take();
  return there;
}

bool TokenCursor::take_symbol(std::string_view symbol) {
  const bool there = at_symbol(symbol);
  if (there) take();
  return there;
}

void TokenCursor::expect_word(std::string_view word) {
  if (!take_word(word)) unexpected(word);
}

void TokenCursor::expect_symbol(std::string_view symbol) {
  if (!take_symbol(symbol)) unexpected("'" + std::string(symbol) + "'");
}

NameSyntax TokenCursor::name(std::string_view expected) {
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

ConstantSyntax TokenCursor::constant(std::string_view expected) {
  const Token start = peek();
  if (at_date()) {
    take();
    return {ConstantSyntax::Kind::date, false, take().spelling, start.at};
  }
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

void TokenCursor::fail(const Token& token, const std::string& what, std::string_view hint) const {
  fail_at(query_, token.at, what, std::string(hint));
}

void TokenCursor::unexpected(std::string_view expected, std::string_view hint) const {
  const Token& token = peek();
  const bool quoted = token.kind == TokenKind::text || token.kind == TokenKind::quoted_name;
  const std::string found =
      token.kind == TokenKind::end ? "the end of the query" : "'" + io::shown(token.spelling) + "'";
  const std::string_view advice = quoted ? std::string_view{} : advice_about(token.spelling);
  fail(token, "expected " + std::string(expected) + ", found " + found, advice.empty() ? hint : advice);
}

}  // namespace sfumato::queries
