#include "app/query_requests.hpp"

#include <algorithm>
#include <optional>

#include "app/responses.hpp"
#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"
#include "jobs/queries/query_ask.hpp"
#include "jobs/queries/query_budget.hpp"
#include "jobs/queries/query_compare.hpp"
#include "jobs/queries/query_explain.hpp"
#include "jobs/queries/query_init.hpp"
#include "jobs/queries/query_propose.hpp"
#include "jobs/queries/query_schema.hpp"
#include "jobs/queries/query_token.hpp"
#include "report/queries/answer.hpp"
#include "report/queries/budget.hpp"
#include "report/queries/comparison.hpp"
#include "report/queries/database.hpp"
#include "report/queries/proposal.hpp"
#include "report/queries/schema.hpp"
#include "report/queries/token.hpp"

namespace sfumato::app {
namespace {

// "9:2845e6…".
bool is_head(const std::string& text) {
  const std::size_t colon = text.find(':');
  return colon != std::string::npos && colon > 0 && text.size() < 100 &&
         text.find_first_not_of("0123456789") == colon &&
         text.find_first_not_of("0123456789abcdef", colon + 1) == std::string::npos;
}

// The parameters of the job: names of files and folders become paths in the folder.
ParamValues query_params(const AppRequest& request, const JobContext& context, bool creates = false) {
  ParamValues given;
  for (const auto& [name, value] : request.members().as_object()) {
    if (name == "catalogue") continue;
    const bool path = name == "database" || name == "key";
    // The command also takes a file here, and updates it.
    if (name == "kept" && !(value.is_text() && is_head(value.as_text()))) {
      bad_param("kept", "\"kept\" must be a head of the log", "as it was shown, such as 9:2845e6…");
    }
    if (!path || !value.is_text()) {
      given.emplace_back(name, value);
      continue;
    }
    if (name == "database" && !creates) {
      given.emplace_back(name, context.folder.database(value.as_text()));
      continue;
    }
    require_file_name(value.as_text());
    given.emplace_back(name, context.folder.inside(value.as_text()));
  }
  return given;
}

// A document, or TOML as the job that proposes one gives it.
queries::Catalogue catalogue_of(const AppRequest& request) {
  const Value* given = request.members().find("catalogue");
  if (given != nullptr && given->is_object()) return queries::parse_catalogue(*given, "the catalogue");
  if (given == nullptr || !given->is_text()) {
    bad_param("catalogue", "the request has no \"catalogue\"", "give its document, or its TOML text");
  }
  return queries::parse_catalogue(io::parse_toml(given->as_text(), "the catalogue"), "the catalogue");
}

// One input for each table of the catalogue, named for it; "original" where there is one table.
std::vector<io::TableFile> records_of(const AppRequest& request, const JobContext& context,
                                      const queries::Catalogue& catalogue, const Run& run) {
  library::NamedTables tables =
      context.sources.tables(request.inputs, request.common.schema, context.output, run);
  std::vector<io::TableFile> records;
  for (const queries::CatalogueTable& table : catalogue.tables) {
    bool found = false;
    for (const auto& [name, data] : tables) {
      if (name != table.name && !(name == "original" && catalogue.tables.size() == 1)) continue;
      records.push_back({.table = data, .sidecar = {}, .missing_token = {}});
      found = true;
      break;
    }
    if (!found) {
      bad_param("inputs", "the table '" + io::shown(table.name) + "' of the catalogue has no input",
                "give its data as an input of that name");
    }
  }
  return records;
}

// The newest questions of the log, newest first: who, when, what, and what it was charged (null where the
// database has no budget).
constexpr std::size_t most_log_entries = 1000;

Value log_entry(std::int64_t row, const std::string& time, const std::string& user,
                const std::string& question, const char* outcome) {
  Value entry = Value::object();
  return entry.set("row", row)
      .set("time", time)
      .set("user", user)
      .set("question", question)
      .set("outcome", outcome);
}

const char* outcome_of(queries::EntryKind kind) {
  switch (kind) {
    case queries::EntryKind::granted:
      return "answered";
    case queries::EntryKind::repeated:
      return "repeated";
    case queries::EntryKind::over_cap:
      return "over budget";
    case queries::EntryKind::over_quota:
      return "over quota";
  }
  return "";
}

Value log_of(const jobs::QueryBudgetResult& result) {
  Value log = Value::array();
  const bool noisy = result.protection == queries::Protection::dp;
  const std::size_t questions = std::min(result.questions.size(), most_log_entries);
  for (std::size_t i = 1; i <= questions; ++i) {
    const queries::LedgerEntry& one = result.questions[result.questions.size() - i];
    Value entry = log_entry(one.row, one.time, one.user, one.query, outcome_of(one.kind));
    report::set_epsilon(entry, "charged", noisy ? std::optional(one.charged) : std::nullopt);
    report::set_epsilon(entry, "charged_to_user", noisy ? std::optional(one.charged_to_user) : std::nullopt);
    log.push(entry.set("chain", one.chain));
  }
  const std::size_t decisions = std::min(result.decisions.size(), most_log_entries);
  for (std::size_t i = 1; i <= decisions; ++i) {
    const queries::DecisionEntry& one = result.decisions[result.decisions.size() - i];
    log.push(log_entry(one.number, one.time, one.user, one.query,
                       one.refusal == queries::Refusal::none ? "answered" : "refused"));
  }
  return log;
}

}  // namespace

AppOutcome query_init(const AppRequest& request, const JobContext& context, const Run& run) {
  jobs::QueryInitRequest wanted = jobs::query_init_request(query_params(request, context, true));
  jobs::checked_terms(wanted);
  wanted.catalogue = catalogue_of(request);
  wanted.records = records_of(request, context, wanted.catalogue, run);
  return with_report(report::query_init_report(jobs::query_init(wanted, run)));
}

AppOutcome query_ask(const AppRequest& request, const JobContext& context, const Run& run) {
  const jobs::QueryAskResult result =
      jobs::query_ask(jobs::query_ask_request(query_params(request, context)), run);
  AppOutcome outcome =
      with_report(report::query_answer_report(result.answer, result.protection), !result.answer.refused);
  outcome.report.warnings.insert(outcome.report.warnings.end(), result.notes.begin(), result.notes.end());
  return outcome;
}

AppOutcome query_explain(const AppRequest& request, const JobContext& context, const Run& run) {
  const auto wanted = jobs::make_request<jobs::QueryExplainRequest>(query_params(request, context));
  return with_report(report::query_explanation_report(jobs::query_explain(wanted, run)));
}

AppOutcome query_budget(const AppRequest& request, const JobContext& context, const Run& run) {
  const jobs::QueryBudgetResult result =
      jobs::query_budget(jobs::query_budget_request(query_params(request, context)), run);
  AppOutcome outcome = with_report(report::query_budget_report(result), result.check.intact);
  if (result.check.intact && !result.head_only) {
    outcome.report.document.set("log", log_of(result))
        .set("log_entries", result.questions.size() + result.decisions.size());
  }
  return outcome;
}

AppOutcome query_token(const AppRequest& request, const JobContext& context, const Run& run) {
  const auto wanted = jobs::make_request<jobs::QueryTokenRequest>(query_params(request, context));
  return with_report(report::query_token_report(jobs::query_token(wanted, run)));
}

AppOutcome query_schema(const AppRequest& request, const JobContext& context, const Run& run) {
  const auto wanted = jobs::make_request<jobs::QuerySchemaRequest>(query_params(request, context));
  return with_report(report::query_schema_report(jobs::query_schema(wanted, run)));
}

AppOutcome query_propose(const AppRequest& request, const JobContext& context, const Run& run) {
  auto wanted = jobs::make_request<jobs::QueryProposeRequest>(query_params(request, context));
  const library::NamedTables tables =
      context.sources.tables(request.inputs, request.common.schema, context.output, run);
  if (tables.size() != 1)
    bad_param("inputs", "one input is needed: the data", R"({"original": {"file": …}})");
  const Value* source = request.inputs.find(tables.front().first);
  const Value* file = source != nullptr ? source->find("file") : nullptr;
  if (request.members().find("table") == nullptr && file != nullptr && file->is_text()) {
    wanted.table = queries::table_name_of(file->as_text());
  }
  wanted.records = tables.front().second;
  const queries::ProposedCatalogue proposal = jobs::query_propose(wanted, run);
  AppOutcome outcome = with_report(report::query_proposal_report(proposal, false));
  outcome.report.document.set("text", proposal.text)
      .set("document", io::parse_toml(proposal.text, "the proposal"));
  return outcome;
}

AppOutcome query_compare(const AppRequest& request, const JobContext& context, const Run& run) {
  jobs::QueryCompareRequest wanted = jobs::query_compare_request(query_params(request, context));
  wanted.catalogue = catalogue_of(request);
  wanted.records = records_of(request, context, wanted.catalogue, run);
  const report::QueryComparison comparison{
      jobs::query_compare(wanted, run), "the questions", {}, io::today()};
  return with_report(report::query_comparison_report(comparison), comparison.winner() != nullptr);
}

}  // namespace sfumato::app
