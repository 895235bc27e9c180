// Which records of a masked table belong to which of the original: a job that masked it knows, and jobs that
// compare both tables later need it. Without it, records in random order would look safe.
#pragma once

#include "app/app_jobs.hpp"

namespace sfumato::app {

// For jobs that compare "masked" with "original" and whose request says nothing of their records itself:
// shuffled tables are put back in the order of the original, a map comes with tables that have some of the
// records, and where records come from no single one, the job is told so.
void align_records(const AppRequest& request, const JobContext& context, library::NamedTables& tables,
                   Value& members);

}  // namespace sfumato::app
