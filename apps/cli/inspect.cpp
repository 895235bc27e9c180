// `sfumato inspect`: what a table looks like, with a proposed role for every column that has none.
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "io/database_address.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/toml.hpp"
#include "jobs/block_inspect.hpp"
#include "jobs/inspect.hpp"
#include "report/profile.hpp"

namespace sfumato::cli {
namespace {

struct Inspect {
  std::optional<std::string> data;
  std::optional<std::string> output;
  bool force = false, in_blocks = false;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
};

// The file beside the data is the user's own word on its columns; only --force replaces it.
void check_sidecar_output(const std::string& path, const std::vector<std::string>& inputs) {
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (!std::filesystem::equivalent(path, io::file_of_path(input), ignored)) continue;
    bad_input("the output '" + path + "' is the input '" + input + "'",
              "choose another name, or say --force to overwrite it");
  }
}

int Inspect::operator()(Console& console) const {
  if (output && !force) {
    check_sidecar_output(*output, {*data, data_options.roles.value_or(io::sidecar_path(*data))});
  }
  JobRun work(run_options, console);
  const io::ReadOptions reading = data_options.read_options();
  const jobs::InspectResult result =
      jobs::inspects_in_blocks(*data, reading, in_blocks, work.run())
          ? jobs::inspect_blocks(*data, reading, work.run())
          : jobs::inspect({{io::read_table(*data, reading, work.run()), *data}}, work.run());
  report::Report report = report::inspect_report(result);
  report.document.set("output", output ? Value(*output) : Value());
  work.hide_progress();
  if (output) {
    io::write_text_file(*output, io::toml_text(result.sidecar));
    report.blocks.push_back(report::Paragraph{"Wrote the roles to " + *output + ": read it, correct it."});
  }
  console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command inspect_command() {
  const auto options = std::make_shared<Inspect>();
  OptionGroup output{
      "The sidecar, and large files",
      {{"-o,--output", "FILE", "Write declared and proposed roles as a sidecar, to be checked by a person.",
        Text{&options->output}},
       {"--force", "", "Overwrite FILE even where it is the sidecar that was read.", Flag{&options->force}},
       {"--in-blocks", "",
        "Read DATA in blocks of records, with temporary files, as files that do not fit into memory.",
        Flag{&options->in_blocks}}}};
  return {.name = "inspect",
          .summary = "Shows columns, kinds, proposed roles, missing values and unique records.",
          .description =
              "Roles that are not declared are proposed from names and values; the proposals are a start, "
              "not a judgement. What it prints holds values of the data.",
          .arguments = {{"DATA", "The data file; '-' reads CSV from a pipe.", Text{&options->data}}},
          .groups = {output, options->data_options.group(), options->run_options.group()},
          .examples = {"sfumato inspect people.csv", "sfumato inspect people.csv -o people.toml"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
