// The command tree put together, and the one place where errors end.
#include "cli/program.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <ostream>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "core/data_values.hpp"
#include "core/version.hpp"
#include "io/database_password.hpp"

namespace sfumato::cli {
namespace {

// `mask --recipe FILE …` and `mask --fitted FILE …` without a method are the subcommand of that name.
std::vector<std::string> spelled_out(std::vector<std::string> arguments) {
  if (arguments.size() < 2 || arguments[0] != "mask" || arguments[1] == recipe_command_name) return arguments;
  const bool recipe = std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--recipe" || argument.starts_with("--recipe=") || argument == "--fitted" ||
           argument.starts_with("--fitted=");
  });
  if (recipe) arguments.insert(arguments.begin() + 1, recipe_command_name);
  return arguments;
}

// `help mask mdav` is `mask mdav --help`, and `help` alone the program's own page.
std::vector<std::string> with_help_flag(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments[0] != "help") return arguments;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
  return arguments;
}

// As it would be typed in a shell. The seed of a release undoes it, so that reports do not have it.
std::string command_text(const std::vector<std::string>& arguments) {
  std::string text = "sfumato";
  bool seed = false;
  for (const std::string& argument : arguments) {
    const bool plain =
        !argument.empty() &&
        argument.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=%+@") == std::string::npos;
    const std::string shown = argument.starts_with("--seed=") ? "--seed=SEED" : seed ? "SEED" : argument;
    seed = argument == "--seed";
    if (plain) {
      text += " " + shown;
      continue;
    }
    text += " '";
    for (const char letter : shown) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    text += "'";
  }
  return text;
}

// No message, report or log has a password that was typed.
std::vector<std::string> without_passwords(std::vector<std::string> arguments) {
  for (std::string& argument : arguments) argument = io::keeping_password(argument);
  return arguments;
}

int dispatch(const std::vector<std::string>& asked, Console& console) {
  const std::vector<std::string> typed = without_passwords(asked);
  console.command = command_text(typed);
  const std::vector<std::string> arguments = with_help_flag(spelled_out(typed));
  const Command root = root_command();
  const Invocation call = parse_command_line(root, arguments);
  if (call.help || arguments.empty()) {
    console.out << with_flags(help_text(*call.command, call.path, console.out_style));
    return 0;
  }
  if (!call.command->action) {
    bad_input(call.path + " needs the name of a " + call.command->commands_noun,
              "'" + call.path + " --help' lists them");
  }
  return call.command->action(console);
}

int report_failure(const Error& failure, Console& console) {
  console.complain(failure);
  return exit_status(failure.code);
}

// Listed like the other commands; what it is given becomes the flag --help before it is parsed.
Command help_command(const std::vector<Command>& others) {
  const auto words = std::make_shared<std::vector<std::string>>();
  std::vector<std::string> names;
  for (const Command& command : others) names.push_back(command.name);
  return {.name = "help",
          .summary = "Shows the page of a command, as its --help does.",
          .arguments = {{"COMMAND", "Its name, such as 'mask' or 'table check'.", Texts{words.get()}, false,
                         names}},
          .examples = {"sfumato help", "sfumato help mask mdav"},
          .action = [words](Console&) { return 0; }};
}

}  // namespace

Command root_command() {
  const auto version = std::make_shared<bool>(false);
  std::vector<Command> commands{
      inspect_command(), mask_command(),    measure_command(),  verify_command(),     compare_command(),
      run_command(),     methods_command(), measures_command(), sample_command(),     demo_command(),
      table_command(),   query_command(),   app_command(),      completion_command(), reference_command()};
  commands.push_back(help_command(commands));
  return {.name = "sfumato",
          .summary = "Protects data about people so that they can be shared, and measures how well.",
          .groups = {{"Options", {{"-v,--version", "", "Version and commit.", Flag{version.get()}}}}},
          .examples = {"sfumato demo", "sfumato inspect people.csv",
                       "sfumato mask mdav people.csv -o masked.csv --k 5",
                       "sfumato measure people.csv masked.csv", "sfumato compare people.csv -o out"},
          .commands = std::move(commands),
          .commands_title = "Commands",
          .commands_noun = "command",
          .action = [version](Console& console) {
            if (!*version) bad_input("sfumato needs the name of a command", "'sfumato --help' lists them");
            console.out << "sfumato " << program_version() << " (commit " << console.commit << ")\n";
            return 0;
          }};
}

int run_program(const std::vector<std::string>& arguments, Console& console) {
  int status = 0;
  // What a public release says may be copied into its documents.
  const bool for_public = std::find(arguments.begin(), arguments.end(), "--public") != arguments.end();
  if (for_public) console.values = DataValues::hidden;
  try {
    status = dispatch(arguments, console);
  } catch (const Error& failure) {
    status = report_failure(failure, console);
  } catch (const std::bad_alloc&) {
    status = report_failure(Error(ErrorCode::internal, "the data do not fit into memory"), console);
  } catch (const std::exception& failure) {
    status = report_failure(Error(ErrorCode::internal, std::string("internal error: ") + failure.what(),
                                  "this is a bug; please report it with the command that caused it"),
                            console);
  }
  console.out.flush();
  // A reader that closes the pipe has seen enough, so a broken pipe is not an error message.
  if (!console.out) return status == 0 ? exit_status(ErrorCode::input_output) : status;
  return status;
}

}  // namespace sfumato::cli
