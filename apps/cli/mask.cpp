// `sfumato mask METHOD` and `sfumato mask --recipe FILE`: protects a table with one method, or with
// several. Every registered method is a subcommand whose options come from its parameter list.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "cli/budget.hpp"
#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/mask_report.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "masking/registry.hpp"
#include "release/companion_files.hpp"
#include "release/hierarchies.hpp"
#include "release/key_file.hpp"
#include "release/recipe_run.hpp"
#include "release/release_files.hpp"
#include "report/catalogue.hpp"

namespace sfumato::cli {
namespace {

struct Mask {
  const Method* method = nullptr;  // none: a recipe
  std::optional<std::string> recipe_path;
  std::optional<std::string> data;
  std::optional<std::string> output;
  std::optional<std::string> output_format;
  bool force = false;
  // By parameter name; a map, since options keep pointers to the values.
  std::map<std::string, std::optional<std::string>> typed;
  std::map<std::string, std::vector<std::string>> repeated;
  std::map<std::string, bool> flags;
  std::optional<std::string> within, map_path, reveal_path, new_key;
  bool fill = false, keep_bounds = false, keep_integers = false;
  std::vector<std::string> derive;
  BudgetOptions budget;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  masking::Recipe recipe() const;
  ParamValues parameters() const;
  release::ReleaseTarget target(const masking::Recipe& recipe) const;
  void add_files(release::ReleaseTarget& target, const release::MaskingResult& result,
                 std::size_t rows) const;
  release::WrittenRelease write(const release::MaskingResult& result, const release::ReleaseTarget& target,
                                const std::optional<Charge>& charge, const Run& run) const;
};

// May be given several times; the values are then separated by commas.
bool repeats(const ParamInfo& info) { return info.kind == ParamKind::pairs || info.name == "model"; }

ParamValues Mask::parameters() const {
  ParamValues given;
  if (new_key) {
    if (typed.at("key")) bad_input("--key and --new-key contradict each other", "leave one of them out");
    given.emplace_back("key", *new_key);
    if (!typed.at("how")) given.emplace_back("how", "keyed");
  }
  for (const ParamInfo& info : method->params) {
    if (info.kind == ParamKind::flag) {
      given.emplace_back(info.name, flags.at(info.name));
    } else if (repeats(info)) {
      std::string together;
      for (const std::string& part : repeated.at(info.name)) together += (together.empty() ? "" : ",") + part;
      if (!together.empty()) given.emplace_back(info.name, parse_param(info, together));
    } else if (const auto& text = typed.at(info.name)) {
      // The limit of ordinal columns is a category.
      const bool category = info.name == "at" && !parse_number(*text) && typed.contains("category");
      given.emplace_back(category ? "category" : info.name,
                         category ? Value(*text) : parse_param(info, *text));
    }
  }
  return resolve_params(method->params, given, method->info.name);
}

masking::Recipe Mask::recipe() const {
  masking::Recipe result;
  if (method == nullptr) {
    if (!data_options.columns.empty()) {
      bad_input("--columns does not go with --recipe", "name the columns of each step in the recipe");
    }
    result =
        masking::parse_recipe(io::parse_toml(io::read_text_file(*recipe_path), *recipe_path), *recipe_path);
  } else {
    result.steps.push_back({method, parameters(), {}, within.value_or(""), fill});
  }
  result.keep_bounds = result.keep_bounds || keep_bounds;
  result.keep_integers = result.keep_integers || keep_integers;
  result.derive.insert(result.derive.end(), derive.begin(), derive.end());
  return result;
}

release::ReleaseTarget Mask::target(const masking::Recipe& recipe) const {
  release::ReleaseTarget result{.output = *output, .format = output_format.value_or(""), .inputs = {*data}};
  if (data_options.roles) result.inputs.push_back(*data_options.roles);
  if (recipe_path) result.inputs.push_back(*recipe_path);
  if (budget.path) result.inputs.push_back(*budget.path);
  for (const std::string& path : release::recipe_inputs(recipe)) result.inputs.push_back(path);
  for (const std::string& path : release::hierarchy_inputs(recipe)) result.inputs.push_back(path);
  for (const auto& path : {map_path, reveal_path}) {
    if (path) result.beside.push_back({*path, {}});
  }
  result.force = force;
  return result;
}

void Mask::add_files(release::ReleaseTarget& target, const release::MaskingResult& result,
                     std::size_t rows) const {
  for (release::ReleaseTarget::Beside& file : target.beside) {
    file.text = map_path == file.path ? release::map_text(result.masked, rows)
                                      : release::reveal_text(result.masked, result.release, file.path);
  }
}

void add_charge(report::Report& report, const Charge& charge, const std::string& path) {
  report.document.set("budget", charge.document(path));
  report.blocks.push_back(report::Paragraph{
      "The budget in " + path + " is charged with ε = " + shortest(charge.spending.epsilon) + "; " +
      shortest(static_cast<double>(charge.left) / 1e6) + " is left."});
  if (!charge.warning.empty()) report.warnings.push_back(charge.warning);
}

// What was charged for a release that could not be written is given back. A pipe or a device may have passed
// on what came before the failure, so that nothing is given back there.
release::WrittenRelease Mask::write(const release::MaskingResult& result,
                                    const release::ReleaseTarget& target, const std::optional<Charge>& charge,
                                    const Run& run) const {
  try {
    return release::write_release(result, target, run);
  } catch (...) {
    std::error_code ignored;
    const bool unseen = *output != "-" && (!std::filesystem::exists(*output, ignored) ||
                                           std::filesystem::is_regular_file(*output, ignored));
    if (charge && unseen) refund_budget(budget, *charge);
    throw;
  }
}

int Mask::operator()(Console& console) const {
  const bool piped = *output == "-";
  if (piped && run_options.json) {
    bad_input("--json and -o - both want standard output", "write the data to a file");
  }
  const masking::Recipe wanted = recipe();
  const io::ReadOptions read = data_options.read_options();
  release::ReleaseTarget release_target = target(wanted);
  release::check_release(release_target);
  std::vector<std::string> to_write{*output, io::sidecar_path(*output)};
  for (const release::ReleaseTarget::Beside& file : release_target.beside) to_write.push_back(file.path);
  release::spare_key_files(wanted, to_write);
  budget.check(wanted.steps.size() == 1 && wanted.steps.front().method->info.differential, to_write);
  Work work(run_options, console);
  io::TableFile file = io::read_table(*data, read, work.run());
  std::optional<release::NewKeyFile> made;
  if (new_key) made.emplace(*new_key);
  for (const masking::RecipeStep& step : wanted.steps) {
    // Leaves of a hierarchy declare what a nominal column can hold, which only such methods ask for.
    if (!step.method->info.differential) continue;
    release::load_hierarchies(
        file, choose_columns(file.table, step.columns.empty() ? data_options.columns : step.columns), true);
  }
  release::load_step_hierarchies(file, wanted, data_options.columns, work.run());
  release_target.missing_token = file.missing_token;
  release_target.sidecar = file.sidecar.path;
  const std::string source = *data == "-" ? "standard input" : *data;
  const release::MaskingResult result =
      release::run_recipe(wanted, file.table, data_options.columns, source, work.run());
  add_files(release_target, result, file.table.rows());
  std::optional<Charge> charge;
  if (budget.path) charge = charge_budget(budget, *data, file.table, result.release, *output);
  const release::WrittenRelease written = write(result, release_target, charge, work.run());
  if (made) made->keep();
  work.hide_progress();
  report::Report report = mask_report(file.table, result, written);
  report.warnings = result.warnings;
  report.warnings.insert(report.warnings.end(), written.warnings.begin(), written.warnings.end());
  if (charge) add_charge(report, *charge, *budget.path);
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
    case ParamKind::table:
      return "FILE";
    case ParamKind::pairs:
      return "COLUMN=VALUE";
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
    } else if (repeats(info)) {
      group.options.push_back(
          {"--" + info.name, placeholder(info), doc, Texts{&options.repeated[info.name]}});
    } else {
      group.options.push_back(
          {"--" + info.name, placeholder(info), doc, Text{&options.typed[info.name]}, false, info.choices});
    }
  }
  if (method.info.identifiers) {
    group.options.push_back(
        {"--new-key", "FILE",
         "Make a secret key, write it to FILE for you alone to read, and use it as --key.",
         Text{&options.new_key}});
  }
  return group;
}

// What any method can be asked for. A method with a `fill` of its own has it among its parameters.
OptionGroup rules_group(Mask& options) {
  OptionGroup group{"Rules", {}};
  if (options.method != nullptr) {
    group.options.push_back({"--within", "COLUMN", "Mask inside each group of records that are equal here.",
                             Text{&options.within}});
    const auto& params = options.method->params;
    if (std::none_of(params.begin(), params.end(),
                     [](const ParamInfo& info) { return info.name == "fill"; })) {
      group.options.push_back({"--fill", "",
                               "Leave no protected cell missing: draw it from the masked column.",
                               Flag{&options.fill}});
    }
  }
  group.options.insert(
      group.options.end(),
      {{"--keep-bounds", "", "Keep values inside their domain; without one, inside the original's range.",
        Flag{&options.keep_bounds}},
       {"--keep-integers", "", "Columns of whole numbers stay whole.", Flag{&options.keep_integers}},
       {"--derive", "TOTAL=A+B", "Recompute a total after masking, so that it adds up; may be repeated.",
        Texts{&options.derive}}});
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
           {"--map", "FILE",
            "The controller's map: which original record each masked one is (CSV). Keep it secret.",
            Text{&options.map_path}},
           {"--reveal", "FILE", "What may be published so that analysts can undo a bias (JSON, or .toml).",
            Text{&options.reveal_path}},
           options.run_options.seed_option()}};
}

OptionGroup budget_group(Mask& options) { return {"The privacy budget", options.budget.options()}; }

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
  Command command{
      .name = method.info.name,
      .summary = method.info.summary,
      .description = "'sfumato methods " + method.info.name + "' tells more.",
      .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
      .groups = {parameter_group(method, *options), rules_group(*options), output_group(*options),
                 options->data_options.group(
                     "Columns to protect; without it the quasi-identifiers and confidential columns, "
                     "and with no roles every numeric column."),
                 options->run_options.group()},
      .examples = {example(method)},
      .action = [options](Console& console) { return (*options)(console); }};
  if (method.info.differential) command.groups.insert(command.groups.begin() + 3, budget_group(*options));
  return command;
}

Command recipe_command() {
  const auto options = std::make_shared<Mask>();
  return {.name = recipe_command_name,
          .summary = "Applies the methods of a recipe file in order.",
          .description = "'sfumato mask --recipe FILE DATA -o OUT' is the same.",
          .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
          .groups = {{"The recipe",
                      {{"--recipe", "FILE", "Methods, their columns and parameters, and rules (TOML).",
                        Text{&options->recipe_path}, true}}},
                     rules_group(*options),
                     output_group(*options),
                     budget_group(*options),
                     options->data_options.group("Not with a recipe, whose steps name their columns."),
                     options->run_options.group()},
          .examples = {"sfumato mask --recipe protect.toml people.csv -o masked.csv"},
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
