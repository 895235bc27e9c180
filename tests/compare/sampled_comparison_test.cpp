// Whole comparisons of 10⁴ records, searched on a sample and searched thoroughly: the same methods at the
// same settings, within what draws and tolerance leave open.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <mutex>

#include "compare/comparison_job.hpp"
#include "core/rng.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Contender;
using compare::Job;
using compare::JobRequest;
using compare::Trials;

constexpr std::size_t records = 10000;

struct Found {
  std::vector<Contender> contenders;
  Comparison comparison;
};

Found compared(JobRequest request, const Table& table, bool thorough, int threads = 0) {
  const Run run({.seed = 5, .threads = threads});
  request.thorough = thorough;
  request.rows = table.rows();
  const Job job(request);
  const Trials trials({table, {all_columns(table), true}}, job.measures(), job.replicates(), run);
  const auto sample = job.sample_trials(trials.subject(), run);
  EXPECT_EQ(sample.has_value(), !thorough);
  Found found{job.contenders(trials.subject()), {}};
  found.comparison = std::move(job.run(trials, sample ? &*sample : nullptr, found.contenders, run).front());
  return found;
}

const Attempt& attempt_of(const Comparison& comparison, const std::string& name) {
  for (const Attempt& attempt : comparison.attempts) {
    if (attempt.contender->name() == name) return attempt;
  }
  throw std::runtime_error(name);
}

// Three columns that share a factor, with a shape of their own.
Table made(double (*shape)(double)) {
  Rng rng(derive_key({3, 4}, "made"));
  Numbers a, b, c;
  for (std::size_t i = 0; i < records; ++i) {
    const double common = rng.normal();
    a.push_back(shape(0.7 * common + 0.7 * rng.normal()));
    b.push_back(shape(0.5 * common + 0.9 * rng.normal()));
    c.push_back(shape(rng.normal()));
  }
  return numbers_table({{"a", a}, {"b", b}, {"c", c}});
}

void check_agreement(const Table& table, double target) {
  const JobRequest request{.targets = {{"rank-linkage", target}},
                           .rank_by = {"information-loss", "propensity"},
                           .contenders = {{"mdav", "rank-swapping", "additive-noise"}, {}, {}}};
  const Found quick = compared(request, table, false), thorough = compared(request, table, true);
  for (const char* name : {"mdav", "rank-swapping", "additive-noise"}) {
    const Attempt &one = attempt_of(quick.comparison, name), &other = attempt_of(thorough.comparison, name);
    ASSERT_TRUE(one.reached) << name << ": " << one.reason;
    ASSERT_TRUE(other.reached) << name << ": " << other.reason;
    EXPECT_TRUE(one.by_sample) << name;
    const compare::Estimate& risk = one.calibration.best->estimate;
    if (!one.calibration.safer_by) {
      EXPECT_NEAR(*risk.value, target, 0.01 * target) << name;
    }
    EXPECT_LE(std::fabs(*risk.value - *other.calibration.best->estimate.value),
              0.01 * target + risk.standard_error + other.calibration.best->estimate.standard_error)
        << name;
    for (std::size_t m = 0; m < one.measures.size(); ++m) {
      const double error = std::hypot(one.measures[m].standard_error, other.measures[m].standard_error);
      ASSERT_TRUE(other.spans[m]) << name;
      EXPECT_GE(*one.measures[m].value, other.spans[m]->lower - error) << name << " " << m;
      EXPECT_LE(*one.measures[m].value, other.spans[m]->upper + error) << name << " " << m;
    }
  }
  EXPECT_EQ(quick.comparison.attempts.front().contender->name(),
            thorough.comparison.attempts.front().contender->name());
}

TEST(SampledComparison, AgreesWithAThoroughOneOnNormalData) {
  check_agreement(made([](double z) { return z; }), 1.6);
}

TEST(SampledComparison, AgreesWithAThoroughOneOnSkewedData) {
  check_agreement(made([](double z) { return 1000.0 * std::exp(z); }), 1.7);
}

TEST(SampledComparison, AgreesWithAThoroughOneOnWholeNumbersWithTies) {
  check_agreement(made([](double z) { return std::round(50.0 + 20.0 * z); }), 1.5);
}

TEST(SampledComparison, IsTheSameWithAnyNumberOfThreads) {
  const JobRequest request{.at_most = {{"distance-linkage", 10.0}},
                           .rank_by = {"information-loss"},
                           .contenders = {{"mdav", "additive-noise"}, {}, {}}};
  const Table table = made([](double z) { return z; });
  const Found one = compared(request, table, false, 1), eight = compared(request, table, false, 8);
  for (const char* name : {"mdav", "additive-noise"}) {
    const Attempt &a = attempt_of(one.comparison, name), &b = attempt_of(eight.comparison, name);
    ASSERT_TRUE(a.reached) << a.reason;
    EXPECT_EQ(a.params, b.params);
    EXPECT_EQ(*a.measures.front().value, *b.measures.front().value);
    // Safe on the whole file, one standard error included.
    EXPECT_LE(*a.limited.front().value + a.limited.front().standard_error, 10.0 * (1.0 + 1e-9));
  }
}

// Every draw of a very large file takes long: two samples say where the search begins, so that few are
// needed.
TEST(SampledComparison, AgreesInFewDrawsOfAVeryLargeFile) {
  Rng rng(derive_key({5, 6}, "large"));
  Numbers a, b;
  for (std::size_t i = 0; i < 200'000; ++i) {
    a.push_back(rng.normal());
    b.push_back(0.6 * a.back() + std::exp(rng.normal()));
  }
  const Table table = numbers_table({{"a", a}, {"b", b}});
  const sfumato::Run run({.seed = 5});
  const Job job({.targets = {{"rank-linkage", 2.0}},
                 .rank_by = {"information-loss"},
                 .contenders = {{"additive-noise", "correlated-noise"}, {}, {}},
                 .rows = table.rows()});
  Trials trials({table, {all_columns(table), true}}, job.measures(), job.replicates(), run);
  std::map<std::string, int> draws;
  std::mutex mutex;
  trials.watch([&](const std::string& name, double) {
    const std::lock_guard lock(mutex);
    ++draws[name];
  });
  const auto samples = job.sample_trials(trials.subject(), run);
  ASSERT_TRUE(samples && samples->larger);
  const std::vector<Contender> contenders = job.contenders(trials.subject());
  const Comparison found = job.run(trials, &*samples, contenders, run).front();
  for (const Attempt& attempt : found.attempts) {
    ASSERT_TRUE(attempt.reached) << attempt.contender->name() << ": " << attempt.reason;
    if (!attempt.calibration.safer_by) {
      EXPECT_NEAR(*attempt.calibration.best->estimate.value, 2.0, 0.02) << attempt.contender->name();
    }
    EXPECT_LE(draws[attempt.contender->name()], 12) << attempt.contender->name();
  }
}

// A limit is judged by all records: of more than 5,000, an estimate from 5,000 called settings safe that were
// not. The weakest safe group size is found here by trying each one on the whole file.
TEST(SampledComparison, ALimitHoldsOnAllRecords) {
  const Table table = made([](double z) { return z; });
  for (const double limit : {4.0, 7.3}) {
    const Found found = compared(
        {.at_most = {{"distance-linkage", limit}}, .rank_by = {"sse"}, .contenders = {{"mdav"}, {}, {}}},
        table, false);
    const Attempt& attempt = found.comparison.attempts.front();
    ASSERT_TRUE(attempt.reached) << attempt.reason;
    const auto risk = [&](std::int64_t k) {
      const Table masked = mask(table, "mdav", {{"k", k}}).tables[0];
      return measure(table, masked, "distance-linkage").value.value();
    };
    const auto k = static_cast<std::int64_t>(attempt.calibration.best->parameter);
    EXPECT_LE(risk(k), limit);
    EXPECT_GT(risk(k - 1), limit);
    EXPECT_EQ(*attempt.limited.front().value, risk(k));
  }
}

TEST(SampledComparison, ATimeLimitGivesTheRankingSoFar) {
  const Table table = made([](double z) { return z; });
  const Found found = compared({.targets = {{"rank-linkage", 1.6}},
                                .rank_by = {"information-loss"},
                                .contenders = {{"rank-swapping", "additive-noise"}, {}, {}},
                                .time_limit = 1e-9},
                               table, false);
  for (const Attempt& attempt : found.comparison.attempts) {
    EXPECT_FALSE(attempt.reached);
    EXPECT_NE(attempt.reason.find("time limit"), std::string::npos) << attempt.reason;
  }
  EXPECT_FALSE(found.comparison.winner);
}

}  // namespace
}  // namespace sfumato::testing
