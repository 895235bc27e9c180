// Options that every command has, and the run that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "cli/progress_bar.hpp"
#include "core/run.hpp"

namespace sfumato::cli {

struct RunOptions {
  bool json = false;
  bool quiet = false;
  std::optional<std::int64_t> threads;
  std::optional<std::string> memory;
  std::optional<std::int64_t> seed;

  OptionGroup group();
  Option seed_option();
};

// One running job, with its progress on the terminal as long as this object exists.
class JobRun {
 public:
  JobRun(const RunOptions& options, Console& console);
  const Run& run() const { return run_; }
  // The bar goes away; the run can still be used.
  void hide_progress() { bar_.reset(); }

 private:
  std::shared_ptr<Progress> progress_;
  Run run_;
  std::optional<ProgressBar> bar_;
};

}  // namespace sfumato::cli
