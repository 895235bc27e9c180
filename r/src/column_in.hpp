// A column that came out of the library as a vector of R, in the type and with the attributes of the column
// that went in.
#pragma once

#include <cpp11/R.hpp>

#include "decoded.hpp"

namespace sfumato_r {

// `like` is the column that went in, or NULL; `rows` has for each record its place in `like`, from 1, or is
// NULL where that is not known.
SEXP column_in(const Decoded& column, SEXP like, SEXP rows);

}  // namespace sfumato_r
