// Definitions as a table, which Markdown and HTML both show.
#include "report/report.hpp"

#include <algorithm>

namespace sfumato::report {

TableBlock as_table(const Definitions& definitions) {
  const bool facts = std::any_of(definitions.entries.begin(), definitions.entries.end(),
                                 [](const Definition& entry) { return !entry.facts.empty(); });
  TableBlock table;
  for (std::size_t i = 0; i < definitions.titles.size(); ++i) {
    if (i != 1 || facts) table.columns.push_back({definitions.titles[i]});
  }
  for (const Definition& entry : definitions.entries) {
    table.rows.push_back(facts ? std::vector<std::string>{entry.term, entry.facts, entry.meaning}
                               : std::vector<std::string>{entry.term, entry.meaning});
  }
  return table;
}

}  // namespace sfumato::report
