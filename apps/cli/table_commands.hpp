// The commands below `sfumato table`, one source file each.
#pragma once

#include "cli/command_line.hpp"

namespace sfumato::cli {

Command tabulate_command();
Command check_table_command();
Command protect_table_command();
Command compare_table_command();
Command audit_table_command();
Command ptable_command();

// Below `sfumato table protect`.
Command suppress_command();
Command round_command();
Command adjust_command();
Command perturb_command();
Command recode_table_command();

}  // namespace sfumato::cli
