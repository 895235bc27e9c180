// The list of the jobs of queryable databases, made from query_jobs.def.
#pragma once

#include <string_view>
#include <vector>

#include "jobs/job.hpp"

namespace sfumato::jobs {

// In the order of query_jobs.def.
const std::vector<Job>& query_jobs();

// The job of that name; an error with a suggestion if there is none.
const Job& query_job(std::string_view name);

}  // namespace sfumato::jobs
