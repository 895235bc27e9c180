// `sfumato table protect perturb`: noise for every count that depends on who is counted, and on nothing else.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/protected_output.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "report/table_protection_report.hpp"
#include "tables/perturbation/perturbation.hpp"
#include "tables/perturbation/ptable.hpp"

namespace sfumato::cli {
namespace {

struct Perturb {
  CellTableOptions source;
  std::optional<std::string> ptable;
  ProtectedOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
};

int Perturb::operator()(Console& console) const {
  std::vector<std::string> inputs = source.inputs();
  inputs.push_back(*ptable);
  const ProtectedOutput place = output.without_sums();
  place.check(inputs);
  Work work(run_options, console);
  std::vector<std::string> notes;
  const tables::CellTable table = source.read(work.run(), notes);
  const tables::Ptable noise = tables::read_ptable(*ptable);
  notes.insert(notes.end(), noise.notes.begin(), noise.notes.end());
  const tables::Perturbation made = tables::perturb(table, noise);
  place.write(made.table, inputs);
  work.hide_progress();
  report::Report report = report::table_perturbation_report(table, made);
  report.warnings.insert(report.warnings.end(), notes.begin(), notes.end());
  place.show(std::move(report), true, run_options, console);
  return 0;
}

}  // namespace

Command perturb_command() {
  const auto options = std::make_shared<Perturb>();
  return {.name = "perturb",
          .summary = "Adds repeatable noise to counts, by cell keys and a ptable.",
          .description =
              "Cell-key perturbation: the keys of a cell's records add up to the cell's key, and the ptable "
              "says which "
              "noise that key gets. The same respondents get the same noise in every table. Tabulate with "
              "--record-key, and make a ptable with 'table ptable'. The result does not add up, and no audit "
              "can prove it safe.",
          .arguments = {options->source.argument()},
          .groups = {{"The noise",
                      {{"--ptable", "FILE", "The ptable, as the R package of that name writes it.",
                        Text{&options->ptable}, true}}},
                     options->source.group(),
                     options->output.group("The perturbed table, as .json or .csv."),
                     options->run_options.group()},
          .examples = {"sfumato table protect perturb counts.json --ptable ptable.csv -o table.csv"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
