// The job `verify`: how far a release moved one record, for the person whom the record is about. Their own
// values and the released table are enough.
#pragma once

#include <string>
#include <vector>

#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "stats/ranks/record_permutation.hpp"

namespace sfumato::jobs {

struct VerifyRequest {
  std::vector<std::string> mine;  // "COLUMN=VALUE"
  Data released;

  static JobInfo info();
  static void params(ParamList<VerifyRequest>& list);
};

struct VerifyResult {
  std::string released;  // its name
  std::vector<std::string> columns;
  std::vector<double> mine;
  stats::RecordPermutation found;
};

VerifyResult verify_record(const VerifyRequest& request, const Run& run);

}  // namespace sfumato::jobs
