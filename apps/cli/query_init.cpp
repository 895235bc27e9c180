// `sfumato query init`: a database from data and a catalogue. Afterwards only answers are released.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/query_data.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "jobs/queries/query_init.hpp"
#include "jobs/queries/registry.hpp"
#include "report/queries/database.hpp"

namespace sfumato::cli {
namespace {

struct Init {
  std::optional<std::string> folder, data, catalogue, recipe, source, format;
  std::vector<std::string> tables, missing;
  ParamOptions params{jobs::query_job("query-init").params};
  RunOptions run_options;

  int operator()(Console& console) const;
  std::vector<io::TableFile> records(const queries::Catalogue& wanted, const Run& run) const;
};

// DATA where there is one, else NAME=FILE for each table, or PostgreSQL.
std::vector<io::TableFile> Init::records(const queries::Catalogue& wanted, const Run& run) const {
  if (source) {
    if (data || !tables.empty()) bad_input("--source and DATA both name data", "give only one of them");
    if (recipe) bad_input("--recipe needs a data file", "export the table and give the file");
    std::vector<io::TableFile> files;
    for (Table& table : queries::read_postgres_tables(*source, wanted, run)) {
      files.push_back({.table = std::move(table), .sidecar = {}, .missing_token = {}});
    }
    return files;
  }
  QueryData files{.data = data.value_or(""),
                  .tables = {},
                  .missing = missing,
                  .format = format.value_or(""),
                  .catalogue = *catalogue};
  for (const std::string& typed : tables) {
    const ForColumn one = for_column("--table", typed, "patients=patients.csv");
    files.tables.emplace_back(one.column, one.what);
  }
  return files.read(wanted, run);
}

int Init::operator()(Console& console) const {
  ParamValues given = params.given();
  given.emplace_back("database", *folder);
  if (recipe) given.emplace_back("recipe", read_recipe_text(*recipe));
  jobs::QueryInitRequest request = jobs::query_init_request(given);
  jobs::checked_terms(request);
  request.catalogue = queries::read_catalogue(*catalogue);
  JobRun work(run_options, console);
  request.records = records(request.catalogue, work.run());
  const jobs::QueryInitResult created = jobs::query_init(request, work.run());
  work.hide_progress();
  if (run_options.quiet && !run_options.json) return 0;
  console.show(report::query_init_report(created), run_options.json);
  return 0;
}

}  // namespace

Command query_init_command() {
  const auto options = std::make_shared<Init>();
  OptionGroup database{"The database",
                       {{"--catalogue", "FILE", "Declares what tables and columns can hold (.toml).",
                         Text{&options->catalogue}, true}}};
  for (Option& option :
       options->params.group("", {"protection", "budget", "key", "accept-intersection"}).options) {
    database.options.push_back(std::move(option));
  }
  for (Option& option : std::vector<Option>{
           {"--recipe", "FILE", "How records are masked, for the protection input.", Text{&options->recipe}},
           {"--table", "NAME=FILE", "The data of one table; may be repeated.", Texts{&options->tables}},
           {"--source", "URL", "Take the tables from PostgreSQL: postgres://user@host/database.",
            Text{&options->source}},
           {"--format", "NAME", "Format of the data, if the extension does not show it.",
            Text{&options->format}},
           {"--missing", "TOKEN,…", "Codes of a missing value, in addition to an empty field.",
            List{&options->missing}}}) {
    database.options.push_back(std::move(option));
  }
  return {.name = "init",
          .summary = jobs::query_job("query-init").info.summary,
          .description =
              "The catalogue declares what every column can hold; values outside are treated by its policy. "
              "Columns that it does not name are not imported.",
          .arguments = {{"DB", "The folder to create.", Text{&options->folder}},
                        {"DATA", "The data of a catalogue with one table.", Text{&options->data}, false}},
          .groups = {database, protection_group(options->params), options->run_options.group()},
          .examples =
              {"sfumato query init clinic patients.csv --catalogue catalogue.toml --protection dp --budget 3",
               "sfumato query init clinic patients.csv --catalogue catalogue.toml --protection input "
               "--recipe recipe.toml"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
