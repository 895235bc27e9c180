// Questions with several aggregates under every protection: the same answers and charges as the single
// questions one after the other, all or none; and HAVING as a selection of these answers.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "core/rng.hpp"
#include "queries/answer.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/ledger_support.hpp"
#include "report/queries/answer.hpp"

namespace sfumato::queries {
namespace {

// 300 persons: public age, sex and birth date; income with one decimal, confidential.
class SeveralDatabase {
 public:
  explicit SeveralDatabase(Protection protection, std::int64_t budget = 1'000'000) {
    CatalogueTable table;
    table.name = "people";
    table.columns = {number_column("age", 0, 99), category_column("sex", {"f", "m", "x"}),
                     number_column("born", 0, 999), number_column("income", 0, 50'000, Outside::refuse, 1)};
    table.columns[2].date = true;
    for (std::size_t i = 0; i < 4; ++i) {
      table.columns[i].role = i < 3 ? Role::quasi_identifier : Role::confidential;
    }
    std::vector<ColumnInfo> schema(4);
    for (std::size_t i = 0; i < 4; ++i) schema[i].name = table.columns[i].name;
    Integers ages;
    Codes sexes{{}, {"f", "m"}};
    Dates born;
    Numbers incomes;
    for (int i = 0; i < 300; ++i) {
      ages.values.push_back(i * 7 % 100);
      sexes.codes.push_back(i % 3 == 0 ? 0 : 1);
      born.days.push_back(i * 3);
      incomes.push_back(100.1 + 13 * (i % 50));
    }
    DatabaseTerms terms;
    terms.protection = protection;
    terms.budget = protection == Protection::dp ? budget : 0;
    create_database(path(), {{table}}, terms, {Table(schema, {ages, sexes, born, incomes})}, run_);
    database_ = std::make_unique<Database>(path());
    session_ = std::make_unique<QuerySession>(*database_);
  }

  Answer ask(const std::string& text, std::int64_t micro_epsilon = 100'000, const std::string& user = "eve") {
    return session_->ask(text, {user, micro_epsilon, false, true}, rng_, run_);
  }
  QuerySession& session() { return *session_; }
  const Database& database() const { return *database_; }

 private:
  std::string path() const { return folder_.file("db"); }
  testing::MemoryFolder folder_;
  sfumato::Run run_{{.seed = 1, .threads = 1}};
  SecureRng rng_{SecureRng::Key{1, 2, 3, 4, 5, 6, 7, 8}};
  std::unique_ptr<Database> database_;
  std::unique_ptr<QuerySession> session_;
};

void expect_same_answers(const std::vector<GroupAnswer>& left, const std::vector<GroupAnswer>& right) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    EXPECT_EQ(left[i].group, right[i].group);
    if (std::isnan(left[i].value) && std::isnan(right[i].value)) continue;
    EXPECT_EQ(left[i].value, right[i].value);
    EXPECT_EQ(left[i].lower95, right[i].lower95);
    EXPECT_EQ(left[i].upper95, right[i].upper95);
  }
}

const std::vector<std::string> question_tails = {" FROM people", " FROM people WHERE age < 60",
                                                 " FROM people WHERE sex = 'm' GROUP BY age / 50",
                                                 " FROM people GROUP BY YEAR(born)"};

TEST(SeveralAggregates, AnswerLikeSingleQuestions) {
  for (const Protection protection : {Protection::dp, Protection::restrict, Protection::camouflage}) {
    const bool noisy = protection == Protection::dp;
    for (const std::string& tail : question_tails) {
      // Without a condition, a restricted database refuses sets that exclude fewer than k records.
      if (protection == Protection::restrict && tail == question_tails.front()) continue;
      // Two databases with the same noise; two camouflaged ones differ, so that another user asks the same
      // one.
      SeveralDatabase together(protection), other(protection);
      SeveralDatabase& single = protection == Protection::camouflage ? together : other;
      const Answer all = together.ask("SELECT COUNT(*) AS n, SUM(income) AS total, AVG(income)" + tail);
      ASSERT_FALSE(all.refused) << all.reason << tail;
      ASSERT_EQ(all.columns.size(), 3U);
      std::int64_t charged = 0;
      std::size_t place = 0;
      for (const char* aggregate : {"COUNT(*)", "SUM(income)", "AVG(income)"}) {
        const Answer one = single.ask("SELECT " + std::string(aggregate) + tail, 100'000, "bob");
        ASSERT_FALSE(one.refused) << one.reason;
        EXPECT_FALSE(one.repeated);
        charged += one.charged;
        expect_same_answers(all.of(place++), one.groups);
        if (noisy && place == 3) {
          EXPECT_EQ(all.left, one.left);
        }
      }
      EXPECT_EQ(all.charged, charged) << tail;
      EXPECT_EQ(charged, noisy ? 300'000 : 0);
      // Each aggregate is known now.
      EXPECT_TRUE(together.ask("SELECT SUM(income)" + tail).repeated);
      EXPECT_TRUE(together.ask("SELECT AVG(income), COUNT(*)" + tail).repeated);
    }
  }
}

TEST(SeveralAggregates, OfGroupsAnswerLikeSingleQuestions) {
  SeveralDatabase together(Protection::dp), single(Protection::dp);
  const std::string tail = " FROM people GROUP BY sex, age / 25";
  const Answer all = together.ask("SELECT COUNT(*), SUM(income), MEDIAN(born)" + tail);
  expect_same_answers(all.of(0), single.ask("SELECT COUNT(*)" + tail).groups);
  expect_same_answers(all.of(1), single.ask("SELECT SUM(income)" + tail).groups);
  expect_same_answers(all.of(2), single.ask("SELECT MEDIAN(born)" + tail).groups);
  EXPECT_EQ(all.names, (std::vector<std::string>{"sex", "age / 25"}));
  EXPECT_EQ(all.groups[1].group, (std::vector<std::string>{"f", "25-49"}));
}

TEST(SeveralAggregates, CostTheSumThatIsShownBefore) {
  SeveralDatabase base(Protection::dp);
  const std::string text = "SELECT COUNT(*) AS n, AVG(age), MAX(income) FROM people WHERE age > 10";
  const Explanation shown = explain(base.database(), text, {"eve", 70'000, false});
  EXPECT_EQ(shown.cost(), 210'000);
  EXPECT_EQ(report::query_explanation_report(shown).document.at("cost").as_integer(), 210'000);
  EXPECT_EQ(base.ask(text, 70'000).charged, 210'000);
  // Only what is new is charged.
  EXPECT_EQ(base.ask("SELECT COUNT(*), SUM(age) FROM people WHERE age > 10", 70'000).charged, 70'000);
}

TEST(SeveralAggregates, AreAllRefusedIfTheBudgetDoesNotCoverThem) {
  SeveralDatabase base(Protection::dp, 250'000);
  const Answer refused = base.ask("SELECT COUNT(*), SUM(income), AVG(age) FROM people");
  EXPECT_TRUE(refused.refused);
  EXPECT_EQ(refused.charged, 0);
  EXPECT_TRUE(refused.groups.empty());
  EXPECT_EQ(base.session().ledger().balance("eve").spent, 0);
  EXPECT_TRUE(base.session().ledger().entries().empty());
  ASSERT_EQ(base.session().ledger().questions().size(), 1U);
  EXPECT_EQ(base.session().ledger().questions()[0].query,
            "SELECT COUNT(*), SUM(income), AVG(age) FROM people");
  EXPECT_EQ(base.session().ledger().questions()[0].asked, 300'000);
  EXPECT_FALSE(base.ask("SELECT COUNT(*), SUM(income) FROM people").refused);
  base.session().ledger().set_quota("eve", 220'000);
  const Answer over = base.ask("SELECT COUNT(*), MAX(age) FROM people WHERE age > 3", 30'000);
  EXPECT_TRUE(over.refused);
  EXPECT_NE(over.reason.find("quota"), std::string::npos);
  // Known answers cost nothing, and do not count.
  EXPECT_EQ(base.ask("SELECT COUNT(*), SUM(income), MIN(age) FROM people", 20'000).charged, 20'000);
  EXPECT_TRUE(base.session().ledger().verify().intact);
}

TEST(SeveralAggregates, AreAllRefusedIfTheAuditRefusesOne) {
  SeveralDatabase base(Protection::restrict);
  ASSERT_FALSE(base.ask("SELECT SUM(income) FROM people WHERE age < 60").refused);
  // A sum without one age would reveal the others; the count alone is allowed.
  const std::string tail = " FROM people WHERE age < 60 AND age <> 7";
  const Answer refused = base.ask("SELECT COUNT(*), SUM(income)" + tail);
  EXPECT_TRUE(refused.refused);
  EXPECT_TRUE(refused.groups.empty());
  EXPECT_TRUE(base.ask("SELECT COUNT(*), SUM(income)" + tail).refused);
  // The count was not recorded as answered: the count of the complement reveals three records only with it.
  EXPECT_FALSE(base.ask("SELECT COUNT(*) FROM people WHERE age < 60").refused);
  EXPECT_TRUE(base.ask("SELECT COUNT(*)" + tail).refused);
  // Sums and maxima of one column are never answered together, and neither is then fixed.
  EXPECT_TRUE(base.ask("SELECT SUM(income), MAX(income) FROM people WHERE age < 50").refused);
  const Answer extremes = base.ask("SELECT MAX(born) AS last, COUNT(*) FROM people WHERE age < 60");
  EXPECT_FALSE(extremes.refused) << extremes.reason;
  // The log is read back.
  const Database again(base.database().folder());
  SecureRng rng;
  const sfumato::Run run({.seed = 1, .threads = 1});
  QuerySession session(again);
  EXPECT_TRUE(session.ask("SELECT COUNT(*), SUM(income)" + tail, {"eve", 0, false}, rng, run).refused);
}

// Random questions: together they are charged what the single ones are charged, and refused only if one of
// these is refused.
TEST(SeveralAggregates, AreChargedLikeSingleChargesOrNotAtAll) {
  struct Several {
    std::vector<std::string> texts;
    Footprint about;
  };
  const Catalogue catalogue = testing::two_columns();
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Rng rng({seed, 31});
    const testing::MemoryFolder folder;
    Ledger::create(folder.file("all"), {2000, Neighbours::replace});
    Ledger all(folder.file("all"));
    all.set_quota("eve", 1500);
    std::vector<Several> granted;
    int refused = 0;
    for (int i = 0; i < 40; ++i) {
      const auto first = static_cast<std::int64_t>(rng.below(10)),
                 last = first + static_cast<std::int64_t>(rng.below(5));
      Several several{{}, testing::ages(first, last, static_cast<std::int64_t>(10 + rng.below(90)))};
      const std::uint64_t count = 2 + rng.below(3);
      for (std::uint64_t one = 0; one < count; ++one) {
        several.texts.push_back(std::to_string(rng.below(6)) + " of " + std::to_string(first) + " to " +
                                std::to_string(last));
      }
      Ledger::create(folder.file("single" + std::to_string(i)), {2000, Neighbours::replace});
      Ledger single(folder.file("single" + std::to_string(i)));
      single.set_quota("eve", 1500);
      for (const Several& earlier : granted) {
        for (const std::string& text : earlier.texts) single.charge("eve", text, earlier.about, catalogue);
      }
      const std::int64_t before = all.balance("eve").spent;
      const std::vector<Charge> charges =
          all.charge_all("eve", several.texts, "whole", several.about, catalogue);
      bool one_refused = false;
      std::vector<std::int64_t> costs;
      for (const std::string& text : several.texts) {
        const Charge one = single.charge("eve", text, several.about, catalogue);
        one_refused = one_refused || one.outcome == Charge::Outcome::over_cap ||
                      one.outcome == Charge::Outcome::over_quota;
        costs.push_back(one.charged);
      }
      if (one_refused) {
        ASSERT_EQ(charges.size(), 1U) << "seed " << seed << " question " << i;
        EXPECT_EQ(all.balance("eve").spent, before);
        ++refused;
        continue;
      }
      ASSERT_EQ(charges.size(), costs.size()) << "seed " << seed << " question " << i;
      for (std::size_t one = 0; one < costs.size(); ++one) EXPECT_EQ(charges[one].charged, costs[one]);
      EXPECT_EQ(all.balance("eve").spent, single.balance("eve").spent);
      granted.push_back(several);
    }
    EXPECT_GT(refused, 0);
    EXPECT_GT(granted.size(), 3U);
    EXPECT_TRUE(all.verify().intact);
  }
}

TEST(SeveralAggregates, HavingSelectsPublishedAnswers) {
  for (const Protection protection : {Protection::dp, Protection::restrict, Protection::camouflage}) {
    SeveralDatabase base(protection, 10'000'000);
    const std::string question =
        "SELECT COUNT(*) AS n, SUM(income) AS total FROM people GROUP BY age / 20, sex";
    const Answer all = base.ask(question);
    ASSERT_FALSE(all.refused) << all.reason;
    const bool certain = protection == Protection::camouflage;
    const auto least = [&](const GroupAnswer& one) { return certain ? one.lower95 : one.value; };
    const auto greatest = [&](const GroupAnswer& one) { return certain ? one.upper95 : one.value; };
    const auto check = [&](const std::string& having, const std::function<bool(std::size_t)>& shown) {
      const Answer some = base.ask(question + " HAVING " + having);
      EXPECT_TRUE(some.repeated) << having;
      EXPECT_EQ(some.charged, 0);
      std::vector<GroupAnswer> counts, totals;
      for (std::size_t i = 0; i < all.groups.size(); ++i) {
        if (!shown(i)) continue;
        counts.push_back(all.of(0)[i]);
        totals.push_back(all.of(1)[i]);
      }
      expect_same_answers(some.of(0), counts);
      expect_same_answers(some.of(1), totals);
    };
    check("n >= 30", [&](std::size_t i) { return all.of(0)[i].value >= 30; });
    check("COUNT(*) >= 30 AND sex <> 'x'",
          [&](std::size_t i) { return all.of(0)[i].value >= 30 && all.groups[i].group[1] != "x"; });
    check("NOT total < 8000.5", [&](std::size_t i) { return least(all.of(1)[i]) >= 8000.5; });
    check("total < 8000.5 OR n = 20",
          [&](std::size_t i) { return greatest(all.of(1)[i]) < 8000.5 || all.of(0)[i].value == 20; });
    check("total BETWEEN 6000 AND 9000",
          [&](std::size_t i) { return least(all.of(1)[i]) >= 6000 && greatest(all.of(1)[i]) <= 9000; });
    check("FALSE", [](std::size_t) { return false; });
    check("sex IN ('f', 'm') OR FALSE", [&](std::size_t i) { return all.groups[i].group[1] != "x"; });
  }
}

TEST(SeveralAggregates, AreOneDocument) {
  SeveralDatabase base(Protection::restrict);
  const auto document = [&](const std::string& text) {
    return report::query_answer_report(base.ask(text), Protection::restrict).document;
  };
  const Value one = document("SELECT COUNT(*) AS n, SUM(income) AS total FROM people WHERE age < 60");
  EXPECT_EQ(one.at("answer").at("n").as_number(), 180);
  EXPECT_TRUE(one.at("interval95").is_null());
  const Value groups = document("SELECT COUNT(*) AS n, MIN(born) AS first FROM people GROUP BY sex");
  ASSERT_EQ(groups.at("answer").as_array().size(), 3U);
  EXPECT_EQ(groups.at("answer").as_array()[0].at("sex").as_text(), "f");
  EXPECT_EQ(groups.at("answer").as_array()[0].at("n").as_number(), 100);
  EXPECT_EQ(groups.at("answer").as_array()[0].at("first").as_text(), "1970-01-01");
  EXPECT_TRUE(groups.at("answer").as_array()[2].at("first").is_null());
}

}  // namespace
}  // namespace sfumato::queries
