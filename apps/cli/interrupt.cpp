// A signal handler can reach nothing but a global, so this file has the program's only one. Asking a
// stop source without callbacks to stop is one atomic exchange, which a handler may do.
#include "cli/interrupt.hpp"

#include <csignal>

namespace sfumato::cli {
namespace {

std::stop_source& source() {
  static std::stop_source stop;
  return stop;
}

extern "C" void request_stop(int) { source().request_stop(); }

}  // namespace

void install_signal_handlers() {
  source();  // made before a handler can ask for it
  struct sigaction action {};
  action.sa_handler = request_stop;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

std::stop_token interrupt_token() { return source().get_token(); }

}  // namespace sfumato::cli
