// Scores for people and programs: measures down, masked tables across, and the same as JSON.
#pragma once

#include <string>
#include <vector>

#include "compare/scoring.hpp"
#include "report/report.hpp"

namespace sfumato::report {

using compare::MeasureRequest;
using compare::Scored;
using compare::TablePair;

// {"rank-linkage": {"value", "side", "better", "parameters", "details", "note"}, …}
Value scores_value(const std::vector<Scored>& scores);

// The scores of one masked table under its heading.
struct ScoredTable {
  std::string title;
  const std::vector<Scored>* scores = nullptr;
};

// Measures down, masked tables across; all must have been asked for the same measures.
TableBlock scores_table(const std::vector<ScoredTable>& tables);
// Why values are missing, for below such a table; may be empty.
KeyValues score_notes(const std::vector<ScoredTable>& tables);

// For a table of people: the value with five digits and "± 0.012", its standard error, where it was
// estimated from a sample; or a dash.
std::string score_text(const Score& score);

}  // namespace sfumato::report
