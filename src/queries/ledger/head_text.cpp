// Heads as text: rows, a colon and 64 hexadecimal digits. A head has one form only, so that texts can be
// compared.
#include <algorithm>

#include "queries/ledger.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t max_row_digits = 18, chain_digits = 64;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_chain_digit(char letter) { return is_digit(letter) || (letter >= 'a' && letter <= 'f'); }

}  // namespace

std::string head_text(const LedgerHead& head) { return std::to_string(head.rows) + ":" + head.chain; }

std::optional<LedgerHead> parse_head(std::string_view text) {
  const std::size_t sign = text.find(':');
  if (sign == std::string_view::npos) return std::nullopt;
  const std::string_view rows = text.substr(0, sign), chain = text.substr(sign + 1);
  if (rows.empty() || rows.size() > max_row_digits || rows.front() == '0' || chain.size() != chain_digits ||
      !std::all_of(rows.begin(), rows.end(), is_digit) ||
      !std::all_of(chain.begin(), chain.end(), is_chain_digit)) {
    return std::nullopt;
  }
  LedgerHead head{0, std::string(chain)};
  for (const char digit : rows) head.rows = 10 * head.rows + (digit - '0');
  return head;
}

}  // namespace sfumato::queries
