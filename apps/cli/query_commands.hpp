// The commands below `sfumato query`, one source file each, and what they share.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "queries/answer.hpp"

namespace sfumato::cli {

Command query_init_command();
Command query_ask_command();
Command query_explain_command();
Command query_budget_command();

// "0.5" as micro-ε; at least one millionth and at most 1,000.
std::int64_t micro_epsilon(const std::string& option, const std::string& typed);
// 1500000 as "1.5".
std::string epsilon_text(std::int64_t micro_epsilon);

}  // namespace sfumato::cli
