// `sfumato mask METHOD`: protects a table with one method. Every registered method is a subcommand
// whose options come from its parameter list.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "cli/column_choice.hpp"
#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/release.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/table_file.hpp"
#include "masking/registry.hpp"
#include "report/catalogue.hpp"

namespace sfumato::cli {
namespace {

struct Mask {
  const Method* method = nullptr;
  std::optional<std::string> data;
  std::optional<std::string> output;
  std::optional<std::string> output_format;
  bool force = false;
  // By parameter name; a map, since options keep pointers to the values.
  std::map<std::string, std::optional<std::string>> typed;
  std::map<std::string, bool> flags;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  ParamValues parameters() const;
  ReleaseTarget target() const;
};

ParamValues Mask::parameters() const {
  ParamValues given;
  for (const ParamInfo& info : method->params) {
    if (info.kind == ParamKind::flag) {
      given.emplace_back(info.name, flags.at(info.name));
    } else if (const auto& text = typed.at(info.name)) {
      given.emplace_back(info.name, parse_param(info, *text));
    }
  }
  return resolve_params(method->params, given, method->info.name);
}

ReleaseTarget Mask::target() const {
  ReleaseTarget result{.output = *output, .format = output_format.value_or(""), .inputs = {*data}};
  if (data_options.roles) result.inputs.push_back(*data_options.roles);
  result.force = force;
  return result;
}

// A masked identifier would not be in the release, so asking for one is a mistake.
void refuse_identifiers(const Table& table, const ColumnChoice& choice) {
  for (const ColumnId id : choice.columns) {
    if (table.info(id).role != Role::identifier) continue;
    bad_input("column '" + table.info(id).name + "' is an identifier, which no release contains",
              "leave it out of --columns, or declare another role");
  }
}

// Without records no kind can be found, and a method would complain of its columns instead.
void refuse_nothing(const Table& table, const ColumnChoice& choice, Kinds accepted, const std::string& data) {
  const auto fits = [&](ColumnId id) { return accepted.has(table.info(id).kind); };
  if (table.rows() > 0 || std::any_of(choice.columns.begin(), choice.columns.end(), fits)) return;
  bad_input((data == "-" ? "standard input" : data) + " has column names but no records to protect",
            "give it some, or declare the kinds of its columns in a sidecar");
}

report::Report mask_report(const Table& original, const Value& release, const Masked& masked,
                           const std::vector<std::string>& output) {
  report::Report report;
  const std::size_t rows = masked.tables.front().rows();
  report.document.set("method", release.at("method"))
      .set("parameters", release.at("parameters"))
      .set("rows", rows)
      .set("columns", release.at("columns"))
      .set("details", masked.details)
      .set("mapping", release.at("mapping"))
      .set("guarantee", release.at("guarantee"))
      .set("output", Value::array_of(output));
  report::KeyValues facts;
  const auto add = [&](const std::string& key, const Value& value) {
    const std::string text = to_text(value);
    if (!text.empty()) facts.entries.emplace_back(key, text);
  };
  add("method", release.at("method"));
  add("parameters", release.at("parameters"));
  add("columns", release.at("columns"));
  add("records", rows);
  const std::size_t dropped = original.column_count() - released_columns(original).size();
  if (dropped > 0) add("identifiers", std::to_string(dropped) + " left out");
  for (const auto& [name, value] : masked.details.as_object()) {
    if (!value.is_object()) add(name, value.is_double() ? Value(rounded(value.as_number())) : value);
  }
  add("guarantee", release.at("guarantee"));
  add("written to", Value::array_of(output));
  report.blocks.push_back(facts);
  return report;
}

int Mask::operator()(Console& console) const {
  const bool piped = *output == "-";
  if (piped && run_options.json) {
    bad_input("--json and -o - both want standard output", "write the data to a file");
  }
  const ParamValues params = parameters();
  const io::ReadOptions read = data_options.read_options();
  ReleaseTarget release_target = target();
  check_release(release_target);
  Work work(run_options, console);
  const io::TableFile file = io::read_table(*data, read, work.run());
  release_target.missing_token = file.missing_token;
  release_target.sidecar = file.sidecar.path;
  std::vector<std::string> warnings;
  const ColumnChoice choice = choose_columns(file.table, data_options.columns);
  refuse_identifiers(file.table, choice);
  refuse_nothing(file.table, choice, method->info.accepts, *data);
  const auto [columns, left_out] =
      accepted_columns(file.table, choice, method->info.accepts, method->info.name, false);
  if (!left_out.empty()) {
    warnings.push_back(
        left_out_warning({method->info.name}, method->info.accepts, file.table.names(left_out)));
  }
  const Masked masked = method->apply(file.table, columns, params, work.run());
  const Value release =
      release_value(*method, params, file.table.names(columns), masked, work.run().seeded());
  const std::vector<std::string> written = write_release(masked, release, release_target, work.run());
  work.hide_progress();
  report::Report report = mask_report(file.table, release, masked, written);
  if (work.run().seeded()) warnings.emplace_back(seed_warning);
  report.warnings = warnings;
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  piped ? console.show_aside(report) : console.show(report, run_options.json);
  return 0;
}

std::string placeholder(const ParamInfo& info) {
  switch (info.kind) {
    case ParamKind::integer:
      return "N";
    case ParamKind::number:
      return "X";
    case ParamKind::columns:
      return "A,B";
    case ParamKind::choice:
      return "WORD";
    default:
      return "TEXT";
  }
}

OptionGroup parameter_group(const Method& method, Mask& options) {
  OptionGroup group{"Parameters of " + method.info.name, {}};
  for (const ParamInfo& info : method.params) {
    const std::string summary = report::param_summary(info);
    const std::string doc = info.doc + (summary.empty() ? "" : " [" + summary + "]");
    if (info.kind == ParamKind::flag) {
      options.flags[info.name] = info.initial.as_bool();
      group.options.push_back({"--" + info.name, "", doc, Flag{&options.flags[info.name]}});
    } else {
      group.options.push_back(
          {"--" + info.name, placeholder(info), doc, Text{&options.typed[info.name]}, false, info.choices});
    }
  }
  return group;
}

OptionGroup output_group(Mask& options) {
  return {"The release",
          {{"-o,--output", "OUT",
            "Where the masked table goes, with a sidecar beside it; '-' writes CSV to a pipe.",
            Text{&options.output}, true},
           {"--output-format", "NAME", "Format of OUT, where its extension does not tell.",
            Text{&options.output_format}, false, io::format_names(true)},
           {"--force", "", "Overwrite OUT even where it is the input, and a sidecar that is not ours.",
            Flag{&options.force}},
           options.run_options.seed_option()}};
}

std::string example(const Method& method) {
  std::string line = "sfumato mask " + method.info.name + " people.csv -o masked.csv";
  for (const ParamInfo& info : method.params) {
    if (info.dial != Dial::none) line += " --" + info.name + " " + to_text(info.initial);
  }
  return line;
}

Command method_command(const Method& method) {
  const auto options = std::make_shared<Mask>();
  options->method = &method;
  return {.name = method.info.name,
          .summary = method.info.summary,
          .description = "'sfumato methods " + method.info.name + "' tells more.",
          .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
          .groups = {parameter_group(method, *options), output_group(*options),
                     options->data_options.group(
                         "Columns to protect; without it the quasi-identifiers and confidential columns, "
                         "and with no roles every numeric column."),
                     options->run_options.group()},
          .examples = {example(method)},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace

Command mask_command() {
  Command command{
      .name = "mask",
      .summary = "Protects a table with one method.",
      .description =
          "Identifier columns are left out, the other columns keep their order, and columns "
          "that are not chosen stay untouched.",
      .examples = {"sfumato mask mdav people.csv -o masked.csv --k 5", "sfumato mask mdav --help"},
      .commands_title = "Methods",
      .commands_noun = "method"};
  for (const Method& method : masking::methods()) command.commands.push_back(method_command(method));
  return command;
}

}  // namespace sfumato::cli
