// Requested measures and their results, for one original and one masked table.
#pragma once

#include <string>
#include <vector>

#include "compare/table_pair.hpp"
#include "core/measure.hpp"
#include "core/run.hpp"
#include "core/warning.hpp"

namespace sfumato::compare {

struct MeasureRequest {
  const Measure* measure = nullptr;
  ParamValues parameters;  // complete
  bool named = false;      // by the parameter `measures`, not by default
};

// `names` empty: every measure. `settings` are MEASURE.PARAM=VALUE.
std::vector<MeasureRequest> measure_requests(const std::vector<std::string>& names,
                                             const std::vector<std::string>& settings);

// Whether some setting is one of this measure.
bool is_set(const std::string& measure, const std::vector<std::string>& settings);

// Files that their parameters name, each once, which must be read into the run.
std::vector<std::string> table_paths(const std::vector<MeasureRequest>& requests);

// The same measures with as many records as each searches by itself, where they were asked for a sample.
std::vector<MeasureRequest> without_samples(std::vector<MeasureRequest> requests);

// Its side and its better direction, given its parameters: the power mean measures risk below alpha = 1 and
// loss above.
Side side_of(const MeasureRequest& request);
Better better_of(const MeasureRequest& request);

// Drops measures that are for releases without a record mapping, unless they were named.
void leave_out_for_mapped(std::vector<MeasureRequest>& requests);

struct Scored {
  const MeasureRequest* request = nullptr;
  Score score;
};

// Numbers whose squares overflow, and why a measure has no value for a column that has some.
inline constexpr double largest_number = 1e150;
std::string beyond_reason(const std::string& column);

// A measure that takes none of the compared columns, or not all of those that were named with it, or that
// needs to know which record came from which where the release has no mapping, has no value and a note.
std::vector<Scored> score_all(const TablePair& pair, const std::vector<MeasureRequest>& requests,
                              const Run& run, Warnings& warnings);

// A risk measured on the released records, which are a part of the original ones: says so, and where it is a
// share of records gives it per original record too.
void add_per_original(Score& score, const MeasureInfo& info, std::size_t released, std::size_t records);

// One score per measure over several masked tables, such as the copies of one release: the mean of their
// values, with "copies", "smallest", "largest" and "sd" (divisor one less than there are tables) in the
// details; no value and a note where a table has none. All must have results for the same measures.
std::vector<Scored> mean_scores(const std::vector<const std::vector<Scored>*>& tables);

}  // namespace sfumato::compare
