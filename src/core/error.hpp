// The one error type. It ends a request and is caught only in apps/ and the bindings; expected
// outcomes (a target not attained, a value that does not exist) are fields of results instead.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sfumato {

// `refused`: the request is well formed, and the answer is no.
enum class ErrorCode { bad_input, refused, input_output, internal, interrupted };

struct Error final : std::exception {
  Error(ErrorCode error_code, std::string what_was_wrong, std::string what_to_do = {})
      : code(error_code), message(std::move(what_was_wrong)), hint(std::move(what_to_do)) {}
  const char* what() const noexcept override { return message.c_str(); }

  ErrorCode code;
  std::string message;  // what was wrong, and where
  std::string hint;     // what to do about it; may be empty
};

// The program's exit status for an error: 1 refused, 2 bad input, 3 internal or I/O failure, 130 interrupted.
int exit_status(ErrorCode code);

// Shorthand for the most frequent case.
[[noreturn]] void bad_input(std::string message, std::string hint = {});

// "did you mean 'rank-swapping'?" for the candidate closest to `typed`, or an empty string when
// nothing is close (more than a third of the letters differ).
std::string suggestion(std::string_view typed, const std::vector<std::string>& candidates);

}  // namespace sfumato
