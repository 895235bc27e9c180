// Which columns the measures of a request read, so that their combinations can be counted where the data are:
// the job `measure` then takes the counts in place of records.
#pragma once

#include <string>
#include <vector>

#include "jobs/measure.hpp"

namespace sfumato::jobs {

enum class CountedWeights {
  none,
  sums,  // summed by combination
  each   // a column of the combinations: of the weights of a unit the smallest counts
};
std::string_view to_text(CountedWeights weights);

// Measures that read the same combinations.
struct CountGroup {
  std::vector<std::string> measures;  // empty: those that are taken by default
  std::vector<std::string> columns;   // with that of units
  CountedWeights weights = CountedWeights::none;
  std::string weight;  // its column
};

struct CountGroups {
  std::vector<CountGroup> groups;
  std::vector<std::string> columns;  // that are compared
  std::vector<std::string> order;    // of the measures
};

// The tables of the request need no records. A measure that takes no counts is an error, unless none is
// named.
CountGroups count_groups(const MeasureRequest& request);

}  // namespace sfumato::jobs
