// Runs: streams, threads, exceptions, stop and progress.
#include "core/run.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "core/error.hpp"

namespace sfumato {
namespace {

TEST(Run, StreamsDependOnSeedScopeLabelAndIndex) {
  const sfumato::Run run({.seed = 1});
  std::set<std::uint64_t> first{run.rng("a").bits(),
                                run.rng("b").bits(),
                                run.rng("a", 1).bits(),
                                run.within("mdav").rng("a").bits(),
                                run.within("mdav", 1).rng("a").bits(),
                                sfumato::Run({.seed = 2}).rng("a").bits()};
  EXPECT_EQ(first.size(), 6U);
  EXPECT_EQ(run.rng("a").bits(), sfumato::Run({.seed = 1}).rng("a").bits());
}

TEST(Run, WithoutASeedEveryRunDiffers) {
  EXPECT_NE(sfumato::Run().rng("a").bits(), sfumato::Run().rng("a").bits());
  EXPECT_FALSE(sfumato::Run().seeded());
  EXPECT_TRUE(sfumato::Run({.seed = 0}).seeded());
}

TEST(Run, SecureStreamsFollowTheSeedOnlyWhenThereIsOne) {
  EXPECT_EQ(sfumato::Run({.seed = 5}).secure("x").bits(), sfumato::Run({.seed = 5}).secure("x").bits());
  const sfumato::Run fresh;
  EXPECT_NE(fresh.secure("x").bits(), fresh.secure("x").bits());
}

TEST(Run, ResultsAreKeptByStreamsFingerprintAndType) {
  const sfumato::Run run({.seed = 1});
  int calls = 0;
  const auto number = [&](const sfumato::Run& within, const char* of) {
    return *within.kept<int>(Fingerprint().add(of), [&] { return ++calls; });
  };
  EXPECT_EQ(number(run, "a"), 1);
  EXPECT_EQ(number(run, "a"), 1);
  EXPECT_EQ(number(run.uncounted(), "a"), 1);  // copies share what they keep
  EXPECT_EQ(number(run, "b"), 2);
  EXPECT_EQ(number(run.within("mdav"), "a"), 3);
  EXPECT_EQ(number(run.within("mdav"), "a"), 3);
  EXPECT_EQ(number(sfumato::Run({.seed = 1}), "a"), 4);  // another run
  EXPECT_EQ(*run.kept<double>(Fingerprint().add("a"), [] { return 0.5; }), 0.5);
  EXPECT_EQ(number(run, "a"), 1);
}

TEST(Run, OnlyTheLastResultsAreKept) {
  const sfumato::Run run({.seed = 1});
  const std::shared_ptr<const int> first = run.kept<int>(Fingerprint().add("first"), [] { return 7; });
  for (std::uint64_t i = 0; i < 1000; ++i) run.kept<int>(Fingerprint().add(i), [] { return 0; });
  EXPECT_EQ(*first, 7);
  EXPECT_EQ(*run.kept<int>(Fingerprint().add("first"), [] { return 8; }), 8);
}

TEST(Run, ParallelCallsEveryTaskOnce) {
  for (const int threads : {1, 2, 8}) {
    const sfumato::Run run({.seed = 1, .threads = threads});
    std::vector<std::atomic<int>> calls(1000);
    run.parallel(calls.size(), [&](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(Run, EightThreadsAreReallyUsed) {
  const sfumato::Run run({.seed = 1, .threads = 8});
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::thread::id> seen;
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  run.parallel(64, [&](std::size_t) {
    std::unique_lock lock(mutex);
    seen.insert(std::this_thread::get_id());
    changed.notify_all();
    changed.wait_until(lock, give_up, [&] { return seen.size() >= 4; });
  });
  EXPECT_GE(seen.size(), 4U);
  EXPECT_LE(seen.size(), 8U);
}

TEST(Run, BlocksCoverEverythingOnce) {
  const sfumato::Run run({.seed = 1, .threads = 8});
  std::vector<int> hits(1003, 0);
  run.blocks(hits.size(), 100, [&](std::size_t block, std::size_t begin, std::size_t end) {
    EXPECT_EQ(begin, block * 100);
    for (std::size_t i = begin; i < end; ++i) ++hits[i];
  });
  EXPECT_EQ(std::count(hits.begin(), hits.end(), 1), 1003);
}

TEST(Run, TheFirstExceptionComesThrough) {
  for (const int threads : {1, 8}) {
    const sfumato::Run run({.seed = 1, .threads = threads});
    EXPECT_THROW(run.parallel(100,
                              [](std::size_t i) {
                                if (i == 37) bad_input("thirty-seven");
                              }),
                 Error);
  }
}

TEST(Run, StopsBetweenTasks) {
  std::stop_source source;
  const sfumato::Run run({.seed = 1, .threads = 1, .stop = source.get_token()});
  std::size_t done = 0;
  try {
    run.parallel(100, [&](std::size_t) {
      if (++done == 10) source.request_stop();
    });
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
    EXPECT_EQ(exit_status(error.code), 130);
  }
  EXPECT_EQ(done, 10U);
}

TEST(Run, ForEachGivesEachColumnAStreamOfItsOwn) {
  std::vector<std::uint64_t> all(3), one(3);
  sfumato::Run({.seed = 1}).for_each({0, 1, 2}, [&](ColumnId id, Rng rng) { all[id] = rng.bits(); });
  sfumato::Run({.seed = 1}).for_each({2}, [&](ColumnId id, Rng rng) { one[id] = rng.bits(); });
  EXPECT_EQ(all[2], one[2]);
  EXPECT_EQ(std::set<std::uint64_t>(all.begin(), all.end()).size(), 3U);
}

TEST(Run, UncountedStepsLeaveTheProgressAlone) {
  const auto progress = std::make_shared<Progress>();
  const sfumato::Run run({.seed = 1, .progress = progress});
  run.expect(4);
  run.advance();
  const sfumato::Run inner = run.uncounted();
  inner.expect(96);
  inner.advance(50);
  EXPECT_EQ(progress->fraction(), 0.25);
  EXPECT_EQ(inner.rng("a").bits(), run.rng("a").bits()) << "the same run otherwise";
}

TEST(Progress, CountsSteps) {
  const auto progress = std::make_shared<Progress>();
  EXPECT_EQ(progress->fraction(), 0.0);
  const sfumato::Run run({.seed = 1, .progress = progress});
  run.expect(4);
  run.advance();
  EXPECT_DOUBLE_EQ(progress->fraction(), 0.25);
}

// More work is found on the way: the share that is shown waits, and does not fall.
TEST(Progress, NeverFalls) {
  Progress progress;
  progress.expect(2);
  progress.advance();
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
  progress.expect(8);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.5);
  progress.advance(8);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.9);
}

TEST(Progress, TakesAShareThatIsToldAndSaysWhatIsDone) {
  Progress progress;
  progress.expect(1);
  progress.tell(0.25);
  progress.advance();  // steps do not count any more
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.25);
  progress.tell(0.1);
  EXPECT_DOUBLE_EQ(progress.fraction(), 0.25);
  progress.tell(7.0);
  EXPECT_DOUBLE_EQ(progress.fraction(), 1.0);
  EXPECT_EQ(progress.what(), "");
  progress.say("mdav: calibration");
  EXPECT_EQ(progress.what(), "mdav: calibration");
}

}  // namespace
}  // namespace sfumato
