// Commands of the program that run under faults, and what must hold afterwards. The rules for files are the
// same for all: an input stays as it was, an output is the old or the complete new one, and an error has
// status 3, a message and no temporary file.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "faults/disk_after_loss.hpp"
#include "faults/file_calls.hpp"

namespace sfumato::faults {

using Command = std::vector<std::string>;
// Runs a command: returns its exit status, and writes its answer and its message.
using Runner = std::function<int(const Command&, std::ostream& out, std::ostream& error)>;

// What one run of the commands left: their ends, what they printed, and the folder.
struct Aftermath {
  std::vector<int> statuses;  // of the commands that ended
  std::string out, error;
  Snapshot files;
  std::string folder;  // where `files` lie
  bool lost_power = false;
};

struct Scenario {
  std::string name = {};
  Snapshot files = {};                    // made first
  std::vector<Command> preparation = {};  // then run, without faults
  std::vector<Command> commands = {};     // run under faults
  Runner runner = {};                     // runs these; by default the program
  // Files whose bytes differ between runs, and a check whether one of them is complete.
  std::vector<std::string> drawn = {};
  std::function<bool(const std::string& path, const std::string& bytes)> complete = {};
  std::vector<std::string> own = {};  // beginnings of paths that only `check` judges
  // Further rules; returns what is wrong, or an empty text. Runs after an error and after a loss of power.
  std::function<std::string(const Aftermath&)> check = {};
  std::string temporary = {};  // a regular expression of further names that a loss of power may leave
};

struct Tally {
  std::int64_t points = 0, states = 0;  // distinct states after a loss of power
  std::vector<std::string> complaints;  // the first of each kind
};

// Every call with every fault that it can have; of `share` points one.
Tally run_errors(const Scenario& scenario, std::int64_t share = 1);
// Power is lost after every recorded call, in `draws` + 5 ways.
Tally run_losses(const Scenario& scenario, int draws);

}  // namespace sfumato::faults
