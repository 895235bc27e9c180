// `sfumato table protect adjust`: the nearest table in which every sensitive cell is far from its true value.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/protected_output.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "report/table_protection_report.hpp"
#include "tables/adjustment/adjustment.hpp"

namespace sfumato::cli {
namespace {

struct Adjust {
  CellTableOptions source;
  std::optional<std::string> weight, time_limit, gap, prior;
  bool fix_margins = false, free_zeros = false;
  ProtectedOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
  tables::AdjustmentOptions wanted() const;
};

tables::AdjustmentOptions Adjust::wanted() const {
  tables::AdjustmentOptions result;
  if (weight) {
    const auto named = tables::distance_weight(*weight);
    if (!named) bad_input("there is no weight '" + *weight + "'", "write relative, unity or cost");
    result.weight = *named;
  }
  result.fix_margins = fix_margins;
  result.keep_zeros = !free_zeros;
  result.limit.amount = positive_number("--time-limit", time_limit, result.limit.amount);
  result.gap = positive_number("--gap", gap, result.gap);
  if (prior) result.prior_percent = positive_number("--prior", prior, 0);
  return result;
}

int Adjust::operator()(Console& console) const {
  const tables::AdjustmentOptions options = wanted();
  output.check(source.inputs());
  Work work(run_options, console);
  std::vector<std::string> notes;
  const tables::CellTable table = source.read(work.run(), notes);
  for (const std::string& note : require_checked(table)) notes.push_back(note);
  const tables::Adjustment made = tables::adjust_table(table, options, work.run());
  const bool safe = made.found && made.safe();
  if (safe) {
    const std::vector<std::string> lost = output.write(made.table, source.inputs());
    notes.insert(notes.end(), lost.begin(), lost.end());
  }
  work.hide_progress();
  report::Report report = report::table_adjustment_report(table, made);
  report.warnings.insert(report.warnings.end(), notes.begin(), notes.end());
  output.show(std::move(report), safe, run_options, console);
  return safe ? 0 : 1;
}

}  // namespace

Command adjust_command() {
  const auto options = std::make_shared<Adjust>();
  const OptionGroup method{
      "The adjustment",
      {{"--weight",
        "NAME",
        "What a change counts: relative to the cell, unity or its cost; 'relative' unless given.",
        Text{&options->weight},
        false,
        {"relative", "unity", "cost"}},
       {"--fix-margins", "", "Totals keep their values.", Flag{&options->fix_margins}},
       {"--free-zeros", "", "Empty cells may change, too.", Flag{&options->free_zeros}},
       {"--time-limit", "SECONDS", "The nearest table found by then is the answer; 60 unless given.",
        Text{&options->time_limit}},
       {"--gap", "PERCENT", "Good enough: at most this far from the nearest; 0 unless given.",
        Text{&options->gap}},
       {"--prior", "PERCENT",
        "What is known of each cell before publication: its value within so many percent.",
        Text{&options->prior}}}};
  return {.name = "adjust",
          .summary = "Publishes the nearest table whose sensitive cells are off by their levels.",
          .description =
              "Controlled tabular adjustment: each sensitive cell ends at or beyond one of its protection "
              "levels, all "
              "others change as little as the relations allow, and the table adds up exactly.",
          .arguments = {options->source.argument()},
          .groups = {method, options->source.group(), options->output.group("The adjusted table."),
                     options->run_options.group()},
          .examples = {"sfumato table protect adjust checked.json -o adjusted.json",
                       "sfumato table protect adjust checked.json --fix-margins --publish table.csv"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
