// `sfumato table`: tables of counts and magnitudes, from records to a table that is proved safe.
#include "cli/commands.hpp"
#include "cli/table_commands.hpp"

namespace sfumato::cli {

Command table_command() {
  return {
      .name = "table",
      .summary = "Makes tables of counts and magnitudes, and checks whether they are safe.",
      .description =
          "Make a table from records (tabulate), find its sensitive cells with rules (check), protect it "
          "(protect), and test whether the published cells disclose the suppressed ones (audit). Tables "
          "are read and written as .json, .jj, .csv, or .tab with .rda.",
      .examples = {"sfumato table tabulate companies.csv --by region,sector --sum turnover -o table.json",
                   "sfumato table check table.json --rule p-percent=15 -o checked.json",
                   "sfumato table audit checked.json"},
      .commands = {tabulate_command(), check_table_command(), protect_table_command(),
                   compare_table_command(), audit_table_command(), batch_table_command(), ptable_command()},
      .commands_title = "Commands",
      .commands_noun = "command"};
}

}  // namespace sfumato::cli
