// Asks the same questions under every protection, and ranks the protections by the quality of their answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "jobs/job.hpp"
#include "queries/comparison.hpp"

namespace sfumato::jobs {

struct QueryCompareRequest {
  std::vector<std::string> questions;
  std::vector<std::string> methods;  // protections; empty: all
  double epsilon = 0.1;              // of each question
  queries::QueryRank rank_by = queries::QueryRank::useful;
  ParamValues terms = {};  // each goes to its own protection
  queries::Catalogue catalogue = {};
  std::vector<io::TableFile> records = {};  // as they were read, in the order of the catalogue's tables

  static JobInfo info();
  static void params(ParamList<QueryCompareRequest>& list);
};
QueryCompareRequest query_compare_request(const ParamValues& given);

struct QueryCompareResult {
  std::vector<std::string> questions;
  std::int64_t micro_epsilon = 0;  // of each question
  double close = 0.10, guess = 0.05;
  queries::QueryRank rank_by = queries::QueryRank::useful;
  std::vector<queries::ComparedQueries> protections;  // as compare_queries orders them
  Warnings warnings;

  const queries::ComparedQueries* winner() const;  // null if no protection answers any question
};
// Databases are created in a private temporary folder, and removed.
QueryCompareResult query_compare(const QueryCompareRequest& request, const Run& run);

}  // namespace sfumato::jobs
