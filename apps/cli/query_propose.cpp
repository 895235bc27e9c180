// `sfumato query propose-catalogue`: a catalogue from data, for the controller to confirm.
#include <memory>
#include <ostream>

#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "jobs/queries/query_propose.hpp"
#include "jobs/queries/registry.hpp"
#include "report/queries/proposal.hpp"

namespace sfumato::cli {
namespace {

struct Propose {
  std::optional<std::string> data, path, format;
  std::vector<std::string> missing;
  ParamOptions params{jobs::query_job("query-propose-catalogue").params};
  RunOptions run_options;

  int operator()(Console& console) const;
};

int Propose::operator()(Console& console) const {
  auto request = jobs::make_request<jobs::QueryProposeRequest>(params.given());
  if (params.given().empty()) request.table = queries::table_name_of(*data);
  if (path) io::check_output_place(*path, {*data});
  JobRun work(run_options, console);
  io::ReadOptions reading;
  reading.missing = missing;
  reading.format = format.value_or("");
  request.records = io::read_table(*data, reading, work.run()).table;
  const queries::ProposedCatalogue proposal = jobs::query_propose(request, work.run());
  work.hide_progress();
  report::Report report = report::query_proposal_report(proposal, path.has_value());
  if (path) {
    io::write_text_file(*path, proposal.text, io::owner_only);
    report.document.set("output", *path);
    report.blocks.emplace_back(report::Paragraph{"Written to " + *path + "."});
  } else if (!run_options.json) {
    console.out << proposal.text;
  }
  console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command query_propose_command() {
  const auto options = std::make_shared<Propose>();
  OptionGroup group = options->params.group("The catalogue", {"table"});
  for (Option& option : std::vector<Option>{
           {"-o,--output", "FILE", "Writes the catalogue; standard output unless given.",
            Text{&options->path}},
           {"--format", "NAME", "Format of the data, if the extension does not show it.",
            Text{&options->format}},
           {"--missing", "TOKEN,…", "Codes of a missing value, in addition to an empty field.",
            List{&options->missing}}}) {
    group.options.push_back(std::move(option));
  }
  return {.name = "propose-catalogue",
          .summary = jobs::query_job("query-propose-catalogue").info.summary,
          .description =
              "Declared domains and categories are used as they are. Bounds and categories from the data are "
              "rounded outwards and marked TO CONFIRM: a catalogue is public.",
          .arguments = {{"DATA", "The data, with a sidecar if there is one.", Text{&options->data}}},
          .groups = {group, options->run_options.group()},
          .examples = {"sfumato query propose-catalogue patients.csv -o catalogue.toml"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
