// Help pages made from the command tree.
#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "report/text.hpp"

namespace sfumato::cli {

std::string help_text(const Command& command, const std::string& path, const report::TextStyle& style);

}  // namespace sfumato::cli
