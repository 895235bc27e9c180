// Creates a queryable database from a catalogue and records. Afterwards only answers are released.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "jobs/job.hpp"
#include "queries/database.hpp"

namespace sfumato::jobs {

struct QueryInitRequest {
  std::string database;                  // the folder to create
  std::string key;                       // file; empty: the database's usual one
  std::string accept_intersection = {};  // why records may be camouflaged again; empty: they may not
  queries::Protection protection = queries::Protection::dp;
  ParamValues terms = {};  // of the protection
  queries::Catalogue catalogue = {};
  std::vector<io::TableFile> records = {};  // as they were read, in the order of the catalogue's tables

  static JobInfo info();
  static void params(ParamList<QueryInitRequest>& list);
};
QueryInitRequest query_init_request(const ParamValues& given);

// The terms of the request; impossible values are an error before any records are read.
queries::DatabaseTerms checked_terms(const QueryInitRequest& request);

struct QueryInitResult {
  std::string database;
  std::vector<queries::ImportCount> counts;  // confidential: they describe the data
  std::vector<verify::PromiseFinding> promises;
  Warnings warnings;
};
QueryInitResult query_init(const QueryInitRequest& request, const Run& run);

}  // namespace sfumato::jobs
