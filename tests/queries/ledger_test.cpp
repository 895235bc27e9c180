// The ledger: charges, stored answers, refusals, and bad input.
#include "queries/ledger.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <numeric>
#include <set>
#include <thread>

#include "queries/ledger_support.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using Outcome = Charge::Outcome;

class LedgerTest : public ::testing::Test {
 protected:
  std::string path_of(const LedgerTerms& terms) {
    const std::string path = folder_.file("ledger.sqlite");
    Ledger::create(path, terms);
    return path;
  }
  Charge ask(Ledger& ledger, const std::string& query, const Footprint& where,
             const std::string& user = "ann") {
    return ledger.charge(user, query, where, catalogue_);
  }
  MemoryFolder folder_;
  Catalogue catalogue_ = two_columns();
};

TEST_F(LedgerTest, ChargesComposeAndTheBalanceIsTheirSum) {
  Ledger ledger(path_of({1000, Neighbours::replace}));
  EXPECT_EQ(ask(ledger, "a", ages(0, 9, 100)).charged, 100);
  EXPECT_EQ(ask(ledger, "b", ages(10, 19, 80), "bob").charged, 80);
  const Charge third = ask(ledger, "c", ages(20, 29, 90));  // the two largest are 100 and 90
  EXPECT_EQ(third.outcome, Outcome::granted);
  EXPECT_EQ(third.entry, 3);
  EXPECT_EQ(third.charged, 90);  // of her own questions
  EXPECT_EQ(third.left, 810);
  EXPECT_EQ(third.database_left, 810);
  const Charge fourth = ask(ledger, "d", ages(30, 39, 50), "bob");
  EXPECT_EQ(fourth.charged, 50);
  EXPECT_EQ(fourth.left, 870);
  EXPECT_EQ(fourth.database_left, 810);
  EXPECT_EQ(ask(ledger, "e", everywhere(200)).charged, 200);
  const Balance ann = ledger.balance("ann");
  EXPECT_EQ(ann.spent, 390);
  EXPECT_EQ(ann.left(), 610);
  EXPECT_EQ(ann.spent_by_user, 390);
  EXPECT_EQ(ledger.balance("bob").spent_by_user, 130);
  EXPECT_EQ(ledger.balance(std::nullopt).cap, 1000);
  const std::vector<LedgerEntry> entries = ledger.entries();
  ASSERT_EQ(entries.size(), 5U);
  EXPECT_EQ(entries[1].user, "bob");
  EXPECT_EQ(entries[1].query, "b");
  EXPECT_EQ(entries[2].asked, 90);
  EXPECT_EQ(entries[2].charged, 10);
  EXPECT_EQ(entries[2].charged_to_user, 90);
  EXPECT_EQ(entries[0].time.size(), 20U);
  EXPECT_EQ(entries[0].chain.size(), 64U);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
  EXPECT_EQ(ledger.verify().entries, 5);
}

TEST_F(LedgerTest, IsTheSameWhenOpenedAgain) {
  const std::string path = path_of({1000, Neighbours::add_remove});
  {
    Ledger ledger(path);
    ask(ledger, "a", ages(0, 9, 100));
    ask(ledger, "b", ages(5, 19, 70));
    ledger.keep_answer(1, "{\"answer\": 1}");
    ledger.set_quota("ann", 180);
  }
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));  // the last close leaves one file with all rows
  Ledger ledger(path);
  EXPECT_EQ(ledger.balance("ann").spent, 170);
  EXPECT_EQ(ledger.balance("ann").quota, 180);
  EXPECT_EQ(ask(ledger, "c", ages(30, 39, 170)).charged, 0);
  EXPECT_EQ(ask(ledger, "d", ages(7, 7, 11)).outcome, Outcome::over_quota);
  EXPECT_EQ(ask(ledger, "a", ages(0, 9, 100)).answer, "{\"answer\": 1}");
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
}

TEST_F(LedgerTest, TheSameQuestionCostsNothingAgain) {
  Ledger ledger(path_of({1000, Neighbours::replace}));
  const Charge first = ask(ledger, "q", everywhere(100));
  EXPECT_EQ(ledger.keep_answer(first.entry, "42"), "42");
  const Charge again = ask(ledger, "q", everywhere(100));
  EXPECT_EQ(again.outcome, Outcome::known);
  EXPECT_EQ(again.answer, "42");
  EXPECT_EQ(again.charged, 0);
  EXPECT_EQ(again.entry, first.entry);
  EXPECT_EQ(ask(ledger, "q", everywhere(60)).outcome, Outcome::known);  // more ε than requested
  const Charge better = ask(ledger, "q", everywhere(300));
  EXPECT_EQ(better.outcome, Outcome::granted);
  EXPECT_EQ(better.charged, 300);
  EXPECT_EQ(ask(ledger, "q", everywhere(100)).answer, "42");  // until the more accurate answer is stored
  ledger.keep_answer(better.entry, "41");
  EXPECT_EQ(ask(ledger, "q", everywhere(100)).answer, "41");
  EXPECT_EQ(ledger.balance(std::nullopt).spent, 400);
}

TEST_F(LedgerTest, AChargeWithoutAnAnswerIsNotChargedAgainAndGetsOneAnswer) {
  const std::string path = path_of({100, Neighbours::replace});
  {
    Ledger crashed(path);
    ask(crashed, "q", everywhere(100));
  }
  Ledger ledger(path);
  const Charge one = ledger.charge("ann", "q", everywhere(100), catalogue_);
  const Charge two = ledger.charge("ann", "q", everywhere(100), catalogue_);
  EXPECT_EQ(one.outcome, Outcome::granted);
  EXPECT_EQ(two.outcome, Outcome::granted);
  EXPECT_EQ(one.entry, 1);
  EXPECT_EQ(two.entry, 1);
  EXPECT_EQ(two.charged, 0);
  EXPECT_EQ(two.left, 0);
  EXPECT_EQ(ledger.keep_answer(one.entry, "first draw"), "first draw");
  EXPECT_EQ(ledger.keep_answer(two.entry, "second draw"),
            "first draw");  // the second draw is never published
  EXPECT_EQ(ledger.entries()[0].answer, "first draw");
  EXPECT_EQ(ledger.balance(std::nullopt).spent, 100);
}

TEST_F(LedgerTest, CapAndQuotaRefuseAndChargeNothing) {
  Ledger ledger(path_of({100, Neighbours::replace}));
  ledger.set_quota("bob", 30);
  EXPECT_EQ(ask(ledger, "a", everywhere(101)).outcome, Outcome::over_cap);
  EXPECT_EQ(ask(ledger, "b", everywhere(31), "bob").outcome, Outcome::over_quota);
  EXPECT_EQ(ask(ledger, "c", everywhere(30), "bob").outcome, Outcome::granted);
  EXPECT_EQ(ask(ledger, "d", everywhere(1), "bob").outcome, Outcome::over_quota);
  EXPECT_EQ(ask(ledger, "e", everywhere(71)).outcome, Outcome::over_cap);
  EXPECT_EQ(ask(ledger, "e", everywhere(71)).charged, 71);
  const Charge last = ask(ledger, "f", everywhere(70));
  EXPECT_EQ(last.database_left, 0);
  EXPECT_EQ(last.left, 30);  // of ann's share, the whole budget: it does not show what bob spent
  ledger.set_quota("bob", std::nullopt);
  EXPECT_EQ(ask(ledger, "g", everywhere(1), "bob").outcome, Outcome::over_cap);
  EXPECT_EQ(ledger.balance("bob").quota, std::nullopt);
  EXPECT_EQ(ledger.entries().size(), 2U);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
}

TEST_F(LedgerTest, EveryQuestionHasItsRowGrantedOrNot) {
  const std::string path = path_of({100, Neighbours::replace});
  {
    Ledger ledger(path);
    ledger.set_quota("bob", 30);
    ledger.keep_answer(ask(ledger, "a", everywhere(60)).entry, "42");
    EXPECT_EQ(ask(ledger, "a", everywhere(50)).outcome, Outcome::known);
    EXPECT_EQ(ask(ledger, "b", everywhere(31), "bob").outcome, Outcome::over_quota);
    EXPECT_EQ(ask(ledger, "c", everywhere(41), "eve").outcome, Outcome::over_cap);
    EXPECT_EQ(ask(ledger, "d", everywhere(7), "eve").outcome, Outcome::granted);
    EXPECT_EQ(ask(ledger, "d", everywhere(7), "eve").entry, 2);  // its answer was never stored
  }
  Ledger ledger(path);
  const std::vector<LedgerEntry> asked = ledger.questions();
  struct Row {
    EntryKind kind;
    std::int64_t row, number;
    std::string user, query;
    std::int64_t asked, charged;
  };
  // Row 0 is the opening, 1 a quota, 3 an answer.
  const std::vector<Row> rows = {
      {EntryKind::granted, 2, 1, "ann", "a", 60, 60},   {EntryKind::repeated, 4, 1, "ann", "a", 50, 0},
      {EntryKind::over_quota, 5, 0, "bob", "b", 31, 0}, {EntryKind::over_cap, 6, 0, "eve", "c", 41, 0},
      {EntryKind::granted, 7, 2, "eve", "d", 7, 7},     {EntryKind::repeated, 8, 2, "eve", "d", 7, 0}};
  ASSERT_EQ(asked.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(asked[i].kind, rows[i].kind) << i;
    EXPECT_EQ(asked[i].row, rows[i].row) << i;
    EXPECT_EQ(asked[i].number, rows[i].number) << i;
    EXPECT_EQ(asked[i].user, rows[i].user) << i;
    EXPECT_EQ(asked[i].query, rows[i].query) << i;
    EXPECT_EQ(asked[i].asked, rows[i].asked) << i;
    EXPECT_EQ(asked[i].charged, rows[i].charged) << i;
  }
  EXPECT_EQ(asked[0].answer, "42");
  EXPECT_EQ(ledger.entries().size(), 2U);
  EXPECT_EQ(ledger.balance(std::nullopt).spent, 67);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
  EXPECT_EQ(ledger.verify().rows, 9);
}

// Refusals, repeated and free questions, and their answers cannot fill the disk.
TEST_F(LedgerTest, QuestionsThatChargeNothingAreLimited) {
  Ledger ledger(path_of({100, Neighbours::replace}));
  ledger.keep_answer(ask(ledger, "a", everywhere(10)).entry, "42");
  const std::string long_text(max_uncharged_bytes / 5, 'x');
  const auto flood = [&](const std::string& user, const std::function<void(const std::string&)>& once) {
    int count = 0;
    const Error error = error_of([&] {
      for (; count < 10; ++count) once(user);
    });
    EXPECT_EQ(error.code, ErrorCode::refused);
    EXPECT_NE(error.hint.find("quota"), std::string::npos);
    return count;
  };
  EXPECT_EQ(flood("eve", [&](const std::string& user) { ask(ledger, long_text, everywhere(101), user); }), 4);
  EXPECT_EQ(error_of([&] { ask(ledger, "b" + long_text, everywhere(101), "eve"); }).code, ErrorCode::refused);
  EXPECT_EQ(ask(ledger, "a", everywhere(101), "eve").outcome, Outcome::over_cap);  // a short row still fits
  // Charged questions and other users are not limited.
  EXPECT_EQ(ask(ledger, long_text, everywhere(1), "eve").outcome, Outcome::granted);
  EXPECT_EQ(ask(ledger, "c", everywhere(101), "ann").outcome, Outcome::over_cap);
  ledger.set_quota("eve", std::nullopt);
  EXPECT_EQ(ask(ledger, "d" + long_text, everywhere(101), "eve").outcome, Outcome::over_cap);
  int number = 0;
  const Footprint nowhere{0, {RangeSet(), RangeSet()}, {false, false}, 1};
  EXPECT_EQ(flood("zoe",
                  [&](const std::string& user) {
                    const Charge free = ask(ledger, "free " + std::to_string(++number), nowhere, user);
                    EXPECT_EQ(free.charged, 0);
                    ledger.keep_answer(free.entry, long_text + long_text);
                  }),
            3);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
}

TEST_F(LedgerTest, QuestionsWithoutEpsilonAreLoggedAndCostNothing) {
  const std::string path = path_of({0, Neighbours::replace});
  for (int round = 0; round < 2; ++round) {
    Ledger ledger(path);
    const Charge charge = ask(ledger, "q", everywhere(0));
    EXPECT_EQ(charge.outcome, round == 0 ? Outcome::granted : Outcome::known);
    if (round == 0) ledger.keep_answer(charge.entry, "42");
    EXPECT_EQ(ask(ledger, "other " + std::to_string(round), everywhere(0)).outcome, Outcome::granted);
    EXPECT_EQ(ask(ledger, "one", everywhere(1)).outcome, Outcome::over_cap);
    EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
  }
  EXPECT_EQ(Ledger(path).questions().size(), 6U);
  EXPECT_EQ(Ledger(path).balance(std::nullopt).spent, 0);
}

TEST_F(LedgerTest, ManyQuestionsFromManyThreadsNeverOverspend) {
  Ledger ledger(path_of({500, Neighbours::replace}));
  std::vector<std::int64_t> granted(8);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < granted.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 125; ++i) {
        const Charge charge =
            ask(ledger, std::to_string(t) + "/" + std::to_string(i), everywhere(1), std::to_string(t));
        if (charge.outcome != Outcome::granted) continue;
        granted[t] += charge.charged;
        if (i % 3 == 0) ledger.keep_answer(charge.entry, std::to_string(t));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::accumulate(granted.begin(), granted.end(), std::int64_t{0}), 500);
  EXPECT_EQ(ledger.balance(std::nullopt).spent, 500);
  for (std::size_t t = 0; t < granted.size(); ++t)
    EXPECT_EQ(ledger.balance(std::to_string(t)).spent_by_user, granted[t]);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
}

TEST_F(LedgerTest, ThreadsThatAskTheSameEndWithOneAnswer) {
  Ledger ledger(path_of({1000, Neighbours::replace}));
  std::vector<std::string> published(8);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < published.size(); ++t)
    threads.emplace_back([&, t] {
      const Charge charge = ask(ledger, "q", everywhere(10));
      published[t] = charge.outcome == Outcome::known
                         ? charge.answer
                         : ledger.keep_answer(charge.entry, "draw " + std::to_string(t));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(published.begin(), published.end()).size(), 1U);
  EXPECT_EQ(ledger.balance(std::nullopt).spent, 10);
}

TEST_F(LedgerTest, TwoOpenLedgersSeeEachOthersCharges) {
  const std::string path = path_of({100, Neighbours::replace});
  Ledger one(path), two(path);
  for (int i = 0; i < 10; ++i) ask(i % 2 == 0 ? one : two, std::to_string(i), everywhere(10));
  EXPECT_EQ(one.balance(std::nullopt).spent, 100);
  EXPECT_EQ(ask(two, "more", everywhere(1)).outcome, Outcome::over_cap);
  EXPECT_EQ(one.head(), two.head());
}

TEST_F(LedgerTest, TextOfUsersIsNeverInterpreted) {
  const std::string path = path_of({1000, Neighbours::replace});
  Ledger ledger(path);
  const std::vector<std::string> texts = {
      "'; DROP TABLE log; --", "\" OR 1=1", std::string("nul\0inside", 10), "%s%n", "?1 :a @b $c",
      "\xff\xfe not UTF-8",    "",          "Robert'); DELETE FROM log"};
  for (const std::string& text : texts) {
    const Charge charge = ask(ledger, text, everywhere(1), text);
    ASSERT_EQ(charge.outcome, Outcome::granted);
    EXPECT_EQ(ledger.keep_answer(charge.entry, text + "!"), text + "!");
    EXPECT_EQ(ask(ledger, text, everywhere(1), text).answer, text + "!");
    EXPECT_EQ(ledger.balance(text).spent_by_user, 1);
  }
  const std::vector<LedgerEntry> entries = ledger.entries();
  ASSERT_EQ(entries.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(entries[i].query, texts[i]);
    EXPECT_EQ(entries[i].user, texts[i]);
    EXPECT_EQ(entries[i].answer, texts[i] + "!");
  }
  EXPECT_TRUE(Ledger(path).verify().intact);
}

TEST_F(LedgerTest, LongTextIsStoredAndTooLongTextIsRefused) {
  Ledger ledger(path_of({1000, Neighbours::replace}));
  const std::string megabytes(3 << 20, 'x');
  const Charge charge = ask(ledger, megabytes, everywhere(1));
  ledger.keep_answer(charge.entry, megabytes);
  EXPECT_EQ(ask(ledger, megabytes, everywhere(1)).answer, megabytes);
  EXPECT_EQ(error_of([&] { ask(ledger, std::string((1 << 24) + 1, 'x'), everywhere(1)); }).code,
            ErrorCode::bad_input);
  EXPECT_EQ(error_of([&] { ask(ledger, "q", everywhere(1), std::string(2000, 'u')); }).code,
            ErrorCode::bad_input);
  EXPECT_TRUE(ledger.verify().intact);
}

TEST_F(LedgerTest, ImpossibleNumbersAreRefused) {
  EXPECT_EQ(error_of([&] { path_of({-1, Neighbours::replace}); }).code, ErrorCode::bad_input);
  EXPECT_EQ(error_of([&] { path_of({INT64_MAX, Neighbours::replace}); }).code, ErrorCode::bad_input);
  Ledger ledger(path_of({largest_micro_epsilon, Neighbours::replace}));
  for (const std::int64_t epsilon : {std::int64_t{-1}, std::int64_t{-5}, INT64_MAX, INT64_MIN})
    EXPECT_EQ(error_of([&] { ask(ledger, "q", everywhere(epsilon)); }).code, ErrorCode::bad_input);
  EXPECT_EQ(error_of([&] { ledger.set_quota("ann", -1); }).code, ErrorCode::bad_input);
  EXPECT_EQ(error_of([&] { ledger.keep_answer(1, "there is no entry 1"); }).code, ErrorCode::internal);
  Footprint odd = everywhere(1);
  odd.null.pop_back();
  EXPECT_EQ(error_of([&] { ask(ledger, "q", odd); }).code, ErrorCode::internal);
  EXPECT_EQ(ask(ledger, "q", everywhere(largest_micro_epsilon)).left, 0);
}

TEST_F(LedgerTest, AnotherCatalogueIsRefused) {
  Ledger ledger(path_of({1000, Neighbours::replace}));
  ask(ledger, "a", everywhere(1));
  Catalogue wider = catalogue_;
  wider.tables[0].columns[0].upper = 2000;
  EXPECT_EQ(error_of([&] { ledger.charge("ann", "b", everywhere(1), wider); }).code, ErrorCode::bad_input);
  EXPECT_EQ(error_of([&] { ledger.charge("ann", "b", everywhere(1), two_columns(2)); }).code,
            ErrorCode::bad_input);
  EXPECT_EQ(ask(ledger, "b", everywhere(1)).outcome, Outcome::granted);
}

TEST_F(LedgerTest, NothingIsOverwritten) {
  const std::string path = path_of({1000, Neighbours::replace});
  EXPECT_EQ(error_of([&] { Ledger::create(path, {}); }).code, ErrorCode::bad_input);
  EXPECT_EQ(Ledger(path).balance(std::nullopt).cap, 1000);
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(error_of([&] { Ledger::create(folder_.file("no/such/folder"), {}); }).code,
            ErrorCode::input_output);
}

TEST_F(LedgerTest, OtherFilesAreRefusedAndNotChanged) {
  const std::string text = folder_.file("text");
  std::ofstream(text) << std::string(5000, 't');
  const std::string empty = folder_.file("empty");
  std::ofstream(empty).flush();
  const std::string other = folder_.file("other.sqlite");
  sqlite3* handle = nullptr;
  sqlite3_open(other.c_str(), &handle);
  sqlite3_exec(handle, "CREATE TABLE log (position INTEGER)", nullptr, nullptr, nullptr);
  sqlite3_close(handle);
  for (const std::string& path : {text, empty, other}) {
    const auto size = std::filesystem::file_size(path);
    const Error error = error_of([&] { Ledger ledger(path); });
    EXPECT_EQ(error.code, ErrorCode::bad_input) << path;
    EXPECT_NE(error.message.find(path), std::string::npos);
    EXPECT_EQ(std::filesystem::file_size(path), size);
  }
  EXPECT_EQ(error_of([&] { Ledger ledger(folder_.file("none")); }).code, ErrorCode::input_output);
}

TEST_F(LedgerTest, AFolderWithoutPermissionIsAnError) {
  const std::string path = path_of({1000, Neighbours::replace});
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  chmod(path.c_str(), 0444);
  chmod(folder.c_str(), 0555);
  const int status = finish(start([&] {
    if (geteuid() == 0 && seteuid(65534) != 0) return 1;
    return error_of([&] { Ledger(path).charge("ann", "q", everywhere(1), catalogue_); }).code ==
                   ErrorCode::input_output
               ? 0
               : 2;
  }));
  chmod(folder.c_str(), 0700);
  EXPECT_EQ(status, 0);
}

// A limit on the size of files simulates a full disk.
TEST_F(LedgerTest, AFullDiskRefusesAndLosesNothing) {
  const std::string path = path_of({1'000'000, Neighbours::replace});
  const std::string granted = folder_.file("granted");
  const int status = finish(start([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{200'000, 200'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Ledger ledger(path);
    int count = 0;
    const Error error = error_of([&] {
      for (; count < 1000; ++count) ask(ledger, std::to_string(count), everywhere(1));
    });
    std::ofstream(granted) << count;
    // The state of the disk is unknown after such a failure: this process grants nothing any more.
    const Error after = error_of([&] { ask(ledger, "more", everywhere(1)); });
    return error.code == ErrorCode::input_output && after.code == ErrorCode::input_output ? 0 : 1;
  }));
  EXPECT_EQ(status, 0);
  int count = 0;
  std::ifstream(granted) >> count;
  EXPECT_GT(count, 5);
  EXPECT_LT(count, 1000);
  Ledger ledger(path);
  EXPECT_GE(ledger.balance(std::nullopt).spent, count);
  EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
  EXPECT_EQ(ask(ledger, "more", everywhere(1)).outcome, Outcome::granted);
}

TEST_F(LedgerTest, AFileThatWasMovedAcceptsNoMoreCharges) {
  const std::string path = path_of({1000, Neighbours::replace});
  Ledger ledger(path);
  ask(ledger, "a", everywhere(1));
  std::filesystem::rename(path, path + ".old");
  EXPECT_EQ(error_of([&] { ask(ledger, "b", everywhere(1)); }).code, ErrorCode::input_output);
  std::filesystem::copy_file(path + ".old", path);
  EXPECT_EQ(error_of([&] { ask(ledger, "b", everywhere(1)); }).code, ErrorCode::input_output);
  std::filesystem::rename(path + ".old", path);
  EXPECT_EQ(ask(ledger, "b", everywhere(1)).outcome, Outcome::granted);
}

TEST_F(LedgerTest, IsNotUsedAcrossFork) {
  Ledger ledger(path_of({1000, Neighbours::replace}));
  EXPECT_EQ(finish(start([&] {
              return error_of([&] { ask(ledger, "q", everywhere(1)); }).code == ErrorCode::internal ? 0 : 1;
            })),
            0);
  EXPECT_EQ(ask(ledger, "q", everywhere(1)).outcome, Outcome::granted);
}

}  // namespace
}  // namespace sfumato::queries
