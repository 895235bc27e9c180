// Child processes that race or are killed at a random point, and the reports that they sent before.
#pragma once

#include <chrono>
#include <csignal>
#include <limits>
#include <thread>

#include "core/rng.hpp"
#include "queries/ledger_support.hpp"

namespace sfumato::queries::testing {

struct Pipe {
  Pipe() { EXPECT_EQ(pipe(ends), 0); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) close(end);
  }
  void close_end(int which) {
    close(ends[which]);
    ends[which] = -1;
  }
  int ends[2] = {-1, -1};
};

// A report of a child. It is written atomically.
struct Report {
  std::int64_t entry, charged, answered;
};
inline void send_report(const Pipe& pipe, const Report& report) {
  if (write(pipe.ends[1], &report, sizeof report) != static_cast<ssize_t>(sizeof report)) _exit(98);
}
// At most `most` reports, or all until the end.
inline std::vector<Report> receive_reports(Pipe& pipe,
                                           std::size_t most = std::numeric_limits<std::size_t>::max()) {
  if (pipe.ends[1] >= 0) pipe.close_end(1);
  std::vector<Report> all;
  Report report{};
  while (all.size() < most &&
         read(pipe.ends[0], &report, sizeof report) == static_cast<ssize_t>(sizeof report))
    all.push_back(report);
  return all;
}

// Starts eight children that wait for each other; returns the sum of their results.
inline std::int64_t race(const std::function<std::int64_t(int child)>& spend) {
  Pipe gate, results;
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i)
    children.push_back(start([&, i] {
      char start_byte = 0;
      close(gate.ends[1]);
      if (read(gate.ends[0], &start_byte, 1) != 0) return 1;
      send_report(results, {i, spend(i), 0});
      return 0;
    }));
  gate.close_end(1);  // starts all children
  for (const pid_t child : children) EXPECT_EQ(finish(child), 0);
  std::int64_t sum = 0;
  for (const Report& report : receive_reports(results)) sum += report.charged;
  return sum;
}

// Lets a child send up to five reports, without a time limit, and kills it within the next milliseconds;
// returns all its reports.
inline std::vector<Report> kill_somewhere(Rng& rng, const std::function<void(const Pipe&)>& work) {
  constexpr std::uint64_t max_reports = 5, max_microseconds = 12'000;
  Pipe pipe;
  const pid_t child = start([&] {
    close(pipe.ends[0]);
    work(pipe);
    return 0;
  });
  std::vector<Report> reports = receive_reports(pipe, rng.below(max_reports + 1));
  std::this_thread::sleep_for(std::chrono::microseconds(rng.below(max_microseconds)));
  kill(child, SIGKILL);
  finish(child);
  const std::vector<Report> more = receive_reports(pipe);
  reports.insert(reports.end(), more.begin(), more.end());
  return reports;
}

}  // namespace sfumato::queries::testing
