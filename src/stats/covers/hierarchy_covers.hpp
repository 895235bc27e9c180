// Which original values lie below a label in a hierarchy. Labels of all levels are looked up at once, since a
// release may have several levels in one column.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/hierarchy.hpp"

namespace sfumato::stats {

// A text of the masked column and what is asked of it.
struct WantedLabel {
  std::string text;
  std::vector<std::int32_t> originals;  // values of its records, ascending and once; empty: not known
  bool is_value = false;                // the original has it as a value too
};

// What lies below a label.
struct FoundCover {
  std::vector<std::int32_t> values = {};  // of the original, ascending and once
  std::vector<double> numbers = {};       // of the leaves, where they are numbers
};

// For each wanted label what it covers, or nothing where no level above the leaves has it. `place_of` gives
// the place of a leaf among the values of the original (−1: none), `number_of` its number.
std::vector<std::optional<FoundCover>> hierarchy_covers(
    const Hierarchy& tree, const std::vector<WantedLabel>& wanted,
    const std::function<std::int32_t(const std::string&)>& place_of,
    const std::function<std::optional<double>(const std::string&)>& number_of);

}  // namespace sfumato::stats
