// The commands of the program, one source file each.
#pragma once

#include "cli/command_line.hpp"

namespace sfumato::cli {

Command inspect_command();
Command mask_command();
// The subcommand of mask that `mask --recipe FILE` stands for.
inline constexpr const char* recipe_command_name = "recipe";
Command measure_command();
Command verify_command();
Command compare_command();
Command run_command();
Command methods_command();
Command measures_command();
Command sample_command();
Command demo_command();
Command table_command();
Command query_command();
Command app_command();
// Both read the whole tree, which is not there yet when they are made.
Command completion_command();
Command reference_command();

// The whole tree.
Command root_command();

}  // namespace sfumato::cli
