// The adapter around CLI11, which cuts the arguments into options and values. What is required,
// unknown or out of range is judged here, so that every message is ours and names what was meant.
#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>

#include "core/closest_name.hpp"
#include "core/error.hpp"
#include "core/name_list.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::cli {
namespace {

// One command's parser, with CLI11's handles to what it declared.
struct Parser {
  const Command* command;
  CLI::App* app;
  std::string path;
  std::vector<std::pair<const Option*, CLI::Option*>> options;
  std::vector<std::pair<const Argument*, CLI::Option*>> arguments;
  CLI::Option* help = nullptr;
};

class ParserTree {
 public:
  explicit ParserTree(const Command& root) : app_(root.summary, root.name) { add(root, app_, root.name); }

  CLI::App& app() { return app_; }
  const std::deque<Parser>& parsers() const { return parsers_; }
  // From the root to the command that was called.
  std::vector<const Parser*> called() const {
    std::vector<const Parser*> chain;
    for (const Parser& parser : parsers_) {
      if (parser.app == &app_ || parser.app->parsed()) chain.push_back(&parser);
    }
    return chain;
  }

 private:
  void add(const Command& command, CLI::App& app, const std::string& path) {
    app.allow_extras();
    app.set_help_flag("");
    app.require_subcommand(0, 1);
    Parser& parser = parsers_.emplace_back(Parser{&command, &app, path, {}, {}, nullptr});
    parser.help = app.add_flag("-h,--help");
    for (const Argument& argument : command.arguments) {
      CLI::Option* handle =
          app.add_option(argument.name)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      if (std::holds_alternative<Texts>(argument.target)) handle->expected(-1);
      parser.arguments.emplace_back(&argument, handle);
    }
    for (const OptionGroup& group : command.groups) {
      for (const Option& option : group.options) {
        CLI::Option* handle =
            std::holds_alternative<Flag>(option.target)
                ? app.add_flag(option.names)
                : app.add_option(option.names)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        parser.options.emplace_back(&option, handle);
      }
    }
    for (const Command& inner : command.commands) {
      add(inner, *app.add_subcommand(inner.name, inner.summary), path + " " + inner.name);
    }
  }

  CLI::App app_;
  std::deque<Parser> parsers_;
};

std::string help_hint(const std::string& path) { return "'" + path + " --help' shows what there is"; }

void add_long_names(const Command& command, std::vector<std::string>& names) {
  names.emplace_back("--help");
  for (const OptionGroup& group : command.groups) {
    for (const Option& option : group.options) names.push_back(long_name(option));
  }
}

// "sfumato mask" of "sfumato mask mdav": methods have many options in common.
std::string first_words(const std::string& path) {
  return path.substr(0, path.find(' ', std::min(path.find(' '), path.size() - 1) + 1));
}

// "'sfumato compare' has an option --equal" where another command has the option that was typed or one much
// like it.
std::string option_elsewhere(const ParserTree& tree, const std::string& typed) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> names;
  for (const Parser& parser : tree.parsers()) add_long_names(*parser.command, names);
  const std::optional<std::string> close = closest_name(typed, names);
  if (!close) return {};
  std::vector<std::string> paths;
  for (const Parser& parser : tree.parsers()) {
    names.clear();
    add_long_names(*parser.command, names);
    const std::string path = "'" + first_words(parser.path) + "'";
    if (std::find(names.begin(), names.end(), *close) == names.end()) continue;
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  }
  if (paths.size() > most_named) paths.resize(most_named);
  return *close + " is an option of " + enumerated(paths);
}

[[noreturn]] void unknown_option(const ParserTree& tree, const Parser& parser, const std::string& typed) {
  const std::string name = typed.substr(0, typed.find('='));
  std::vector<std::string> names;
  add_long_names(*parser.command, names);
  const std::string close = suggestion(name, names);
  if (!close.empty()) bad_input("unknown option " + name + "; " + close, help_hint(parser.path));
  const std::string elsewhere = option_elsewhere(tree, name);
  if (!elsewhere.empty()) bad_input("unknown option " + name + "; " + elsewhere, help_hint(parser.path));
  if (!parser.command->commands.empty()) {
    bad_input("unknown option " + name, "options follow the name of the " + parser.command->commands_noun +
                                            "; " + help_hint(parser.path));
  }
  bad_input("unknown option " + name, help_hint(parser.path));
}

[[noreturn]] void unknown_command(const Parser& parser, const std::string& typed) {
  std::vector<std::string> names;
  for (const Command& inner : parser.command->commands) names.push_back(inner.name);
  const std::string close = suggestion(typed, names);
  bad_input("there is no " + parser.command->commands_noun + " '" + typed + "'" +
                (close.empty() ? "" : "; " + close),
            help_hint(parser.path));
}

// Help on a command that does not exist.
void refuse_unknown_command(const Parser& parser) {
  const std::vector<std::string> extras = parser.app->remaining();
  if (parser.command->commands.empty() || extras.empty() || extras.front().starts_with('-')) return;
  unknown_command(parser, extras.front());
}

// What CLI11 could not place: options of other names, commands of other names, surplus arguments.
void refuse_extras(const ParserTree& tree, const Parser& parser) {
  const std::vector<std::string> extras = parser.app->remaining();
  const bool wants_command = !parser.command->commands.empty();
  if (wants_command && !extras.empty() && !extras.front().starts_with('-'))
    unknown_command(parser, extras.front());
  for (const std::string& extra : extras) {
    if (extra.size() > 1 && extra.front() == '-') unknown_option(tree, parser, extra);
  }
  if (extras.empty()) return;
  if (wants_command) unknown_command(parser, extras.front());
  bad_input("'" + extras.front() + "' is one argument too many",
            "usage: " + usage_line(*parser.command, parser.path));
}

void require_one(const std::vector<std::string>& given, const std::string& name) {
  if (given.size() > 1)
    bad_input(name + " was given " + std::to_string(given.size()) + " times", "once is enough");
}

void store(const Argument& argument, const std::vector<std::string>& given) {
  if (const Texts* texts = std::get_if<Texts>(&argument.target)) {
    *texts->target = given;
  } else {
    *std::get<Text>(argument.target).target = given.front();
  }
}

void store_whole(const Whole& whole, const std::string& name, const std::string& typed) {
  const std::optional<std::int64_t> number = parse_integer(typed);
  if (!number || *number < whole.lower || *number > whole.upper) {
    const bool open = whole.upper == std::numeric_limits<std::int64_t>::max();
    bad_input(name + " cannot be '" + typed + "'",
              "it must be a whole number, " +
                  (open ? "at least " + std::to_string(whole.lower)
                        : std::to_string(whole.lower) + " to " + std::to_string(whole.upper)));
  }
  *whole.target = number;
}

void store(const Option& option, const CLI::Option& handle) {
  const std::vector<std::string>& given = handle.results();
  const std::string name = long_name(option);
  if (const Flag* flag = std::get_if<Flag>(&option.target)) {
    if (given.back() != "true" && given.back() != "false") bad_input(name + " takes no value");
    *flag->target = given.back() == "true";
  } else if (const Texts* texts = std::get_if<Texts>(&option.target)) {
    *texts->target = given;
  } else if (const List* list = std::get_if<List>(&option.target)) {
    for (const std::string& typed : given) {
      for (std::string& item : split_list(typed)) list->target->push_back(std::move(item));
    }
    if (list->target->empty()) bad_input(name + " names nothing", "give it " + option.value);
  } else {
    require_one(given, name);
    if (const Whole* whole = std::get_if<Whole>(&option.target)) {
      store_whole(*whole, name, given.front());
    } else {
      *std::get<Text>(option.target).target = given.front();
    }
  }
}

void store_all(const Parser& parser) {
  for (const auto& [argument, handle] : parser.arguments) {
    if (handle->count() > 0) {
      store(*argument, handle->results());
    } else if (argument->required) {
      bad_input(parser.path + " needs " + argument->name,
                "usage: " + usage_line(*parser.command, parser.path));
    }
  }
  for (const auto& [option, handle] : parser.options) {
    if (handle->count() > 0) {
      store(*option, *handle);
    } else if (option->required) {
      bad_input(parser.path + " needs " + long_name(*option) + " " + option->value,
                "usage: " + usage_line(*parser.command, parser.path));
    }
  }
}

std::string upper_case(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

void parse(CLI::App& app, const std::vector<std::string>& arguments) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch& failure) {
    const std::string message = failure.what();
    bad_input("option " + message.substr(0, message.find(':')) + " needs a value");
  } catch (const CLI::ParseError& failure) {
    bad_input(failure.what());
  }
}

}  // namespace

std::string long_name(const Option& option) { return option.names.substr(option.names.rfind(',') + 1); }

std::string usage_line(const Command& command, const std::string& path) {
  std::string line = path;
  if (!command.commands.empty()) line += " " + upper_case(command.commands_noun);
  for (const Argument& argument : command.arguments) {
    const std::string name = argument.name + (std::holds_alternative<Texts>(argument.target) ? "…" : "");
    line += argument.required ? " " + name : " [" + name + "]";
  }
  for (const OptionGroup& group : command.groups) {
    for (const Option& option : group.options) {
      if (option.required) line += " " + option.names.substr(0, option.names.find(',')) + " " + option.value;
    }
  }
  return line + " [options]";
}

Invocation parse_command_line(const Command& root, const std::vector<std::string>& arguments) {
  ParserTree tree(root);
  parse(tree.app(), arguments);
  const std::vector<const Parser*> chain = tree.called();
  for (const Parser* parser : chain) {
    if (parser->help->count() == 0) continue;
    refuse_unknown_command(*chain.back());
    return {chain.back()->command, chain.back()->path, true};
  }
  for (const Parser* parser : chain) refuse_extras(tree, *parser);
  for (const Parser* parser : chain) store_all(*parser);
  return {chain.back()->command, chain.back()->path, false};
}

}  // namespace sfumato::cli
