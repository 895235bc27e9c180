// Collects the measures that utility.def names.
#include "utility/registry.hpp"

namespace sfumato::utility {

#define MEASURE(function) Measure function();
#include "utility/utility.def"
#undef MEASURE

std::vector<Measure> measures() {
  return {
#define MEASURE(function) function(),
#include "utility/utility.def"
#undef MEASURE
  };
}

}  // namespace sfumato::utility
