// `sfumato completion`: completion scripts for shells, generated from the command tree.
#include <memory>

#include "cli/commands.hpp"
#include "cli/run_options.hpp"
#include "core/text_list.hpp"

namespace sfumato::cli {
namespace {

struct Completion {
  std::optional<std::string> shell;
  RunOptions run_options;
};

// One word list per command path, as branches of a shell `case`.
struct Branches {
  std::string words;   // path → what may come next
  std::string values;  // path and option → values of that option
  std::string paths;   // the paths that exist, separated by '|'
};

void collect(const Command& command, const std::string& path, Branches& branches) {
  std::vector<std::string> words;
  for (const Command& inner : command.commands) words.push_back(inner.name);
  for (const Argument& argument : command.arguments) {
    words.insert(words.end(), argument.choices.begin(), argument.choices.end());
  }
  words.emplace_back("--help");
  for (const OptionGroup& group : command.groups) {
    for (const Option& option : group.options) {
      words.push_back(long_name(option));
      if (!option.choices.empty()) {
        branches.values +=
            "    '" + path + " " + long_name(option) + "') values='" + joined(option.choices, " ") + "' ;;\n";
      }
    }
  }
  branches.words += "    '" + path + "') words='" + joined(words, " ") + "' ;;\n";
  branches.paths += (branches.paths.empty() ? "'" : "|'") + path + "'";
  for (const Command& inner : command.commands) collect(inner, path + " " + inner.name, branches);
}

// The path is what the words so far name; at a value of a known option only its values are offered.
std::string bash_script(const Branches& branches) {
  return R"(# Completion of sfumato for bash: source <(sfumato completion bash)
_sfumato() {
  local word path='sfumato' words='' values=''
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      )" +
         branches.paths +
         R"() path="$path $word" ;;
    esac
  done
  case "$path $previous" in
)" + branches.values +
         R"(  esac
  if [[ -n "$values" ]]; then
    local before=''
    [[ "$current" == *,* ]] && before="${current%,*},"
    COMPREPLY=($(compgen -P "$before" -W "$values" -- "${current##*,}"))
    return
  fi
  case "$path" in
)" + branches.words +
         R"(  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sfumato sfumato
)";
}

std::string zsh_script(const Branches& branches) {
  return "#compdef sfumato\n# Completion of sfumato for zsh: source <(sfumato completion zsh)\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash_script(branches);
}

void require_shell(const std::string& shell) {
  if (shell == "bash" || shell == "zsh") return;
  bad_input("there is no completion for '" + shell + "'", "it is made for bash and zsh");
}

}  // namespace

Command completion_command() {
  const auto options = std::make_shared<Completion>();
  return {.name = "completion",
          .summary = "Prints a completion script for bash or zsh.",
          .arguments = {{"SHELL", "bash or zsh.", Text{&options->shell}, true, {"bash", "zsh"}}},
          .groups = {options->run_options.group()},
          .examples = {"source <(sfumato completion bash)"},
          .action = [options](Console& console) {
            require_shell(*options->shell);
            Branches branches;
            collect(root_command(), "sfumato", branches);
            const std::string script =
                *options->shell == "zsh" ? zsh_script(branches) : bash_script(branches);
            if (!options->run_options.json) {
              console.out << script;
              return 0;
            }
            report::Report report;
            report.document.set("shell", *options->shell).set("script", script);
            console.show(report, true);
            return 0;
          }};
}

}  // namespace sfumato::cli
