// An attacker with write access changes the ledger's file: which changes are detected from the file, which
// only with a head that was kept elsewhere, and that a ledger that is not intact grants nothing.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <sstream>

#include "core/rng.hpp"
#include "queries/ledger.hpp"
#include "queries/ledger/log_row.hpp"
#include "queries/ledger_support.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

void edit(const std::string& path, const std::string& statement) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << statement << ": " << sqlite3_errmsg(handle);
  sqlite3_close(handle);
}

std::string bytes_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class LedgerTampering : public ::testing::Test {
 protected:
  // Rows: opening, two charges, an answer, a quota, a charge, an answer, a charge, a repeated question, and
  // refusals by quota and cap.
  void SetUp() override {
    Ledger::create(path_, {1000, Neighbours::replace});
    Ledger ledger(path_);
    ledger.charge("ann", "SELECT a", ages(0, 9, 100), catalogue_);
    ledger.charge("bob", "SELECT b", ages(10, 19, 80), catalogue_);
    ledger.keep_answer(1, "{\"answer\": 17}");
    ledger.set_quota("bob", 300);
    ledger.charge("bob", "SELECT c", ages(20, 700, 60), catalogue_);
    ledger.keep_answer(3, "{\"answer\": 18}");
    ledger.charge("ann", "SELECT d", everywhere(50), catalogue_);
    ledger.charge("ann", "SELECT a", ages(0, 9, 90), catalogue_);
    ledger.charge("bob", "SELECT f", everywhere(299), catalogue_);
    ledger.charge("eve", "SELECT g", everywhere(999), catalogue_);
    head_ = ledger.head();
    ASSERT_EQ(head_.rows, rows_);
    ASSERT_TRUE(ledger.verify(head_).intact) << ledger.verify(head_).finding;
  }
  std::string copy(const std::string& bytes) const {
    std::ofstream(copy_, std::ios::binary) << bytes;
    for (const char* other : {"-wal", "-shm"}) std::filesystem::remove(copy_ + other);
    return copy_;
  }
  std::string edited(const std::string& statement) const {
    const std::string path = copy(bytes_of(path_));
    edit(path, statement);
    return path;
  }
  // The finding of `verify`, or the error on opening.
  static std::string finding(const std::string& path, const std::optional<LedgerHead>& head = std::nullopt) {
    try {
      const LedgerCheck check = Ledger(path).verify(head);
      EXPECT_NE(check.intact, !check.finding.empty());
      return check.finding;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input) << error.message;
      return error.message;
    }
  }
  // Detected by verify, and nothing is granted.
  void expect_found(const std::string& statement) const {
    const std::string path = edited(statement);
    EXPECT_NE(finding(path), "") << statement;
    EXPECT_EQ(error_of([&] { Ledger(path).charge("eve", "SELECT e", everywhere(1), catalogue_); }).code,
              ErrorCode::bad_input)
        << statement;
  }

  static constexpr std::int64_t rows_ = 11;
  MemoryFolder folder_;
  Catalogue catalogue_ = two_columns();
  std::string path_ = folder_.file("ledger.sqlite");
  std::string copy_ = folder_.file("copy.sqlite");
  LedgerHead head_;
};

TEST_F(LedgerTampering, TheChainCoversEveryColumnOfEveryRow) {
  for (std::int64_t row = 0; row < rows_; ++row) {
    const std::string where = " WHERE position = " + std::to_string(row);
    for (const char* column : {"kind", "entry", "asked", "charged"}) {
      expect_found("UPDATE log SET " + std::string(column) + " = " + column + " + 1" + where);
      expect_found("UPDATE log SET " + std::string(column) + " = " + column + " - 1" + where);
    }
    for (const char* column : {"time", "user", "query", "text"}) {
      expect_found("UPDATE log SET " + std::string(column) + " = " + column + " || ' '" + where);
      expect_found("UPDATE log SET " + std::string(column) + " = " + column + " || char(0)" + where);
    }
    expect_found("UPDATE log SET footprint = CAST(footprint || x'00' AS BLOB)" + where);
    expect_found(
        "UPDATE log SET chain = CAST(substr(chain, 1, 31) || iif(substr(chain, 32) = x'00', x'01', x'00') AS "
        "BLOB)" +
        where);
    expect_found("UPDATE log SET chain = zeroblob(32)" + where);
    expect_found("UPDATE log SET position = position + 1000" + where);
  }
}

TEST_F(LedgerTampering, TheChainCoversEveryByteOfACharge) {
  for (const char* column : {"time", "user", "query", "footprint", "chain"}) {
    const bool blob = std::string(column) == "footprint" || std::string(column) == "chain";
    const int length = blob ? 24 : 8;
    for (int at = 1; at <= length; ++at) {
      const std::string name = column;
      const std::string place = std::to_string(at);
      const std::string other =
          blob ? "iif(substr(" + name + ", " + place + ", 1) = x'A7', x'A8', x'A7')" : std::string("'~'");
      const std::string changed = "substr(" + name + ", 1, " + place + " - 1) || " + other + " || substr(" +
                                  name + ", " + place + " + 1)";
      const std::string path = edited("UPDATE log SET " + name + " = CAST(" + changed + " AS " +
                                      (blob ? "BLOB" : "TEXT") + ") WHERE position = 2");
      EXPECT_NE(finding(path), "") << name << " " << at;
    }
  }
}

TEST_F(LedgerTampering, RemovedInsertedAndMovedRowsAreDetected) {
  for (std::int64_t row = 0; row + 1 < rows_; ++row)
    expect_found("DELETE FROM log WHERE position = " + std::to_string(row));
  expect_found("DELETE FROM log");
  expect_found(
      "UPDATE log SET position = -1 WHERE position = 1; UPDATE log SET position = 1 WHERE position = 2;"
      "UPDATE log SET position = 2 WHERE position = -1");
  expect_found(
      "DELETE FROM log WHERE position = 3; UPDATE log SET position = position - 1 WHERE position > 3");
  expect_found(
      "INSERT INTO log SELECT 11, kind, time, user, query, entry, asked, charged, footprint, text, chain "
      "FROM log WHERE position = 4");
  EXPECT_NE(
      finding(edited("INSERT INTO log SELECT -1, kind, time, user, query, entry, asked, charged, footprint, "
                     "text, chain FROM log WHERE position = 4")),
      "");
  expect_found("DROP TABLE log");
}

TEST_F(LedgerTampering, OtherTablesAreDetected) {
  expect_found(
      "CREATE TRIGGER forget AFTER INSERT ON log BEGIN DELETE FROM log WHERE position = new.position; END");
  expect_found("CREATE TABLE more (x INTEGER)");
  expect_found("ALTER TABLE log ADD COLUMN more INTEGER");
  expect_found("PRAGMA journal_mode = DELETE");
  expect_found("PRAGMA user_version = 99");
}

TEST_F(LedgerTampering, ATriggerAddedToAnOpenLedgerHasNoEffect) {
  Ledger ledger(path_);
  const std::int64_t spent = ledger.balance(std::nullopt).spent;
  edit(path_,
       "CREATE TRIGGER forget AFTER INSERT ON log BEGIN DELETE FROM log WHERE position = new.position; END");
  ledger.charge("ann", "SELECT e", everywhere(5), catalogue_);
  EXPECT_EQ(ledger.balance(std::nullopt).spent, spent + 5);
  edit(path_, "DROP TRIGGER forget");
  EXPECT_EQ(Ledger(path_).balance(std::nullopt).spent, spent + 5);
}

TEST_F(LedgerTampering, RowsRemovedAtTheEndAreDetectedByAKeptHead) {
  const std::string path = edited("DELETE FROM log WHERE position >= 5");
  EXPECT_EQ(finding(path), "");  // the rest is a valid earlier ledger
  EXPECT_NE(finding(path, head_).find("missing at the end"), std::string::npos);
  const std::string swapped = edited("DELETE FROM log WHERE position >= 7");
  {
    Ledger ledger(swapped);
    ledger.charge("ann", "SELECT another", everywhere(50), catalogue_);
    ledger.keep_answer(4, "1");
    for (int i = 0; i < 3; ++i) ledger.charge("ann", "SELECT another", everywhere(50), catalogue_);
  }
  EXPECT_EQ(finding(swapped), "");
  EXPECT_NE(finding(swapped, head_).find("differs"), std::string::npos);
}

TEST_F(LedgerTampering, AnOpenLedgerDetectsThatTheEndIsMissing) {
  Ledger ledger(path_);
  EXPECT_EQ(ledger.head(), head_);
  edit(path_, "DELETE FROM log WHERE position = 10");
  EXPECT_EQ(error_of([&] { ledger.charge("ann", "SELECT e", everywhere(1), catalogue_); }).code,
            ErrorCode::bad_input);
}

// An edit with the complete chain recomputed, as an attacker with the source code could.
std::string forge(const std::string& path, const std::function<void(LogRow&)>& change) {
  SqliteFile file(path);
  std::vector<LogRow> all;
  {
    LogRows rows(file);
    std::optional<LogRow> row;
    for (rows.from(0); rows.next(row);) all.push_back(*row);
    rows.done();
    file.run("DELETE FROM log");
    Digest chain{};
    for (LogRow& one : all) {
      change(one);
      chain = one.chain = chain_digest(chain, one);
      rows.insert(one);
    }
  }
  return path;
}

TEST_F(LedgerTampering, AForgedChainMustHaveConsistentCharges) {
  const std::string bytes = bytes_of(path_);
  EXPECT_NE(
      finding(forge(copy(bytes), [](LogRow& row) { row.charged = row.position == 1 ? 0 : row.charged; })),
      "");
  for (const char* own : {"0", "", "99", "101", "-1", "0100", "x"}) {  // what the user was charged
    EXPECT_NE(
        finding(forge(copy(bytes), [&](LogRow& row) { row.text = row.position == 1 ? own : row.text; })), "")
        << own;
  }
  EXPECT_NE(finding(forge(copy(bytes), [](LogRow& row) { row.asked = row.position == 0 ? 120 : row.asked; })),
            "");
  EXPECT_NE(finding(forge(copy(bytes), [](LogRow& row) { row.asked = row.position == 4 ? 79 : row.asked; })),
            "");
  EXPECT_NE(finding(forge(copy(bytes), [](LogRow& row) { row.entry = row.position == 6 ? 1 : row.entry; })),
            "");
  EXPECT_NE(finding(forge(copy(bytes),
                          [](LogRow& row) {
                            if (row.position == 1) row.footprint.pop_back();
                          })),
            "");
  // A repeated question that asked for more than it got, or repeats nothing; refusals that charge.
  EXPECT_NE(finding(forge(copy(bytes), [](LogRow& row) { row.asked = row.position == 8 ? 101 : row.asked; })),
            "");
  EXPECT_NE(finding(forge(copy(bytes), [](LogRow& row) { row.entry = row.position == 8 ? 9 : row.entry; })),
            "");
  EXPECT_NE(
      finding(forge(copy(bytes), [](LogRow& row) { row.charged = row.position >= 9 ? 1 : row.charged; })),
      "");
  EXPECT_NE(finding(forge(copy(bytes), [](LogRow& row) { row.user = row.position == 9 ? "eve" : row.user; })),
            "");
}

TEST_F(LedgerTampering, AConsistentForgedChainIsDetectedByAKeptHead) {
  const std::string path = forge(copy(bytes_of(path_)), [](LogRow& row) {
    row.text = row.position == 3 ? "{\"answer\": 99}" : row.text;
  });
  EXPECT_EQ(finding(path), "");
  EXPECT_NE(finding(path, head_), "");
}

TEST_F(LedgerTampering, DamageOfAnyByteIsDetectedOrHasNoEffect) {
  const std::string bytes = bytes_of(path_);
  std::vector<std::string> chains;
  for (const LedgerEntry& entry : Ledger(path_).entries())
    chains.push_back(entry.chain + entry.answer + entry.query);
  Rng rng({11, 4});
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    damaged[rng.below(damaged.size())] ^= static_cast<char>(1U << rng.below(8));
    const std::string path = copy(damaged);
    try {
      Ledger ledger(path);
      if (!ledger.verify(head_).intact) {
        ++found;
        continue;
      }
      std::vector<std::string> now;
      for (const LedgerEntry& entry : ledger.entries())
        now.push_back(entry.chain + entry.answer + entry.query);
      ASSERT_EQ(now, chains);
    } catch (const Error&) {
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

// The control: the sum of the stored charges, which a plain program would trust.
TEST_F(LedgerTampering, APlainSumDetectsNothing) {
  const std::string path = edited("UPDATE log SET charged = 0 WHERE kind = 1");
  SqliteFile file(path);
  EXPECT_EQ(file.number("SELECT sum(charged) FROM log WHERE kind = 1"), 0);
  EXPECT_NE(finding(path), "");
}

}  // namespace
}  // namespace sfumato::queries
