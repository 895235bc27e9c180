// What a refusal says, for tests of bad input.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::testing {

// The message of the bad_input error, with the values that it names, that `body` ends in; "no error" where it
// does not.
inline std::string complaint(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    return with_values(error.message, DataValues::shown);
  }
  return "no error";
}

}  // namespace sfumato::testing
