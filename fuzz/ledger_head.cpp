// Heads of a log: a text is refused, or it is exactly the text of the head that was read. So two texts are
// equal if and only if the heads are.
#include "queries/ledger.hpp"
#include "target.hpp"

FUZZ_TARGET(ledger_head) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto head = queries::parse_head(text);
  if (!head) return 0;
  fuzz::require(head->rows >= 1, "a head without rows", text);
  fuzz::require(head->chain.size() == 64, "a chain of another size", text);
  fuzz::require(queries::head_text(*head) == text, "another text", text);
  fuzz::require(queries::parse_head(text + "\n") == std::nullopt, "a head with a line break", text);
  return 0;
}
