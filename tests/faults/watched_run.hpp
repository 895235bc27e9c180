// One run of a scenario's commands in a child process that is watched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "faults/scenario.hpp"

namespace sfumato::faults {

struct ChildEnd {
  bool ended = false;  // not by a signal
  int signal = 0;
  std::vector<int> statuses;
  std::string out, error;
};

// The line that is announced at the end of a command.
std::string end_line(int status);

// Runs the commands in the folder, by the program without a runner; `watch` starts the layer in the child.
ChildEnd run_commands(const std::vector<Command>& commands, const Runner& runner, const std::string& folder,
                      const std::function<void()>& watch);

}  // namespace sfumato::faults
