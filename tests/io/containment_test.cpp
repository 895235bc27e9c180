// Containment: tables and errors are returned; crashes, hangs and excessive memory of the child become
// errors.
#include "io/formats/containment.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "io/random_tables.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const Run& containment_run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

std::string failure(const std::function<Table()>& reader, ChildLimits limits = {}) {
  return error_of([&] { read_in_child("data.sav", limits, reader, containment_run()); });
}

TEST(Containment, TablesComeThrough) {
  for (const std::size_t rows : {std::size_t{0}, std::size_t{1}, std::size_t{50000}}) {
    const Table table = random_table(rows, 3);
    EXPECT_EQ(difference(read_in_child(
                             "t", {}, [&] { return table; }, containment_run()),
                         table),
              "");
  }
}

TEST(Containment, ErrorsComeThroughAsTheyAre) {
  EXPECT_EQ(failure([]() -> Table { bad_input("what", "hint"); }), "what\nhint");
  EXPECT_HAS(failure([]() -> Table { throw std::runtime_error("odd"); }),
             "data.sav: the reader failed (odd)");
  EXPECT_HAS(failure([]() -> Table { throw std::bad_alloc(); }), "data.sav: not enough memory");
}

TEST(Containment, CrashesAreErrorsThatNameTheFile) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGKILL}) {
    const std::string error = failure([&]() -> Table {
      ::raise(signal);
      return {};
    });
    EXPECT_HAS(error, "data.sav: the reader failed (");
    EXPECT_HAS(error, "the file may be damaged");
  }
  EXPECT_HAS(failure([]() -> Table { ::_exit(7); }), "ended with status 7");
}

TEST(Containment, HangsAndLoopsEnd) {
  const auto hang = []() -> Table {
    while (true) ::pause();
  };
  EXPECT_HAS(failure(hang, {.silence = std::chrono::seconds(1)}), "(it hangs)");
  const auto loop = []() -> Table {
    for (std::atomic<std::uint64_t> i = 0;; ++i) {
    }
  };
  // However little processor time it gets.
  const ChildLimits limits{.processor = std::chrono::seconds(1), .silence = std::chrono::hours(1)};
  EXPECT_HAS(failure(loop, limits), "used more than 1 s");
}

TEST(Containment, AChildThatHangsAfterTheForkIsStartedAgain) {
  const Table table = random_table(100, 3);
  const auto flag = std::unique_ptr<void, void (*)(void*)>(
      ::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
      [](void* page) { ::munmap(page, sizeof(int)); });
  ASSERT_NE(flag.get(), MAP_FAILED);
  std::atomic_ref<int> births(*static_cast<int*>(flag.get()));
  const Table read = read_in_child(
      "t", {.silence = std::chrono::seconds(32)},  // two of them for the first child
      [&]() -> Table {
        while (births++ == 0) ::pause();
        return table;
      },
      containment_run());
  EXPECT_EQ(difference(read, table), "");
  EXPECT_GE(births.load(), 2);
}

#ifndef SFUMATO_SANITIZED
TEST(Containment, MemoryIsLimited) {
  const auto greedy = []() -> Table { return {{named("x")}, {Column(Numbers(std::size_t{1} << 29U))}}; };
  EXPECT_HAS(failure(greedy, {.memory = std::uint64_t{1} << 30U}), "not enough memory");
}
#endif

TEST(Containment, StopsWhenTheRunDoes) {
  std::stop_source source;
  const sfumato::Run stoppable({.seed = 1, .threads = 1, .stop = source.get_token()});
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    source.request_stop();
  });
  try {
    read_in_child(
        "t", {},
        []() -> Table {
          while (true) ::pause();
        },
        stoppable);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left
}

TEST(Containment, SeveralChildrenAtOnce) {
  const Table table = random_table(20000, 9);
  containment_run().parallel(8, [&](std::size_t i) {
    const bool crash = i % 3 == 0;
    try {
      const Table read = read_in_child(
          "t", {},
          [&]() -> Table {
            if (crash) ::raise(SIGSEGV);
            return table;
          },
          containment_run());
      EXPECT_FALSE(crash);
      EXPECT_EQ(difference(read, table), "");
    } catch (const Error&) {
      EXPECT_TRUE(crash);
    }
  });
}

}  // namespace
}  // namespace sfumato::io
