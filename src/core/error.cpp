// Exit codes, references to parameters and "did you mean" for errors.
#include "core/error.hpp"

#include <algorithm>

namespace sfumato {
namespace {

// Edit distance in which a transposition of neighbours counts once (restricted Damerau–Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

constexpr std::string_view opening = "‹";
constexpr std::string_view closing = "›";

std::string spelled_name(std::string_view name, ParameterSpelling how) {
  std::string result(name);
  if (how == ParameterSpelling::command_line) return "--" + result;
  if (how == ParameterSpelling::underscored) std::replace(result.begin(), result.end(), '-', '_');
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
  if (typed.size() > 100) return {};
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(typed, candidate);
    // A complete word typed for a longer name ("swapping") is close too.
    const bool part = typed.size() >= 3 && candidate.find(typed) != std::string::npos;
    const std::size_t effective = part ? std::min<std::size_t>(distance, 1) : distance;
    if (effective < best_distance) {
      best_distance = effective;
      best = candidate;
    }
  }
  return best.empty() ? best : "did you mean '" + best + "'?";
}

}  // namespace sfumato
