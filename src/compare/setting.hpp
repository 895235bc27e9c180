// OWNER.PARAM=VALUE, as options write it: one parameter of a measure or a method.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/params.hpp"

namespace sfumato::compare {

struct Setting {
  std::string owner;
  std::string param;
  std::string value;
};

// `param` names the parameter in the error, `example` is what it might be.
Setting parse_setting(const std::string& typed, std::string_view param, const std::string& example);

// The typed value in the parameter's kind; errors name the owner beside the parameter. `noun` is what
// the owner is: "measure", "method".
std::pair<std::string, Value> parsed(const Setting& setting, const std::vector<ParamInfo>& params,
                                     const std::string& noun);

}  // namespace sfumato::compare
