// The commands below `sfumato query`, one source file each, and what they share.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "queries/answer.hpp"
#include "report/query_answer.hpp"

namespace sfumato::cli {

Command query_init_command();
Command query_ask_command();
Command query_explain_command();
Command query_budget_command();
Command query_compare_command();
Command query_serve_command();
Command query_token_command();

// "0.5" as micro-ε; at least one millionth and at most 1,000.
std::int64_t micro_epsilon(const std::string& option, const std::string& typed);

}  // namespace sfumato::cli
