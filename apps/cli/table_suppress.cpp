// `sfumato table protect suppress`: which further cells to leave out, so that the sensitive ones stay hidden.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/protected_output.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "report/table_protection_report.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::cli {
namespace {

struct Suppress {
  CellTableOptions source;
  std::optional<std::string> algorithm, time_limit, gap, cost, prior;
  bool ignore_singletons = false, whole = false, hide_zeros = false;
  ProtectedOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
  tables::SuppressionOptions wanted() const;
};

std::optional<tables::CellCost> cost_named(const std::string& name) {
  if (name == "value") return tables::CellCost::value;
  if (name == "frequency") return tables::CellCost::frequency;
  if (name == "unity") return tables::CellCost::unity;
  bad_input("--cost cannot be '" + name + "'",
            "write value, frequency or unity; without it, the table's own costs");
}

tables::SuppressionOptions Suppress::wanted() const {
  tables::SuppressionOptions result;
  if (algorithm) {
    const auto named = tables::suppression_algorithm(*algorithm);
    if (!named) {
      bad_input("there is no algorithm '" + *algorithm + "'",
                "write auto, optimal, hypercube, network, modular or gauss");
    }
    result.algorithm = *named;
  }
  result.limit.amount = positive_number("--time-limit", time_limit, result.limit.amount);
  result.gap = positive_number("--gap", gap, result.gap);
  if (cost) result.problem.cost = cost_named(*cost);
  if (prior) result.attacker.prior_percent = positive_number("--prior", prior, 0);
  result.problem.prior_percent = result.attacker.prior_percent;
  result.problem.hide_zeros = hide_zeros;
  result.attacker.insiders = !ignore_singletons;
  result.attacker.whole_numbers = whole;
  return result;
}

int Suppress::operator()(Console& console) const {
  const tables::SuppressionOptions options = wanted();
  output.check(source.inputs());
  Work work(run_options, console);
  std::vector<std::string> notes;
  const tables::CellTable table = source.read(work.run(), notes);
  for (const std::string& note : require_checked(table)) notes.push_back(note);
  const tables::Suppression made = tables::suppress(table, options, work.run());
  if (made.audit.safe) {
    const std::vector<std::string> lost = output.write(made.table, source.inputs());
    notes.insert(notes.end(), lost.begin(), lost.end());
  }
  work.hide_progress();
  report::Report report = report::table_suppression_report(made);
  report.warnings.insert(report.warnings.end(), notes.begin(), notes.end());
  output.show(std::move(report), made.audit.safe, run_options, console);
  return made.audit.safe ? 0 : 1;
}

}  // namespace

Command suppress_command() {
  const auto options = std::make_shared<Suppress>();
  const OptionGroup method{
      "The pattern",
      {{"--algorithm",
        "NAME",
        "auto, optimal, hypercube, network, modular or gauss; 'auto' unless given.",
        Text{&options->algorithm},
        false,
        {"auto", "optimal", "hypercube", "network", "modular", "gauss"}},
       {"--time-limit", "SECONDS", "The best safe pattern found by then is the answer; 60 unless given.",
        Text{&options->time_limit}},
       {"--gap", "PERCENT", "Good enough: at most this far from the least cost; 0 unless given.",
        Text{&options->gap}},
       {"--cost",
        "A",
        "What a suppressed cell costs: value, frequency or unity, instead of the table's own costs.",
        Text{&options->cost},
        false,
        {"value", "frequency", "unity"}},
       {"--hide-zeros", "", "Cells that nobody contributes to may be suppressed, too.",
        Flag{&options->hide_zeros}}}};
  const OptionGroup attacker{
      "The attacker",
      {{"--ignore-singletons", "", "Leave out contributors who know their own cells.",
        Flag{&options->ignore_singletons}},
       {"--prior", "PERCENT",
        "What is known of each cell before publication: its value within so many percent.",
        Text{&options->prior}},
       {"--whole", "", "The attacker knows that counts are whole numbers.", Flag{&options->whole}}}};
  return {.name = "suppress",
          .summary = "Leaves out further cells, so that sensitive ones cannot be worked out.",
          .description =
              "Cells with the status 'kept' are published, and those that are suppressed already stay so. "
              "The file "
              "after -o holds the true values of suppressed cells and stays in the house; the one after "
              "--publish "
              "does not.",
          .arguments = {options->source.argument()},
          .groups = {method, attacker, options->source.group(),
                     options->output.group("The table with its pattern."), options->run_options.group()},
          .examples =
              {"sfumato table protect suppress checked.json -o pattern.json --publish table.csv",
               "sfumato table protect suppress table.jj --algorithm optimal --time-limit 300 -o pattern.jj"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
