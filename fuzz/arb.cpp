// Batch files of tau-Argus: steps come in the order of their lines, and their texts alone give the same steps
// again.
#include "tables/formats/arb.hpp"

#include "target.hpp"

FUZZ_TARGET(arb) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  const auto steps = fuzz::accepted([&] { return tables::parse_arb(text, "fuzz.arb"); });
  if (!steps) return 0;
  fuzz::require(!steps->empty(), "a file without steps was accepted");
  std::string again;
  std::size_t line = 0;
  for (const tables::ArbStep& step : *steps) {
    fuzz::require(step.line > line, "lines do not ascend");
    line = step.line;
    again += step.text + "\n";
  }
  const std::vector<tables::ArbStep> second = tables::parse_arb(again, "again.arb");
  fuzz::require(second.size() == steps->size(), "another number of steps");
  for (std::size_t i = 0; i < second.size(); ++i) {
    fuzz::require(second[i].text == (*steps)[i].text, "another text");
    fuzz::require(second[i].action.index() == (*steps)[i].action.index(), "another command");
  }
  return 0;
}
