// Ten samples a second; the line is redrawn in place and erased at the end.
#include "cli/progress_bar.hpp"

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>

#include "report/duration.hpp"

namespace sfumato::cli {
namespace {

using namespace std::chrono_literals;

void watch(const std::stop_token& stop, const Progress& progress, std::ostream& stream) {
  std::mutex mutex;
  std::condition_variable_any done;
  std::unique_lock lock(mutex);
  // There is no signal: the wait ends by time or by the stop token.
  const auto wait = [&](auto time) { return done.wait_for(lock, stop, time, [] { return false; }); };
  const auto start = std::chrono::steady_clock::now();
  wait(500ms);
  bool shown = false;
  while (!stop.stop_requested()) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    stream << "\r" << progress_text(progress.fraction(), elapsed.count(), progress.what()) << "\033[K"
           << std::flush;
    shown = true;
    wait(100ms);
  }
  if (shown) stream << "\r\033[K" << std::flush;
}

}  // namespace

std::string progress_text(double fraction, double elapsed_seconds, const std::string& what) {
  constexpr std::size_t cells = 40;
  const auto full = static_cast<std::size_t>(std::floor(fraction * cells));
  const auto percent = static_cast<int>(std::floor(fraction * 100.0));
  std::string text =
      "[" + std::string(full, '#') + std::string(cells - full, ' ') + "] " + std::to_string(percent) + " %";
  const double left = fraction < 0.02 ? 0.0 : elapsed_seconds * (1.0 - fraction) / fraction;
  if (elapsed_seconds >= 2.0 && left >= 1.0) {
    text += ", about " + report::duration_text(std::round(left)) + " left";
  }
  return what.empty() ? text : text + ", " + what;
}

ProgressBar::ProgressBar(std::shared_ptr<const Progress> progress, std::ostream& stream)
    : watcher_([progress = std::move(progress), &stream](const std::stop_token& stop) {
        watch(stop, *progress, stream);
      }) {}

}  // namespace sfumato::cli
