// `sfumato sample`: made-up data, written block by block so that any number of rows needs little memory.
// Every registered sample is a subcommand whose page explains its columns.
#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "io/database_address.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "jobs/sample.hpp"
#include "release/written_files.hpp"
#include "report/sample_report.hpp"
#include "sample/registry.hpp"

namespace sfumato::cli {
namespace {

constexpr std::int64_t most_rows_at_once = 10'000'000;  // where a format is not written block by block
constexpr const char* sample_mark = "# Made by `sfumato sample`: these data are not about real people.\n";

struct SampleOptions {
  const sample::Sample* sample = nullptr;
  ParamOptions parameters{jobs::make_job<jobs::SampleRequest>().params};
  std::optional<std::string> output;
  std::optional<std::string> output_format;
  bool force = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  bool piped() const { return *output == "-"; }
  void check_target(std::int64_t rows) const;
  jobs::SampleResult write(const jobs::SampleRequest& request, const Run& run) const;
  jobs::SampleResult write_to_database(const jobs::SampleRequest& request, const Run& run) const;
};

// A sidecar that we did not write is a user's word on other data.
void SampleOptions::check_target(std::int64_t rows) const {
  if (piped() && run_options.json) {
    bad_input("--json and -o - both need standard output", "write the data to a file");
  }
  io::check_output(*output, output_format.value_or(""), {}, force);
  if (rows > most_rows_at_once && !io::can_append(*output, output_format.value_or(""))) {
    bad_input(
        "more than " + std::to_string(most_rows_at_once) + " records of that format do not fit into memory",
        "write .csv or .csv.gz, which are written block by block");
  }
  const std::string sidecar = io::sidecar_path(*output);
  std::error_code ignored;
  if (force || piped() || !std::filesystem::exists(sidecar, ignored)) return;
  if (io::read_text_file(sidecar).starts_with(sample_mark)) return;
  bad_input("'" + sidecar + "' is there already and not from a sample; it would be overwritten",
            "choose another name for the output, move that file away, or say --force");
}

// The table becomes visible when its sidecar is in place; where that fails, the sidecar of before is put
// back.
jobs::SampleResult SampleOptions::write_to_database(const jobs::SampleRequest& request,
                                                    const Run& run) const {
  release::WrittenFiles written({io::sidecar_path(*output)});
  io::TableWriter writer(*output, {.format = output_format.value_or(""), .replace = force}, run);
  jobs::SampleResult result = jobs::draw_sample(
      request, [&](std::span<const Table> blocks) { writer.append(blocks, run); }, run);
  try {
    io::write_text_file(io::sidecar_path(*output), sample_mark + io::sidecar_text(result.schema, {}));
    writer.commit(run);
  } catch (...) {
    written.undo();
    throw;
  }
  return result;
}

jobs::SampleResult SampleOptions::write(const jobs::SampleRequest& request, const Run& run) const {
  if (io::is_database(*output)) return write_to_database(request, run);
  const io::WriteOptions options{.format = output_format.value_or("")};
  jobs::SampleResult result;
  if (io::can_append(*output, options.format)) {
    io::TableWriter writer(*output, options, run);
    result = jobs::draw_sample(
        request, [&](std::span<const Table> blocks) { writer.append(blocks, run); }, run);
    writer.commit(run);
  } else {
    std::vector<Table> all;
    result = jobs::draw_sample(
        request, [&](std::span<const Table> blocks) { all.insert(all.end(), blocks.begin(), blocks.end()); },
        run);
    io::write_table(Table::concatenated(all), *output, options, run);
  }
  if (piped()) return result;
  try {
    io::write_text_file(io::sidecar_path(*output), sample_mark + io::sidecar_text(result.schema, {}));
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(*output, ignored);
    throw;
  }
  return result;
}

int SampleOptions::operator()(Console& console) const {
  ParamValues given = parameters.given();
  given.emplace_back("sample", sample->info.name);
  const auto wanted = jobs::make_request<jobs::SampleRequest>(given);
  check_target(wanted.rows);
  JobRun work(run_options, console);
  const jobs::SampleResult result = write(wanted, work.run());
  work.hide_progress();
  report::Report report = report::sample_report(result);
  const std::string sidecar = piped() ? "" : io::sidecar_path(*output);
  report.document.set("output", *output).set("sidecar", piped() ? Value() : Value(sidecar));
  report::KeyValues where{{{"written to", piped() ? "standard output" : *output + ", " + sidecar}}};
  auto& facts = std::get<report::KeyValues>(report.blocks.front()).entries;
  facts.insert(facts.end(), where.entries.begin(), where.entries.end());
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  piped() ? console.show_aside(report) : console.show(report, run_options.json);
  return 0;
}

OptionGroup sample_group(SampleOptions& request) {
  OptionGroup group{
      "The sample",
      {{"-o,--output", "OUT",
        "Where the table goes, with a sidecar of kinds, roles and bounds beside it; '-' writes CSV to a "
        "pipe.",
        Text{&request.output}, true},
       request.parameters.group("", {"rows"}).options.front(),
       request.run_options.seed_option(),
       {"--output-format", "NAME", "Format of OUT, where its extension does not say it.",
        Text{&request.output_format}, false, io::format_names(true)},
       {"--force", "",
        "Overwrite a sidecar that is not from a sample, and a table that is in the database already.",
        Flag{&request.force}}}};
  group.options[2].doc =
      "The same seed gives the same records, and a longer sample starts with those of a shorter one.";
  return group;
}

Command one_sample_command(const sample::Sample& sample) {
  const auto request = std::make_shared<SampleOptions>();
  request->sample = &sample;
  Topic columns{"Columns", {}};
  for (const sample::SampleColumn& column : sample.columns) {
    columns.entries.emplace_back(column.info.name, column.doc);
  }
  const std::string name = sample.info.name;
  return {
      .name = name,
      .summary = sample.info.summary,
      .description =
          "The data are not about real people. docs/made-up-data.md explains how the columns were modelled.",
      .groups = {sample_group(*request), request->run_options.group()},
      .topics = {columns},
      .examples = {"sfumato sample " + name + " --rows 1000 --seed 1 -o " + name + ".csv",
                   "sfumato sample " + name + " --rows 100000000 -o " + name + ".csv.gz"},
      .action = [request](Console& console) { return (*request)(console); }};
}

report::Report sample_list() {
  report::Report report;
  report::TableBlock table{{{"sample"}, {"columns", report::Align::right}, {"summary"}}, {}};
  Value list = Value::array();
  for (const sample::Sample& sample : sample::samples()) {
    Value columns = Value::array();
    for (const sample::SampleColumn& column : sample.columns) {
      Value entry = Value::object();
      entry.set("name", column.info.name)
          .set("kind", to_text(column.info.kind))
          .set("role", column.info.role ? Value(to_text(*column.info.role)) : Value())
          .set("doc", column.doc);
      columns.push(std::move(entry));
    }
    Value entry = Value::object();
    entry.set("name", sample.info.name)
        .set("summary", sample.info.summary)
        .set("columns", std::move(columns));
    list.push(std::move(entry));
    table.rows.push_back({sample.info.name, std::to_string(sample.columns.size()), sample.info.summary});
  }
  report.document.set("samples", std::move(list));
  report.blocks.push_back(std::move(table));
  return report;
}

}  // namespace

Command sample_command() {
  const auto options = std::make_shared<RunOptions>();
  Command command{.name = "sample",
                  .summary = "Makes up realistic data; without a name, lists what there is.",
                  .groups = {options->group()},
                  .examples = {"sfumato sample", "sfumato sample people --rows 1000 --seed 1 -o people.csv"},
                  .commands_title = "Samples",
                  .commands_noun = "sample",
                  .action = [options](Console& console) {
                    console.show(sample_list(), options->json);
                    return 0;
                  }};
  for (const sample::Sample& sample : sample::samples()) {
    command.commands.push_back(one_sample_command(sample));
  }
  return command;
}

}  // namespace sfumato::cli
