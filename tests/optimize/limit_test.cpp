// Limits of time hold on any machine; limits of work count only the work done.
#include "optimize/limit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/run.hpp"

namespace sfumato::optimize {
namespace {

constexpr auto unit = static_cast<std::uint64_t>(Limit::steps_per_unit);

TEST(Limit, WithoutOneNothingEnds) {
  const Limit none;
  none.spend(1000 * unit);
  EXPECT_FALSE(none.over());
  EXPECT_FALSE(none.counts_work());
  EXPECT_TRUE(std::isinf(none.left()));
  EXPECT_TRUE(std::isinf(none.steps_left()));
  EXPECT_TRUE(std::isinf(none.share(0.5).left()));
  EXPECT_EQ(none.progress(), 0);
}

TEST(Limit, OfTimePassesByItself) {
  EXPECT_TRUE(Limit(Effort::seconds(0)).over());
  EXPECT_TRUE(Limit(Effort::seconds(-1)).over());
  EXPECT_TRUE(Limit(Effort::seconds(std::nan(""))).over());
  EXPECT_EQ(Limit(Effort::seconds(0)).progress(), 1);
  const Limit soon(Effort::seconds(0.01));
  soon.spend(1000 * unit);
  EXPECT_LE(soon.left(), 0.01);
  while (!soon.over()) {
  }
  EXPECT_EQ(soon.progress(), 1);
  const Limit ages(Effort::seconds(1e300));
  EXPECT_FALSE(ages.over());
  EXPECT_FALSE(soon.next(1e9).over());
  EXPECT_TRUE(ages.share(0).over());
  EXPECT_FALSE(soon.without_end().over());
}

TEST(Limit, OfWorkIsUsedOnlyByWork) {
  const Limit limit(Effort::work(4));
  EXPECT_TRUE(limit.counts_work());
  EXPECT_EQ(limit.left(), 4);
  limit.spend(unit);
  EXPECT_EQ(limit.left(), 3);
  EXPECT_EQ(limit.steps_left(), 3 * Limit::steps_per_unit);
  EXPECT_EQ(limit.progress(), 0.25);
  limit.spend(7 * unit);
  EXPECT_EQ(limit.left(), 0);
  EXPECT_TRUE(limit.over());
  EXPECT_EQ(limit.progress(), 1);
  EXPECT_TRUE(Limit(Effort::work(0)).over());
}

TEST(Limit, SharesCountTogether) {
  const Limit whole(Effort::work(8));
  const Limit quarter = whole.share(0.25), more = whole.next(10), endless = whole.without_end();
  quarter.spend(unit);
  EXPECT_EQ(quarter.left(), 1);
  EXPECT_EQ(whole.left(), 7);
  endless.spend(unit);
  EXPECT_TRUE(quarter.over());
  EXPECT_EQ(whole.left(), 6);
  EXPECT_EQ(more.left(), 8);
  EXPECT_TRUE(std::isinf(endless.left()));
  EXPECT_EQ(whole.share(0.5).left(), 3);
  EXPECT_EQ(whole.share(0.5).progress(), 0);
  EXPECT_EQ(whole.within(2).left(), 2);
  EXPECT_EQ(whole.within(7).left(), 6);
}

// Three tasks have a third each, and none sees the others until all are done.
TEST(Limit, TasksSideBySideDoNotDependOnEachOther) {
  for (const int threads : {1, 3}) {
    const sfumato::Run run({.seed = 1, .threads = threads});
    const Limit whole(Effort::work(7));
    whole.spend(unit);
    std::vector<int> done(3, 0);
    {
      const SideBySide tasks(whole, 3);
      run.parallel(3, [&](std::size_t task) {
        const Limit own = tasks.of(task, whole);
        const Limit half = own.share(0.5);
        EXPECT_EQ(own.steps_left(), 2 * Limit::steps_per_unit);
        for (; !own.over(); ++done[task]) {
          EXPECT_EQ(half.over(), done[task] >= 1);
          own.spend(unit);
        }
      });
      EXPECT_EQ(whole.left(), 6);
    }
    EXPECT_EQ(done, (std::vector<int>{2, 2, 2}));
    EXPECT_EQ(whole.left(), 0);
  }
}

TEST(Limit, OfTimeIsTheSameForTasksSideBySide) {
  const Limit passed(Effort::seconds(0)), ages(Effort::seconds(1e9));
  const SideBySide tasks(passed, 2);
  EXPECT_TRUE(tasks.of(1, passed).over());
  EXPECT_FALSE(tasks.of(1, ages).over());
}

}  // namespace
}  // namespace sfumato::optimize
