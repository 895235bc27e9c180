// The list of all jobs, made from jobs.def.
#pragma once

#include <string_view>
#include <vector>

#include "jobs/job.hpp"

namespace sfumato::jobs {

// In the order of jobs.def.
const std::vector<Job>& jobs();

// The job of that name; an error with a suggestion if there is none.
const Job& job(std::string_view name);

}  // namespace sfumato::jobs
