// Jobs on files of the folder: a preview of one as it would be read, and a table of another job written into
// the folder.
#pragma once

#include "app/app_jobs.hpp"

namespace sfumato::app {

AppOutcome preview_file(const AppRequest& request, const JobContext& context, const Run& run);
AppOutcome save_table(const AppRequest& request, const JobContext& context, const Run& run);

}  // namespace sfumato::app
