// `sfumato table protect round`: every cell to a multiple of a base, so that the table still adds up.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/protected_output.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "report/table_protection_report.hpp"
#include "tables/protected_values.hpp"
#include "tables/rounding/rounding.hpp"

namespace sfumato::cli {
namespace {

struct Round {
  CellTableOptions source;
  std::optional<std::string> base, mode, time_limit, gap, prior;
  std::optional<std::int64_t> steps;
  bool ignore_singletons = false, free_multiples = false;
  ProtectedOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
  tables::RoundingOptions wanted() const;
};

tables::RoundingOptions Round::wanted() const {
  tables::RoundingOptions result;
  const auto number = base ? tables::Decimal::parse(*base) : std::nullopt;
  if (!number || !(*number > tables::Decimal())) {
    bad_input("--base cannot be '" + base.value_or("") + "'", "write a number above 0, for example --base 5");
  }
  result.base = *number;
  if (mode) {
    const auto named = tables::rounding_mode(*mode);
    if (!named) bad_input("there is no rounding '" + *mode + "'", "write controlled, random or conventional");
    result.mode = *named;
  }
  if (steps) {
    result.steps = static_cast<int>(*steps);
    result.most_steps = result.steps;
  }
  result.zero_restricted = !free_multiples;
  result.limit.amount = positive_number("--time-limit", time_limit, result.limit.amount);
  result.gap = positive_number("--gap", gap, result.gap);
  if (prior) result.attacker.prior_percent = positive_number("--prior", prior, 0);
  result.attacker.insiders = !ignore_singletons;
  return result;
}

int Round::operator()(Console& console) const {
  const tables::RoundingOptions options = wanted();
  const bool adds_up = options.mode == tables::RoundingMode::controlled;
  const ProtectedOutput place = adds_up ? output : output.without_sums();
  place.check(source.inputs());
  Work work(run_options, console);
  std::vector<std::string> notes;
  const tables::CellTable table = source.read(work.run(), notes);
  for (const std::string& note : require_checked(table)) notes.push_back(note);
  const tables::Rounding made = tables::round_table(table, options, work.run());
  const bool safe = made.found && made.audit.safe;
  if (safe) {
    const std::vector<std::string> lost = place.write(made.table, source.inputs());
    notes.insert(notes.end(), lost.begin(), lost.end());
  }
  work.hide_progress();
  report::Report report = report::table_rounding_report(table, made);
  report.warnings.insert(report.warnings.end(), notes.begin(), notes.end());
  place.show(std::move(report), safe, run_options, console);
  return safe ? 0 : 1;
}

}  // namespace

Command round_command() {
  const auto options = std::make_shared<Round>();
  const OptionGroup method{
      "The rounding",
      {{"--base", "B", "Every published cell is a multiple of this.", Text{&options->base}, true},
       {"--mode",
        "NAME",
        "controlled (adds up), random (unbiased) or conventional; 'controlled' unless given.",
        Text{&options->mode},
        false,
        {"controlled", "random", "conventional"}},
       {"--steps", "K",
        "Further multiples that a cell may go beyond the two nearest; as few as needed unless given.",
        Whole{&options->steps, 0, 10}},
       {"--free-multiples", "", "Cells that are multiples already may move, too.",
        Flag{&options->free_multiples}},
       {"--time-limit", "SECONDS", "The nearest table found by then is the answer; 60 unless given.",
        Text{&options->time_limit}},
       {"--gap", "PERCENT", "Good enough: at most this far from the nearest; 0 unless given.",
        Text{&options->gap}},
       {"--ignore-singletons", "", "Leave out contributors who know their own cells.",
        Flag{&options->ignore_singletons}},
       {"--prior", "PERCENT",
        "What is known of each cell before publication: its value within so many percent.",
        Text{&options->prior}},
       options->run_options.seed_option()}};
  return {.name = "round",
          .summary = "Rounds every cell to a multiple of a base, and keeps the table additive.",
          .description =
              "The audit gives the attacker every true cell within the base of what is published. A table "
              "that is not "
              "safe is not written: take a larger base.",
          .arguments = {options->source.argument()},
          .groups = {method, options->source.group(), options->output.group("The rounded table."),
                     options->run_options.group()},
          .examples = {"sfumato table protect round checked.json --base 5 -o rounded.json",
                       "sfumato table protect round checked.json --base 3 --mode random --publish table.csv"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
