// The job `adjust`: the nearest additive table in which every sensitive cell is changed by its protection
// level.
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

Protected<tables::Adjustment> protect(AdjustRequest request, const Run& run) {
  Protected<tables::Adjustment> result{.original = std::move(request.table), .notes = request.notes};
  for (std::string& note : tables::require_checked(result.original)) result.notes.push_back(std::move(note));
  result.made = tables::adjust_table(result.original, request.options(), run);
  result.safe = result.made.found && result.made.safe();
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(adjust_job, AdjustRequest)
