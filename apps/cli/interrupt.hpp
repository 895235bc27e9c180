// Ctrl-C and SIGTERM: the first thing they do, and the only one, is to ask the run to stop.
#pragma once

#include <stop_token>

namespace sfumato::cli {

// From here on SIGINT and SIGTERM request a stop, and writing to a closed pipe or beyond the largest size
// that a file may have is an error, not a death.
void install_signal_handlers();

std::stop_token interrupt_token();

}  // namespace sfumato::cli
