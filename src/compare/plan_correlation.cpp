// What is not a number in every cell is refused by name, before anything is computed.
#include "compare/plan_correlation.hpp"

#include <algorithm>

#include "core/text_list.hpp"
#include "io/utf8.hpp"

namespace sfumato::compare {

PlanCorrelation parse_plan_correlation(const PlanSection& section, const std::vector<std::string>& known) {
  section.allow({"title", "of", "without"});
  PlanCorrelation result;
  result.title = section.text("title").value_or("");
  result.of = section.texts("of");
  result.without = section.texts("without");
  if (result.of.size() < 2) {
    section.wrong("of", "must name two measures or more", "such as of = [\"sse\", \"distance-linkage\"]");
  }
  for (const std::string& name : result.of) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string close = suggestion(name, known);
    section.wrong("of",
                  "names '" + io::shown(name) + "', which is not a measure, a score or a number of the plan",
                  close.empty() ? "allowed: " + enumerated(known) : close);
  }
  return result;
}

}  // namespace sfumato::compare
