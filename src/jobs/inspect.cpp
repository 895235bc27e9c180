#include "jobs/inspect.hpp"

#include "io/sidecar.hpp"

namespace sfumato::jobs {

JobInfo InspectRequest::info() {
  return {.name = "inspect",
          .title = "Inspect",
          .summary = "Shows columns, kinds, proposed roles, missing values and unique records.",
          .inputs = {{"original", "The data."}}};
}

InspectResult inspect(const InspectRequest& request, const Run& run) {
  profile::Profile profile = profile::profile_table(request.original.file.table, run);
  const Table table = profile::without_counts(request.original.file.table);
  // What a sidecar says of a kind is not a proposal.
  for (profile::ColumnProfile& column : profile.columns) {
    const auto declared = request.original.file.sidecar.columns.find(column.name);
    if (declared != request.original.file.sidecar.columns.end() && declared->second.kind) {
      column.nominal_reason.clear();
    }
  }
  Value sidecar = io::sidecar_value(profile::with_proposed_roles(table, profile), {});
  return {request.original.name, std::move(profile), std::move(sidecar)};
}

}  // namespace sfumato::jobs

SFUMATO_JOB(inspect_job, sfumato::jobs::InspectRequest)
