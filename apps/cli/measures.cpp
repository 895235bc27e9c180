// `sfumato measures`: every measure in a line, or one in full.
#include <memory>

#include "cli/commands.hpp"
#include "cli/run_options.hpp"
#include "cli/usage_example.hpp"
#include "compare/measures.hpp"
#include "core/registry.hpp"
#include "report/catalogue.hpp"

namespace sfumato::cli {
namespace {

struct Measures {
  std::optional<std::string> id;
  RunOptions run_options;
};

}  // namespace

Command measures_command() {
  const auto options = std::make_shared<Measures>();
  return {
      .name = "measures",
      .summary = "Lists the measures of risk and utility, or describes one in full.",
      .arguments = {{"ID", "A measure's name.", Text{&options->id}, false, entry_names(compare::measures())}},
      .groups = {options->run_options.group()},
      .examples = {"sfumato measures", "sfumato measures rank-linkage"},
      .action = [options](Console& console) {
        if (options->id) {
          const Measure& entry = compare::measure(*options->id);
          console.show(report::describe(entry, usage_example(entry)), options->run_options.json);
        } else {
          console.show(report::describe_measures(compare::measures()), options->run_options.json);
        }
        return 0;
      }};
}

}  // namespace sfumato::cli
