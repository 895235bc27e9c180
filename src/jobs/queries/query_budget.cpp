#include "jobs/queries/query_budget.hpp"

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "queries/database.hpp"
#include "queries/database/recorded_terms.hpp"
#include "queries/database/refresh.hpp"
#include "queries/kept_head.hpp"

namespace sfumato::jobs {
namespace {

using queries::LedgerHead;

std::optional<LedgerHead> head_of(const std::string& typed) {
  if (typed.empty()) return std::nullopt;
  return queries::read_kept_head(typed);
}

void check_terms(const queries::Database& base, const std::optional<queries::RecordedTerms>& recorded,
                 QueryBudgetResult& result) {
  result.recorded = recorded.has_value();
  if (!recorded || !result.checked) return;
  queries::finish_refresh(base, *recorded);
  for (const auto& [file, fingerprint] : recorded->files) queries::require_same_file(base, *recorded, file);
}

struct Quota {
  std::string user;
  std::optional<std::int64_t> share;  // micro-ε
};

Quota quota_of(const std::string& typed) {
  const std::size_t sign = typed.rfind('=');
  const std::string share = sign == std::string::npos ? "" : typed.substr(sign + 1);
  const std::optional<double> number = parse_number(share);
  if (sign == std::string::npos || sign == 0 || (share != "none" && !number)) {
    bad_input("parameter 'quota' cannot be '" + typed + "'",
              "write a user and a quota in ε, such as anna=0.5, or anna=none");
  }
  return {typed.substr(0, sign),
          share == "none" ? std::nullopt : std::optional(queries::quota_micro_epsilon(*number, "quota"))};
}

void read_decisions(const QueryBudgetRequest& request, const queries::Database& base,
                    QueryBudgetResult& result) {
  if (!request.user.empty() || !request.quotas.empty()) {
    bad_input("a restricted database has no budget", "leave out 'user' and 'quota'");
  }
  const std::optional<LedgerHead> kept = head_of(request.kept);
  const queries::DecisionHistory history(base.restriction_path());
  if (result.checked) result.check = history.verify(kept);
  if (!result.check.intact) return;
  check_terms(base, queries::require_same_terms(base, history.terms(), history.recorded()), result);
  result.restriction = base.terms().restriction;
  result.decisions = history.entries();
  result.head = queries::head_text(history.head());
}

void read_ledger(const QueryBudgetRequest& request, const queries::Database& base,
                 QueryBudgetResult& result) {
  const std::optional<LedgerHead> kept = head_of(request.kept);
  std::vector<Quota> quotas;
  for (const std::string& typed : request.quotas) quotas.push_back(quota_of(typed));
  queries::Ledger ledger(base.ledger_path());
  if (result.checked) result.check = ledger.verify(kept);
  if (!result.check.intact) return;
  check_terms(base, queries::require_same_terms(base, ledger.terms()), result);
  for (const Quota& quota : quotas) ledger.set_quota(quota.user, quota.share);
  if (!request.user.empty()) result.user = request.user;
  result.questions = ledger.questions();
  result.notes = ledger.notes();
  result.version = ledger.version();
  result.balance = ledger.balance(result.user);
  result.head = queries::head_text(ledger.head());
}

}  // namespace

JobInfo QueryBudgetRequest::info() {
  return {.name = "query-budget",
          .title = "Show the budget",
          .summary = "Shows what was spent, verifies the log, and sets quotas of users."};
}

void QueryBudgetRequest::params(ParamList<QueryBudgetRequest>& list) {
  list.text("database", &QueryBudgetRequest::database).required().doc("The database's folder.");
  list.text("user", &QueryBudgetRequest::user).doc("Also shows what this user has spent.");
  list.texts("quota", &QueryBudgetRequest::quotas)
      .doc(
          "Sets the quota of a user, NAME=E, or removes it, NAME=none; may be repeated. With 0 the user may "
          "not spend anything.");
  list.flag("verify", &QueryBudgetRequest::verify).doc("Checks every row of the log, and the data files.");
  list.flag("head", &QueryBudgetRequest::head)
      .doc("Shows only the head of the log: one line, to be kept elsewhere.");
  list.text("kept", &QueryBudgetRequest::kept)
      .doc(
          "Also checks that the log continues from this head, which was shown earlier and kept elsewhere; or "
          "from the head in this file.");
}

QueryBudgetRequest query_budget_request(const ParamValues& given) {
  auto request = make_request<QueryBudgetRequest>(given);
  for (const auto& [name, value] : given) {
    if (name == "kept" && request.kept.empty()) queries::read_kept_head("");
  }
  return request;
}

QueryBudgetResult query_budget(const QueryBudgetRequest& request, const Run& run) {
  run.check_stop();
  const queries::Database base(request.database);
  QueryBudgetResult result;
  result.protection = base.terms().protection;
  result.head_only = request.head;
  result.checked = request.verify || !request.kept.empty();
  if (result.protection == queries::Protection::restrict) {
    read_decisions(request, base, result);
  } else {
    read_ledger(request, base, result);
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_budget_job, QueryBudgetRequest)
