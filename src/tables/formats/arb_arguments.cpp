#include "tables/formats/arb_arguments.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::tables {

void ArbArguments::skip_blanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
}

bool ArbArguments::at_end() {
  skip_blanks();
  return rest_.empty() || rest_.starts_with("//");
}

bool ArbArguments::at(char sign) {
  skip_blanks();
  return rest_.starts_with(sign);
}

bool ArbArguments::take(char sign) {
  if (!at(sign)) return false;
  rest_.remove_prefix(1);
  return true;
}

void ArbArguments::expect(char sign) {
  if (take(sign)) return;
  fail(std::string("'") + sign + "' is missing " +
       (at_end() ? "at the end of the line" : "before " + io::quoted(rest_)));
}

void ArbArguments::expect_end() {
  if (!at_end()) fail(io::quoted(rest_) + " is left over at the end of the line");
}

std::string ArbArguments::optional_text() {
  skip_blanks();
  if (take('"')) {
    const std::size_t end = rest_.find('"');
    if (end == std::string_view::npos) fail("a quote is opened and never closed", "close it with \"");
    std::string text(io::trimmed(rest_.substr(0, end)));
    rest_.remove_prefix(end + 1);
    return text;
  }
  const std::size_t end = std::min(rest_.find_first_of(",()|\""), rest_.size());
  std::string text(io::trimmed(rest_.substr(0, end)));
  rest_.remove_prefix(end);
  return text;
}

std::string ArbArguments::text(const std::string& what) {
  std::string result = at_end() ? "" : optional_text();
  if (result.empty()) fail(what + " is missing");
  return result;
}

std::string ArbArguments::quoted_text(const std::string& what) {
  if (!at('"')) fail(what + " must stand in double quotes");
  return text(what);
}

Decimal ArbArguments::number(const std::string& what) {
  const std::string typed = text(what);
  const std::optional<Decimal> parsed = Decimal::parse(typed);
  if (!parsed || parsed->is_negative()) {
    fail(what + " is " + io::quoted(typed) + ", and must be a number of 0 or more");
  }
  return *parsed;
}

std::size_t ArbArguments::whole(const std::string& what, std::size_t most) {
  const std::string typed = text(what);
  const std::optional<std::int64_t> parsed = parse_integer(typed);
  if (!parsed || *parsed < 0 || static_cast<std::uint64_t>(*parsed) > most) {
    fail(what + " is " + io::quoted(typed) + ", and must be a whole number from 0 to " +
         std::to_string(most));
  }
  return static_cast<std::size_t>(*parsed);
}

}  // namespace sfumato::tables
