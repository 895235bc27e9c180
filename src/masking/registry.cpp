// Collects the methods that masking.def names.
#include "masking/registry.hpp"

#include <algorithm>

#include "core/registry.hpp"

namespace sfumato::masking {

#define METHOD(function) Method function();
#include "masking/masking.def"
#undef METHOD

const std::vector<Method>& methods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> list{
#define METHOD(function) function(),
#include "masking/masking.def"
#undef METHOD
    };
    std::sort(list.begin(), list.end(),
              [](const Method& a, const Method& b) { return a.info.name < b.info.name; });
    return list;
  }();
  return all;
}

const Method& method(std::string_view name) { return require_entry(methods(), name, "method"); }

}  // namespace sfumato::masking
