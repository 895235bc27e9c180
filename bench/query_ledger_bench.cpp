// Charges per second against SQLite's own commits of one row with the same settings, alternating on the same
// disk; then eight threads with one ledger and group commit.
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "queries/ledger.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::queries;

Catalogue one_table() {
  CatalogueTable table;
  table.name = "people";
  for (const char* name : {"age", "income", "region"}) {
    CatalogueColumn column;
    column.name = name;
    column.upper = 1'000'000;
    table.columns.push_back(column);
  }
  return {{table}};
}

Footprint incomes(std::int64_t first, std::int64_t last) {
  const RangeSet all({{0, 1'000'000}});
  return {0, {all, RangeSet({{first, last}}), all}, {false, false, false}, 1};
}

// One prepared insert with about as many bytes as a charge, in its own transaction.
class PlainCommits {
 public:
  explicit PlainCommits(const std::string& path) {
    bench::require(sqlite3_open(path.c_str(), &handle_) == SQLITE_OK, "SQLite opens");
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    run("CREATE TABLE log (position INTEGER PRIMARY KEY, bytes BLOB)");
    sqlite3_prepare_v2(handle_, "INSERT INTO log (bytes) VALUES (zeroblob(250))", -1, &insert_, nullptr);
    sqlite3_prepare_v2(handle_, "BEGIN IMMEDIATE", -1, &begin_, nullptr);
    sqlite3_prepare_v2(handle_, "COMMIT", -1, &commit_, nullptr);
  }
  PlainCommits(const PlainCommits&) = delete;
  PlainCommits& operator=(const PlainCommits&) = delete;
  ~PlainCommits() {
    for (sqlite3_stmt* statement : {insert_, begin_, commit_}) sqlite3_finalize(statement);
    sqlite3_close(handle_);
  }
  void commit() {
    for (sqlite3_stmt* statement : {begin_, insert_, commit_}) {
      bench::require(sqlite3_step(statement) == SQLITE_DONE, "SQLite commits");
      sqlite3_reset(statement);
    }
  }

 private:
  void run(const char* text) {
    bench::require(sqlite3_exec(handle_, text, nullptr, nullptr, nullptr) == SQLITE_OK, text);
  }
  sqlite3* handle_ = nullptr;
  sqlite3_stmt *insert_ = nullptr, *begin_ = nullptr, *commit_ = nullptr;
};

// Ranges of random position and width: they cut the column into the maximum number of pieces.
void charge(Ledger& ledger, const Catalogue& catalogue, std::int64_t number) {
  Rng rng({static_cast<std::uint64_t>(number), 11});
  const auto first = static_cast<std::int64_t>(rng.below(900'000));
  const auto last = first + static_cast<std::int64_t>(rng.below(100'000));
  const std::string query = "SELECT COUNT(*) FROM people WHERE income BETWEEN " + std::to_string(first) +
                            " AND " + std::to_string(last) + " /* " + std::to_string(number) + " */";
  const Charge made = ledger.charge("ann", query, incomes(first, last), catalogue);
  bench::require(made.outcome == Charge::Outcome::granted, "a question is granted");
}

}  // namespace

int main() {
  std::string folder = (std::filesystem::current_path() / "ledger-bench-XXXXXX").string();
  bench::require(mkdtemp(folder.data()) != nullptr, "a folder for the ledgers");
  const Catalogue catalogue = one_table();
  const std::string path = folder + "/ledger.sqlite";
  Ledger::create(path, {largest_micro_epsilon, Neighbours::replace});
  std::int64_t number = 0;
  constexpr std::int64_t rounds = 8, share = 50, threads = 8;
  double plain = 0, alone = 0, together = 0, again = 0;
  {
    PlainCommits commits(folder + "/plain.sqlite");
    Ledger ledger(path);
    commits.commit();
    charge(ledger, catalogue, number++);
    for (std::int64_t round = 0; round < rounds; ++round) {
      plain += bench::seconds(1, [&] {
        for (std::int64_t i = 0; i < share; ++i) commits.commit();
      });
      alone += bench::seconds(1, [&] {
        for (std::int64_t i = 0; i < share; ++i) charge(ledger, catalogue, number++);
      });
      together += bench::seconds(1, [&] {
        std::vector<std::thread> clients;
        for (std::int64_t t = 0; t < threads; ++t)
          clients.emplace_back([&, first = number + t * share] {
            for (std::int64_t i = 0; i < share; ++i) charge(ledger, catalogue, first + i);
          });
        for (std::thread& client : clients) client.join();
      });
      number += threads * share;
      // Repeated questions charge nothing, but also have rows.
      again += bench::seconds(1, [&] {
        std::vector<std::thread> clients;
        for (std::int64_t t = 0; t < threads; ++t)
          clients.emplace_back([&, first = t * share] {
            for (std::int64_t i = 0; i < share; ++i) charge(ledger, catalogue, (first + i) % number);
          });
        for (std::thread& client : clients) client.join();
      });
    }
  }
  Ledger ledger(path);
  const auto entries = ledger.entries();
  std::int64_t sum = 0;
  for (const LedgerEntry& entry : entries) sum += entry.charged;
  bench::require(static_cast<std::int64_t>(entries.size()) == number, "every question has its row");
  bench::require(ledger.balance(std::nullopt).spent == sum, "the balance is the sum of the charges");
  LedgerCheck check;
  const double verifying = bench::seconds(1, [&] { check = ledger.verify(); });
  bench::require(check.intact, check.finding);
  const double count = rounds * share;
  std::printf("commits of SQLite %.0f a second\n", count / plain);
  std::printf("charges, one thread %.0f a second: %.2f of SQLite's\n", count / alone, plain / alone);
  std::printf("charges, eight threads %.0f a second: %.2f of SQLite's\n", threads * count / together,
              threads * plain / together);
  std::printf("repeated questions, eight threads %.0f a second: %.2f of SQLite's\n", threads * count / again,
              threads * plain / again);
  std::printf("verifying %zu entries %.3f s, %.1f of the time of so many commits in a thousand\n",
              entries.size(), verifying, 1000 * verifying / (static_cast<double>(number) * plain / count));
  std::filesystem::remove_all(folder);
}
