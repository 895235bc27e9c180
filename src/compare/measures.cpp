// Joins the registries of risk and utility.
#include "compare/measures.hpp"

#include "core/registry.hpp"
#include "risk/registry.hpp"
#include "utility/registry.hpp"

namespace sfumato::compare {

const std::vector<Measure>& measures() {
  static const std::vector<Measure> all = [] {
    std::vector<Measure> list = risk::measures();
    for (Measure& measure : utility::measures()) list.push_back(std::move(measure));
    return list;
  }();
  return all;
}

const Measure& measure(std::string_view name) { return require_entry(measures(), name, "measure"); }

}  // namespace sfumato::compare
