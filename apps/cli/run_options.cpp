// --json, --quiet, --threads, --memory and --seed, declared once for all commands.
#include "cli/run_options.hpp"

#include "cli/interrupt.hpp"
#include "core/byte_size.hpp"

namespace sfumato::cli {

OptionGroup RunOptions::group() {
  return {"Output and speed",
          {{"--json", "", "One JSON document on standard output instead of text.", Flag{&json}},
           {"--quiet", "", "No progress bar, and no report where files are written.", Flag{&quiet}},
           {"--threads", "N", "Threads to use, 1 to 256; the result does not depend on it.",
            Whole{&threads, 1, 256}},
           {"--memory", "SIZE",
            "Memory that reading a file may take, such as 4GB, where the usual limit is too low for it.",
            Text{&memory}}}};
}

Option RunOptions::seed_option() {
  return {"--seed", "N", "Start of all random draws, to repeat a run exactly. Never for a release.",
          Whole{&seed}};
}

JobRun::JobRun(const RunOptions& options, Console& console)
    : progress_(std::make_shared<Progress>()),
      run_(Run::Options{
          .seed = options.seed ? std::optional(static_cast<std::uint64_t>(*options.seed)) : std::nullopt,
          .threads = static_cast<int>(options.threads.value_or(0)),
          .stop = interrupt_token(),
          .progress = progress_,
          .memory = options.memory ? memory_size(*options.memory) : 0}) {
  if (console.error_is_terminal && !options.quiet && !options.json) bar_.emplace(progress_, console.error);
}

}  // namespace sfumato::cli
