// Collects the jobs that jobs.def names.
#include "jobs/registry.hpp"

#include "core/registry.hpp"

namespace sfumato::jobs {

#define JOB(function) Job function();
#include "jobs/jobs.def"
#undef JOB

std::string_view to_text(InputKind kind) { return kind == InputKind::records ? "records" : "cells"; }

const std::vector<Job>& jobs() {
  static const std::vector<Job> all{
#define JOB(function) function(),
#include "jobs/jobs.def"
#undef JOB
  };
  return all;
}

const Job& job(std::string_view name) { return require_entry(jobs(), name, "job"); }

}  // namespace sfumato::jobs
