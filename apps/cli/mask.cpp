// `sfumato mask METHOD` and `sfumato mask --recipe FILE`: protects a table with one method, or with
// several. Every registered method is a subcommand whose options come from its parameter list.
#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "jobs/file_release.hpp"
#include "masking/registry.hpp"
#include "report/mask_report.hpp"
#include "report/signed_page.hpp"

namespace sfumato::cli {
namespace {

// Budget options: a file, and the ε of all releases for a new one.
struct BudgetOptions {
  std::optional<std::string> path;
  std::optional<std::string> total;  // as typed

  OptionGroup group();
  std::optional<release::BudgetTerms> terms() const;
};

OptionGroup BudgetOptions::group() {
  return {"The privacy budget",
          {{"--budget-file", "FILE",
            "What the releases of these data have spent of ε: this one is added, or refused if too little is "
            "left.",
            Text{&path}},
           {"--budget", "E", "The ε that all releases may spend together, for a new budget file.",
            Text{&total}}}};
}

std::optional<release::BudgetTerms> BudgetOptions::terms() const {
  if (!path) {
    if (total) bad_input("--budget needs --budget-file", "name the file that keeps the budget");
    return std::nullopt;
  }
  release::BudgetTerms result{*path, std::nullopt};
  if (!total) return result;
  result.total = parse_number(*total);
  if (!result.total || !(*result.total > 0.0) || *result.total > 1e9) {
    bad_input("--budget cannot be '" + *total + "'", "write an ε above 0, such as 3");
  }
  return result;
}

struct Mask {
  explicit Mask(const Method* wanted)
      : method(wanted), parameters(wanted == nullptr ? std::vector<ParamInfo>{} : wanted->params) {}

  const Method* method;  // none: a recipe
  std::optional<std::string> recipe_path, data, output, output_format, map_path, reveal_path, new_key,
      report_path, accepted_path, suppressed, fit_path, fitted_path, key_path, output_delimiter,
      output_decimal, output_encoding;
  std::vector<std::string> earlier;
  bool force = false, keep_missing_codes = false, write_labels = false, in_blocks = false;
  ParamOptions parameters;  // of the method
  ParamOptions rules{jobs::make_job<jobs::MaskRequest>().params};
  BudgetOptions budget;
  FormulaOption formulas;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  jobs::MaskRequest request() const;
  ParamValues method_parameters() const;
  jobs::FileRelease release() const;
  io::TextForm output_text() const;
};

ParamValues Mask::method_parameters() const {
  const auto has = [&](const char* name) {
    return std::any_of(method->params.begin(), method->params.end(),
                       [&](const ParamInfo& info) { return info.name == name; });
  };
  // The limit of ordinal columns is a category.
  const std::optional<std::string> at = has("at") ? parameters.typed("at") : std::nullopt;
  const bool category = at && !parse_number(*at) && has("category");
  ParamValues given = parameters.given(category ? "at" : "");
  if (category) given.emplace_back("category", *at);
  if (new_key) {
    if (parameters.typed("key"))
      bad_input("--key and --new-key contradict each other", "leave one of them out");
    given.emplace_back("key", *new_key);
    if (has("how") && !parameters.typed("how")) given.emplace_back("how", "keyed");
  }
  return given;
}

jobs::MaskRequest Mask::request() const {
  jobs::MaskRequest result = jobs::make_request<jobs::MaskRequest>(rules.given());
  result.columns = data_options.columns;
  if (accepted_path) {
    const Value document = io::parse_toml(io::read_text_file(*accepted_path), *accepted_path);
    const Value* list = document.find("accepted");
    if (list == nullptr) {
      bad_input("'" + *accepted_path + "' has no accepted warnings",
                "write [[accepted]] with the warning, by and reason, as the browser app does");
    }
    result.accepted = release::parse_acceptances(*list, "'" + *accepted_path + "'");
  }
  result.fit = fit_path.has_value();
  if (fitted_path) {
    if (recipe_path) bad_input("--recipe and --fitted contradict each other", "leave one of them out");
    result.fitted = io::parse_toml(io::read_text_file(*fitted_path), *fitted_path);
    result.fitted_name = *fitted_path;
    result.key = key_path.value_or("");
  } else if (method == nullptr) {
    if (!recipe_path) bad_input("--recipe or --fitted is missing", "name the file of a recipe, or of --fit");
    if (key_path) bad_input("--key goes with --fitted", "name the key in the recipe");
    result.recipe = io::parse_toml(io::read_text_file(*recipe_path), *recipe_path);
    result.recipe_name = *recipe_path;
  } else {
    result.method = method->info.name;
    result.parameters = params_value(method_parameters());
  }
  return result;
}

io::TextForm Mask::output_text() const {
  io::TextForm text;
  if (output_delimiter) text.delimiter = io::parse_delimiter(*output_delimiter, "output-delimiter");
  if (output_decimal) text.decimal_point = io::parse_decimal_point(*output_decimal, "output-decimal");
  if (output_encoding) text.encoding = io::parse_encoding(*output_encoding, "output-encoding");
  return text;
}

jobs::FileRelease Mask::release() const {
  return {.mask = request(),
          .data = *data,
          .reading = data_options.read_options(),
          .output = *output,
          .output_format = output_format.value_or(""),
          .output_text = output_text(),
          .formulas = formulas.value(),
          .force = force,
          .keep_missing_codes = keep_missing_codes,
          .suppressed = suppressed.value_or(""),
          .write_labels = write_labels,
          .map = map_path.value_or(""),
          .reveal = reveal_path.value_or(""),
          .fit = fit_path.value_or(""),
          .fitted_path = fitted_path.value_or(""),
          .earlier = earlier,
          .report = report_path.value_or(""),
          .recipe_path = recipe_path.value_or(""),
          .new_key = new_key.value_or(""),
          .in_blocks = in_blocks,
          .budget = budget.terms()};
}

int Mask::operator()(Console& console) const {
  const bool piped = *output == "-";
  if (piped && run_options.json) {
    bad_input("--json and -o - both need standard output", "write the data to a file");
  }
  jobs::FileRelease wanted = release();
  static_cast<void>(wanted.checked_target());
  JobRun work(run_options, console);
  jobs::MaskResult result = jobs::release_file(wanted, work.run());
  if (report_path) {
    io::write_text_file(*report_path, report::signed_page(wanted, result, console.command, work.run()));
  }
  work.hide_progress();
  report::Report report = report::mask_report(result);
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  piped ? console.show_aside(report) : console.show(report, run_options.json);
  return 0;
}

OptionGroup parameter_group(const Method& method, Mask& options) {
  OptionGroup group = options.parameters.group("Parameters of " + method.info.name);
  if (method.info.secret_key) {
    group.options.push_back(
        {"--new-key", "FILE",
         "Make a secret key, write it to FILE for you alone to read, and use it as --key.",
         Text{&options.new_key}});
  }
  return group;
}

// What any method can be asked for. A method with its own `fill` or `drop` has it among its parameters.
OptionGroup rules_group(Mask& options) {
  const auto own = [&](const std::string& name) {
    if (options.method == nullptr) return false;
    const auto& params = options.method->params;
    return std::any_of(params.begin(), params.end(),
                       [&](const ParamInfo& info) { return info.name == name; });
  };
  std::vector<std::string> names;
  if (options.method != nullptr) {
    names.emplace_back("within");
    if (!own("fill")) names.emplace_back("fill");
  }
  names.insert(names.end(), {"keep-bounds", "keep-integers", "derive", "row-number", "record-key"});
  if (!own("drop")) names.emplace_back("drop");
  return options.rules.group("Rules", names);
}

OptionGroup output_group(Mask& options) {
  OptionGroup group{
      "The release",
      {{"-o,--output", "OUT",
        "Where the masked table goes, with a sidecar beside it; '-' writes CSV to a pipe.",
        Text{&options.output}, true},
       {"--output-format", "NAME", "Format of OUT, where its extension does not say it.",
        Text{&options.output_format}, false, io::format_names(true)},
       {"--output-delimiter", "CHARACTER",
        "What separates the fields of CSV in OUT; as in DATA unless given.", Text{&options.output_delimiter}},
       {"--output-decimal", "CHARACTER", "The decimal point of CSV in OUT; as in DATA unless given.",
        Text{&options.output_decimal}},
       {"--output-encoding", "NAME", "The encoding of CSV in OUT; as in DATA unless given.",
        Text{&options.output_encoding}, false, io::encoding_names()},
       {"--force", "",
        "Overwrite OUT even where it is the input or a table that is in the database already, and a sidecar "
        "that is not ours.",
        Flag{&options.force}},
       {"--report", "FILE.html",
        "A page to sign: verdict, risk before and after, utility, what was done, fingerprints of the files.",
        Text{&options.report_path}},
       {"--accepted", "FILE",
        "Who accepted which warning, and why, for the report (TOML, as the browser app writes it).",
        Text{&options.accepted_path}},
       {"--map", "FILE",
        "The controller's map: which original record each masked one is (CSV). Keep it secret.",
        Text{&options.map_path}},
       {"--reveal", "FILE", "What may be published so that analysts can undo a bias (JSON, or .toml).",
        Text{&options.reveal_path}},
       {"--fit", "FILE",
        "What was fitted (levels, cuts, limits, hierarchies), for --fitted with the next file (TOML). For "
        "you alone.",
        Text{&options.fit_path}},
       {"--earlier", "FILES",
        "Earlier releases, separated by commas: what an intruder who has them too can link is counted.",
        List{&options.earlier}},
       {"--keep-missing-codes", "",
        "Cells that are missing keep the codes that DATA has there, so that they differ from suppressed "
        "ones.",
        Flag{&options.keep_missing_codes}},
       {"--suppressed", "CODE", "The code of cells that the release leaves out; without it they are empty.",
        Text{&options.suppressed}},
       {"--write-labels", "", "Write the labels of codes: female, not 2.", Flag{&options.write_labels}},
       options.formulas.option(),
       {"--in-blocks", "",
        "Mask in blocks of records, with temporary files beside OUT, as files larger than memory are.",
        Flag{&options.in_blocks}},
       options.run_options.seed_option()}};
  const OptionGroup link = options.rules.group("", {"link"});
  const auto earlier = std::find_if(group.options.begin(), group.options.end(),
                                    [](const Option& option) { return option.names == "--earlier"; });
  group.options.insert(earlier + 1, link.options.begin(), link.options.end());
  const OptionGroup order = options.rules.group("", {"public", "shuffle", "renumber"});
  group.options.insert(group.options.begin() + 6, order.options.begin(), order.options.end());
  return group;
}

std::string example(const Method& method) {
  std::string line = "sfumato mask " + method.info.name + " people.csv -o masked.csv";
  for (const ParamInfo& info : method.params) {
    if (info.dial != Dial::none) line += " --" + info.name + " " + to_text(info.initial);
  }
  return line;
}

Command method_command(const Method& method) {
  const auto options = std::make_shared<Mask>(&method);
  Command command{
      .name = method.info.name,
      .summary = method.info.summary,
      .description = "'sfumato methods " + method.info.name + "' describes it in full.",
      .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
      .groups = {parameter_group(method, *options), rules_group(*options), output_group(*options),
                 options->data_options.group(
                     "Columns to protect; without it the quasi-identifiers and confidential columns, "
                     "and with no roles every numeric column."),
                 options->run_options.group()},
      .examples = {example(method)},
      .action = [options](Console& console) { return (*options)(console); }};
  if (method.info.differential) command.groups.insert(command.groups.begin() + 3, options->budget.group());
  return command;
}

Command recipe_command() {
  const auto options = std::make_shared<Mask>(nullptr);
  return {.name = recipe_command_name,
          .summary = "Applies the methods of a recipe file in order.",
          .description =
              "'sfumato mask --recipe FILE DATA -o OUT' is the same, and with --fitted in place of --recipe "
              "the methods are those of an earlier file.",
          .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
          .groups =
              {{"The recipe",
                {{"--recipe", "FILE", "Methods, their columns and parameters, and rules (TOML).",
                  Text{&options->recipe_path}},
                 {"--fitted", "FILE",
                  "In place of a recipe: what --fit kept of an earlier file. What is new in DATA is counted.",
                  Text{&options->fitted_path}},
                 {"--key", "FILE", "With --fitted: the secret key, where it is not where it was.",
                  Text{&options->key_path}}}},
               rules_group(*options),
               output_group(*options),
               options->budget.group(),
               options->data_options.group("Not with a recipe, whose steps name their columns."),
               options->run_options.group()},
          .examples = {"sfumato mask --recipe protect.toml people.csv -o masked.csv",
                       "sfumato mask --fitted fitted.toml february.csv -o masked.csv --earlier january.csv"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace

Command mask_command() {
  Command command{.name = "mask",
                  .summary = "Protects a table with one method, or with several in a recipe.",
                  .description =
                      "Identifier columns are left out, the other columns keep their order, and columns "
                      "that are not chosen stay untouched.",
                  .examples = {"sfumato mask mdav people.csv -o masked.csv --k 5", "sfumato mask mdav --help",
                               "sfumato mask --recipe protect.toml people.csv -o masked.csv"},
                  .commands_title = "Methods",
                  .commands_noun = "method"};
  for (const Method& method : masking::methods()) command.commands.push_back(method_command(method));
  command.commands.push_back(recipe_command());
  return command;
}

}  // namespace sfumato::cli
