#include "jobs/ptable.hpp"

namespace sfumato::jobs {

JobInfo PtableRequest::info() {
  return {.name = "ptable",
          .title = "Make a ptable",
          .summary = "Makes the noise that the protection 'perturb' adds to counts."};
}

void PtableRequest::params(ParamList<PtableRequest>& list) {
  list.number("variance", &PtableRequest::variance).at_least(0).required().doc("Variance of the noise.");
  list.integer("largest", &PtableRequest::largest)
      .range(1, 100)
      .required()
      .doc("The noise is at most this large, up or down.");
  list.integer("blocked", &PtableRequest::blocked).range(0, 100).doc("No count becomes one of 1 to this.");
}

tables::Ptable make_ptable(const PtableRequest& request, const Run& run) {
  run.check_stop();
  return tables::make_ptable(request.variance, request.largest, request.blocked);
}

}  // namespace sfumato::jobs

SFUMATO_JOB(ptable_job, PtableRequest)
