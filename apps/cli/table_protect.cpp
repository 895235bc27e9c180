// `sfumato table protect`: the ways in which a table is made safe, each a command of its own. Every one of
// them audits what it made, and writes nothing that is not safe.
#include "cli/table_commands.hpp"

namespace sfumato::cli {

Command protect_table_command() {
  return {.name = "protect",
          .summary = "Makes a table safe: by suppression, rounding, adjustment, perturbation or recoding.",
          .description =
              "The table brings its sensitive cells and their protection levels, from 'table check' or in "
              "its own "
              "file. What was made is audited on the whole table; an unsafe table is never written, and exit "
              "status "
              "1 says so.",
          .examples = {"sfumato table protect suppress checked.json -o pattern.json --publish table.csv",
                       "sfumato table protect round checked.json --base 5 -o rounded.json",
                       "sfumato table protect adjust checked.json -o adjusted.json"},
          .commands = {suppress_command(), round_command(), adjust_command(), perturb_command(),
                       recode_table_command()},
          .commands_title = "Methods",
          .commands_noun = "method"};
}

}  // namespace sfumato::cli
