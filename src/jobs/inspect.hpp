// The job `inspect`: what a table looks like, with a proposed role for every column that has none.
#pragma once

#include <string>

#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "profile/profile.hpp"

namespace sfumato::jobs {

struct InspectRequest {
  Data original;

  static JobInfo info();
};

struct InspectResult {
  std::string data;  // its name
  profile::Profile profile;
  Value sidecar;  // declared and proposed roles
};

InspectResult inspect(const InspectRequest& request, const Run& run);

// With what the sidecar declares, and with a proposed sidecar. `table` may be an outline.
InspectResult described_profile(const Table& table, const io::Sidecar& sidecar, const std::string& name,
                                profile::Profile profile);

}  // namespace sfumato::jobs
