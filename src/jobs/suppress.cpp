// The job `suppress`: which further cells to suppress, so that the sensitive ones are protected.
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

Protected<tables::Suppression> protect(SuppressRequest request, const Run& run) {
  Protected<tables::Suppression> result{.original = std::move(request.table), .notes = request.notes};
  for (std::string& note : tables::require_checked(result.original)) result.notes.push_back(std::move(note));
  result.made = tables::suppress(result.original, request.options(), run);
  result.safe = result.made.audit.safe;
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(suppress_job, SuppressRequest)
