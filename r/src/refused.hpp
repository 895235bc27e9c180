// A refusal: what is wrong with an argument, where, and what to do. It becomes an R condition of class
// sfumato_error.
#pragma once

#include <stdexcept>
#include <string>

namespace sfumato_r {

struct Refused : std::runtime_error {
  Refused(const std::string& message, std::string about, std::string what_to_do)
      : std::runtime_error(message), parameter(std::move(about)), hint(std::move(what_to_do)) {}
  std::string parameter;
  std::string hint;
};

}  // namespace sfumato_r
