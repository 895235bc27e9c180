// Values of the data inside a message. An error names at most five of them, and only to people who have the
// data: in the message they are marked, and each front end shows them or says how many there are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace sfumato {

constexpr std::size_t most_values_named = 5;

enum class DataValues {
  hidden,  // "a value", "7 values"
  shown    // "'a'", "'a', 'b', 'c', 'd', 'e' and 2 more"
};

// Marked for `with_values`; each is cut to 40 characters.
std::string data_value(std::string_view value);
std::string data_values(const std::vector<std::string>& values);

// The text with its marked values shown or counted. Of all values in a text at most five are shown, in their
// order.
std::string with_values(std::string_view text, DataValues how);

// `spelled` (core/error.hpp) counts values; this one shows them, for readers who have the data.
std::string spelled(std::string_view text, ParameterSpelling how, DataValues values);

// The values that are marked in a text, as they would be shown, without quotes.
std::vector<std::string> marked_values(std::string_view text);

// The text with an addition after its first marked values; without any, as it is.
std::string after_values(std::string text, std::string_view addition);

}  // namespace sfumato
