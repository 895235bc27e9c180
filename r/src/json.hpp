// Requests and results of the library are JSON; here they are made of R's values and turned into them.
#pragma once

#include <string>
#include <string_view>

#include <cpp11/R.hpp>

namespace sfumato_r {

// The text of an R value. A vector of length 1 is a scalar, unless it has the class AsIs; names make an
// object; a text of class sfumato_json stands as it is. Throws Refused for what JSON cannot say.
std::string json_of(SEXP value);

// R's value of a text: objects are named lists; arrays of texts, of numbers or of truth values are vectors,
// with NA for null, and other arrays lists.
SEXP value_of_json(std::string_view text);

// The text of one member of an object, as it stands there; empty where it is missing.
std::string json_member(std::string_view text, std::string_view name);

}  // namespace sfumato_r
