// Collects the measures that risk.def names.
#include "risk/registry.hpp"

namespace sfumato::risk {

#define MEASURE(function) Measure function();
#include "risk/risk.def"
#undef MEASURE

std::vector<Measure> measures() {
  return {
#define MEASURE(function) function(),
#include "risk/risk.def"
#undef MEASURE
  };
}

}  // namespace sfumato::risk
