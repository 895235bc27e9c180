// The job `ptable`: makes the noise that perturbation adds to counts. It needs no data, so that one ptable
// can be used for all tables of a survey.
#pragma once

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/perturbation/ptable.hpp"

namespace sfumato::jobs {

struct PtableRequest {
  double variance = 2;
  std::int64_t largest = 5;
  std::int64_t blocked = 0;

  static JobInfo info();
  static void params(ParamList<PtableRequest>& list);
};

tables::Ptable make_ptable(const PtableRequest& request, const Run& run);

}  // namespace sfumato::jobs
