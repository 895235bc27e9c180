// What a release is worth, for its report: risks of the original and of the release by the same measures,
// utility, and what happened to each column.
#pragma once

#include <string>
#include <vector>

#include "jobs/mask.hpp"
#include "jobs/measure.hpp"
#include "profile/before_after.hpp"

namespace sfumato::jobs {

struct Assessment {
  MeasureResult measured;        // no tables where no column can be compared
  profile::BeforeAfter changes;  // of the first table
};

// By the measures that `measure` takes when none is named, on the quasi-identifiers, the confidential and the
// masked columns that the release has. Records are known to correspond as the method says, also where the
// release is shuffled.
Assessment assess(const MaskRequest& request, const MaskResult& result, const Run& run);

}  // namespace sfumato::jobs
