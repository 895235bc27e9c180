// `sfumato query refresh`: new records under the same catalogue, terms and log.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/query_data.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "jobs/queries/query_refresh.hpp"
#include "jobs/queries/registry.hpp"
#include "report/queries/database.hpp"

namespace sfumato::cli {
namespace {

struct Refresh {
  std::optional<std::string> folder, data, format;
  std::vector<std::string> tables, missing;
  ParamOptions params{jobs::query_job("query-refresh").params};
  RunOptions run_options;

  int operator()(Console& console) const;
};

int Refresh::operator()(Console& console) const {
  ParamValues given = params.given();
  given.emplace_back("database", *folder);
  auto request = jobs::make_request<jobs::QueryRefreshRequest>(given);
  QueryData files{.data = data.value_or(""),
                  .tables = {},
                  .missing = missing,
                  .format = format.value_or(""),
                  .catalogue = {}};
  for (const std::string& typed : tables) {
    const ForColumn one = for_column("--table", typed, "patients=patients.csv");
    files.tables.emplace_back(one.column, one.what);
  }
  JobRun work(run_options, console);
  request.records = files.read(queries::Database(*folder).catalogue(), work.run());
  const jobs::QueryRefreshResult result = jobs::query_refresh(request, work.run());
  work.hide_progress();
  if (run_options.quiet && !run_options.json) return 0;
  console.show(report::query_refresh_report(result), run_options.json);
  return 0;
}

}  // namespace

Command query_refresh_command() {
  const auto options = std::make_shared<Refresh>();
  OptionGroup group = options->params.group("The data", {"key", "accept-intersection"});
  for (Option& option : std::vector<Option>{
           {"--table", "NAME=FILE", "The data of one table; may be repeated.", Texts{&options->tables}},
           {"--format", "NAME", "Format of the data, if the extension does not show it.",
            Text{&options->format}},
           {"--missing", "TOKEN,…", "Codes of a missing value, in addition to an empty field.",
            List{&options->missing}}}) {
    group.options.push_back(std::move(option));
  }
  return {
      .name = "refresh",
      .summary = jobs::query_job("query-refresh").info.summary,
      .description =
          "Terms and catalogue stay. What was spent stays spent: the costs of questions about old and new "
          "data add up, and earlier answers are not given again. A restricted database is refused; "
          "camouflage and input need --accept-intersection. A running server answers no more questions "
          "until it is started again.",
      .arguments = {{"DB", "The database's folder.", Text{&options->folder}},
                    {"DATA", "The new data of a catalogue with one table.", Text{&options->data}, false}},
      .groups = {group, options->run_options.group()},
      .examples = {"sfumato query refresh clinic patients-2027.csv"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
