// Eight processes that race for the rest of the budget, and processes killed at any point. Each attack
// succeeds against a plain ledger, and fails against ours.
#include <gtest/gtest.h>
#include <sched.h>

#include <fstream>
#include <map>

#include "core/rng.hpp"
#include "queries/child_reports.hpp"
#include "queries/ledger.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using Outcome = Charge::Outcome;

// The plain ledger: the spent amount as text in a file.
std::int64_t plain_spent(const std::string& path) {
  std::int64_t spent = 0;
  std::ifstream(path) >> spent;
  return spent;
}

TEST(LedgerAttacks, EightProcessesOverspendAPlainLedger) {
  const MemoryFolder folder;
  const std::string path = folder.file("spent");
  constexpr std::int64_t cap = 400;
  const std::int64_t got = race([&](int) {
    std::int64_t mine = 0;
    for (int i = 0; i < 200; ++i) {
      const std::int64_t spent = plain_spent(path);
      if (spent + 1 > cap) continue;
      sched_yield();
      std::ofstream(path) << spent + 1;
      ++mine;
    }
    return mine;
  });
  EXPECT_GT(got, cap);
}

TEST(LedgerAttacks, EightProcessesNeverOverspendOurs) {
  const MemoryFolder folder;
  const std::string path = folder.file("ledger.sqlite");
  constexpr std::int64_t cap = 400;
  Ledger::create(path, {cap, Neighbours::replace});
  const Catalogue catalogue = two_columns();
  const std::int64_t got = race([&](int child) {
    Ledger ledger(path);
    std::int64_t mine = 0;
    for (int i = 0; i < 100; ++i) {
      const std::string query = std::to_string(child) + "/" + std::to_string(i);
      const Charge charge = ledger.charge(std::to_string(child), query, everywhere(1 + i % 3), catalogue);
      if (charge.outcome == Outcome::granted) mine += charge.charged;
    }
    return mine;
  });
  Ledger ledger(path);
  const Balance balance = ledger.balance(std::nullopt);
  EXPECT_EQ(got, cap);  // the questions of 1 micro-ε take the rest
  EXPECT_EQ(balance.spent, got);
  std::int64_t sum = 0;
  for (const LedgerEntry& entry : ledger.entries()) sum += entry.charged;
  EXPECT_EQ(sum, got);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
}

TEST(LedgerAttacks, KillingAPlainLedgerLosesCharges) {
  const MemoryFolder folder;
  const std::string path = folder.file("spent");
  Rng rng({11, 5});
  int lost = 0;
  std::int64_t answers = 0;
  for (int i = 0; i < 200; ++i) {
    const std::int64_t before = plain_spent(path);
    const auto reports = kill_somewhere(rng, [&](const Pipe& pipe) {
      for (;;) {
        const std::int64_t spent = plain_spent(path);
        send_report(pipe, {0, 1, 1});  // the answer is published
        std::ofstream(path) << spent + 1;
      }
    });
    answers += static_cast<std::int64_t>(reports.size());
    if (plain_spent(path) - before < static_cast<std::int64_t>(reports.size())) ++lost;
  }
  EXPECT_GT(answers, 0);
  EXPECT_GT(lost, 0);
}

TEST(LedgerAttacks, KillingOursHundredsOfTimesLosesNoCharge) {
  const MemoryFolder folder;
  const std::string path = folder.file("ledger.sqlite");
  Ledger::create(path, {1'000'000, Neighbours::replace});
  const Catalogue catalogue = two_columns();
  Rng rng({11, 6});
  std::vector<Report> reports;
  for (int i = 0; i < 300; ++i) {
    const auto more = kill_somewhere(rng, [&](const Pipe& pipe) {
      Ledger ledger(path);
      for (int k = 0;; ++k) {
        // Every third question may have been left without an answer by an earlier child.
        const std::string query =
            k % 3 == 0 ? "again " + std::to_string(i / 2) : std::to_string(i) + "/" + std::to_string(k);
        const Charge charge = ledger.charge("ann", query, everywhere(3), catalogue);
        if (charge.outcome == Outcome::known) continue;
        if (charge.outcome != Outcome::granted) _exit(97);
        send_report(pipe, {charge.entry, charge.charged, 0});
        const std::string kept = ledger.keep_answer(charge.entry, std::to_string(i * 1000 + k));
        send_report(pipe, {charge.entry, 0, std::stoll(kept)});
      }
    });
    reports.insert(reports.end(), more.begin(), more.end());
  }
  Ledger ledger(path);
  const LedgerCheck check = ledger.verify();
  EXPECT_TRUE(check.intact) << check.finding;
  const std::vector<LedgerEntry> entries = ledger.entries();
  std::int64_t sum = 0;
  for (const LedgerEntry& entry : entries) sum += entry.charged;
  EXPECT_EQ(ledger.balance(std::nullopt).spent, sum);
  EXPECT_GT(reports.size(), 300U);
  std::map<std::int64_t, std::int64_t> published;
  for (const Report& report : reports) {
    ASSERT_LE(report.entry, static_cast<std::int64_t>(entries.size()));
    const LedgerEntry& entry = entries[static_cast<std::size_t>(report.entry - 1)];
    EXPECT_EQ(entry.charged, 3);
    if (report.answered == 0) continue;
    EXPECT_EQ(entry.answer, std::to_string(report.answered));
    EXPECT_EQ(published.try_emplace(report.entry, report.answered).first->second, report.answered);
  }
}

}  // namespace
}  // namespace sfumato::queries
