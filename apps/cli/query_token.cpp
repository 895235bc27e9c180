// `sfumato query token`: access to the server of a database. A token is shown once, when it is created.
#include <memory>

#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "jobs/queries/query_token.hpp"
#include "jobs/queries/registry.hpp"
#include "report/queries/token.hpp"

namespace sfumato::cli {
namespace {

struct MakeToken {
  std::optional<std::string> database;
  ParamOptions params{jobs::query_job("query-token").params};
  RunOptions run_options;

  int operator()(Console& console) const {
    ParamValues given = params.given();
    given.emplace_back("database", *database);
    const auto request = jobs::make_request<jobs::QueryTokenRequest>(given);
    const JobRun work(run_options, console);
    console.show(report::query_token_report(jobs::query_token(request, work.run())), run_options.json);
    return 0;
  }
};

}  // namespace

Command query_token_command() {
  const auto options = std::make_shared<MakeToken>();
  OptionGroup group =
      options->params.group("The token", {"user", "permissions", "quota", "expires", "revoke", "list"});
  group.options[1].choices = {"ask", "explain", "budget", "admin"};
  return {
      .name = "token",
      .summary = jobs::query_job("query-token").info.summary,
      .description =
          "A token is shown once; the database keeps only its hash. A running server uses the change "
          "immediately.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}}},
      .groups = {group, options->run_options.group()},
      .examples = {"sfumato query token clinic --user anna --quota 0.5",
                   "sfumato query token clinic --user anna --expires 30d",
                   "sfumato query token clinic --user anna --revoke", "sfumato query token clinic --list"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
