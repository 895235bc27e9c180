// Several users of one ledger: what one sees does not depend on the questions of others, and what all of them
// learn together stays within the budget.
#include <gtest/gtest.h>

#include "core/rng.hpp"
#include "queries/answer.hpp"
#include "queries/asked_database.hpp"
#include "queries/ledger_support.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using UserOutcome = Charge::Outcome;

TEST(LedgerUsers, AQuestionCostsTheSameWhetherOthersAskedItOrNot) {
  const MemoryFolder folder;
  const Catalogue catalogue = two_columns();
  Ledger::create(folder.file("alone"), {1000, Neighbours::replace});
  Ledger::create(folder.file("shared"), {1000, Neighbours::replace});
  Ledger alone(folder.file("alone")), shared(folder.file("shared"));
  const Charge others = shared.charge("ann", "q", everywhere(100), catalogue);
  shared.keep_answer(others.entry, "17");
  const Charge first = alone.charge("bob", "q", everywhere(100), catalogue);
  const Charge second = shared.charge("bob", "q", everywhere(100), catalogue);
  EXPECT_EQ(second.outcome, UserOutcome::granted);
  EXPECT_EQ(second.charged, first.charged);
  EXPECT_EQ(second.left, first.left);
  EXPECT_EQ(second.answer, "") << "a fresh draw";
  EXPECT_EQ(shared.balance("bob").spent, 200) << "two draws cost twice";
  EXPECT_EQ(shared.balance("bob").left_of_user(), 900);
  EXPECT_EQ(shared.keep_answer(second.entry, "19"), "19");
  EXPECT_EQ(shared.charge("bob", "q", everywhere(100), catalogue).answer, "19");
  EXPECT_EQ(shared.charge("ann", "q", everywhere(100), catalogue).answer, "17");
  EXPECT_TRUE(shared.verify().intact) << shared.verify().finding;
}

Footprint random_part(Rng& rng) {
  const auto range = [&] {
    const auto first = static_cast<std::int64_t>(rng.below(10)) * 100;
    return Range{first, first + 99 + static_cast<std::int64_t>(rng.below(2)) * (999 - first - 99)};
  };
  Footprint where = everywhere(1 + static_cast<std::int64_t>(rng.below(20)));
  if (rng.below(2) == 0) where.values[0] = RangeSet({range()});
  if (rng.below(2) == 0) where.values[1] = RangeSet({range()});
  where.null[0] = false;
  return where;
}

// The largest Σ ε of the questions that a replaced record can affect, by trying all pairs of places. Every
// range starts and ends at a multiple of 100.
std::int64_t worst_loss(const std::vector<Footprint>& answered) {
  const auto covers = [](const Footprint& one, std::int64_t place) {
    return one.values[0].contains(place / 10 * 100) && one.values[1].contains(place % 10 * 100);
  };
  std::int64_t worst = 0;
  for (std::int64_t a = 0; a < 100; ++a) {
    for (std::int64_t b = a; b < 100; ++b) {
      std::int64_t sum = 0;
      for (const Footprint& one : answered) sum += covers(one, a) || covers(one, b) ? one.micro_epsilon : 0;
      worst = std::max(worst, sum);
    }
  }
  return worst;
}

// Quotas that together do not exceed the budget: every user gets the same charges, rests and refusals as in a
// ledger of his or her own. The balance bounds the loss of all answers together.
TEST(LedgerUsers, ReservedSharesDoNotDependOnOthers) {
  const MemoryFolder folder;
  const Catalogue catalogue = two_columns();
  const std::vector<std::string> users = {"ann", "bob", "eve"};
  int refused = 0, cheaper = 0;
  for (std::uint64_t round = 0; round < 20; ++round) {
    Rng rng({25, round});
    const auto path = [&](const std::string& name) { return folder.file(name + std::to_string(round)); };
    Ledger::create(path("together"), {300, Neighbours::replace});
    Ledger together(path("together"));
    std::vector<std::unique_ptr<Ledger>> alone;
    for (const std::string& user : users) {
      Ledger::create(path(user), {300, Neighbours::replace});
      alone.push_back(std::make_unique<Ledger>(path(user)));
      alone.back()->set_quota(user, 100);
      together.set_quota(user, 100);
    }
    std::vector<Footprint> answered;
    for (int i = 0; i < 90; ++i) {
      const std::size_t who = rng.below(users.size());
      const std::string text = "q" + std::to_string(rng.below(40));
      Rng same({static_cast<std::uint64_t>(std::stoi(text.substr(1))), round});
      const Footprint where = random_part(same);  // depends on the text only
      const Charge one = alone[who]->charge(users[who], text, where, catalogue);
      const Charge other = together.charge(users[who], text, where, catalogue);
      ASSERT_EQ(one.outcome, other.outcome);
      EXPECT_EQ(one.charged, other.charged);
      EXPECT_EQ(one.left, other.left);
      refused += one.outcome == UserOutcome::over_quota ? 1 : 0;
      if (one.outcome != UserOutcome::granted) continue;
      answered.push_back(where);
      alone[who]->keep_answer(one.entry, "answer");
      together.keep_answer(other.entry, "answer");
      EXPECT_LE(worst_loss(answered), together.balance(std::nullopt).spent);
    }
    const Balance balance = together.balance("ann");
    EXPECT_LE(balance.spent, balance.cap);
    std::int64_t sum = 0;
    for (const std::string& user : users) sum += together.balance(user).spent_by_user;
    EXPECT_LE(balance.spent, sum);
    cheaper += balance.spent < sum ? 1 : 0;
    EXPECT_TRUE(together.verify().intact) << together.verify().finding;
    EXPECT_EQ(Ledger(path("together")).balance("ann").spent, balance.spent) << "opened again";
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(cheaper, 0) << "questions of several users compose";
}

TEST(LedgerUsers, AQuotaOfZeroAllowsNothing) {
  const MemoryFolder folder;
  const Catalogue catalogue = two_columns();
  Ledger::create(folder.file("ledger"), {1000, Neighbours::replace});
  Ledger ledger(folder.file("ledger"));
  ledger.set_quota("ann", 0);
  const Charge refused = ledger.charge("ann", "q", everywhere(1), catalogue);
  EXPECT_EQ(refused.outcome, UserOutcome::over_quota);
  EXPECT_EQ(refused.left, 0);
  EXPECT_EQ(ledger.charge("bob", "q", everywhere(1000), catalogue).outcome, UserOutcome::granted);
  EXPECT_EQ(ledger.charge("ann", "q", everywhere(1), catalogue).outcome, UserOutcome::over_quota)
      << "the same refusal when the budget is spent";
  EXPECT_TRUE(ledger.verify().intact);
}

TEST(LedgerUsers, NotesArePartOfTheChain) {
  const MemoryFolder folder;
  Ledger::create(folder.file("ledger"), {1000, Neighbours::replace});
  Ledger ledger(folder.file("ledger"));
  const LedgerHead before = ledger.head();
  ledger.add_note("the first one");
  EXPECT_EQ(ledger.notes(), std::vector<std::string>{"the first one"});
  EXPECT_NE(ledger.head(), before);
  EXPECT_TRUE(ledger.verify(before).intact) << ledger.verify(before).finding;
  EXPECT_TRUE(ledger.questions().empty());
}

// Everything that two users can see of a question that the other one asked before.
TEST(LedgerUsers, AnAnswerLooksTheSameWhetherOthersAskedOrNot) {
  const AskedDatabase alone(some_people(200)), shared(some_people(200));
  const std::string question = "SELECT COUNT(*) FROM people WHERE age < 50";
  shared.ask(question, 100'000, "ann");
  shared.ask(question, 300'000, "ann");
  const Answer one = alone.ask(question, 100'000, "bob"), other = shared.ask(question, 100'000, "bob");
  EXPECT_EQ(one.charged, 100'000);
  EXPECT_EQ(other.charged, one.charged);
  EXPECT_EQ(other.left, one.left);
  EXPECT_EQ(other.repeated, one.repeated);
  EXPECT_EQ(other.database_left, std::nullopt) << "only for administrators";
  EXPECT_EQ(other.groups[0].upper95 - other.groups[0].lower95, one.groups[0].upper95 - one.groups[0].lower95)
      << "not the more accurate answer of another user";
  EXPECT_TRUE(shared.ask(question, 100'000, "bob").repeated);
  EXPECT_EQ(shared.balance().spent, 500'000);
}

}  // namespace
}  // namespace sfumato::queries
