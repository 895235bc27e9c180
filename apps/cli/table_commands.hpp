// The commands below `sfumato table`, one source file each.
#pragma once

#include "cli/command_line.hpp"

namespace sfumato::cli {

Command tabulate_command();
Command check_table_command();
Command audit_table_command();

}  // namespace sfumato::cli
