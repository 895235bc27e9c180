// `sfumato demo`: the main job from start to finish on made-up data, with files to look at.
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/comparison_output.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "report/comparison.hpp"
#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::cli {
namespace {

constexpr std::size_t demo_rows = 1000;
constexpr std::int64_t demo_seed = 1;
constexpr const char* demo_mark = "# Made by `sfumato demo`: these data are not about real people.\n";

struct Demo {
  std::optional<std::string> folder;
  RunOptions run_options;

  int operator()(Console& console) const;
};

// Five methods, under each of which an intruder finds about one person in twenty.
jobs::CompareRequest demo_request() {
  jobs::CompareRequest request;
  request.columns = {"income", "tax", "savings"};
  request.equal = {"distance-linkage=5"};
  request.tolerance = "0.05";
  request.methods = {"mdav", "rank-swapping", "additive-noise", "correlated-noise", "multiplicative-noise"};
  request.keep_draw = true;
  return request;
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

report::Report demo_report(const jobs::CompareResult& outcome, const ComparisonFolder& output) {
  const std::string& folder = output.folder;
  report::Report report = report::comparison_report(outcome);
  report.document.set("folder", folder);
  report.blocks.insert(
      report.blocks.begin(),
      report::Paragraph{
          "Made up a survey of " + std::to_string(demo_rows) + " people (" + outcome.data +
          ") and protected its income, tax and savings in five ways, each so strongly that an "
          "intruder finds about one person in twenty: which of them leaves the most of the data?"});
  report.blocks.push_back(report::Heading{"Files"});
  report::KeyValues files = output.files_block(outcome);
  files.entries.insert(files.entries.begin(), {outcome.data, "the original, with its sidecar of roles"});
  report.blocks.push_back(files);
  report.blocks.push_back(report::Heading{"Try next"});
  report.blocks.push_back(
      report::Verbatim{{"sfumato inspect " + outcome.data,
                        "sfumato compare " + outcome.data +
                            " --columns income,tax,savings --equal distance-linkage=2 -o " + folder + "/mine",
                        "sfumato mask mdav " + outcome.data + " --columns income,tax,savings --k 10 -o " +
                            folder + "/masked.csv",
                        "sfumato methods"}});
  return report;
}

int Demo::operator()(Console& console) const {
  jobs::CompareRequest request = demo_request();
  const std::string where = folder.value_or("sfumato-demo");
  io::make_folder(where);
  RunOptions masking_options = run_options;
  masking_options.seed = run_options.seed.value_or(demo_seed);
  JobRun work(masking_options, console);
  // The data are those of `sfumato sample people --seed 1` whatever the seed, so that runs can be compared.
  const Run data_run(Run::Options{.seed = demo_seed, .threads = work.run().threads()});
  const Table people = sample::draw_table(sample::sample("people"), demo_rows, data_run);
  const std::string data = where + "/people.csv";
  check_folder(data);
  const ComparisonFolder output{.folder = where};
  output.check(1);
  io::write_text_file(io::sidecar_path(data), demo_mark + io::sidecar_text(people, {}));
  io::write_table(people, data, {}, work.run());
  request.original = {{.table = people, .sidecar = {}, .missing_token = {}}, data};
  jobs::CompareResult outcome =
      jobs::compare_methods(request, output.winners(1, request.original.file), work.run());

  outcome.seed = static_cast<std::uint64_t>(*masking_options.seed);
  outcome.asked = {{"data", data}, {"columns", enumerated(outcome.columns)}, {"equal", "distance-linkage=5"}};
  outcome.warnings.add(
      "the demo draws from a fixed seed, so that it shows the same numbers every time; a real release must "
      "not be seeded",
      WarningGrade::note);
  output.write(outcome, false, work.run());
  work.hide_progress();
  report::Report report = demo_report(outcome, output);
  if (run_options.quiet && !run_options.json) {
    report.blocks.clear();
    report.warnings.clear();
  }
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
          .summary = "Makes up data, protects them in five ways at equal risk, and reports which is best.",
          .groups = {output, options->run_options.group()},
          .examples = {"sfumato demo"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
