// Ten samples a second; the line is redrawn in place and erased at the end.
#include "cli/progress_bar.hpp"

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>

namespace sfumato::cli {
namespace {

using namespace std::chrono_literals;

std::string bar_text(double fraction) {
  constexpr std::size_t cells = 40;
  const auto full = static_cast<std::size_t>(std::floor(fraction * cells));
  const auto percent = static_cast<int>(std::floor(fraction * 100.0));
  return "\r[" + std::string(full, '#') + std::string(cells - full, ' ') + "] " + std::to_string(percent) +
         " %";
}

void watch(const std::stop_token& stop, const Progress& progress, std::ostream& stream) {
  std::mutex mutex;
  std::condition_variable_any done;
  std::unique_lock lock(mutex);
  // Nobody ever signals: the wait ends by time or by the stop token.
  const auto wait = [&](auto time) { return done.wait_for(lock, stop, time, [] { return false; }); };
  wait(500ms);
  bool shown = false;
  while (!stop.stop_requested()) {
    stream << bar_text(progress.fraction()) << std::flush;
    shown = true;
    wait(100ms);
  }
  if (shown) stream << "\r\033[K" << std::flush;
}

}  // namespace

ProgressBar::ProgressBar(std::shared_ptr<const Progress> progress, std::ostream& stream)
    : watcher_([progress = std::move(progress), &stream](const std::stop_token& stop) {
        watch(stop, *progress, stream);
      }) {}

}  // namespace sfumato::cli
