// Workload files, as TOML and as lines: any input is accepted or refused, and an accepted workload has
// questions.
#include "queries/workload.hpp"
#include "target.hpp"

FUZZ_TARGET(query_workload) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  for (const bool toml : {false, true}) {
    const auto workload =
        fuzz::accepted([&] { return queries::parse_workload(text, toml ? "fuzz.toml" : "fuzz.txt", toml); });
    if (!workload) continue;
    fuzz::require(!workload->questions.empty(), "a workload without questions", text);
    for (const std::string& question : workload->questions) {
      fuzz::require(!question.empty(), "an empty question", text);
    }
  }
  return 0;
}
