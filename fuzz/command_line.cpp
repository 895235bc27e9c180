// The command line: lines of the input are the arguments. They are only parsed, nothing is run; what is
// refused must say why, and the same words must mean the same twice.
#include "cli/command_line.hpp"

#include "cli/commands.hpp"
#include "core/name_list.hpp"
#include "target.hpp"

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view word = text.substr(0, end);
    words.emplace_back(word.substr(0, word.find('\0')));  // arguments end at a NUL
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

FUZZ_TARGET(command_line) {
  using namespace sfumato;
  static const cli::Command root = cli::root_command();
  const std::vector<std::string> words = words_of(fuzz::text_of(data, size));
  const auto parse = [&] { return cli::parse_command_line(root, words); };
  std::string refusal;
  const auto call = fuzz::accepted(parse, &refusal);
  std::string refused_again;
  const auto again = fuzz::accepted(parse, &refused_again);
  fuzz::require(call.has_value() == again.has_value() && refusal == refused_again, "another answer", refusal);
  if (call) {
    fuzz::require(call->command != nullptr && call->path == again->path, "a call of nothing");
    fuzz::require(call->path.starts_with(root.name), "a path from elsewhere", call->path);
  }
  for (const std::string& word : words) {
    for (const std::string& item : split_list(word)) fuzz::require(!item.empty(), "an empty item", word);
  }
  return 0;
}
