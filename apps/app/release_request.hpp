// The job `release`: writes a release into the folder by the path of the command `mask` with a recipe, with
// the files that repeat it and the command line that does the same.
#pragma once

#include "app/app_jobs.hpp"

namespace sfumato::app {

AppOutcome release_files(const AppRequest& request, const JobContext& context, const Run& run);

}  // namespace sfumato::app
