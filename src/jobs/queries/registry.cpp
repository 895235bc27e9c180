// Collects the jobs that query_jobs.def names.
#include "jobs/queries/registry.hpp"

#include "core/registry.hpp"

namespace sfumato::jobs {

#define JOB(function) Job function();
#include "jobs/queries/query_jobs.def"
#undef JOB

const std::vector<Job>& query_jobs() {
  static const std::vector<Job> all{
#define JOB(function) function(),
#include "jobs/queries/query_jobs.def"
#undef JOB
  };
  return all;
}

const Job& query_job(std::string_view name) { return require_entry(query_jobs(), name, "job"); }

}  // namespace sfumato::jobs
