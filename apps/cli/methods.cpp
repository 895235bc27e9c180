// `sfumato methods`: every masking method in a line, one in full, or those that fit a file.
#include <memory>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/run_options.hpp"
#include "cli/usage_example.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "jobs/fitting_methods.hpp"
#include "masking/registry.hpp"
#include "report/catalogue.hpp"
#include "report/fitting_methods_report.hpp"

namespace sfumato::cli {
namespace {

struct Methods {
  std::optional<std::string> id;
  std::optional<std::string> data;
  DataOptions data_options;
  RunOptions run_options;

  report::Report fitting(Console& console) const;
  int operator()(Console& console) const;
};

report::Report Methods::fitting(Console& console) const {
  JobRun work(run_options, console);
  jobs::FittingMethodsRequest request{
      .columns = data_options.columns,
      .original = {io::read_table(*data, data_options.read_options(), work.run()), *data}};
  return report::fitting_methods_report(jobs::fitting_methods(request, work.run()));
}

int Methods::operator()(Console& console) const {
  if (id && data) bad_input("a method's name does not go with --for", "give one of them");
  if (data) {
    console.show(fitting(console), run_options.json);
  } else if (id) {
    const Method& entry = masking::method(*id);
    console.show(report::describe(entry, usage_example(entry)), run_options.json);
  } else {
    console.show(report::describe_methods(masking::methods()), run_options.json);
  }
  return 0;
}

}  // namespace

Command methods_command() {
  const auto options = std::make_shared<Methods>();
  const OptionGroup fitting{
      "Methods that fit a file",
      {{"--for", "DATA", "List the methods that fit this file, those that do not, and why.",
        Text{&options->data}}}};
  return {
      .name = "methods",
      .summary = "Lists the masking methods, describes one in full, or finds those that fit a file.",
      .arguments = {{"ID", "A method's name.", Text{&options->id}, false, entry_names(masking::methods())}},
      .groups = {fitting,
                 options->data_options.group(
                     "With --for: the columns to protect; without it, those that mask protects."),
                 options->run_options.group()},
      .examples = {"sfumato methods", "sfumato methods mdav", "sfumato methods --for people.csv"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
