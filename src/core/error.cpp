// Exit codes, references to parameters and "did you mean" for errors.
#include "core/error.hpp"

#include <algorithm>

#include "core/closest_name.hpp"
#include "core/data_values.hpp"

namespace sfumato {
namespace {

constexpr std::string_view opening = "‹";
constexpr std::string_view closing = "›";

std::string spelled_name(std::string_view name, ParameterSpelling how) {
  std::string result(name);
  if (how == ParameterSpelling::command_line) return "--" + result;
  if (how == ParameterSpelling::underscored) std::replace(result.begin(), result.end(), '-', '_');
  if (how == ParameterSpelling::label) {
    std::replace(result.begin(), result.end(), '-', ' ');
    if (result.size() > 1 && result.front() >= 'a' && result.front() <= 'z') {
      result.front() = static_cast<char>(result.front() - 'a' + 'A');
    }
    return "“" + result + "”";
  }
  return result;
}

}  // namespace

int exit_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_input:
      return 2;
    case ErrorCode::refused:
      return 1;
    case ErrorCode::input_output:
      return 3;
    case ErrorCode::internal:
      return 3;
    case ErrorCode::interrupted:
      return 130;
  }
  return 3;
}

void bad_input(std::string message, std::string hint) {
  throw Error(ErrorCode::bad_input, std::move(message), std::move(hint));
}

void bad_param(std::string_view parameter, std::string message, std::string hint) {
  throw Error(ErrorCode::bad_input, std::move(message), std::move(hint), std::string(parameter));
}

std::string param_reference(std::string_view name) {
  return std::string(opening).append(name).append(closing);
}

std::string spelled(std::string_view text, ParameterSpelling how) {
  return spelled(text, how, DataValues::hidden);
}

std::string spelled(std::string_view marked, ParameterSpelling how, DataValues values) {
  const std::string with = with_values(marked, values);
  std::string_view text = with;
  std::string result;
  result.reserve(text.size());
  for (std::size_t open = text.find(opening); open != std::string_view::npos; open = text.find(opening)) {
    const std::size_t begin = open + opening.size();
    const std::size_t end =
        std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-", begin), text.size());
    result.append(text.substr(0, open));
    if (end > begin && text.substr(end).starts_with(closing)) {
      result.append(spelled_name(text.substr(begin, end - begin), how));
      text.remove_prefix(end + closing.size());
    } else {
      result.append(opening);
      text.remove_prefix(begin);
    }
  }
  return result.append(text);
}

std::string suggestion(std::string_view typed, const std::vector<std::string>& candidates) {
  const std::optional<std::string> best = closest_name(typed, candidates);
  return best ? "did you mean '" + *best + "'?" : std::string();
}

}  // namespace sfumato
