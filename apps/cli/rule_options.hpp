// Options that choose sensitivity rules, shared by all commands that apply some.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::cli {

struct RuleChoice {
  std::vector<std::string> rules;
  std::optional<std::string> safety_range;
  bool holdings = false, unweighted = false;

  OptionGroup group();
  tables::RuleOptions chosen() const;
};

}  // namespace sfumato::cli
