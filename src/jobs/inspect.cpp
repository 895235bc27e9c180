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
  const Table& table = request.original.file.table;
  return described_profile(profile::without_counts(table), request.original.file.sidecar,
                           request.original.name, profile::profile_table(table, run));
}

InspectResult described_profile(const Table& table, const io::Sidecar& sidecar, const std::string& name,
                                profile::Profile profile) {
  // What a sidecar says of a kind is not a proposal.
  for (profile::ColumnProfile& column : profile.columns) {
    const auto declared = sidecar.columns.find(column.name);
    if (declared != sidecar.columns.end() && declared->second.kind) column.nominal_reason.clear();
  }
  Value proposed = io::sidecar_value(profile::with_proposed_roles(table, profile), {});
  return {name, std::move(profile), std::move(proposed)};
}

}  // namespace sfumato::jobs

SFUMATO_JOB(inspect_job, sfumato::jobs::InspectRequest)
