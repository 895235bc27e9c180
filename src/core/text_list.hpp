// Lists of words in sentences: what messages, hints and reports say about several names at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato {

// "a, b, c", or with another separator.
std::string joined(const std::vector<std::string>& items, std::string_view separator = ", ");

// "a, b and c", or with another word before the last.
std::string enumerated(const std::vector<std::string>& items, std::string_view conjunction = "and");

// Each item between single quotes.
std::vector<std::string> in_quotes(const std::vector<std::string>& items);

// "'a', 'b' and 'c'".
std::string quoted_names(const std::vector<std::string>& names);

// The first `most` items, and how many more there are: "a; b; and 3 more".
std::string first_joined(const std::vector<std::string>& items, std::size_t most, std::string_view separator,
                         std::string_view before_rest);

}  // namespace sfumato
