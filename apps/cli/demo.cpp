// `sfumato demo`: the main job from start to finish on made-up data, with files to look at.
#include <filesystem>
#include <memory>

#include "cli/column_choice.hpp"
#include "cli/commands.hpp"
#include "cli/release.hpp"
#include "cli/run_options.hpp"
#include "cli/scoring.hpp"
#include "cli/table_pair.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "masking/registry.hpp"
#include "sample/people.hpp"

namespace sfumato::cli {
namespace {

constexpr std::size_t demo_rows = 1000;
constexpr std::int64_t demo_seed = 1;

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
  ReleaseTarget target{.output = result.output, .inputs = {}, .force = true};
  write_release(masked, result.release, target, run);
  result.scores = score_all(make_pair_of(original, masked.tables.front(), choice), requests, run, warnings);
  return result;
}

report::TableBlock scores_table(const std::vector<Result>& results) {
  report::TableBlock table{{{"measure"}, {"side"}, {"better"}}, {}};
  for (const Result& result : results) {
    table.columns.push_back({result.method->info.name, report::Align::right});
  }
  for (std::size_t row = 0; row < results.front().scores.size(); ++row) {
    const MeasureInfo& info = results.front().scores[row].request->measure->info;
    std::vector<std::string> cells{info.name, std::string(to_text(info.side)),
                                   std::string(to_text(info.better))};
    for (const Result& result : results) cells.push_back(score_text(result.scores[row].score));
    table.rows.push_back(cells);
  }
  return table;
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
      ") and protected its income, tax and savings in three ways. Lower risk protects people; lower loss "
      "serves those who study the data."});
  report.blocks.push_back(scores_table(results));
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
  const std::vector<MeasureRequest> requests = measure_requests({}, {});
  const std::string where = make_folder(folder.value_or("sfumato-demo"));
  RunOptions masking_options = run_options;
  masking_options.seed = run_options.seed.value_or(demo_seed);
  Work work(masking_options, console);
  // The data are the same whatever the seed, so that runs of the demo can be compared.
  const Run data_run(Run::Options{.seed = demo_seed, .threads = work.run().threads()});
  const Table original = sample::people(demo_rows, data_run);
  const std::string data = where + "/people.csv";
  io::write_table(original, data, {}, work.run());
  io::write_text_file(io::sidecar_path(data), io::sidecar_text(original, {}));
  std::vector<std::string> warnings;
  std::vector<Result> results;
  for (const Example& example : examples()) {
    results.push_back(try_method(example, original, where, requests, work.run(), warnings));
  }
  work.hide_progress();
  report::Report report = demo_report(where, data, results);
  report.warnings = warnings;
  report.warnings.emplace_back(
      "the demo draws from a fixed seed, so that it shows the same numbers every time; a real release must "
      "not be seeded");
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
