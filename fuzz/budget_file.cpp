// Budget files: any file is accepted or refused, and an accepted one is written so that it reads back the
// same and its sum never shrinks.
#include "io/budget_file.hpp"

#include "target.hpp"

FUZZ_TARGET(budget_file) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto budget = fuzz::accepted([&] { return io::parse_budget(text, "fuzz.toml"); });
  if (!budget) return 0;
  fuzz::require(budget->total > 0.0, "a budget of nothing", text);
  fuzz::require(io::spent(*budget) >= static_cast<std::int64_t>(budget->releases.size()), "a free release",
                text);
  fuzz::require(io::parse_budget(io::budget_text(*budget), "again.toml") == *budget, "reads back otherwise",
                text);
  return 0;
}
