// `sfumato measure`: how much risk and how much utility masked tables have, against their original.
#include <memory>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "compare/measures.hpp"
#include "core/registry.hpp"
#include "io/calendar.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "jobs/block_measure.hpp"
#include "jobs/measure.hpp"
#include "release/named_table.hpp"
#include "report/html.hpp"
#include "report/mask_page.hpp"
#include "report/measure_report.hpp"

namespace sfumato::cli {
namespace {

struct Measuring {
  std::optional<std::string> original, map, intruder, holdout, per_record, permutation, report_path;
  std::vector<std::string> masked;
  bool in_blocks = false;
  ParamOptions parameters{jobs::make_job<jobs::MeasureRequest>().params};
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  jobs::MeasureRequest request() const;
  jobs::MeasuredFiles files() const;
  io::ReadOptions masked_options() const;
  void check_outputs(const std::vector<std::string>& tables) const;
  void write_report(jobs::MeasureResult& result, const Console& console) const;
};

// A masked file is read with the format and missing tokens of the original. A pipe is read once: what is
// declared later of its columns does not change how it was read.
jobs::DataReader file_reader(const std::string& path, const io::ReadOptions& options) {
  const auto piped = std::make_shared<std::optional<io::TableFile>>();
  return {path, [path, options, piped](const Declarations& declared, const Run& run) {
            if (piped->has_value()) return **piped;
            io::ReadOptions read = options;
            read.declared = declared;
            io::TableFile file = io::read_table(path, read, run);
            if (path == "-") *piped = file;
            return file;
          }};
}

io::ReadOptions Measuring::masked_options() const {
  io::ReadOptions read;
  read.format = data_options.format.value_or("");
  read.missing = data_options.common_missing();
  return read;
}

jobs::MeasureRequest Measuring::request() const {
  jobs::MeasureRequest result = jobs::make_request<jobs::MeasureRequest>(parameters.given());
  result.columns = data_options.columns;
  result.original.name = *original;
  result.per_record = per_record.has_value();
  result.permutation = permutation.has_value();
  const io::ReadOptions read = masked_options();
  for (const std::string& path : masked) result.masked.push_back(file_reader(path, read));
  if (intruder) result.intruder = file_reader(*intruder, {});
  if (holdout) result.holdout = file_reader(*holdout, read);
  if (map) {
    result.map.emplace();  // read once the request is known to make sense
    result.map_name = *map;
  }
  return result;
}

jobs::MeasuredFiles Measuring::files() const {
  return {.original = *original,
          .reading = data_options.read_options(),
          .masked = masked,
          .masked_reading = masked_options(),
          .report = report_path.has_value(),
          .in_blocks = in_blocks};
}

// An output file must not be any that is read.
void Measuring::check_outputs(const std::vector<std::string>& tables) const {
  std::vector<std::string> inputs = masked;
  inputs.insert(inputs.end(), tables.begin(), tables.end());
  inputs.push_back(*original);
  for (const auto& input : {map, intruder, holdout}) {
    if (input) inputs.push_back(*input);
  }
  for (const auto& path : {per_record, permutation}) {
    if (path) io::check_output(*path, "", inputs);
  }
  if (report_path)
    check_other_output(*report_path, {per_record.value_or(""), permutation.value_or("")}, inputs);
}

void Measuring::write_report(jobs::MeasureResult& result, const Console& console) const {
  if (!report_path) return;
  result.provenance = {.command = console.command, .made_on = io::today(), .files = {}};
  result.provenance.add_file("original", *original);
  for (const std::string& path : masked) result.provenance.add_file("masked", path);
  if (map) result.provenance.add_file("map", *map);
  if (intruder) result.provenance.add_file("intruder", *intruder);
  if (holdout) result.provenance.add_file("holdout", *holdout);
  io::write_text_file(*report_path,
                      with_flags(report::html_document(report::measure_page(result), {.title = ""})));
}

int Measuring::operator()(Console& console) const {
  jobs::MeasureRequest wanted = request();
  const std::vector<std::string> tables = wanted.tables();
  const io::ReadOptions read = data_options.read_options();
  check_outputs(tables);
  JobRun work(run_options, console);
  Run run = work.run();
  if (const jobs::MeasuredFiles blocks = files(); jobs::measures_in_blocks(wanted, blocks, run)) {
    const jobs::MeasureResult result = jobs::measure_blocks(wanted, blocks, run);
    work.hide_progress();
    console.show(report::measure_report(result), run_options.json);
    return 0;
  }
  for (const std::string& path : tables) {
    run = run.with_table(path,
                         release::read_named_table(path, {.missing = data_options.common_missing()}, run));
  }
  wanted.original.file = io::read_table(*original, read, run);
  if (map) wanted.map = io::read_table(*map, {}, run).table;
  wanted.changes = report_path.has_value();
  jobs::MeasureResult result = jobs::measure(wanted, run);
  const io::WriteOptions confidential{.mode = io::owner_only};
  if (result.record_risks) io::write_table(*result.record_risks, *per_record, confidential, run);
  if (result.permuted) io::write_table(*result.permuted, *permutation, confidential, run);
  write_report(result, console);
  work.hide_progress();
  console.show(report::measure_report(result), run_options.json);
  return 0;
}

}  // namespace

Command measure_command() {
  const auto options = std::make_shared<Measuring>();
  OptionGroup what =
      options->parameters.group("What to measure", {"measures", "set", "score", "hierarchies", "per-column"});
  what.options.front().choices = entry_names(compare::measures());
  what.options.insert(
      what.options.end(),
      {{"--per-record", "FILE", "Write the risk of each original record.", Text{&options->per_record}},
       {"--export-permutation", "FILE",
        "Write the original's values in the masked file's ranks, with ranks, permutation and residual "
        "noise of each column.",
        Text{&options->permutation}},
       {"--report", "FILE.html",
        "A page to sign: verdict, risk before and after, utility, fingerprints of the files.",
        Text{&options->report_path}},
       {"--in-blocks", "",
        "Count k-anonymity and uniqueness in blocks of records, with temporary files, as for files that do "
        "not "
        "fit into memory.",
        Flag{&options->in_blocks}},
       options->run_options.seed_option()});
  what.options.back().doc = "Start of the random draws of measures that draw.";
  OptionGroup who = options->parameters.group("Who is who", {"keys", "no-mapping", "match"});
  who.options.insert(
      who.options.begin(),
      {{"--map", "FILE",
        "The controller's map, as 'mask --map' wrote it, where records were dropped or reordered.",
        Text{&options->map}},
       {"--intruder", "FILE", "What an intruder knows, in place of the original, for measures of risk.",
        Text{&options->intruder}}});
  OptionGroup made_up = options->parameters.group("Synthetic files", {"synthetic", "target"});
  made_up.options.insert(made_up.options.begin() + 1, {"--holdout", "FILE",
                                                       "Records of the same population that were not used to "
                                                       "make the synthetic file: what chance would give.",
                                                       Text{&options->holdout}});
  return {
      .name = "measure",
      .summary = "Measures the risk and the utility of masked tables against their original.",
      .description =
          "Columns are matched by name. Row i of a masked file is taken to come from row i of the "
          "original, unless its sidecar says otherwise. Of several masked files, such as the copies of "
          "one release, the mean of each measure is given too. Without a masked file the original is "
          "measured by itself, by risks of its keys.",
      .arguments = {{"ORIGINAL", "The original data file.", Text{&options->original}},
                    {"MASKED", "Masked data files, one or more.", Texts{&options->masked}, false}},
      .groups = {what, who, made_up,
                 options->data_options.group(
                     "Columns to compare; without it the quasi-identifiers and confidential columns, "
                     "and with no roles every numeric column."),
                 options->run_options.group()},
      .examples = {"sfumato measure people.csv masked.csv",
                   "sfumato measure people.csv masked.csv --measures rank-linkage,information-loss",
                   "sfumato measure people.csv synthetic.csv --synthetic --holdout unseen.csv --keys age,sex "
                   "--target income",
                   "sfumato measure people.csv --measures k-anonymity,suda --columns sex,age"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
