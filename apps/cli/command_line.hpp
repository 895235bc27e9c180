// The command line as data: commands declare their arguments and options, and one adapter turns the
// tree into a parser. Help and completion read the same tree.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/console.hpp"

namespace sfumato::cli {

struct Flag {
  bool* target;
};
struct Text {
  std::optional<std::string>* target;
};
// May be given several times, one value each.
struct Texts {
  std::vector<std::string>* target;
};
// Values separated by commas; a value with a comma stands in double quotes. May be given several times.
struct List {
  std::vector<std::string>* target;
};
struct Whole {
  std::optional<std::int64_t>* target;
  std::int64_t lower = 0;
  std::int64_t upper = std::numeric_limits<std::int64_t>::max();
};
using Target = std::variant<Flag, Text, Texts, List, Whole>;

struct Option {
  std::string names;  // "-o,--output" or "--json"
  std::string value;  // what stands for the value in the help: "FILE"; empty for a flag
  std::string doc;
  Target target;
  bool required = false;
  std::vector<std::string> choices = {};  // offered by completion
};

struct OptionGroup {
  std::string title;
  std::vector<Option> options;
};

struct Argument {
  std::string name;  // "DATA"
  std::string doc;
  std::variant<Text, Texts> target;
  bool required = true;
  std::vector<std::string> choices = {};  // offered by completion
};

// Names with explanations on a command's own page, beside its arguments and options.
struct Topic {
  std::string title;
  std::vector<std::pair<std::string, std::string>> entries;
};

struct Command {
  std::string name;
  std::string summary;           // one line in the list of commands
  std::string description = {};  // further sentences on its own page
  std::vector<Argument> arguments = {};
  std::vector<OptionGroup> groups = {};
  std::vector<Topic> topics = {};
  std::vector<std::string> examples = {};
  std::vector<Command> commands = {};
  std::string commands_title = {};  // "Commands", "Methods"
  std::string commands_noun = {};   // "command", "method"
  std::function<int(Console&)> action = {};
};

struct Invocation {
  const Command* command = nullptr;
  std::string path;  // "sfumato mask mdav"
  bool help = false;
};

// Fills the targets of the command that was called. Every misuse is an error with a suggestion.
Invocation parse_command_line(const Command& root, const std::vector<std::string>& arguments);

// "--output" of "-o,--output"; "-o, --output" for a person.
std::string long_name(const Option& option);

// "sfumato mask mdav DATA -o OUT [options]".
std::string usage_line(const Command& command, const std::string& path);

}  // namespace sfumato::cli
