// Joins the registries of risk and utility, and the scores that are made of both.
#include "compare/measures.hpp"

#include "core/registry.hpp"
#include "risk/registry.hpp"
#include "utility/registry.hpp"

namespace sfumato::compare {

#define MEASURE(function) Measure function();
#include "compare/composite.def"
#undef MEASURE

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all = [] {
    std::vector<Measure> list = risk::measures();
    for (Measure& measure : utility::measures()) list.push_back(std::move(measure));
#define MEASURE(function) list.push_back(function());
#include "compare/composite.def"
#undef MEASURE
    return list;
  }();
  return all;
}

bool of_one_file(const MeasureInfo& info) {
  return info.side == Side::risk && !info.needs_mapping && info.by_default == ByDefault::never;
}

const Measure& measure(std::string_view name) { return require_entry(measures(), name, "measure"); }

}  // namespace sfumato::compare
