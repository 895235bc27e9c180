// Complete questions, from text to answer, killed at any point and asked by eight processes at the same time:
// every published answer is charged and stored, and nothing is charged twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "queries/asked_database.hpp"
#include "queries/child_reports.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

std::int64_t bits_of(double number) {
  std::int64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

// Questions about all people with an income of at least 0, so that their costs add up; they differ in age.
std::string crash_question(std::int64_t number) {
  return "SELECT SUM(income) FROM people WHERE income >= 0 AND (age <= " + std::to_string(number % 100) +
         " OR income <= " + std::to_string(number) + ")";
}

TEST(AskCrashes, KilledHundredsOfTimesEveryPublishedAnswerIsCharged) {
  const AskedDatabase asked(some_people(500), 1'000'000'000);
  Rng rng({13, 1});
  std::vector<Report> reports;
  for (std::int64_t i = 0; i < 300; ++i) {
    const auto more = kill_somewhere(rng, [&](const Pipe& pipe) {
      for (std::int64_t k = 0;; ++k) {
        // Half of the questions may have been left without an answer by the previous child.
        const std::int64_t number = 8 * i + k - (k % 2 == 0 ? 8 : 0);
        if (number < 0) continue;
        const Answer answer = asked.ask(crash_question(number), 100);
        if (answer.refused) _exit(97);
        send_report(pipe, {number, answer.charged, bits_of(answer.groups[0].value)});
      }
    });
    reports.insert(reports.end(), more.begin(), more.end());
  }
  EXPECT_GT(reports.size(), 100U);
  const Database database = asked.open();
  Ledger ledger(database.ledger_path());
  const LedgerCheck check = ledger.verify();
  EXPECT_TRUE(check.intact) << check.finding;
  std::map<std::string, const LedgerEntry*> entries;
  const std::vector<LedgerEntry> granted = ledger.entries();
  std::int64_t sum = 0;
  for (const LedgerEntry& entry : granted) {
    sum += entry.charged;
    EXPECT_TRUE(entries.emplace(entry.query, &entry).second) << "charged twice: " << entry.query;
  }
  EXPECT_EQ(ledger.balance(std::nullopt).spent, sum);
  std::size_t unanswered = 0;
  for (const LedgerEntry& entry : granted) unanswered += entry.answer.empty() ? 1 : 0;
  EXPECT_GT(unanswered + ledger.questions().size() - granted.size(),
            0U);  // some were interrupted, and asked again
  std::map<std::int64_t, std::int64_t> published;
  for (const Report& report : reports) {
    const std::string normal = explain(database, crash_question(report.entry), {}).query;
    ASSERT_TRUE(entries.contains(normal)) << normal;
    EXPECT_FALSE(entries[normal]->answer.empty());
    EXPECT_EQ(published.try_emplace(report.entry, report.answered).first->second, report.answered);
  }
  for (const auto& [number, bits] : published) {
    const Answer again = asked.ask(crash_question(number), 100);
    EXPECT_TRUE(again.repeated);
    EXPECT_EQ(bits_of(again.groups[0].value), bits);
  }
  EXPECT_EQ(asked.balance().spent, sum);
}

TEST(AskCrashes, EightProcessesThatAskNeverOverspend) {
  constexpr std::int64_t cap = 10'000;
  const AskedDatabase asked(some_people(100), cap);
  const std::int64_t got = race([&](int child) {
    std::int64_t mine = 0;
    for (int i = 0; i < 25; ++i)
      mine += asked.ask(crash_question(child * 1000 + i), 100 + 50 * (i % 2)).charged;
    for (int i = 0; i < 10; ++i) mine += asked.ask(crash_question(9000 + i), 100).charged;  // all ask these
    return mine;
  });
  EXPECT_LE(got, cap);
  EXPECT_GT(got, cap - 150);
  EXPECT_EQ(asked.balance().spent, got);
  EXPECT_TRUE(Ledger(asked.open().ledger_path()).verify().intact);
}

}  // namespace
}  // namespace sfumato::queries
