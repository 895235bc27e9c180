// How each measure of a request is taken where the records lie in parts: from counts of combinations, from
// pairs of records, or on a sample of the records, which is then all that the measure sees.
#pragma once

#include <string>
#include <vector>

#include "jobs/count_groups.hpp"

namespace sfumato::jobs {

struct MeasureRoutes {
  std::vector<std::string> order;    // of all measures, as one machine takes them
  std::vector<std::string> columns;  // that are compared
  std::vector<CountGroup> groups;
  std::vector<std::string> counts;  // the measures of these groups
  std::vector<std::string> pairs;
  std::vector<std::string> sampled;
  std::vector<std::string> notes;  // which columns measures by default leave out
};

// The tables of the request have no records. Without `samples` a measure that needs all records in one place
// is an error where it is named, and else left out, as are measures of pairs.
MeasureRoutes measure_routes(const MeasureRequest& request, bool samples, const Run& run);

}  // namespace sfumato::jobs
