// Options made from a list of parameters: one for each, with its doc, range and default as help. What was
// typed comes back as values for a request; the same class serves methods, protections and jobs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "core/params.hpp"

namespace sfumato::cli {

// Options point into this object: it must stay where it is as long as they live.
class ParamOptions {
 public:
  explicit ParamOptions(std::vector<ParamInfo> infos);
  ParamOptions(const ParamOptions&) = delete;
  ParamOptions& operator=(const ParamOptions&) = delete;

  // All parameters but trees, which a command builds from options of its own.
  OptionGroup group(const std::string& title);
  // Only those that are named, in this order.
  OptionGroup group(const std::string& title, const std::vector<std::string>& names);

  // What was typed, each checked by itself; what was not is absent, and so are flags that are off.
  ParamValues given() const;
  // As typed, for a parameter of a single value.
  const std::optional<std::string>& typed(const std::string& name) const;

 private:
  const ParamInfo& info(const std::string& name) const;
  Option option(const ParamInfo& info);

  std::vector<ParamInfo> infos_;
  std::map<std::string, std::optional<std::string>> typed_;
  std::map<std::string, std::vector<std::string>> repeated_;
  std::map<std::string, bool> flags_;
};

}  // namespace sfumato::cli
