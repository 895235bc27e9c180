// The job `adjust`: the nearest additive table in which every sensitive cell is changed by its protection
// level.
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

Protected<tables::Adjustment> protect(AdjustRequest request, const Run& run) {
  Protected<tables::Adjustment> result{.original = std::move(request.table), .notes = request.notes};
  for (std::string& note : tables::require_checked(result.original)) result.notes.push_back(std::move(note));
  const tables::AdjustmentOptions options = request.options();
  result.made = tables::adjust_table(result.original, options, run);
  if (!options.levels.single() && run.seeded()) {
    result.notes.emplace_back(
        "the levels were drawn with ‹seed›: anyone who guesses the seed can compute them; leave ‹seed› out "
        "for a table that you publish");
  }
  result.safe = result.made.found && result.made.safe();
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(adjust_job, AdjustRequest)
