// `sfumato query init`: a database from data and a catalogue. From then on nothing but answers comes out.
#include <memory>

#include "cli/hierarchies.hpp"
#include "cli/masking_job.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "report/report.hpp"

namespace sfumato::cli {
namespace {

using queries::Catalogue;
using queries::Protection;

struct Init {
  std::optional<std::string> folder, data, catalogue, protection, budget, neighbours, recipe, source;
  std::vector<std::string> tables, missing;
  RunOptions run_options;

  int operator()(Console& console) const;
  queries::DatabaseTerms terms() const;
  std::vector<std::string> files_of(const Catalogue& wanted) const;
};

Protection protection_named(const std::string& name) {
  if (name == "dp") return Protection::dp;
  if (name == "input") return Protection::input;
  bad_input("there is no protection '" + name + "'", "write dp or input");
}

queries::DatabaseTerms Init::terms() const {
  queries::DatabaseTerms result;
  result.protection = protection_named(*protection);
  const bool noisy = result.protection == Protection::dp;
  if (noisy && !budget) bad_input("a database that answers with noise needs a budget", "say --budget E");
  if (!noisy && budget) bad_input("answers from masked records spend no budget", "leave out --budget");
  if (result.protection == Protection::input && !recipe) {
    bad_input("records must be masked before they answer", "name what to do with them: --recipe FILE");
  }
  if (noisy && recipe) bad_input("--recipe is for --protection input", "leave one of them out");
  if (budget) result.budget = micro_epsilon("--budget", *budget);
  if (recipe) result.recipe = io::read_text_file(*recipe);
  if (neighbours) {
    if (*neighbours != "replace" && *neighbours != "add-remove") {
      bad_input("--neighbours cannot be '" + *neighbours + "'", "write replace or add-remove");
    }
    if (*neighbours == "add-remove") result.neighbours = queries::Neighbours::add_remove;
  }
  return result;
}

// The file of each table: DATA where there is one, else NAME=FILE for each.
std::vector<std::string> Init::files_of(const Catalogue& wanted) const {
  if (data) {
    if (!tables.empty()) bad_input("DATA and --table both name data", "leave one of them out");
    if (wanted.tables.size() != 1) {
      bad_input("the catalogue has " + std::to_string(wanted.tables.size()) + " tables, and DATA is one file",
                "name a file for each: --table patients=patients.csv");
    }
    return {*data};
  }
  std::vector<std::string> files(wanted.tables.size());
  for (const std::string& typed : tables) {
    const std::size_t sign = typed.find('=');
    const std::optional<std::size_t> index =
        sign == std::string::npos ? std::nullopt : wanted.find(typed.substr(0, sign));
    if (!index) bad_input("--table names no table of the catalogue: '" + typed + "'", "write NAME=FILE");
    if (!files[*index].empty()) bad_input("--table names '" + wanted.tables[*index].name + "' twice");
    files[*index] = typed.substr(sign + 1);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].empty()) {
      bad_input("there are no data for the table '" + wanted.tables[i].name + "'",
                "name its file after the database's folder, or with --table");
    }
  }
  return files;
}

// The records as they are stored: masked, where masked records are to answer.
Table records_of(const std::string& path, const io::ReadOptions& read,
                 const std::optional<masking::Recipe>& recipe, std::vector<std::string>& warnings,
                 const Run& run) {
  io::TableFile file = io::read_table(path, read, run);
  if (!recipe) return std::move(file.table);
  load_step_hierarchies(file, *recipe, {}, run);
  MaskingResult result = run_recipe(*recipe, file, {}, path, run);
  warnings.insert(warnings.end(), result.warnings.begin(), result.warnings.end());
  if (result.masked.tables.size() != 1) {
    bad_input("the recipe makes " + std::to_string(result.masked.tables.size()) + " copies",
              "answers come from one: take a method that makes one");
  }
  return std::move(result.masked.tables.front());
}

report::Report init_report(const std::string& folder, const std::vector<queries::ImportCount>& counts) {
  report::Report report;
  Value tables = Value::array();
  using report::Align;
  report::TableBlock block{{{"table"},
                            {"records", Align::right},
                            {"kept", Align::right},
                            {"clamped", Align::right},
                            {"made NULL", Align::right},
                            {"rounded", Align::right},
                            {"dropped", Align::right},
                            {"beyond a person's rows", Align::right}},
                           {}};
  for (const queries::ImportCount& count : counts) {
    Value one = Value::object();
    tables.push(one.set("table", count.table)
                    .set("rows", count.rows)
                    .set("kept", count.kept)
                    .set("clamped", count.clamped)
                    .set("made_null", count.made_null)
                    .set("rounded", count.rounded)
                    .set("dropped", count.dropped)
                    .set("beyond_unit", count.beyond_unit));
    block.rows.push_back({count.table, std::to_string(count.rows), std::to_string(count.kept),
                          std::to_string(count.clamped), std::to_string(count.made_null),
                          std::to_string(count.rounded), std::to_string(count.dropped),
                          std::to_string(count.beyond_unit)});
  }
  report.document.set("database", folder).set("tables", std::move(tables));
  report.blocks.emplace_back(std::move(block));
  report.blocks.emplace_back(
      report::Paragraph{"The database is in " + folder +
                        ". These counts are for you: they are about the data, and not protected."});
  return report;
}

int Init::operator()(Console& console) const {
  const queries::DatabaseTerms wanted_terms = terms();
  const Catalogue wanted = queries::read_catalogue(*catalogue);
  if (source && (data || !tables.empty()))
    bad_input("--source and DATA both name data", "leave one of them out");
  if (source && recipe) bad_input("--recipe needs files", "export the table, and name its file");
  const std::vector<std::string> files = source ? std::vector<std::string>() : files_of(wanted);
  std::optional<masking::Recipe> steps;
  if (recipe) steps = masking::parse_recipe(io::parse_toml(io::read_text_file(*recipe), *recipe), *recipe);
  Work work(run_options, console);
  io::ReadOptions read;
  read.missing = missing;
  std::vector<std::string> warnings;
  std::vector<Table> sources;
  if (source) sources = queries::read_postgres_tables(*source, wanted, work.run());
  for (const std::string& file : files) {
    sources.push_back(records_of(file, read, steps, warnings, work.run()));
  }
  const std::vector<queries::ImportCount> counts =
      queries::create_database(*folder, wanted, wanted_terms, sources, work.run());
  work.hide_progress();
  report::Report report = init_report(*folder, counts);
  report.warnings = warnings;
  if (run_options.quiet && !run_options.json) return 0;
  console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command query_init_command() {
  const auto options = std::make_shared<Init>();
  return {
      .name = "init",
      .summary = "Makes a database from data and a catalogue.",
      .description =
          "The catalogue declares what every column can hold; what is outside goes by its policy. Columns "
          "that it does not name stay out.",
      .arguments = {{"DB", "The folder to make.", Text{&options->folder}},
                    {"DATA", "The data of a catalogue with one table.", Text{&options->data}, false}},
      .groups =
          {{"The database",
            {{"--catalogue", "FILE", "What the tables and columns can hold (.toml).",
              Text{&options->catalogue}, true},
             {"--protection",
              "NAME",
              "dp: noisy answers; input: answers from masked records.",
              Text{&options->protection},
              true,
              {"dp", "input"}},
             {"--budget", "E", "All answers together cost at most this ε.", Text{&options->budget}},
             {"--neighbours",
              "NAME",
              "replace (the number of units is public) or add-remove; 'replace' unless given.",
              Text{&options->neighbours},
              false,
              {"replace", "add-remove"}},
             {"--recipe", "FILE", "How records are masked, for --protection input.", Text{&options->recipe}},
             {"--table", "NAME=FILE", "The data of one table; may be repeated.", Texts{&options->tables}},
             {"--source", "URL", "Take the tables from PostgreSQL: postgres://user@host/database.",
              Text{&options->source}},
             {"--missing", "TOKEN,…", "What stands for a missing value, beside an empty field.",
              List{&options->missing}}}},
           options->run_options.group()},
      .examples =
          {"sfumato query init clinic patients.csv --catalogue catalogue.toml --protection dp --budget 3",
           "sfumato query init clinic patients.csv --catalogue catalogue.toml --protection input "
           "--recipe recipe.toml"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
