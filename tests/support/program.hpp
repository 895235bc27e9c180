// Runs the real program in a folder and captures its output; compares it with golden files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/source_folder.hpp"

namespace sfumato::testing {

struct Outcome {
  int status = -1;  // exit status; 128 + signal if a signal ended it
  std::string out;
  std::string error;
};

struct RunRequest {
  std::vector<std::string> arguments;
  std::string folder = ".";
  std::string input = {};       // standard input
  int interrupt_after_ms = -1;  // if not negative: SIGINT after that long
  // SIGINT once this holds; after a minute in any case.
  std::function<bool()> interrupt_when = {};
  bool open_pipe = false;  // standard input is a pipe that stays open, with `input` in it
};

// Where the program lies.
std::string program_path();

Outcome run_program(const RunRequest& request);
Outcome run_in(const std::string& folder, std::vector<std::string> arguments);

// people.csv and its sidecar in a folder: 150 made-up people, always the same.
void make_people(const std::string& folder);

// Equal to tests/cli/golden/NAME? With SFUMATO_UPDATE_GOLDEN=1 the file is rewritten instead.
void expect_golden(const std::string& name, const std::string& actual);

}  // namespace sfumato::testing
