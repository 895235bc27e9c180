// The words of a column's name, in lower case: "householdId", "household_id" and "HOUSEHOLD ID" all have the
// words "household" and "id".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato::profile {

std::vector<std::string> words_of(std::string_view name);

// The first of `wanted` that a word of the name begins with ("whole": is equal to); empty: none.
std::string_view word_among(const std::vector<std::string>& words,
                            const std::vector<std::string_view>& wanted, bool whole);

}  // namespace sfumato::profile
