// The rows of a column in which the values that a message names first stand, so that they are found without
// the message showing them.
#pragma once

#include <string>

#include "core/column.hpp"
#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato {

// The text with " (rows 3 and 8)" after its first marked values (`data_values`); without any, as it is. The
// first line of data is row 1.
std::string with_rows(const std::string& text, const Column& column);

// What `work` returns; an error in it names the rows of its values in the column.
template <class Work>
decltype(auto) with_rows_of(const Column& column, Work&& work) {
  try {
    return work();
  } catch (Error& failure) {
    failure.message = with_rows(failure.message, column);
    throw;
  }
}

}  // namespace sfumato
