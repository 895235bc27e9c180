// Look-up in a registry: a list of methods or measures, each with an info that has a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace sfumato {

template <class Entry>
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
  for (const Entry& entry : entries) {
    if (entry.info.name == name) return &entry;
  }
  return nullptr;
}

template <class Entry>
std::vector<std::string> entry_names(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.info.name);
  return names;
}

// The entry of that name; if there is none, an error that suggests the closest. `noun` is what an
// entry is called ("method") and the parameter that names one; the command that lists them is its plural.
template <class Entry>
const Entry& require_entry(const std::vector<Entry>& entries, std::string_view name,
                           const std::string& noun) {
  if (const Entry* entry = find_entry(entries, name)) return *entry;
  const std::string close = suggestion(name, entry_names(entries));
  bad_param(noun, "there is no " + noun + " '" + std::string(name) + "'",
            (close.empty() ? "" : close + " ") + "'sfumato " + noun + "s' lists all of them");
}

}  // namespace sfumato
