// Attacks on query restriction. Each succeeds against a control that checks only the sizes of query sets, and
// must fail here for any user, after any restart, and from several processes at the same time.
#include <functional>

#include "queries/exact_answers.hpp"
#include "queries/ledger/sqlite_file.hpp"
#include "queries/restriction_support.hpp"

namespace sfumato::queries::testing {
namespace {

using Ids = std::vector<std::int64_t>;

Ids range(std::int64_t first, std::int64_t last) {
  Ids all;
  for (std::int64_t id = first; id <= last; ++id) all.push_back(id);
  return all;
}

// An answer or a refusal, of the control or of ours.
using Oracle = std::function<std::optional<double>(const Ids&)>;

double true_sum(const Staff& staff, const Ids& set) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  return exact_answers(about(Aggregate::sum, set), staff.catalogue, staff.data, run)[0].value;
}

Oracle naive(const Staff& staff, std::size_t least) {
  return [&staff, least](const Ids& set) -> std::optional<double> {
    if (set.size() < least || set.size() > staff.data.rows - least) return std::nullopt;
    return true_sum(staff, set);
  };
}

Oracle ours(const Staff& staff, Guarded& guarded) {
  return [&](const Ids& set) -> std::optional<double> {
    if (guarded.ask(about(Aggregate::sum, set), "user " + std::to_string(set.size() % 3)) != Refusal::none)
      return std::nullopt;
    return true_sum(staff, set);
  };
}

// Σ factor · answer; empty if one answer is refused.
std::optional<double> combined(const Oracle& oracle, const std::vector<std::pair<double, Ids>>& terms) {
  double sum = 0;
  bool all = true;
  for (const auto& [factor, set] : terms) {
    const auto answer = oracle(set);
    all = all && answer.has_value();
    if (answer) sum += factor * *answer;
  }
  return all ? std::optional(sum) : std::nullopt;
}

void expect_attack(const std::vector<std::pair<double, Ids>>& terms, const Ids& target) {
  constexpr std::size_t least = 5;
  const Staff staff = Staff::of(40);
  const auto taken = combined(naive(staff, least), terms);
  ASSERT_TRUE(taken.has_value());
  EXPECT_DOUBLE_EQ(*taken, true_sum(staff, target));
  Guarded guarded(staff, {least, std::nullopt});
  EXPECT_FALSE(combined(ours(staff, guarded), terms).has_value());
}

// Denning, Denning and Schwartz (1979). The target is C = {7} = A and B, with A = 0..9 and T = A without C:
// q(C) = q(A) − q(T).
TEST(RestrictionAttacks, IndividualTracker) {
  Ids tracker = range(0, 9);
  tracker.erase(tracker.begin() + 7);
  expect_attack({{1, range(0, 9)}, {-1, tracker}}, {7});
}

// q(C) = q(C ∪ T) + q(C ∪ not T) − q(T) − q(not T), for any T of 2k to n − 2k records.
TEST(RestrictionAttacks, GeneralTracker) {
  Ids with = range(0, 19), without = range(20, 39);
  without.insert(without.begin(), 7);
  expect_attack({{1, with}, {1, without}, {-1, range(0, 19)}, {-1, range(20, 39)}}, {7});
}

// Half of {1,2,…} + {1,3,…} − {2,3,…}: no difference of two sets is small.
TEST(RestrictionAttacks, LinearSystem) {
  const Ids a = range(10, 14), b = range(15, 19), c = range(20, 24);
  const auto joined_ids = [](Ids first, const Ids& second) {
    first.insert(first.end(), second.begin(), second.end());
    std::sort(first.begin(), first.end());
    return first;
  };
  const Ids a_single = joined_ids({1}, a);
  expect_attack(
      {{0.5, joined_ids(a_single, b)}, {0.5, joined_ids(a_single, c)}, {-0.5, joined_ids(b, c)}, {-1, a}},
      {1});
}

// Two records of different classes make a small set together: {0..4, 30} − … over three sets.
TEST(RestrictionAttacks, SmallSetsAcrossClasses) {
  const auto with = [](std::int64_t first, std::int64_t last, Ids more) {
    Ids all = range(first, last);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_attack({{1, with(0, 9, {30, 31})}, {1, with(10, 19, {32, 33})}, {-1, range(0, 19)}},
                {30, 31, 32, 33});
}

// The questions of each user reveal nothing; all together would.
TEST(RestrictionAttacks, CollusionOfUsers) {
  const Staff staff = Staff::of(40);
  Guarded guarded(staff, {5, std::nullopt});
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, range(0, 9)), "alice"), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, range(0, 8)), "bob"), Refusal::derivable);
  EXPECT_EQ(guarded.ask(about(Aggregate::average, range(0, 8)), "carol"), Refusal::derivable);
}

TEST(RestrictionAttacks, RestartsForgetNothing) {
  const Staff staff = Staff::of(12);
  Guarded steady(staff, {3, std::nullopt}), restarted(staff, {3, std::nullopt});
  Rng rng({4, 4});
  int allowed = 0, refused = 0;
  for (int i = 0; i < 40; ++i) {
    const Query asked = about(i % 2 == 0 ? Aggregate::sum : Aggregate::average, random_ids(rng, 12),
                              i % 3 == 0 ? debt_column : pay_column);
    restarted.open();
    const Refusal expected = steady.ask(asked);
    ASSERT_EQ(restarted.ask(asked), expected) << i;
    restarted.open();
    ASSERT_EQ(restarted.ask(asked), expected) << i;
    ++(expected == Refusal::none ? allowed : refused);
  }
  EXPECT_GT(allowed, 5);
  EXPECT_GT(refused, 5);
}

// Eight processes ask about sets of which any two disclose a record. Only one may be answered.
TEST(RestrictionAttacks, ProcessesThatRaceTheAudit) {
  const Staff staff = Staff::of(40);
  for (int round = 0; round < 3; ++round) {
    MemoryFolder folder;
    const std::string path = folder.file("decisions.sqlite");
    Restriction::create(path, {5, std::nullopt});
    std::vector<pid_t> children;
    for (std::int64_t i = 0; i < 8; ++i)
      children.push_back(start([&, i] {
        Restriction restriction(path, staff.catalogue, staff.records());
        return restriction.decide("user", about(Aggregate::sum, range(0, 10 + i))).refused() ? 1 : 0;
      }));
    int allowed = 0;
    for (const pid_t child : children) {
      const int status = finish(child);
      ASSERT_TRUE(status == 0 || status == 1);
      allowed += status == 0 ? 1 : 0;
    }
    // 0..10 and 0..15 differ by 5 records: at most two of the eight are 5 apart.
    EXPECT_GE(allowed, 1);
    EXPECT_LE(allowed, 2);
    Restriction restriction(path, staff.catalogue, staff.records());
    Ids answered;
    for (const DecisionEntry& entry : DecisionHistory(path).entries())
      if (entry.refusal == Refusal::none) answered.push_back(entry.number);
    EXPECT_EQ(static_cast<int>(answered.size()), allowed);
    EXPECT_EQ(DecisionHistory(path).entries().size(), 8U);
    EXPECT_TRUE(DecisionHistory(path).verify().intact);
  }
}

// An open log reads the decisions of others before it decides.
TEST(RestrictionAttacks, TwoOpenLogsAgree) {
  const Staff staff = Staff::of(40);
  Guarded one(staff, {5, std::nullopt});
  Restriction two(one.path(), staff.catalogue, staff.records());
  EXPECT_EQ(one.ask(about(Aggregate::sum, range(0, 9))), Refusal::none);
  EXPECT_EQ(two.decide("v", about(Aggregate::sum, range(0, 10))).refusal, Refusal::derivable);
  EXPECT_EQ(two.decide("v", about(Aggregate::sum, range(0, 14))).refusal, Refusal::none);
  EXPECT_EQ(one.ask(about(Aggregate::sum, range(0, 13))), Refusal::derivable);
  EXPECT_EQ(one->decide("w", about(Aggregate::sum, range(0, 14))).outcome, Decision::Outcome::repeated);
}

TEST(RestrictionAttacks, UnsupportedQuestionsAreErrors) {
  Staff staff = Staff::of(20);
  Guarded guarded(staff, {3, std::nullopt});
  const auto message = [&](const Query& asked) {
    return error_of([&] { guarded->decide("u", asked); }).message;
  };
  EXPECT_NE(message(query(Aggregate::sum, pay_column, leaf(debt_column, {{0, 5}}))).find("confidential"),
            std::string::npos);
  EXPECT_NE(message(query(Aggregate::count, {}, leaf(pay_column, {{0, 5}}))).find("confidential"),
            std::string::npos);
  for (const Aggregate other : {Aggregate::variance, Aggregate::quantile, Aggregate::count_distinct})
    EXPECT_NE(message(about(other, range(0, 9))).find("COUNT, SUM, AVG, MIN and MAX"), std::string::npos);
  guarded.close();
  staff.catalogue.tables[0].columns[pay_column].nullable = true;
  staff.catalogue.tables[0].columns[half_column].role.reset();
  guarded.open();
  EXPECT_NE(message(about(Aggregate::sum, range(0, 9))).find("NULL"), std::string::npos);
  EXPECT_NE(message(query(Aggregate::sum, debt_column, {}, {half_column})).find("no role"),
            std::string::npos);
  guarded.close();
  staff.catalogue.tables[0].person = "who";
  staff.catalogue.tables[0].rows_per_unit = 2;
  guarded.open();
  EXPECT_NE(message(about(Aggregate::count, range(0, 9))).find("several records"), std::string::npos);
  EXPECT_EQ(guarded.history().entries().size(), 0U);
  MemoryFolder folder;
  for (const std::int64_t least : {0, 101})
    EXPECT_EQ(error_of([&] {
                Restriction::create(folder.file("x"), {least, std::nullopt});
              }).code,
              ErrorCode::bad_input);
}

TEST(RestrictionAttacks, AChangedLogOrOtherRecordsAreDetected) {
  const Staff staff = Staff::of(40);
  Guarded guarded(staff, {5, std::nullopt});
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, range(0, 9))), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, range(0, 8))), Refusal::derivable);
  const LedgerHead head = guarded.history().head();
  EXPECT_EQ(head.rows, 3);
  EXPECT_TRUE(guarded.history().verify(head).intact);
  const Staff other = Staff::of(41);
  EXPECT_EQ(error_of([&] { Restriction(guarded.path(), other.catalogue, other.records()); }).code,
            ErrorCode::bad_input);
  guarded.close();
  {
    SqliteFile file(guarded.path());
    file.run("DELETE FROM log WHERE position = 2");
  }
  guarded.open();
  EXPECT_TRUE(guarded.history().verify().intact);  // truncated: only a kept head detects it
  EXPECT_FALSE(guarded.history().verify(head).intact);
  guarded.close();
  {
    SqliteFile file(guarded.path());
    file.run("UPDATE log SET asked = 1 WHERE position = 1");
  }
  EXPECT_EQ(error_of([&] { guarded.open(); }).code, ErrorCode::bad_input);
}

}  // namespace
}  // namespace sfumato::queries::testing
