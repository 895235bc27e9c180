// What a refusal says, for tests of bad input.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "core/error.hpp"

namespace sfumato::testing {

// The message of the bad_input error that `body` ends in; "no error" where it does not.
inline std::string complaint(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    return error.message;
  }
  return "no error";
}

}  // namespace sfumato::testing
