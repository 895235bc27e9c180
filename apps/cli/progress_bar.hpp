// A bar on the terminal while a run is under way. It watches the run's progress from a thread of its
// own, so that no method knows about it.
#pragma once

#include <iosfwd>
#include <memory>
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

}  // namespace sfumato::cli
