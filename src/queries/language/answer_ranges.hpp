// The numbers that a test of HAVING accepts as an answer.
#pragma once

#include <string_view>
#include <vector>

#include "queries/language/syntax.hpp"

namespace sfumato::queries {

// Of comparisons, BETWEEN and IN, without their NOT. `dates`: the answer is a date, in days since 1970-01-01.
std::vector<AnswerRange> answer_ranges(std::string_view query, const PredicateSyntax& test, bool dates);

}  // namespace sfumato::queries
