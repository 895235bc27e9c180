// The job `count-keys`: records, or rows that stand for several, as distinct keys with their counts. Data in
// many parts are counted part by part, and their counts are counted again together.
#pragma once

#include <string>
#include <vector>

#include "jobs/data.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct CountKeysRequest {
  std::vector<std::string> columns;
  std::string count;   // of the input; without it each row is one record
  std::string weight;  // a column whose sums are exact in any order of parts
  std::string into = "records", prefix = "weight";
  bool finish = false;

  Data original;

  static JobInfo info();
  static void params(ParamList<CountKeysRequest>& list);
};

struct CountKeysResult {
  Table table;
  std::size_t records = 0;
};

CountKeysResult count_keys(const CountKeysRequest& request, const Run& run);

}  // namespace sfumato::jobs
