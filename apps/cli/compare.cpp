// `sfumato compare`: brings methods to the same risk, or to the same utility, ranks them by what is left of
// the other, and writes the best release with a report.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/comparison_output.hpp"
#include "cli/comparison_story.hpp"
#include "cli/data_options.hpp"
#include "cli/run_options.hpp"
#include "compare/measures.hpp"
#include "compare/setting.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/registry.hpp"
#include "masking/registry.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "report/comparison.hpp"

namespace sfumato::cli {
namespace {

struct Compare {
  std::optional<std::string> data, folder, tolerance;
  std::vector<std::string> equal, rank_by, methods, settings, fixed, swept;
  std::optional<std::int64_t> replicates;
  bool public_variant = false, keep_draw = false, force = false;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  compare::JobRequest request() const;
  std::vector<std::pair<std::string, std::string>> asked(const report::ComparisonStory& story) const;
};

// 0.01, 1 and 1% all mean one percent: below 1 a share, from 1 on percent.
double parse_tolerance(const std::string& typed) {
  const bool sign = typed.ends_with('%');
  const auto number = parse_number(sign ? typed.substr(0, typed.size() - 1) : typed);
  const double share = number ? (sign || *number >= 1.0 ? *number / 100.0 : *number) : -1.0;
  if (share > 0.0 && share <= 1.0) return share;
  bad_input("--tolerance cannot be '" + typed + "'", "write a share such as 0.01, or percent such as 1%");
}

compare::JobRequest Compare::request() const {
  compare::JobRequest result;
  for (const std::string& typed : equal) result.targets.push_back(compare::parse_target(typed));
  result.rank_by = rank_by;
  result.settings = settings;
  result.contenders = {methods, fixed, swept};
  if (tolerance) result.tolerance = parse_tolerance(*tolerance);
  result.replicates = static_cast<std::size_t>(replicates.value_or(5));
  return result;
}

std::vector<std::pair<std::string, std::string>> Compare::asked(const report::ComparisonStory& story) const {
  std::vector<std::pair<std::string, std::string>> result{{"data", *data}};
  const auto add = [&](const std::string& name, const std::vector<std::string>& values) {
    if (!values.empty()) result.emplace_back(name, enumerated(values));
  };
  add("columns", story.columns);
  add("equal", equal);
  add("rank by", rank_by);
  add("methods", methods);
  add("fixed", fixed);
  add("swept", swept);
  add("settings", settings);
  if (tolerance) result.emplace_back("tolerance", *tolerance);
  return result;
}

// Every method with the parameters that are fixed for it: what it names as hierarchies is loaded for all.
masking::Recipe contenders_as_steps(const compare::ContenderRequest& contenders,
                                    const std::vector<std::string>& columns) {
  masking::Recipe recipe;
  for (const Method& method : masking::methods()) {
    const auto& named = contenders.methods;
    if (!named.empty() && std::find(named.begin(), named.end(), method.info.name) == named.end()) continue;
    ParamValues given;
    for (const std::string& typed : contenders.fixed) {
      const compare::Setting setting = compare::parse_setting(typed, "--fix", "METHOD.PARAM=VALUE");
      if (setting.owner == method.info.name)
        given.push_back(compare::parsed(setting, method.params, "method"));
    }
    recipe.steps.push_back(
        {&method, resolve_params(method.params, given, method.info.name), columns, {}, false});
  }
  return recipe;
}

int Compare::operator()(Console& console) const {
  if (!folder && !run_options.json) {
    bad_input("compare needs a folder for its files", "name one with -o, or ask for --json alone");
  }
  if (folder && folder->empty()) bad_input("the folder for the files has an empty name", "name one with -o");
  compare::JobRequest wanted = request();
  const compare::Job refused_early(wanted);  // what is wrong whatever the data
  const io::ReadOptions read = data_options.read_options();
  StoryRequest telling{.data = *data,
                       .folder = folder.value_or(""),
                       .extension = release_extension(*data, read.format),
                       .keep_draw = keep_draw,
                       .force = force};
  telling.inputs = refused_early.tables();
  telling.inputs.push_back(*data);
  if (data_options.roles) telling.inputs.push_back(*data_options.roles);
  if (folder) check_comparison_folder(telling, std::max<std::size_t>(1, equal.size()));
  Work work(run_options, console);
  io::TableFile file = io::read_table(*data, read, work.run());
  std::vector<std::string> warnings;
  const ColumnChoice columns = compare::comparison_columns(file.table, data_options.columns, warnings);
  wanted.categorical = std::any_of(columns.columns.begin(), columns.columns.end(),
                                   [&](ColumnId id) { return file.table.info(id).kind != Kind::numeric; });
  const compare::Job job(wanted);
  const masking::Recipe recipe = contenders_as_steps(wanted.contenders, file.table.names(columns.columns));
  release::load_step_hierarchies(file, recipe, {}, work.run());
  Run run = work.run();
  for (const std::string& path : job.tables()) {
    run = run.with_table(path, release::read_named_table(path, {}, run));
  }
  telling.missing_token = file.missing_token;
  telling.sidecar = file.sidecar.path;
  report::ComparisonStory story = tell_comparison(job, {file.table, columns}, telling, run);
  story.warnings.insert(story.warnings.begin(), warnings.begin(), warnings.end());
  story.asked = asked(story);
  story.made_on = today();
  if (run_options.seed) story.seed = static_cast<std::uint64_t>(*run_options.seed);
  if (folder) write_comparison(story, *folder, public_variant, run);
  work.hide_progress();
  report::Report report =
      public_variant ? report::public_comparison_report(story) : report::comparison_report(story);
  if (folder) report.blocks.push_back(files_block(story, *folder));
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return std::all_of(story.parts.begin(), story.parts.end(),
                     [](const report::ComparisonPart& part) { return part.comparison.winner.has_value(); })
             ? 0
             : 1;
}

OptionGroup question(Compare& options) {
  return {"The question",
          {{"--equal", "MEASURE=VALUE",
            "What all methods are brought to; may be repeated. Without it a risk that suits the data.",
            Texts{&options.equal}},
           {"--rank-by", "A,B",
            "Measures that rank the methods [emd,propensity at equal risk; for categories "
            "contingency,entropy-loss].",
            List{&options.rank_by}, false, entry_names(compare::measures())},
           {"--methods", "A,B", "Methods that take part; without it all that accept the columns.",
            List{&options.methods}, false, entry_names(masking::methods())},
           {"--set", "MEASURE.PARAM=VALUE", "A parameter of a measure; may be repeated.",
            Texts{&options.settings}},
           {"--fix", "METHOD.PARAM=VALUE",
            "A parameter of a method that is not to be turned; may be repeated.", Texts{&options.fixed}},
           {"--sweep", "METHOD.PARAM[=A,B]",
            "A parameter whose values compete with each other; may be repeated.", Texts{&options.swept}},
           {"--tolerance", "X",
            "How far from the target is still at the target [default 1%; 5% without --equal].",
            Text{&options.tolerance}},
           {"--replicates", "N", "Draws of a method that draws [default 5].",
            Whole{&options.replicates, 1, 10000}},
           options.run_options.seed_option()}};
}

}  // namespace

Command compare_command() {
  const auto options = std::make_shared<Compare>();
  OptionGroup asked = question(*options);
  asked.options.back().doc =
      "Start of the draws that are compared. The release itself is drawn from fresh entropy all the same.";
  const OptionGroup output{
      "Output",
      {{"-o,--output", "DIR", "Folder for winner, report.html, report.json and results.csv.",
        Text{&options->folder}},
       {"--public", "", "Write what may be published: no seeds, thresholds, record-level or original values.",
        Flag{&options->public_variant}},
       {"--keep-draw", "", "Release a draw that was compared, not a fresh one.", Flag{&options->keep_draw}},
       {"--force", "", "Overwrite files in DIR that are not from a comparison.", Flag{&options->force}}}};
  return {
      .name = "compare",
      .summary = "Brings methods to the same risk, ranks them by utility, and writes the best release.",
      .description =
          "For every method the parameter is found that gives the wanted risk (or utility) on these data. "
          "Exit status 1: there is a target that no method reaches.",
      .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
      .groups = {asked, output,
                 options->data_options.group(
                     "Columns to protect and compare; without it the numeric ones among the "
                     "quasi-identifiers and confidential columns, and with no roles every numeric column."),
                 options->run_options.group()},
      .examples =
          {"sfumato compare people.csv -o out",
           "sfumato compare people.csv --equal rank-linkage=0.9 --rank-by emd,propensity -o out",
           "sfumato compare people.csv --equal information-loss=10 --rank-by distance-linkage --json"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
