// `sfumato table tabulate`: records into a table with all its margins. What to tabulate comes from options or
// from a file; a tau-Argus .rda may describe the columns.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "release/key_file.hpp"
#include "report/table_jobs.hpp"
#include "tables/formats/argus_microdata.hpp"
#include "tables/formats/codelist.hpp"
#include "tables/formats/recode_file.hpp"
#include "tables/formats/table_file.hpp"
#include "tables/tabulation/specification_file.hpp"

namespace sfumato::cli {
namespace {

struct Tabulate {
  std::optional<std::string> data;
  ParamOptions params{param_list<jobs::TabulateRequest>().infos()};
  std::vector<std::string> hierarchies, recodes, missing;
  std::optional<std::string> specification, lead, metadata, roles, format, key, new_key;
  CellTableOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
  void check_options() const;
  std::vector<std::string> inputs() const;
  void read(jobs::TabulateRequest& request, const Run& run) const;
};

void Tabulate::check_options() const {
  if (key && new_key) bad_input("--key and --new-key contradict each other", "remove one of them");
  for (const auto& [option, given] : {std::pair("--format", format.has_value()),
                                      {"--roles", roles.has_value()},
                                      {"--missing", !missing.empty()}}) {
    if (given && metadata) {
      bad_input(std::string(option) + " and --metadata both describe how the data are read",
                "remove one of them");
    }
  }
  if (!specification) return;
  std::vector<std::string> both;
  for (const auto& [name, value] : params.given()) {
    for (const char* said : {"by", "sum", "mean", "counts", "total"}) {
      if (name == said) both.push_back("--" + name);
    }
  }
  if (!hierarchies.empty()) both.emplace_back("--hierarchy");
  if (both.empty()) return;
  bad_input(both.front() + " and --spec both define what to tabulate",
            "write it into the file, or remove --spec");
}

std::vector<std::string> Tabulate::inputs() const {
  std::vector<std::string> result{*data};
  for (const auto& named : {specification, metadata, roles}) {
    if (named) result.push_back(*named);
  }
  if (!metadata) result.push_back(io::sidecar_path(*data));
  for (const auto& named : {key, new_key}) {
    if (named) result.push_back(*named);
  }
  for (const std::string& typed : hierarchies) result.push_back(for_column("--hierarchy", typed).what);
  for (const std::string& typed : recodes)
    result.push_back(for_column("--recode", typed, "region=region.grc").what);
  return result;
}

void Tabulate::read(jobs::TabulateRequest& request, const Run& run) const {
  if (specification) {
    request.specification =
        tables::read_specification(*specification, {tables::read_code_tree, tables::read_codelist});
  }
  request.hierarchies = read_trees(hierarchies, lead.value_or("@"));
  for (const std::string& typed : recodes) {
    const ForColumn named = for_column("--recode", typed, "region=region.grc");
    request.recodes.emplace_back(named.column, tables::read_recode(named.what));
  }
  if (metadata) {
    tables::ArgusMicrodata source = tables::read_argus_microdata(*data, *metadata, run);
    request.records = std::move(source.records);
    request.described = std::move(source.specification_base);
    request.notes = std::move(source.notes);
    return;
  }
  io::ReadOptions options;
  options.format = format.value_or("");
  options.missing = missing;
  options.roles = roles.value_or("");
  request.records = io::read_table(*data, options, run).table;
}

int Tabulate::operator()(Console& console) const {
  check_options();
  auto request = jobs::make_request<jobs::TabulateRequest>(params.given());
  output.check(inputs());
  JobRun work(run_options, console);
  read(request, work.run());
  std::optional<release::NewKeyFile> made_key;
  if (new_key) made_key.emplace(*new_key);
  if (key || new_key) request.key = release::read_secret(key ? *key : *new_key);
  const jobs::TabulateResult made = jobs::tabulate(std::move(request), work.run());
  const std::vector<std::string> lost = output.write(made.table, inputs());
  if (made_key) made_key->keep();
  work.hide_progress();
  report::Report report = report::job_report(made);
  report.document.set("output", output.path ? Value(*output.path) : Value());
  report.warnings.insert(report.warnings.end(), lost.begin(), lost.end());
  if (output.path) report.blocks.push_back(report::Paragraph{"Written to " + *output.path + "."});
  if (!run_options.quiet || run_options.json || !output.path) console.show(report, run_options.json);
  return 0;
}

OptionGroup table_group(Tabulate& options) {
  OptionGroup group = options.params.group("The table", {"by", "sum", "mean", "counts", "total"});
  const std::vector<Option> files{
      {"--hierarchy", "COLUMN=FILE",
       "Hierarchy of a crossed column (.hrc or .csv). May be repeated, also for one column.",
       Texts{&options.hierarchies}},
      {"--lead", "TEXT", "The leading string of levels in .hrc files; default '@'.", Text{&options.lead}},
      {"--recode", "COLUMN=FILE", "A .grc file that makes a crossed column coarser.",
       Texts{&options.recodes}},
      {"--spec", "FILE", "What to tabulate, in a TOML file instead of options.",
       Text{&options.specification}}};
  group.options.insert(group.options.end(), files.begin(), files.end());
  return group;
}

OptionGroup respondents_group(Tabulate& options) {
  return options.params.group(
      "Weights, holdings, requests and costs",
      {"weight", "holding", "shadow", "request", "request-codes", "cost", "decimals", "keep"});
}

OptionGroup keys_group(Tabulate& options) {
  OptionGroup group = options.params.group("Keys for perturbed counts", {"record-key", "record-key-range"});
  group.options.push_back({"--key", "FILE",
                           "--record-key names an identifier: make keys from it with the secret in FILE.",
                           Text{&options.key}});
  group.options.push_back({"--new-key", "FILE",
                           "Make a secret, write it to FILE (readable only by you), and use it as --key.",
                           Text{&options.new_key}});
  return group;
}

OptionGroup data_group(Tabulate& options) {
  return {"The data",
          {{"--metadata", "FILE", "A tau-Argus .rda that describes DATA, in fixed or free format.",
            Text{&options.metadata}},
           {"--roles", "FILE", "Description of the columns, instead of the sidecar beside DATA.",
            Text{&options.roles}},
           {"--missing", "TOKEN,…", "Texts of a missing value, in addition to an empty field.",
            List{&options.missing}},
           {"--format", "NAME", "Format of DATA, if its extension does not show it.", Text{&options.format},
            false, io::format_names(false)}}};
}

}  // namespace

Command tabulate_command() {
  const auto options = std::make_shared<Tabulate>();
  return {
      .name = "tabulate",
      .summary = "Makes a table with all its margins from records.",
      .description =
          "Sums are exact. The largest contributions to each cell are kept in the .json for 'table check': "
          "the file and the output of this command are as confidential as the records.",
      .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
      .groups = {table_group(*options),
                 respondents_group(*options),
                 keys_group(*options),
                 data_group(*options),
                 {"The output",
                  options->output.options("The file for the table; without it the table is only shown.")},
                 options->run_options.group()},
      .examples = {"sfumato table tabulate companies.csv --by region,sector --sum turnover --holding holding "
                   "-o t.json",
                   "sfumato table tabulate patients.csv --by disease,town --by disease,gender -o linked.json",
                   "sfumato table tabulate tau.asc --metadata tau.rda --by Size,Region --sum Var2 -o t.json"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
