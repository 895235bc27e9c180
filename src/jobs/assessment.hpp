// What a release is worth, for its report: risks of the original and of the release by the same measures,
// utility, and what happened to each column.
#pragma once

#include <optional>
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

// A release as it is: what a sidecar says of it ("columns" are those that it changed), its tables, and how
// their records correspond to those of the original: row by row, by a map, or not at all.
struct AssessedRelease {
  Value release;
  std::vector<Table> tables;
  bool no_mapping = false;
  std::optional<Table> map = {};
};

// Without `measures` only what happened to the columns.
Assessment assess(const MaskRequest& request, AssessedRelease made, const Run& run, bool measures = true);

// By the measures that `measure` takes when none is named, on the quasi-identifiers, the confidential and the
// masked columns that the release has. Records are known to correspond as the method says, also where the
// release is shuffled.
Assessment assess(const MaskRequest& request, const MaskResult& result, const Run& run);

// Named measures of this very release, on the columns that `measure` takes by itself; `keys` is what an
// intruder knows, else the declared quasi-identifiers.
MeasureResult measured_release(const MaskRequest& request, const MaskResult& result,
                               std::vector<std::string> measures, std::vector<std::string> keys,
                               const Run& run);

}  // namespace sfumato::jobs
