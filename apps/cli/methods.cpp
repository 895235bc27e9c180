// `sfumato methods`: every masking method in a line, or one in full.
#include <memory>

#include "cli/commands.hpp"
#include "cli/run_options.hpp"
#include "cli/usage_example.hpp"
#include "core/registry.hpp"
#include "masking/registry.hpp"
#include "report/catalogue.hpp"

namespace sfumato::cli {
namespace {

struct Methods {
  std::optional<std::string> id;
  RunOptions run_options;
};

}  // namespace

Command methods_command() {
  const auto options = std::make_shared<Methods>();
  return {
      .name = "methods",
      .summary = "Lists the masking methods, or describes one in full.",
      .arguments = {{"ID", "A method's name.", Text{&options->id}, false, entry_names(masking::methods())}},
      .groups = {options->run_options.group()},
      .examples = {"sfumato methods", "sfumato methods mdav"},
      .action = [options](Console& console) {
        if (options->id) {
          const Method& entry = masking::method(*options->id);
          console.show(report::describe(entry, usage_example(entry)), options->run_options.json);
        } else {
          console.show(report::describe_methods(masking::methods()), options->run_options.json);
        }
        return 0;
      }};
}

}  // namespace sfumato::cli
