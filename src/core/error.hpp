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

// A text that names a parameter writes it as a reference, ‹name›; each front end spells it (see `spelled`).
struct Error final : std::exception {
  Error(ErrorCode error_code, std::string what_was_wrong, std::string what_to_do = {},
        std::string about_parameter = {})
      : code(error_code),
        parameter(std::move(about_parameter)),
        message(std::move(what_was_wrong)),
        hint(std::move(what_to_do)) {}
  const char* what() const noexcept override { return message.c_str(); }

  // The same with the place before the message: "place: message".
  Error at(const std::string& place) const { return {code, place + ": " + message, hint, parameter}; }

  ErrorCode code;
  std::string parameter;  // the name of the parameter that it is about; may be empty
  std::string message;    // what was wrong, and where
  std::string hint;       // what to do about it; may be empty
};

// The program's exit status for an error: 1 refused, 2 bad input, 3 internal or I/O failure, 130 interrupted.
int exit_status(ErrorCode code);

// Shorthands for the most frequent cases.
[[noreturn]] void bad_input(std::string message, std::string hint = {});
[[noreturn]] void bad_param(std::string_view parameter, std::string message, std::string hint = {});

// What `work` returns; an error in it is about that parameter.
template <class Work>
decltype(auto) about(std::string_view parameter, Work&& work) {
  try {
    return work();
  } catch (Error& failure) {
    failure.parameter = parameter;
    throw;
  }
}

// How a front end writes the name of a parameter: `rank-by`, `--rank-by`, `rank_by`, “Rank by”.
enum class ParameterSpelling { plain, command_line, underscored, label };

// A parameter in a text: "‹rank-by›".
std::string param_reference(std::string_view name);

// The text with every reference ‹name› spelled so. A name has only a-z, 0-9 and '-'; other angle quotes stay.
std::string spelled(std::string_view text, ParameterSpelling how);

// "did you mean 'rank-swapping'?" for the candidate closest to `typed`, or an empty string when
// nothing is close (more than a third of the letters differ).
std::string suggestion(std::string_view typed, const std::vector<std::string>& candidates);

}  // namespace sfumato
