// The text of a query as tokens, and errors with a position in it. Comments are errors: every part of a query
// has a meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::queries {

inline constexpr std::size_t max_query_bytes = 65'536;  // bytes

enum class TokenKind : std::uint8_t { end, word, quoted_name, number, text, symbol };

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t at = 0;         // byte of the query
  std::string_view spelling;  // as written, with quotes
};

// Lines and columns (in characters) count from 1.
[[noreturn]] void fail_at(std::string_view query, std::size_t at, const std::string& what,
                          std::string hint = {});

// Ends with a token of the kind `end`. Tokens refer to `query`, which must outlive them.
std::vector<Token> tokens_of(std::string_view query);

// The content of a quoted text; '' becomes '.
std::string unquoted(std::string_view spelling);

}  // namespace sfumato::queries
