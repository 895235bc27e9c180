// The program runs within the test program, in a child made by fork: starting the real one takes ten times as
// long.
#include "faults/watched_run.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ostream>
#include <streambuf>

#include "cli/program.hpp"

namespace sfumato::faults {
namespace {

constexpr unsigned longest_seconds = 120;

// Keeps what is written, and announces it.
class Outlet : public std::streambuf {
 public:
  explicit Outlet(bool announces) : announces_(announces) {}
  const std::string& text() const { return text_; }

 protected:
  int_type overflow(int_type letter) override {
    const char one = traits_type::to_char_type(letter);
    xsputn(&one, 1);
    return letter;
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    text_.append(text, static_cast<std::size_t>(count));
    if (announces_) announce({text, static_cast<std::size_t>(count)});
    return count;
  }

 private:
  bool announces_;
  std::string text_;
};

void send(int pipe, const std::string& text) {
  const std::uint64_t size = text.size();
  std::string all(reinterpret_cast<const char*>(&size), sizeof size);
  all += text;
  for (std::size_t at = 0; at < all.size();) {
    const ssize_t sent = ::write(pipe, all.data() + at, all.size() - at);
    if (sent <= 0) _exit(98);
    at += static_cast<std::size_t>(sent);
  }
}

[[noreturn]] void run_child(const std::vector<Command>& commands, const Runner& runner,
                            const std::string& folder, const std::function<void()>& watch, int pipe) {
  ::alarm(longest_seconds);
  if (::chdir(folder.c_str()) != 0) _exit(97);
  Outlet out(true), error(false);
  std::ostream out_stream(&out), error_stream(&error);
  cli::Console console{.out = out_stream, .error = error_stream};
  std::string statuses;
  watch();
  for (const Command& command : commands) {
    int status = 99;
    try {
      status = runner ? runner(command, out_stream, error_stream) : cli::run_program(command, console);
    } catch (const std::exception& failure) {
      error_stream << "an exception left the command: " << failure.what();
    }
    statuses += static_cast<char>(status);
    announce(end_line(status));
  }
  end();
  send(pipe, statuses);
  send(pipe, out.text());
  send(pipe, error.text());
  _exit(0);
}

std::string read_all(int pipe) {
  std::string all;
  char buffer[1 << 14];
  ssize_t got = 0;
  while ((got = ::read(pipe, buffer, sizeof buffer)) > 0) all.append(buffer, static_cast<std::size_t>(got));
  return all;
}

std::string take(std::string& all) {
  std::uint64_t size = 0;
  if (all.size() < sizeof size) return {};
  all.copy(reinterpret_cast<char*>(&size), sizeof size);
  std::string text = all.substr(sizeof size, size);
  all.erase(0, sizeof size + size);
  return text;
}

}  // namespace

std::string end_line(int status) { return "\x01 end " + std::to_string(status) + "\n"; }

ChildEnd run_commands(const std::vector<Command>& commands, const Runner& runner, const std::string& folder,
                      const std::function<void()>& watch) {
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return {};
  clear_report();  // also: makes the memory that is shared with the child
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    run_child(commands, runner, folder, watch, ends[1]);
  }
  ::close(ends[1]);
  std::string all = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  ChildEnd end;
  end.ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  for (const char one : take(all)) end.statuses.push_back(static_cast<unsigned char>(one));
  end.out = take(all);
  end.error = take(all);
  return end;
}

}  // namespace sfumato::faults
