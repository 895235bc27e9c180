// Columns from a list of records, one member each, so that a sample can draw records as plain structs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/column.hpp"

namespace sfumato::sample {

// `value` is a pointer to a member or a function of a record; an empty optional is a missing value.
template <class Record, class Member>
Column integers(const std::vector<Record>& records, Member value) {
  Integers result;
  bool any_missing = false;
  for (const Record& record : records) {
    const std::optional<std::int64_t> number = std::invoke(value, record);
    result.values.push_back(number.value_or(0));
    result.missing.push_back(number ? 0 : 1);
    any_missing = any_missing || !number;
  }
  if (!any_missing) result.missing.clear();
  return result;
}

template <class Record, class Member>
Column numbers(const std::vector<Record>& records, Member value) {
  Numbers result;
  for (const Record& record : records) result.push_back(std::invoke(value, record));
  return result;
}

// The value is a position in `labels`, or Codes::missing.
template <class Record, class Member, std::size_t count>
Column codes(const std::vector<Record>& records, Member value, const std::array<const char*, count>& labels) {
  Codes result{{}, std::vector<std::string>(labels.begin(), labels.end())};
  for (const Record& record : records) result.codes.push_back(std::invoke(value, record));
  return result;
}

template <class Record, class Member>
Column texts(const std::vector<Record>& records, Member value) {
  Codes result;
  std::unordered_map<std::string, std::int32_t> known;
  for (const Record& record : records) {
    const std::string& text = std::invoke(value, record);
    const auto [place, added] = known.try_emplace(text, static_cast<std::int32_t>(result.labels.size()));
    if (added) result.labels.push_back(text);
    result.codes.push_back(place->second);
  }
  return result;
}

}  // namespace sfumato::sample
