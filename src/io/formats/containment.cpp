// The child is a fork of this process and never another program, so that it works in the same way in the
// program, in tests and in Python. Other threads do not exist in it and locks that they held stay locked: it
// therefore uses no TBB, allocates with glibc's malloc only (which is safe after a fork) and exits with
// _exit; Arrow's thread pools restart after a fork. If it still hangs, because a lock was held at the fork,
// another child is started; the time limit `silence` ends the last one.
#include "io/formats/containment.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <mutex>
#include <new>

#include "core/error.hpp"
#include "io/formats/table_stream.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {
namespace {

constexpr std::string_view damaged =
    "the file may be damaged: open it with the program that made it and save it again";

// The pipe has ended, or the child was ended, before all was received.
struct ChildGone {};

// The child neither sends data nor uses processor time.
struct ChildHangs {};

void limit(decltype(RLIMIT_CPU) what, std::uint64_t soft, std::uint64_t hard) {
  const rlimit both{soft, hard};
  static_cast<void>(::setrlimit(what, &both));
}

[[maybe_unused]] std::uint64_t mapped_bytes() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return std::uint64_t{pages} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void write_to(const char* path, std::string_view text) {
  const int descriptor = ::open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(!::write(descriptor, text.data(), text.size()));
  ::close(descriptor);
}

// Signals have their default action, a crash leaves no core file with data and no output on the terminal, and
// this process is the first to be killed when memory runs out.
void become_child(pid_t parent, const ChildLimits& limits) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGSEGV, SIGBUS, SIGFPE, SIGILL,
                           SIGABRT, SIGALRM, SIGXCPU}) {
    std::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  limit(RLIMIT_CORE, 0, 0);
  const auto seconds = static_cast<std::uint64_t>(limits.processor.count());
  limit(RLIMIT_CPU, seconds, seconds + 1);
  write_to("/proc/self/oom_score_adj", "1000");
#ifndef SFUMATO_SANITIZED  // sanitizers map terabytes, and write to standard error
  if (limits.memory > 0) limit(RLIMIT_AS, mapped_bytes() + limits.memory, RLIM_INFINITY);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
#endif
}

// Columns are shared with the pipe page by page instead of copied into it (vmsplice), so the table must not
// change until the other side has read it: the child ends without destroying it.
[[noreturn]] void work(int pipe, const std::string& source, const std::function<Table()>& reader) {
  constexpr std::size_t worth_lending = 1 << 18;
  const ByteSink sink = [&](const void* bytes, std::size_t count) {
    char* at = static_cast<char*>(const_cast<void*>(bytes));
    const bool lent = count >= worth_lending;
    while (count > 0) {
      const iovec part{at, count};
      const ssize_t written = lent ? ::vmsplice(pipe, &part, 1, 0) : ::write(pipe, at, count);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) ::_exit(1);
      at += written;
      count -= static_cast<std::size_t>(written);
    }
  };
  try {
    try {
      const Table table = reader();
      send_table(table, sink);
      ::_exit(0);
    } catch (const Error& error) {
      send_error(error, sink);
    } catch (const std::bad_alloc&) {
      send_error({ErrorCode::bad_input, source + ": not enough memory to read it",
                  std::string(damaged) + "; if it is not, allow more with ‹memory›"},
                 sink);
    } catch (const std::exception& error) {
      send_error(
          {ErrorCode::bad_input, source + ": the reader failed (" + error.what() + ")", std::string(damaged)},
          sink);
    }
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(0);
}

class Child {
 public:
  // Children are started one at a time: another child would inherit the write end of the pipe and keep it
  // open.
  Child(const std::string& source, const ChildLimits& limits, const std::function<Table()>& reader) {
    static std::mutex starting;
    const std::lock_guard lock(starting);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start(errno);
    static_cast<void>(::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20));
    const pid_t parent = ::getpid();
    id_ = ::fork();
    if (id_ == 0) {
      ::close(ends[0]);
      become_child(parent, limits);
      work(ends[1], source, reader);
    }
    const int error = errno;
    ::close(ends[1]);
    pipe_ = ends[0];
    if (id_ < 0) {
      ::close(pipe_);
      cannot_start(error);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    ::close(pipe_);
    if (id_ > 0) {
      ::kill(id_, SIGKILL);
      wait();
    }
  }

  // Up to `count` bytes; 0 when nothing came within a tenth of a second.
  std::size_t read(void* bytes, std::size_t count) {
    pollfd waiting{pipe_, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, 100);
    if (ready == 0 || (ready < 0 && errno == EINTR)) return 0;
    const ssize_t got = ::read(pipe_, bytes, count);
    if (got < 0 && errno == EINTR) return 0;
    if (got <= 0) throw ChildGone{};
    return static_cast<std::size_t>(got);
  }

  // Processor time in nanoseconds, while the child exists.
  std::int64_t work_done() const {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(id_, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
    return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
  }

  // How it ended.
  int wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0) {
      if (errno != EINTR) break;
    }
    id_ = -1;
    return status;
  }

 private:
  [[noreturn]] static void cannot_start(int error) {
    throw Error(ErrorCode::internal, std::string("cannot start a reader: ") + std::strerror(error));
  }

  pid_t id_ = -1;
  int pipe_ = -1;
};

std::string ending(int status, const ChildLimits& limits) {
  if (WIFEXITED(status)) return "ended with status " + std::to_string(WEXITSTATUS(status));
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU) return "used more than " + std::to_string(limits.processor.count()) + " s";
  if (signal == SIGKILL) return "killed, perhaps because memory ran out";
  return ::strsignal(signal);
}

// Fills the whole request; gives up on a child that neither sends data nor uses processor time.
class Feed {
 public:
  Feed(Child& child, std::chrono::milliseconds patience, const Run& run)
      : child_(child), patience_(patience), run_(run) {}

  void operator()(void* bytes, std::size_t count) {
    auto* at = static_cast<char*>(bytes);
    while (count > 0) {
      run_.check_stop();
      const std::size_t got = child_.read(at, count);
      at += got;
      count -= got;
      if (got > 0) {
        quiet_since_ = std::chrono::steady_clock::now();
      } else {
        check_silence();
      }
    }
  }

 private:
  void check_silence() {
    const auto now = std::chrono::steady_clock::now();
    const std::int64_t done = child_.work_done();
    if (done != work_done_) {
      work_done_ = done;
      quiet_since_ = now;
    } else if (now - quiet_since_ > patience_) {
      throw ChildHangs{};
    }
  }

  Child& child_;
  std::chrono::milliseconds patience_;
  const Run& run_;
  std::chrono::steady_clock::time_point quiet_since_ = std::chrono::steady_clock::now();
  std::int64_t work_done_ = 0;
};

}  // namespace

ChildLimits limits_for(std::uint64_t file_bytes, std::uint64_t budget) {
  constexpr std::uint64_t beyond = std::uint64_t{2} << 30U;  // stacks, arenas of threads, metadata
  ChildLimits limits;
  limits.processor += std::chrono::seconds(file_bytes >> 20U);
  limits.memory = file_bytes + std::max(budget, std::min(machine_memory(), budget + beyond));
  return limits;
}

Table read_in_child(const std::string& source, const ChildLimits& limits,
                    const std::function<Table()>& reader, const Run& run) {
  // A hang caused by a lock held at the fork is unlikely to repeat in a new child; the last child gets the
  // full time, for a slow disk.
  for (const int share : {16, 4, 1}) {
    run.check_stop();
    Child child(source, limits, reader);
    Feed feed(child, std::chrono::milliseconds(limits.silence) / share, run);
    try {
      return receive_table([&](void* bytes, std::size_t count) { feed(bytes, count); });
    } catch (const ChildHangs&) {
      continue;
    } catch (const ChildGone&) {
      const int status = child.wait();
      run.check_stop();
      bad_input(source + ": the reader failed (" + ending(status, limits) + ")", std::string(damaged));
    }
  }
  bad_input(source + ": the reader failed (it hangs)", std::string(damaged));
}

}  // namespace sfumato::io
