// Collects the samples that sample.def names.
#include "sample/registry.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/registry.hpp"

namespace sfumato::sample {

#define SAMPLE(function) Sample function();
#include "sample/sample.def"
#undef SAMPLE

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    std::vector<Sample> list{
#define SAMPLE(function) function(),
#include "sample/sample.def"
#undef SAMPLE
    };
    std::sort(list.begin(), list.end(),
              [](const Sample& a, const Sample& b) { return a.info.name < b.info.name; });
    return list;
  }();
  return all;
}

const Sample& sample(std::string_view name) {
  if (const Sample* found = find_entry(samples(), name)) return *found;
  const std::string close = suggestion(name, entry_names(samples()));
  bad_input("there is no sample '" + std::string(name) + "'",
            (close.empty() ? "" : close + " ") + "'sfumato sample' lists all of them");
}

}  // namespace sfumato::sample
