// The audit of MAX and MIN against all data sets: for small tables and domains all data sets that are
// consistent with the published answers are tried, with all possible answers of the question.
#include <map>

#include "queries/restriction/extreme_audit.hpp"
#include "queries/restriction_support.hpp"

namespace sfumato::queries::testing {
namespace {

using Values = std::vector<std::int64_t>;
using Ids = std::vector<std::int64_t>;

struct Published {
  Ids set;
  std::int64_t answer;
};

std::int64_t greatest(const Values& values, const Ids& set) {
  std::int64_t most = values[static_cast<std::size_t>(set.front())];
  for (const std::int64_t id : set) most = std::max(most, values[static_cast<std::size_t>(id)]);
  return most;
}

// All consistent data sets with values from 0 to `highest`.
std::vector<Values> fitting(std::size_t records, std::int64_t highest,
                            const std::vector<Published>& published) {
  std::vector<Values> all;
  Values values(records, 0);
  for (bool more = true; more;) {
    bool fits = true;
    for (const Published& one : published) fits = fits && greatest(values, one.set) == one.answer;
    if (fits) all.push_back(values);
    more = false;
    for (std::size_t i = 0; i < records && !more; ++i) {
      more = ++values[i] <= highest;
      if (!more) values[i] = 0;
    }
  }
  return all;
}

bool reveals_a_value(const std::vector<Values>& all) {
  for (std::size_t record = 0; record < all.front().size(); ++record) {
    bool same = true;
    for (const Values& values : all) same = same && values[record] == all.front()[record];
    if (same) return true;
  }
  return false;
}

// Except answers of 0, which the domain's bound would explain: 0 represents all lower values.
bool some_answer_reveals(std::size_t records, std::int64_t highest, const std::vector<Published>& published,
                         const Ids& set) {
  for (std::int64_t answer = 1; answer <= highest; ++answer) {
    std::vector<Published> with = published;
    with.push_back({set, answer});
    const std::vector<Values> all = fitting(records, highest, with);
    if (!all.empty() && reveals_a_value(all)) return true;
  }
  return false;
}

TEST(RestrictionExtremes, AgreeWithAllDataSets) {
  constexpr std::size_t records = 5;
  constexpr std::int64_t highest = 5;
  const Staff staff = Staff::of(records);
  const PrimeField field((std::uint64_t{1} << 61) - 1);
  const PublicCells cells(staff.catalogue.tables[0], *staff.records()(0, {0, 1}), field, SecureRng::Key{3},
                          2);
  int allowed = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng({seed, 21});
    Values values;  // above 1, so that there is always a lower value
    for (std::size_t i = 0; i < records; ++i) values.push_back(2 + static_cast<std::int64_t>(rng.bits() % 4));
    ExtremeAudit audit(cells, highest);
    std::vector<Published> published;
    for (int i = 0; i < 6; ++i) {
      const Ids set = random_ids(rng, records);
      if (set.empty()) continue;
      const QuerySets sets = cells.sets(about(Aggregate::maximum, set));
      const bool reveals = some_answer_reveals(records, highest, published, set);
      ASSERT_EQ(audit.decide(sets) == Refusal::extreme, reveals) << "seed " << seed << " question " << i;
      ++(reveals ? refused : allowed);
      if (reveals) continue;
      published.push_back({set, greatest(values, set)});
      audit.answer(sets, {published.back().answer});
      ASSERT_FALSE(reveals_a_value(fitting(records, highest, published)));
    }
  }
  EXPECT_GT(allowed, 40);
  EXPECT_GT(refused, 40);
}

// Each group has its own answer; an allowed question must be safe for all of them together.
TEST(RestrictionExtremes, GroupsRevealNothingTogether) {
  constexpr std::size_t records = 6;
  constexpr std::int64_t highest = 4;
  const Staff staff = Staff::of(records);
  const PrimeField field((std::uint64_t{1} << 61) - 1);
  const PublicCells cells(staff.catalogue.tables[0], *staff.records()(0, {0, 1}), field, SecureRng::Key{3},
                          2);
  int allowed = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    Rng rng({seed, 22});
    Values values;
    for (std::size_t i = 0; i < records; ++i) values.push_back(2 + static_cast<std::int64_t>(rng.bits() % 3));
    ExtremeAudit audit(cells, highest);
    std::vector<Published> published;
    for (int i = 0; i < 5; ++i) {
      const Ids set = random_ids(rng, records);
      const QuerySets sets = cells.sets(query(Aggregate::maximum, pay_column, ids(set), {half_column}));
      if (set.empty() || audit.decide(sets) != Refusal::none) continue;
      std::vector<Ids> parts(2);
      for (const std::int64_t id : set) parts[static_cast<std::size_t>(id % 2)].push_back(id);
      std::vector<std::optional<std::int64_t>> answers(2);
      for (std::size_t part = 0; part < 2; ++part) {
        if (parts[part].empty()) continue;
        answers[part] = greatest(values, parts[part]);
        published.push_back({parts[part], *answers[part]});
      }
      audit.answer(sets, answers);
      ++allowed;
      ASSERT_FALSE(reveals_a_value(fitting(records, highest, published))) << "seed " << seed;
    }
  }
  EXPECT_GT(allowed, 20);
}

// The decision is the same for all data sets that are consistent with the published answers.
TEST(RestrictionExtremes, DecisionsAreTheSameForAllConsistentData) {
  constexpr std::size_t records = 5;
  const Staff staff = Staff::of(records);
  const std::vector<Ids> questions = {{0, 1, 2}, {1, 2, 3}, {0, 1, 3, 4}, {2, 3}, {0, 4}, {0, 1}};
  std::map<std::string, Refusal> seen;  // decision by published answers and question
  const std::vector<Values> all = fitting(records, 2, {});
  for (std::size_t i = 0; i < all.size(); i += 4) {
    const Values& values = all[i];
    Guarded guarded(staff, {1, std::nullopt});
    std::string before;
    for (const Ids& question : questions) {
      const Query asked = about(Aggregate::maximum, question);
      const Decision decision = guarded->decide("u", asked);
      const auto [known, is_new] = seen.emplace(before, decision.refusal);
      ASSERT_EQ(known->second, decision.refusal) << before;
      before += decision.refused() ? "x" : std::to_string(greatest(values, question));
      if (!decision.refused()) {
        ASSERT_TRUE(guarded->keep_extremes(decision.entry, {greatest(values, question)}));
      }
    }
  }
  EXPECT_GT(seen.size(), 10U);
}

TEST(RestrictionExtremes, AColumnIsAuditedForOneKindOnly) {
  const Staff staff = Staff::of(20);
  Guarded guarded(staff, {2, std::nullopt});
  EXPECT_EQ(guarded.ask(about(Aggregate::sum, {0, 1, 2, 3})), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::maximum, {4, 5, 6, 7})), Refusal::other_kind);
  EXPECT_EQ(guarded.ask(about(Aggregate::minimum, {0, 1, 2, 3}, debt_column)), Refusal::none);
  EXPECT_EQ(guarded.ask(about(Aggregate::maximum, {0, 1, 2, 3}, debt_column)), Refusal::other_kind);
  EXPECT_EQ(guarded.ask(about(Aggregate::average, {0, 1, 2, 3}, debt_column)), Refusal::other_kind);
  guarded.open();
  EXPECT_EQ(guarded.ask(about(Aggregate::maximum, {5, 6, 7}, debt_column)), Refusal::other_kind);
}

// MIN is MAX of the negated values: the minimum of {0, 1, 2, 3} is −7, and {0, 1, 2} is refused (3 would be
// the only extreme element left).
TEST(RestrictionExtremes, TheLeastIsAuditedLikeTheGreatest) {
  const Staff staff = Staff::of(20);
  for (const Aggregate aggregate : {Aggregate::minimum, Aggregate::maximum}) {
    Guarded guarded(staff, {2, std::nullopt});
    const Decision first = guarded->decide("u", about(aggregate, {0, 1, 2, 3}));
    ASSERT_FALSE(first.refused());
    ASSERT_TRUE(guarded->keep_extremes(first.entry, {-7}));
    EXPECT_EQ(guarded.ask(about(aggregate, {0, 1, 2})), Refusal::extreme);        // −6 would leave only 3
    EXPECT_EQ(guarded.ask(about(aggregate, {0, 1, 2, 3, 4})), Refusal::extreme);  // only 4 could be higher
    EXPECT_EQ(guarded.ask(about(aggregate, {0, 1, 4, 5})), Refusal::none);
  }
}

// An answer that was never stored has revealed nothing. It cannot be stored after another question was
// allowed by an audit without it; the question is decided again.
TEST(RestrictionExtremes, AnAnswerThatCameTooLateIsNotPublished) {
  const Staff staff = Staff::of(20);
  Guarded guarded(staff, {2, std::nullopt});
  const Query first = about(Aggregate::maximum, {0, 1, 2, 3}),
              second = about(Aggregate::maximum, {2, 3, 4, 5});
  const Decision one = guarded->decide("a", first);
  ASSERT_EQ(guarded->decide("b", first).entry, one.entry);  // the same question, not answered yet
  guarded.open();                                           // a crash
  const Decision two = guarded->decide("b", second);
  ASSERT_FALSE(two.refused());
  EXPECT_FALSE(guarded->keep_extremes(one.entry, {10}));
  EXPECT_TRUE(guarded->keep_extremes(two.entry, {20}));
  EXPECT_TRUE(guarded->keep_extremes(two.entry, {20}));
  const Decision again = guarded->decide("a", first);
  ASSERT_EQ(again.outcome, Decision::Outcome::allowed);
  EXPECT_NE(again.entry, one.entry);
  EXPECT_TRUE(guarded->keep_extremes(again.entry, {20}));
  EXPECT_EQ(guarded->decide("a", first).outcome, Decision::Outcome::repeated);
  guarded.open();
  EXPECT_EQ(guarded->decide("c", second).outcome, Decision::Outcome::repeated);
  EXPECT_EQ(guarded.history().entries()[static_cast<std::size_t>(again.entry - 1)].answer, "20");
}

}  // namespace
}  // namespace sfumato::queries::testing
