// The job `distributions`: each column before and after masking, relations between them, and the records that
// changed most.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "profile/before_after.hpp"

namespace sfumato::jobs {

struct DistributionsRequest {
  std::vector<std::string> columns;  // none: those that both tables have, without identifiers
  std::int64_t changed = 10;         // records that are listed

  Data original;
  std::optional<Table> masked;  // none: the original alone

  static JobInfo info();
  static void params(ParamList<DistributionsRequest>& list);
};

struct ChangedCell {
  std::string column, before, after;  // as a file holds them; empty where missing
};

struct ChangedRecord {
  std::size_t record = 0;  // counted from 1
  // The mean over the columns of |difference| in standard deviations of the original; 1 for another category,
  // and where a value appears or vanishes.
  double distance = 0.0;
  std::vector<ChangedCell> cells;
};

struct DistributionsResult {
  bool masked = false;
  profile::BeforeAfter changes;
  std::vector<ChangedRecord> changed;  // the largest distance first; none for tables of unequal rows
};

DistributionsResult distributions(const DistributionsRequest& request, const Run& run);

}  // namespace sfumato::jobs
