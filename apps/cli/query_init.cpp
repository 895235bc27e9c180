// `sfumato query init`: a database from data and a catalogue. From then on nothing but answers comes out.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/query_data.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "release/release_files.hpp"
#include "report/report.hpp"

namespace sfumato::cli {
namespace {

using queries::Catalogue;
using queries::Protection;

struct Init {
  std::optional<std::string> folder, data, catalogue, protection, budget, recipe, source, key, format;
  std::vector<std::string> tables, missing;
  ProtectionOptions protection_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  queries::DatabaseTerms terms() const;
  std::vector<io::TableFile> records(const Catalogue& wanted, const Run& run) const;
};

queries::DatabaseTerms Init::terms() const {
  queries::DatabaseTerms result = protection_options.terms(*protection);
  protection_options.require_own(result.protection);
  const bool noisy = result.protection == Protection::dp, masked = result.protection == Protection::input;
  if (noisy && !budget) bad_input("a database that answers with noise needs a budget", "say --budget E");
  if (!noisy && budget) bad_input("only answers with noise spend a budget", "leave out --budget");
  if (masked && !recipe) {
    bad_input("records must be masked before they answer", "name what to do with them: --recipe FILE");
  }
  if (!masked && recipe) bad_input("--recipe is for --protection input", "leave one of them out");
  if (key && result.protection != Protection::camouflage) {
    bad_input("--key is for --protection camouflage", "leave one of them out");
  }
  if (budget) result.budget = micro_epsilon("--budget", *budget);
  if (recipe) result.recipe = read_recipe_text(*recipe);
  return result;
}

// DATA where there is one, else NAME=FILE for each table, or PostgreSQL.
std::vector<io::TableFile> Init::records(const Catalogue& wanted, const Run& run) const {
  if (source) {
    if (data || !tables.empty()) bad_input("--source and DATA both name data", "leave one of them out");
    if (recipe) bad_input("--recipe needs files", "export the table, and name its file");
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

// In units of the columns' decimals.
report::TableBlock camouflage_block(const std::vector<queries::ImportCount>& counts) {
  using report::Align;
  report::TableBlock block{{{"camouflaged column"},
                            {"interval, units", Align::right},
                            {"narrowed by the domain's end", Align::right},
                            {"narrowest, units", Align::right}},
                           {}};
  for (const queries::ImportCount& count : counts) {
    for (const queries::CamouflageCount& one : count.camouflaged) {
      block.rows.push_back({one.table + "." + one.column, std::to_string(one.width),
                            std::to_string(one.narrowed), std::to_string(one.narrowest)});
    }
  }
  return block;
}

report::Report init_report(const std::string& folder, const queries::CreatedDatabase& created) {
  const std::vector<queries::ImportCount>& counts = created.counts;
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
    Value one = Value::object(), camouflaged = Value::array();
    for (const queries::CamouflageCount& column : count.camouflaged) {
      Value interval = Value::object();
      camouflaged.push(interval.set("column", column.column)
                           .set("width", column.width)
                           .set("narrowest", column.narrowest)
                           .set("narrowed", column.narrowed));
    }
    tables.push(one.set("table", count.table)
                    .set("rows", count.rows)
                    .set("kept", count.kept)
                    .set("clamped", count.clamped)
                    .set("made_null", count.made_null)
                    .set("rounded", count.rounded)
                    .set("dropped", count.dropped)
                    .set("beyond_unit", count.beyond_unit)
                    .set("camouflaged", std::move(camouflaged)));
    block.rows.push_back({count.table, std::to_string(count.rows), std::to_string(count.kept),
                          std::to_string(count.clamped), std::to_string(count.made_null),
                          std::to_string(count.rounded), std::to_string(count.dropped),
                          std::to_string(count.beyond_unit)});
  }
  report.document.set("database", folder).set("tables", std::move(tables));
  if (!created.promises.empty()) report.document.set("promises", release::promises_value(created.promises));
  report.blocks.emplace_back(std::move(block));
  report::TableBlock intervals = camouflage_block(counts);
  if (!intervals.rows.empty()) report.blocks.emplace_back(std::move(intervals));
  for (const verify::PromiseFinding& finding : created.promises) {
    report.blocks.emplace_back(report::Paragraph{verify::words(finding)});
  }
  report.blocks.emplace_back(
      report::Paragraph{"The database is in " + folder +
                        ". These counts are for you: they are about the data, and not protected."});
  return report;
}

// Sums are audited as sums of any numbers; whole numbers of a small domain give more away.
void warn_of_small_domains(const Catalogue& catalogue, std::vector<std::string>& warnings) {
  constexpr std::int64_t small = 1000;
  for (const queries::CatalogueTable& table : catalogue.tables) {
    for (const queries::CatalogueColumn& column : table.columns) {
      if (column.kind != queries::ColumnKind::number || !column.confidential()) continue;
      if (column.upper - column.lower >= small) continue;
      warnings.push_back("'" + column.name + "' has only " + std::to_string(column.upper - column.lower + 1) +
                         " possible values: single ones may follow from sums that are allowed");
    }
  }
}

int Init::operator()(Console& console) const {
  const queries::DatabaseTerms wanted_terms = terms();
  const Catalogue wanted = queries::read_catalogue(*catalogue);
  Work work(run_options, console);
  std::vector<std::string> warnings;
  if (wanted_terms.protection == Protection::restrict) warn_of_small_domains(wanted, warnings);
  const queries::CreatedDatabase created = queries::create_database(
      *folder, wanted, wanted_terms, records(wanted, work.run()), work.run(), key.value_or(""));
  work.hide_progress();
  report::Report report = init_report(*folder, created);
  report.warnings = warnings;
  report.warnings.insert(report.warnings.end(), created.warnings.begin(), created.warnings.end());
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
             {"--protection", "NAME",
              "dp: noisy answers; input: answers from masked records; restrict: exact answers to questions "
              "that "
              "give no record away; camouflage: intervals.",
              Text{&options->protection}, true, protection_names()},
             {"--budget", "E", "All answers together cost at most this ε.", Text{&options->budget}},
             {"--recipe", "FILE", "How records are masked, for --protection input.", Text{&options->recipe}},
             {"--key", "FILE", "The key of camouflage, made where it is not there; DB.key unless given.",
              Text{&options->key}},
             {"--table", "NAME=FILE", "The data of one table; may be repeated.", Texts{&options->tables}},
             {"--source", "URL", "Take the tables from PostgreSQL: postgres://user@host/database.",
              Text{&options->source}},
             {"--format", "NAME", "Format of the data, where the extension does not tell.",
              Text{&options->format}},
             {"--missing", "TOKEN,…", "What stands for a missing value, beside an empty field.",
              List{&options->missing}}}},
           options->protection_options.group(),
           options->run_options.group()},
      .examples =
          {"sfumato query init clinic patients.csv --catalogue catalogue.toml --protection dp --budget 3",
           "sfumato query init clinic patients.csv --catalogue catalogue.toml --protection input "
           "--recipe recipe.toml"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
