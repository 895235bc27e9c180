// The job `perturb`: noise for every count that depends only on which records are counted.
#include "jobs/table_protection.hpp"

namespace sfumato::jobs {

Protected<tables::Perturbation> protect(PerturbRequest request, const Run& run) {
  Protected<tables::Perturbation> result{.original = std::move(request.table), .notes = request.notes};
  const tables::Ptable noise = tables::parse_ptable(request.ptable, request.ptable_source);
  result.notes.insert(result.notes.end(), noise.notes.begin(), noise.notes.end());
  result.made = tables::perturb(result.original, noise);
  tables::audit_perturbed(result.original, noise, result.made, run);
  // As far as the ptable protects single cells; the notes say that no audit can prove that.
  result.safe = result.made.safe();
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(perturb_job, PerturbRequest)
