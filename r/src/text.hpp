// Texts of R as UTF-8. Texts of any declared encoding are converted; bytes and invalid texts are not
// accepted.
#pragma once

#include <string>
#include <string_view>

#include <cpp11/R.hpp>

namespace sfumato_r {

// False where the text is marked as bytes, or is not valid in its encoding.
bool utf8_of(SEXP charsxp, std::string& out);
bool is_utf8(std::string_view text);
// An ISO date of a count of days since 1970-01-01.
std::string iso_date(long long days);
// Days since 1970-01-01 of a date of the proleptic Gregorian calendar.
long long days_of(int year, unsigned month, unsigned day);

}  // namespace sfumato_r
