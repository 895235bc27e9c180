// New records for a database under the same ledger: the budget goes on, and earlier answers are not reused.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "jobs/job.hpp"
#include "queries/database.hpp"

namespace sfumato::jobs {

struct QueryRefreshRequest {
  std::string database;
  std::string key;                          // file; empty: the database's usual one
  std::string accept_intersection = {};     // why the records may be protected a second time
  std::vector<io::TableFile> records = {};  // as they were read, in the order of the catalogue's tables

  static JobInfo info();
  static void params(ParamList<QueryRefreshRequest>& list);
};

struct QueryRefreshResult {
  std::string database;
  std::vector<queries::ImportCount> counts;  // confidential: they describe the data
  std::vector<verify::PromiseFinding> promises;
  Warnings warnings;
  std::int64_t version = 0;  // how often the data were replaced
  std::string head;          // of the log
};
QueryRefreshResult query_refresh(const QueryRefreshRequest& request, const Run& run);

}  // namespace sfumato::jobs
