// Measures asked for and what they found, for one original and one masked table.
#pragma once

#include <string>
#include <vector>

#include "cli/column_choice.hpp"
#include "core/measure.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

struct MeasureRequest {
  const Measure* measure = nullptr;
  ParamValues parameters;  // complete
  bool named = false;      // by --measures, not by default
};

// `names` empty: every measure. `settings` are MEASURE.PARAM=VALUE.
std::vector<MeasureRequest> measure_requests(const std::vector<std::string>& names,
                                             const std::vector<std::string>& settings);

// Drops measures that are for releases without a record mapping, unless they were named.
void leave_out_for_mapped(std::vector<MeasureRequest>& requests);

// The compared columns, under the same ids in both tables, and after them a column of weights where the
// original has one.
struct TablePair {
  Table original;
  Table masked;
  Mapping mapping = Mapping::same_rows;
  bool columns_named = false;
  std::size_t compared = 0;            // columns that are compared: the first ones
  std::vector<std::size_t> rows = {};  // row of the original file of each record; empty: the same
};

// The same pair with one of its compared columns.
TablePair with_column(const TablePair& pair, ColumnId column);

struct Scored {
  const MeasureRequest* request = nullptr;
  Score score;
};

// A measure that takes none of the compared columns, or that needs to know which record came from
// which where the release does not say, has no value and a note.
std::vector<Scored> score_all(const TablePair& pair, const std::vector<MeasureRequest>& requests,
                              const Run& run, std::vector<std::string>& warnings);

// {"rank-linkage": {"value", "side", "better", "parameters", "details", "note"}, …}
Value scores_value(const std::vector<Scored>& scores);

// The scores of one masked table under its heading.
struct ScoredTable {
  std::string title;
  const std::vector<Scored>* scores = nullptr;
};

// Measures down, masked tables across; all must have been asked for the same measures.
report::TableBlock scores_table(const std::vector<ScoredTable>& tables);
// Why values are missing, for below such a table; may be empty.
report::KeyValues score_notes(const std::vector<ScoredTable>& tables);

// One score per measure over several masked tables, such as the copies of one release: the mean of their
// values, with "copies", "smallest", "largest" and "sd" (divisor one less than there are tables) in the
// details; no value and a note where a table has none.
std::vector<Scored> mean_scores(const std::vector<ScoredTable>& tables);

// For a table of people: the value with five digits, or a dash.
std::string score_text(const Score& score);

}  // namespace sfumato::cli
