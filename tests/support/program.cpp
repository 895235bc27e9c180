#include "support/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

[[noreturn]] void become_program(const RunRequest& request, const TemporaryFolder& streams, int pipe_end) {
  const auto redirect = [](const std::string& path, int flags, int descriptor) {
    const int opened = open(path.c_str(), flags, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
  };
  if (pipe_end >= 0) {
    if (dup2(pipe_end, STDIN_FILENO) < 0) _exit(126);
  } else {
    redirect(streams.file("in"), O_RDONLY, STDIN_FILENO);
  }
  redirect(streams.file("out"), O_WRONLY | O_CREAT, STDOUT_FILENO);
  redirect(streams.file("error"), O_WRONLY | O_CREAT, STDERR_FILENO);
  if (chdir(request.folder.c_str()) != 0) _exit(126);
  const char* columns = std::getenv("SFUMATO_TEST_COLUMNS");  // how wide texts are
  setenv("COLUMNS", columns != nullptr ? columns : "100", 1);
  std::vector<std::string> words{program_path()};
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  std::vector<char*> values;
  for (std::string& word : words) values.push_back(word.data());
  values.push_back(nullptr);
  execv(values[0], values.data());
  _exit(127);
}

}  // namespace

std::string program_path() { return SFUMATO_PROGRAM; }

Outcome run_program(const RunRequest& request) {
  const TemporaryFolder streams;
  streams.write("in", request.input);
  int ends[2] = {-1, -1};
  if (request.open_pipe) {
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const auto written = write(ends[1], request.input.data(), request.input.size());
    if (written != static_cast<ssize_t>(request.input.size())) throw std::runtime_error("a full pipe");
  }
  const pid_t child = fork();
  if (child == 0) become_program(request, streams, ends[0]);
  if (request.interrupt_after_ms >= 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(request.interrupt_after_ms));
    kill(child, SIGINT);
  }
  int status = 0;
  bool ended = false;
  if (request.interrupt_when) {
    for (int i = 0; i < 60'000 && !ended && !request.interrupt_when(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ended = waitpid(child, &status, WNOHANG) == child;
    }
    if (!ended) kill(child, SIGINT);
  }
  if (!ended) waitpid(child, &status, 0);
  for (const int end : ends) {
    if (end >= 0) close(end);
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), streams.read("out"),
          streams.read("error")};
}

Outcome run_in(const std::string& folder, std::vector<std::string> arguments) {
  return run_program({.arguments = std::move(arguments), .folder = folder});
}

void make_people(const std::string& folder) {
  const Outcome made =
      run_in(folder, {"sample", "people", "--rows", "150", "--seed", "5", "-o", "people.csv", "--quiet"});
  ASSERT_EQ(made.status, 0) << made.error;
}

void expect_golden(const std::string& name, const std::string& actual) {
  const std::string path = source_folder() + "/tests/cli/golden/" + name;
  if (std::getenv("SFUMATO_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  std::ifstream stream(path, std::ios::binary);
  ASSERT_TRUE(stream) << "no golden file " << name << "; make it with SFUMATO_UPDATE_GOLDEN=1";
  std::ostringstream expected;
  expected << stream.rdbuf();
  EXPECT_EQ(actual, expected.str()) << "golden file " << name
                                    << "; if the change is meant, rewrite it with SFUMATO_UPDATE_GOLDEN=1";
}

}  // namespace sfumato::testing
