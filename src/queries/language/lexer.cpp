// One pass over the bytes; a character that cannot begin a token is an error with its position.
#include "queries/language/lexer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The UTF-8 character at a byte: a lead byte and its continuation bytes.
std::string_view character_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return text.substr(at, end - at);
}

class Lexer {
 public:
  explicit Lexer(std::string_view query) : query_(query) {}

  std::vector<Token> tokens() {
    std::vector<Token> result;
    result.reserve(48);
    while (true) {
      while (at_ < query_.size() && is_space(query_[at_])) ++at_;
      result.push_back(next());
      if (result.back().kind == TokenKind::end) return result;
    }
  }

 private:
  char ahead(std::size_t distance) const {
    return at_ + distance < query_.size() ? query_[at_ + distance] : '\0';
  }

  Token taken(TokenKind kind, std::size_t size) {
    const Token token{kind, at_, query_.substr(at_, size)};
    at_ += size;
    return token;
  }

  Token next() {
    if (at_ >= query_.size()) return {TokenKind::end, query_.size(), {}};
    const char c = ahead(0);
    if (is_name_start(c)) return taken(TokenKind::word, run_length(0));
    if (is_digit(c) || (c == '.' && is_digit(ahead(1)))) return number();
    if (c == '\'')
      return taken(TokenKind::text, quoted_length(c, "the text that begins here has no closing quote"));
    if (c == '"')
      return taken(TokenKind::quoted_name,
                   quoted_length(c, "the name that begins here has no closing quote"));
    if ((c == '-' && ahead(1) == '-') || (c == '/' && ahead(1) == '*')) {
      fail_at(query_, at_, "a query cannot have comments",
              c == '-' ? "remove it; a number has one sign" : "remove it");
    }
    return symbol();
  }

  std::size_t run_length(std::size_t from) const {
    std::size_t size = from;
    while (is_name_part(ahead(size))) ++size;
    return size;
  }

  std::size_t digits_length(std::size_t from) const {
    std::size_t size = from;
    while (is_digit(ahead(size))) ++size;
    return size;
  }

  Token number() {
    std::size_t size = digits_length(0);
    if (ahead(size) == '.') size = digits_length(size + 1);
    if (ahead(size) == 'e' || ahead(size) == 'E') {
      const std::size_t sign = ahead(size + 1) == '+' || ahead(size + 1) == '-' ? 1 : 0;
      if (is_digit(ahead(size + 1 + sign))) size = digits_length(size + 1 + sign);
    }
    if (is_name_part(ahead(size)) || ahead(size) == '.') {
      const std::size_t all = std::max(run_length(size), size + 1);
      fail_at(query_, at_, "'" + io::shown(query_.substr(at_, all)) + "' is not a number",
              "write numbers as 12, -0.5 or 1e6; a name begins with a letter; put a text in 'single quotes'");
    }
    return taken(TokenKind::number, size);
  }

  std::size_t quoted_length(char quote, const char* unended) const {
    for (std::size_t size = 1; at_ + size < query_.size(); ++size) {
      if (ahead(size) != quote) continue;
      if (ahead(size + 1) != quote) return size + 1;
      ++size;
    }
    fail_at(query_, at_, unended, "close it; write a quote inside it twice");
  }

  Token symbol() {
    static constexpr std::array<std::string_view, 5> pairs = {"<=", ">=", "<>", "!=", "||"};
    static constexpr std::string_view singles = "(),;*=<>+-/%.";
    const std::string_view two = query_.substr(at_, 2);
    if (std::find(pairs.begin(), pairs.end(), two) != pairs.end()) return taken(TokenKind::symbol, 2);
    if (two == "==") fail_at(query_, at_, "'==' is not a comparison", "write =");
    const char c = ahead(0);
    if (singles.find(c) != std::string_view::npos) return taken(TokenKind::symbol, 1);
    std::string hint = "outside of quotes use letters, digits, and ( ) , * = < > . - +";
    if (c == '`' || c == '[') hint = "write a name without quotes or in \"double quotes\"";
    fail_at(query_, at_, "'" + io::shown(character_at(query_, at_)) + "' is not allowed in a query",
            std::move(hint));
  }

  std::string_view query_;
  std::size_t at_ = 0;
};

}  // namespace

void fail_at(std::string_view query, std::size_t at, const std::string& what, std::string hint) {
  const std::string_view before = query.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view same_line = before.substr(line_start);
  const auto column = 1 + std::count_if(same_line.begin(), same_line.end(), [](char c) {
                        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                      });
  bad_input("query, line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + what,
            std::move(hint));
}

std::vector<Token> tokens_of(std::string_view query) {
  if (query.size() > max_query_bytes) {
    bad_input("the query has " + std::to_string(query.size()) + " bytes",
              "shorten it to at most " + std::to_string(max_query_bytes) + " bytes");
  }
  io::require_utf8(query, "query");
  return Lexer(query).tokens();
}

std::string unquoted(std::string_view spelling) {
  std::string text;
  if (spelling.size() < 2) return text;
  const char quote = spelling.front();
  for (std::size_t i = 1; i + 1 < spelling.size(); ++i) {
    text += spelling[i];
    if (spelling[i] == quote) ++i;
  }
  return text;
}

}  // namespace sfumato::queries
