// `sfumato query budget`: what was spent, by whom and on what; whether the log is intact; quotas of users.
#include <memory>

#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "io/output_file.hpp"
#include "jobs/queries/query_budget.hpp"
#include "jobs/queries/registry.hpp"
#include "queries/database.hpp"
#include "report/queries/budget.hpp"

namespace sfumato::cli {
namespace {

struct ShowBudget {
  std::optional<std::string> database, path;
  ParamOptions params{jobs::query_job("query-budget").params};
  RunOptions run_options;

  int operator()(Console& console) const {
    ParamValues given = params.given();
    given.emplace_back("database", *database);
    const jobs::QueryBudgetRequest request = jobs::query_budget_request(given);
    if (path) {
      const queries::Database base(*database);
      io::check_output_place(*path, {base.ledger_path(), base.restriction_path()});
    }
    const JobRun work(run_options, console);
    const jobs::QueryBudgetResult result = jobs::query_budget(request, work.run());
    report::Report report = report::query_budget_report(result);
    if (path && result.check.intact) {
      io::write_text_file(*path, report::query_log_text(result), io::owner_only);
      report.document.set("output", *path);
      report.blocks.emplace_back(report::Paragraph{"Written to " + *path + "."});
    }
    console.show(report, run_options.json);
    return result.check.intact ? 0 : 1;
  }
};

}  // namespace

Command query_budget_command() {
  const auto options = std::make_shared<ShowBudget>();
  OptionGroup group = options->params.group("The budget", {"user", "quota", "verify", "head", "kept"});
  group.options.push_back({"-o,--output", "FILE",
                           "Writes every question as CSV, also refused and repeated ones, without answers.",
                           Text{&options->path}});
  return {.name = "budget",
          .summary = "Shows what was spent, verifies and exports the log, and sets quotas of users.",
          .description = "Exit status 1: the log was tampered with, rolled back or replaced.",
          .arguments = {{"DB", "The database's folder.", Text{&options->database}}},
          .groups = {group, options->run_options.group()},
          .examples = {"sfumato query budget clinic --verify", "sfumato query budget clinic --quota anna=0.5",
                       "sfumato query budget clinic --head > clinic.head"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
