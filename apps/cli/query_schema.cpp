// `sfumato query schema`: what an analyst may know of a database.
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "jobs/queries/query_schema.hpp"
#include "jobs/queries/registry.hpp"
#include "report/queries/schema.hpp"

namespace sfumato::cli {
namespace {

struct ShowSchema {
  std::optional<std::string> database;
  RunOptions run_options;

  int operator()(Console& console) const {
    const auto request = jobs::make_request<jobs::QuerySchemaRequest>({{"database", *database}});
    const JobRun work(run_options, console);
    console.show(report::query_schema_report(jobs::query_schema(request, work.run())), run_options.json);
    return 0;
  }
};

}  // namespace

Command query_schema_command() {
  const auto options = std::make_shared<ShowSchema>();
  return {.name = "schema",
          .summary = jobs::query_job("query-schema").info.summary,
          .description = "Everything comes from the catalogue and the terms, nothing from the records.",
          .arguments = {{"DB", "The database's folder.", Text{&options->database}}},
          .groups = {options->run_options.group()},
          .examples = {"sfumato query schema clinic", "sfumato query schema clinic --json"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
