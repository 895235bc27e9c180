// The commands below `sfumato query`, one source file each.
#pragma once

#include "cli/command_line.hpp"

namespace sfumato::cli {

Command query_init_command();
Command query_ask_command();
Command query_explain_command();
Command query_budget_command();
Command query_compare_command();
Command query_serve_command();
Command query_token_command();
Command query_schema_command();
Command query_propose_command();
Command query_refresh_command();

}  // namespace sfumato::cli
