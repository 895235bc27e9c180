// The job `recode`: removes levels of the dimensions until no cell is sensitive.
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

Protected<tables::Recoding> protect(RecodeRequest request, const Run&) {
  const tables::RecodingOptions options = request.options();
  Protected<tables::Recoding> result{.original = std::move(request.table), .notes = request.notes};
  if (options.rules.rules.empty()) {
    for (std::string& note : tables::require_checked(result.original)) {
      result.notes.push_back(std::move(note));
    }
  }
  result.made = tables::recode(result.original, options);
  result.safe = result.made.attained;
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(recode_job, RecodeRequest)
