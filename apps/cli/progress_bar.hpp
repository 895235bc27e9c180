// A bar on the terminal while a job runs. It watches the run's progress from a thread of its
// own, so that no method knows about it.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <thread>

#include "core/run.hpp"

namespace sfumato::cli {

class ProgressBar {
 public:
  // Shows nothing for the first half second. Destruction erases what was shown.
  ProgressBar(std::shared_ptr<const Progress> progress, std::ostream& stream);

 private:
  std::jthread watcher_;
};

// "[####      ] 42 %, about 3 min left". How long the rest will take is shown once there is enough to
// estimate it: two seconds and two percent.
std::string progress_text(double fraction, double elapsed_seconds, const std::string& what = {});

}  // namespace sfumato::cli
