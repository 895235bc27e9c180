// Shares of work by hand, and recorded comparisons: the time that is left is foretold within a factor of 2
// after the first third.
#include "compare/workload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace sfumato::compare {
namespace {

TEST(Workload, CountsTimeNotDraws) {
  Workload work;
  EXPECT_EQ(work.share(), 0.0);
  work.plan("slow", Work::risk, 2);
  work.plan("fast", Work::risk, 10);
  work.spend("slow", 9.0);
  work.spend("fast", 0.1);
  // 9.1 s are done; 9 s and 9 draws of 0.1 s are left.
  EXPECT_NEAR(work.share(), 9.1 / (9.1 + 9.0 + 0.9), 1e-12);
  work.finish("slow");
  EXPECT_NEAR(work.share(), 9.1 / (9.1 + 0.9), 1e-12);
  work.finish("fast");
  EXPECT_EQ(work.share(), 1.0);
}

TEST(Workload, TakesTheTimesOfOthersForWhatWasNotTimed) {
  Workload work;
  work.plan("a", Work::utility, 2);
  work.plan("b", Work::utility, 3);
  work.begin("a", Work::utility, "measurement");
  work.spend("a", 2.0);
  EXPECT_NEAR(work.share(), 2.0 / (2.0 + 2.0 + 6.0), 1e-12);
}

TEST(Workload, SaysWhatIsDone) {
  std::string said;
  Workload work([&](double, const std::string& what) { said = what; });
  work.begin("mdav", Work::risk, "calibration");
  work.spend("mdav", 0.1);
  EXPECT_EQ(said, "mdav: calibration");
}

// A contender as it was recorded: seconds of a draw, and how many draws were made and planned.
struct Recorded {
  const char* name;
  double sample, risk, utility;                 // seconds of one draw
  int sample_draws, risk_draws, utility_draws;  // made
  int planned_sample, planned_risk, planned_utility;
};

// Plays draws in turn over the contenders, as two threads would, and checks the estimate of the whole time.
void check_forecast(const std::vector<Recorded>& contenders) {
  Workload work;
  double total = 0.0;
  for (const Recorded& one : contenders) {
    work.plan(one.name, Work::sample, one.planned_sample);
    work.plan(one.name, Work::risk, one.planned_risk);
    work.plan(one.name, Work::utility, one.planned_utility);
    total += one.sample * one.sample_draws + one.risk * one.risk_draws + one.utility * one.utility_draws;
  }
  double now = 0.0;
  const auto spend = [&](const Recorded& one, double seconds, Work kind) {
    work.spend(one.name, seconds, kind);
    now += seconds;
    if (now < total / 3.0 || now > 0.98 * total) return;
    const double foretold = now / work.share();
    EXPECT_LT(foretold, 2.0 * total) << one.name << " at " << now / total;
    EXPECT_GT(foretold, 0.5 * total) << one.name << " at " << now / total;
  };
  for (std::size_t first = 0; first < contenders.size(); first += 2) {
    const std::size_t end = std::min(first + 2, contenders.size());
    const auto both = [&](auto draws, auto seconds, Work kind) {
      for (int draw = 0;; ++draw) {
        bool any = false;
        for (std::size_t i = first; i < end; ++i) {
          if (draw >= contenders[i].*draws) continue;
          spend(contenders[i], contenders[i].*seconds, kind);
          any = true;
        }
        if (!any) return;
      }
    };
    both(&Recorded::sample_draws, &Recorded::sample, Work::sample);
    both(&Recorded::risk_draws, &Recorded::risk, Work::risk);
    for (std::size_t i = first; i < end; ++i) {
      work.plan(contenders[i].name, Work::sample, 0);
      work.plan(contenders[i].name, Work::risk, 0);
    }
    both(&Recorded::utility_draws, &Recorded::utility, Work::utility);
    for (std::size_t i = first; i < end; ++i) work.finish(contenders[i].name);
  }
}

// Five methods at equal rank linkage, on 2 cores: Census (1,080 records, 13 columns), and made-up data of
// 10 columns. The records of a large file are searched on a sample first.
TEST(Workload, ForetellsARecordedComparisonOfCensus) {
  check_forecast({{"additive-noise", 0, 0.00605, 0.161, 0, 145, 15, 0, 135, 15},
                  {"correlated-noise", 0, 0.00657, 0.402, 0, 150, 15, 0, 135, 15},
                  {"mdav", 0, 0.0069, 0.068, 0, 15, 1, 0, 27, 3},
                  {"multiplicative-noise", 0, 0.00599, 0.244, 0, 145, 15, 0, 135, 15},
                  {"rank-swapping", 0, 0.00612, 0.136, 0, 155, 15, 0, 135, 15}});
}

TEST(Workload, ForetellsARecordedComparisonOfTenThousandRecords) {
  check_forecast({{"additive-noise", 0.0107, 0.0824, 1.12, 60, 6, 5, 90, 8, 5},
                  {"correlated-noise", 0.00725, 0.0958, 1.24, 138, 12, 5, 90, 8, 5},
                  {"mdav", 0.00357, 0.176, 1.22, 13, 3, 1, 90, 4, 1},
                  {"multiplicative-noise", 0.0105, 0.0859, 1.18, 62, 6, 5, 90, 8, 5},
                  {"rank-swapping", 0.0115, 0.0749, 1.25, 60, 6, 5, 90, 8, 5}});
}

TEST(Workload, ForetellsARecordedComparisonOfAHundredThousandRecords) {
  check_forecast({{"additive-noise", 0.00708, 0.902, 17.5, 62, 6, 5, 90, 8, 5},
                  {"correlated-noise", 0.00659, 1.12, 16.8, 98, 7, 5, 90, 8, 5},
                  {"mdav", 0.00328, 6.76, 18.1, 13, 3, 1, 90, 4, 1},
                  {"multiplicative-noise", 0.00665, 0.721, 20.1, 90, 11, 5, 90, 8, 5},
                  {"rank-swapping", 0.00656, 0.752, 16.7, 102, 16, 5, 90, 8, 5}});
}

}  // namespace
}  // namespace sfumato::compare
