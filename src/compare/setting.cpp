// Settings are checked before any file is read, so that a typo costs no time.
#include "compare/setting.hpp"

#include "core/error.hpp"

namespace sfumato::compare {

Setting parse_setting(const std::string& typed, std::string_view param, const std::string& example) {
  const std::size_t equals = typed.find('=');
  const std::size_t dot = typed.substr(0, equals).find('.');
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
    bad_param(param, param_reference(param) + " cannot be '" + typed + "'", "write " + example);
  }
  return {typed.substr(0, dot), typed.substr(dot + 1, equals - dot - 1), typed.substr(equals + 1)};
}

std::pair<std::string, Value> parsed(const Setting& setting, const std::vector<ParamInfo>& params,
                                     const std::string& noun) {
  for (const ParamInfo& info : params) {
    if (info.name != setting.param) continue;
    try {
      return {setting.param, parse_param(info, setting.value)};
    } catch (const Error& failure) {
      throw failure.at(setting.owner);
    }
  }
  resolve_params(params, {{setting.param, setting.value}}, noun + " '" + setting.owner + "'");
  return {};
}

}  // namespace sfumato::compare
