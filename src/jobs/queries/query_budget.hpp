// What was spent, by whom and on what; whether the log is intact; quotas of users. A restricted database
// spends nothing: it has a log of decisions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "queries/ledger.hpp"
#include "queries/restriction.hpp"

namespace sfumato::jobs {

struct QueryBudgetRequest {
  std::string database;
  std::string user;                 // whose quota is shown; empty: none
  std::vector<std::string> quotas;  // "anna=0.5" sets a quota, "anna=none" removes it
  bool verify = false;
  bool head = false;  // only the head is shown
  std::string kept;   // the head of the log as it was shown before, or a file with it; empty: not compared

  static JobInfo info();
  static void params(ParamList<QueryBudgetRequest>& list);
};
// An empty `kept` that was given is an error.
QueryBudgetRequest query_budget_request(const ParamValues& given);

struct QueryBudgetResult {
  queries::Protection protection = queries::Protection::dp;
  bool checked = false;    // every row of the log was checked
  bool head_only = false;  // only `head` is shown
  bool recorded = true;    // the log records the terms; false: a database of an earlier version
  // If it is not intact, nothing below is filled: such a log is not evidence.
  queries::LedgerCheck check;
  std::string head;                             // "9:2845e6…", rows and chain
  queries::Balance balance;                     // of all but restrict
  std::optional<std::string> user;              // that `balance` is about
  std::vector<queries::LedgerEntry> questions;  // of all but restrict
  std::vector<std::string> notes;               // of administrators
  std::int64_t version = 0;                     // how often the data were replaced
  queries::RestrictionTerms restriction;        // of restrict, as are these
  std::vector<queries::DecisionEntry> decisions;
};
QueryBudgetResult query_budget(const QueryBudgetRequest& request, const Run& run);

}  // namespace sfumato::jobs
