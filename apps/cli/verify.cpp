// `sfumato verify`: how far a release moved one record, for the person whom it is about.
#include <memory>

#include "cli/commands.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "io/table_file.hpp"
#include "jobs/verify.hpp"
#include "report/verify_report.hpp"

namespace sfumato::cli {
namespace {

struct Verify {
  std::optional<std::string> released;
  ParamOptions parameters{jobs::make_job<jobs::VerifyRequest>().params};
  RunOptions run_options;

  int operator()(Console& console) const {
    jobs::VerifyRequest wanted = jobs::make_request<jobs::VerifyRequest>(parameters.given());
    JobRun work(run_options, console);
    wanted.released = {io::read_table(*released, {}, work.run()), *released};
    const report::Report report = report::verify_report(jobs::verify_record(wanted, work.run()));
    work.hide_progress();
    console.show(report, run_options.json);
    return 0;
  }
};

}  // namespace

Command verify_command() {
  const auto options = std::make_shared<Verify>();
  return {.name = "verify",
          .summary = "Tells a person how far a release moved their own record.",
          .description =
              "Your own values and the released file are enough: neither the original file nor your place in "
              "the released one is needed. docs/verify-your-record.md explains the numbers.",
          .arguments = {{"RELEASED", "The released data file.", Text{&options->released}}},
          .groups = {options->parameters.group("Your record", {"mine"}), options->run_options.group()},
          .examples = {"sfumato verify released.csv --mine income=31000 --mine age=41"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
