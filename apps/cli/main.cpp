// The program's entry: it finds out about the terminal and runs the command.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string_view>

#include "cli/interrupt.hpp"
#include "cli/program.hpp"
#include "commit.hpp"

namespace {

// The terminal's; of a file or a pipe what COLUMNS says, or what every terminal has.
std::size_t text_width(int descriptor) {
  winsize size{};
  std::size_t columns = 80;
  if (isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    columns = size.ws_col;
  } else if (const char* said = std::getenv("COLUMNS")) {
    const std::string_view text = said;
    std::from_chars(text.data(), text.data() + text.size(), columns);
  }
  return std::clamp<std::size_t>(columns, 40, 160);
}

}  // namespace

int main(int count, char** values) {
  using namespace sfumato;
  cli::install_signal_handlers();
  const bool colour = std::getenv("NO_COLOR") == nullptr;
  const bool out_terminal = isatty(STDOUT_FILENO) == 1;
  const bool error_terminal = isatty(STDERR_FILENO) == 1;
  cli::Console console{.out = std::cout,
                       .error = std::cerr,
                       .out_style = {.colour = colour && out_terminal, .width = text_width(STDOUT_FILENO)},
                       .error_is_terminal = error_terminal,
                       .error_colour = colour && error_terminal,
                       .commit = cli::source_commit};
  errno = 0;
  const int status = cli::run_program(std::vector<std::string>(values + 1, values + count), console);
  if (!std::cout && errno != EPIPE) {
    console.complain(Error(ErrorCode::input_output,
                           std::string("cannot write to standard output: ") + std::strerror(errno)));
  }
  return status;
}
