// The tokens of a query one after the other, for the parsers of its parts: what is next, and an error if it
// is not what is expected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "queries/language/lexer.hpp"
#include "queries/language/syntax.hpp"

namespace sfumato::queries {

class TokenCursor {
 public:
  explicit TokenCursor(std::string_view query) : query_(query), tokens_(tokens_of(query)) {}

  const Token& peek(std::size_t ahead = 0) const;
  Token take();
  bool at_word(std::string_view word, std::size_t ahead = 0) const;
  bool at_symbol(std::string_view symbol, std::size_t ahead = 0) const;
  bool at_call() const;  // a word and a bracket
  bool at_date() const;  // DATE and a text
  bool take_word(std::string_view word);
  bool take_symbol(std::string_view symbol);
  void expect_word(std::string_view word);
  void expect_symbol(std::string_view symbol);

  // The name of a column or table, and a number, text or date.
  NameSyntax name(std::string_view expected);
  ConstantSyntax constant(std::string_view expected);

  [[noreturn]] void fail(const Token& token, const std::string& what, std::string_view hint) const;
  // `hint` is used if there is no better advice.
  [[noreturn]] void unexpected(std::string_view expected, std::string_view hint = {}) const;

 private:
  std::string_view query_;
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
};

}  // namespace sfumato::queries
