// The registry as it is after the worked example of CONTRIBUTING: masking.def and one line more.
// Linked instead of the library's, so that the whole path from that line to a masked table is tested.
#include "core/registry.hpp"
#include "masking/registry.hpp"

namespace sfumato::masking {

#define METHOD(function) Method function();
#include "masking/masking.def"
METHOD(coarsening)
#undef METHOD

const std::vector<Method>& methods() {
  static const std::vector<Method> all{
#define METHOD(function) function(),
#include "masking/masking.def"
      METHOD(coarsening)
#undef METHOD
  };
  return all;
}

const Method& method(std::string_view name) { return require_entry(methods(), name, "method"); }

}  // namespace sfumato::masking
