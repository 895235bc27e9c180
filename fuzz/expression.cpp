// User-defined scores: any text is accepted or refused, and an accepted one has a finite value or none, and
// names measures only.
#include "compare/expression.hpp"

#include <algorithm>
#include <cmath>

#include "target.hpp"

FUZZ_TARGET(expression) {
  using namespace sfumato;
  static const std::vector<std::string> names = {"a", "b", "a-b", "score", "score-2"};
  const std::string text = fuzz::text_of(data, size);
  const auto expression = fuzz::accepted([&] { return compare::Expression::parse(text, names); });
  if (!expression) return 0;
  for (const std::string& name : expression->names()) {
    fuzz::require(std::find(names.begin(), names.end(), name) != names.end(), "an unknown measure", text);
  }
  const auto value = expression->evaluate([](const std::string&) { return std::optional(3.0); });
  fuzz::require(!value || std::isfinite(*value), "not a number", text);
  return 0;
}
