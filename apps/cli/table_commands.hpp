// The commands below `sfumato table`.
#pragma once

#include "cli/command_line.hpp"

namespace sfumato::cli {

Command tabulate_command();
Command check_table_command();
Command protect_table_command();
Command compare_table_command();
Command audit_table_command();
Command batch_table_command();
Command ptable_command();

}  // namespace sfumato::cli
