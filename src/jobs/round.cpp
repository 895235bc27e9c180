// The job `round`: every cell to a multiple of a base.
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

Protected<tables::Rounding> protect(RoundRequest request, const Run& run) {
  const tables::RoundingOptions options = request.options();
  Protected<tables::Rounding> result{.original = std::move(request.table), .notes = request.notes};
  for (std::string& note : tables::require_checked(result.original)) result.notes.push_back(std::move(note));
  result.made = tables::round_table(result.original, options, run);
  result.safe = result.made.found && result.made.audit.safe;
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(round_job, RoundRequest)
