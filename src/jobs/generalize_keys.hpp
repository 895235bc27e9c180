// The job `generalize-keys`: the levels of a generalization, found from distinct keys with their counts, and
// the generalized keys of each. Records that lie elsewhere are then generalized by their keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::jobs {

struct GeneralizeKeysRequest {
  Value parameters = Value::object();  // of the method
  std::vector<std::string> columns;
  std::string count;
  std::string written;  // the count column of what was written, which is then checked and nothing is made

  Data original;
  std::optional<Table> released;  // what was written, as distinct keys with their counts

  static JobInfo info();
  static void params(ParamList<GeneralizeKeysRequest>& list);
};

struct GeneralizeKeysResult {
  std::vector<std::string> columns;  // that are generalized
  std::vector<std::string> needed;   // these, and those of the models
  Value parameters;                  // all, with defaults
  std::optional<Table> table;        // the rows of the original with their generalized keys
  Value details;
  std::optional<verify::PromiseFinding> finding;  // of what was written
};

// Of a table without records it says which columns are needed.
GeneralizeKeysResult generalize_keys(const GeneralizeKeysRequest& request, const Run& run);

}  // namespace sfumato::jobs
