// `sfumato demo`: the main job from start to finish on made-up data, with files to look at.
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/release.hpp"
#include "cli/run_options.hpp"
#include "cli/score_table.hpp"
#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "masking/registry.hpp"
#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::cli {
namespace {

constexpr std::size_t demo_rows = 1000;
constexpr std::int64_t demo_seed = 1;
constexpr const char* demo_mark = "# Made by `sfumato demo`: nobody in these data is real.\n";

struct Demo {
  std::optional<std::string> folder;
  RunOptions run_options;

  int operator()(Console& console) const;
};

struct Example {
  std::string method;
  ParamValues parameters;
};

const std::vector<Example>& examples() {
  static const std::vector<Example> list{
      {"additive-noise", {{"amount", 0.3}}}, {"mdav", {{"k", 5}}}, {"rank-swapping", {{"window", 5.0}}}};
  return list;
}

const std::vector<std::string>& protected_columns() {
  static const std::vector<std::string> names{"income", "tax", "savings"};
  return names;
}

struct Result {
  const Method* method = nullptr;
  Value release;
  std::string output;
  std::vector<Scored> scores;
};

std::string make_folder(const std::string& name) {
  std::error_code failure;
  std::filesystem::create_directories(name, failure);
  if (failure || !std::filesystem::is_directory(name)) {
    throw Error(ErrorCode::input_output, "cannot make the folder '" + name + "': " + failure.message(),
                "name another one with -o");
  }
  return name;
}

// A first run leaves its mark, so that a second may overwrite the files; a user's own stay.
void check_folder(const std::string& data) {
  const std::string sidecar = io::sidecar_path(data);
  for (const std::string& path : {data, sidecar}) {
    if (!std::filesystem::exists(path)) continue;
    if (std::filesystem::exists(sidecar) && io::read_text_file(sidecar).starts_with(demo_mark)) return;
    bad_input("'" + path + "' is there already and not from a demo", "name another folder with -o");
  }
}

Result try_method(const Example& example, const Table& original, const std::string& folder,
                  const std::vector<MeasureRequest>& requests, const Run& run,
                  std::vector<std::string>& warnings) {
  const Method& method = masking::method(example.method);
  const ColumnChoice choice = choose_columns(original, protected_columns());
  const ParamValues parameters = resolve_params(method.params, example.parameters, method.info.name);
  const Masked masked = method.apply(original, choice.columns, parameters, run);
  Result result{&method,
                release_value(method, parameters, protected_columns(), masked, true),
                folder + "/" + example.method + ".csv",
                {}};
  const ReleaseTarget target{.output = result.output, .inputs = {folder + "/people.csv"}};
  check_release(target);
  write_release(masked, result.release, target, run);
  result.scores = compare::score_all(
      compare::pair_of(original, masked.tables.front(), choice, "the masked table"), requests, run, warnings);
  return result;
}

report::Report demo_report(const std::string& folder, const std::string& data,
                           const std::vector<Result>& results) {
  report::Report report;
  Value methods = Value::array();
  report::KeyValues made;
  for (const Result& result : results) {
    Value entry = Value::object();
    entry.set("method", result.release.at("method"))
        .set("parameters", result.release.at("parameters"))
        .set("output", result.output)
        .set("measures", scores_value(result.scores));
    methods.push(entry);
    made.entries.emplace_back(result.output,
                              result.method->info.title + ", " + to_text(result.release.at("parameters")));
  }
  report.document.set("folder", folder)
      .set("data", data)
      .set("rows", demo_rows)
      .set("columns", Value::array_of(protected_columns()))
      .set("guarantee", guarantee_text(true))
      .set("methods", methods);
  report.blocks.push_back(report::Paragraph{
      "Made up a survey of " + std::to_string(demo_rows) + " people (" + data +
      ") and protected its income, tax and savings in three ways. The column 'better' says which direction "
      "is good: on the risk side for the people in the data, on the utility side for those who study it."});
  std::vector<ScoredTable> tables;
  for (const Result& result : results) tables.push_back({result.method->info.name, &result.scores});
  report.blocks.push_back(scores_table(tables));
  if (const report::KeyValues notes = score_notes(tables); !notes.entries.empty()) {
    report.blocks.push_back(notes);
  }
  made.entries.insert(made.entries.begin(), {data, "the original, with its sidecar of roles"});
  report.blocks.push_back(report::Heading{"Files"});
  report.blocks.push_back(made);
  report.blocks.push_back(report::Heading{"Try next"});
  report.blocks.push_back(report::Verbatim{
      {"sfumato inspect " + data,
       "sfumato mask mdav " + data + " --columns income,tax,savings --k 10 -o " + folder + "/mine.csv",
       "sfumato measure " + data + " " + folder + "/mine.csv --columns income,tax,savings",
       "sfumato methods"}});
  return report;
}

int Demo::operator()(Console& console) const {
  std::vector<MeasureRequest> requests = compare::measure_requests({}, {});
  compare::leave_out_for_mapped(requests);
  const std::string where = make_folder(folder.value_or("sfumato-demo"));
  RunOptions masking_options = run_options;
  masking_options.seed = run_options.seed.value_or(demo_seed);
  Work work(masking_options, console);
  // The data are those of `sfumato sample people --seed 1` whatever the seed, so that runs can be compared.
  const Run data_run(Run::Options{.seed = demo_seed, .threads = work.run().threads()});
  const Table original = sample::draw_table(sample::sample("people"), demo_rows, data_run);
  const std::string data = where + "/people.csv";
  check_folder(data);
  io::write_text_file(io::sidecar_path(data), demo_mark + io::sidecar_text(original, {}));
  io::write_table(original, data, {}, work.run());
  std::vector<std::string> warnings;
  std::vector<Result> results;
  for (const Example& example : examples()) {
    results.push_back(try_method(example, original, where, requests, work.run(), warnings));
  }
  work.hide_progress();
  report::Report report = demo_report(where, data, results);
  report.warnings = warnings;
  if (!run_options.quiet) {
    report.warnings.emplace_back(
        "the demo draws from a fixed seed, so that it shows the same numbers every time; a real release must "
        "not be seeded");
  }
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command demo_command() {
  const auto options = std::make_shared<Demo>();
  OptionGroup output{
      "The demo",
      {{"-o,--output", "DIR", "Folder for the files [default sfumato-demo].", Text{&options->folder}},
       options->run_options.seed_option()}};
  output.options.back().doc = "Start of the masking draws [default 1]; the data are always the same.";
  return {.name = "demo",
          .summary = "Makes up data, masks them in three ways and compares the results.",
          .groups = {output, options->run_options.group()},
          .examples = {"sfumato demo"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
