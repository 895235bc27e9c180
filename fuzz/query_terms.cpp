// The terms of databases: any input is accepted or refused, and accepted terms are read back from their own
// text.
#include "queries/database/terms_file.hpp"
#include "target.hpp"

FUZZ_TARGET(query_terms) {
  using namespace sfumato;
  using namespace sfumato::queries;
  const auto parse = [](const std::string& text) {
    return fuzz::accepted([&] { return parse_terms(text, "fuzz.toml"); });
  };
  const auto terms = parse(fuzz::text_of(data, size));
  if (!terms) return 0;
  const std::string written = terms_text(*terms);
  const auto again = parse(written);
  fuzz::require(again.has_value(), "their own text is refused", written);
  fuzz::require(terms_text(*again) == written, "their own text means something else", written);
  fuzz::require(terms->budget >= 0, "a budget below 0", written);
  fuzz::require(terms->restriction.least >= 1 && terms->restriction.least <= max_least,
                "small sets of no size", written);
  fuzz::require(terms->camouflage.vectors >= 3 && terms->camouflage.vectors <= 16, "no number of vectors",
                written);
  fuzz::require(terms->camouflage.width > 0 && terms->camouflage.width <= 1, "no width", written);
  return 0;
}
