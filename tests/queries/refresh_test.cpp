// New data under the same ledger: costs of versions add up, answers are not reused, and a replacement is
// complete or has no effect.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "queries/asked_database.hpp"
#include "queries/database/recorded_terms.hpp"

namespace sfumato::queries {
namespace {

using testing::ages;
using testing::AskedDatabase;
using testing::everywhere;
using testing::MemoryFolder;
using testing::two_columns;

Table people_table(int count, int shift) {
  ColumnInfo age, income, ward;
  age.name = "age";
  income.name = "income";
  ward.name = "ward";
  Integers years, incomes;
  Codes wards;
  wards.labels = {"a", "b"};
  for (int i = 0; i < count; ++i) {
    years.values.push_back((i + shift) % 100);
    incomes.values.push_back(100 * (i % 50));
    wards.codes.push_back(i % 2);
  }
  return {{age, income, ward}, {years, incomes, wards}};
}

std::vector<io::TableFile> new_people(int count, int shift = 0) {
  return {{.table = people_table(count, shift), .sidecar = {}, .missing_token = {}}};
}

Error refresh_error(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::interrupted, "no error");
}

std::int64_t charged(Ledger& ledger, const std::string& query, const Footprint& footprint) {
  const Charge charge = ledger.charge("eve", query, footprint, two_columns());
  EXPECT_EQ(charge.outcome, Charge::Outcome::granted);
  return charge.charged;
}

// Under add-remove, two questions about disjoint ages cost as much as one: a unit is in one of them. After a
// refresh a person can be in the other one (a year older), so that the costs add up: 300 + 300.
TEST(Refresh, DisjointQuestionsOfDifferentVersionsAddUp) {
  for (const bool refreshed : {false, true}) {
    const MemoryFolder folder;
    Ledger::create(folder.file("ledger"), {1000, Neighbours::add_remove, "{}"});
    Ledger ledger(folder.file("ledger"));
    EXPECT_EQ(charged(ledger, "young", ages(0, 49, 300)), 300);
    if (refreshed) ledger.refresh("{\"new\"}", "");
    EXPECT_EQ(charged(ledger, "old", ages(50, 99, 300)), refreshed ? 300 : 0);
    EXPECT_EQ(charged(ledger, "older", ages(100, 199, 300)), 0) << "within a version they share the cost";
    EXPECT_EQ(ledger.balance("eve").spent, refreshed ? 600 : 300);
    EXPECT_EQ(ledger.balance("eve").spent_by_user, refreshed ? 600 : 300);
    EXPECT_TRUE(ledger.verify().intact) << ledger.verify().finding;
    EXPECT_EQ(Ledger(folder.file("ledger")).balance("eve").spent, refreshed ? 600 : 300);
  }
}

TEST(Refresh, TheBudgetAndQuotasGoOn) {
  const MemoryFolder folder;
  Ledger::create(folder.file("ledger"), {1000, Neighbours::replace, "{}"});
  Ledger ledger(folder.file("ledger"));
  ledger.set_quota("eve", 700);
  EXPECT_EQ(charged(ledger, "all", everywhere(600)), 600);
  ledger.refresh("{\"new\"}", "");
  EXPECT_EQ(ledger.version(), 1);
  EXPECT_EQ(ledger.charge("eve", "all", everywhere(600), two_columns()).outcome, Charge::Outcome::over_quota);
  EXPECT_EQ(ledger.charge("bob", "all", everywhere(600), two_columns()).outcome, Charge::Outcome::over_cap);
  EXPECT_EQ(charged(ledger, "all", everywhere(100)), 100) << "the same question is charged again";
  EXPECT_EQ(ledger.balance("eve").left_of_user(), 0);
  EXPECT_TRUE(ledger.verify().intact);
}

TEST(Refresh, AnswersComeFromTheNewDataAndAreCharged) {
  const AskedDatabase database(testing::some_people(200), 60'000'000);
  const std::string question = "SELECT COUNT(*) FROM people WHERE ward = 'a'";
  // ε = 20: an error of 5 has a probability below e^-90.
  EXPECT_NEAR(database.ask(question, 20'000'000).groups.front().value, 100, 5);
  EXPECT_TRUE(database.ask(question, 20'000'000).repeated);
  const CreatedDatabase made = refresh_database(database.path(), new_people(400), sfumato::Run());
  EXPECT_EQ(made.counts.front().kept, 400U);
  const Answer after = database.ask(question, 20'000'000);
  EXPECT_FALSE(after.repeated);
  EXPECT_EQ(after.charged, 20'000'000);
  EXPECT_NEAR(after.groups.front().value, 200, 5);
  EXPECT_EQ(database.balance().spent, 40'000'000);
  EXPECT_FALSE(std::filesystem::exists(database.records() + ".new"));
  EXPECT_EQ(Ledger(database.open().ledger_path()).version(), 1);
}

TEST(Refresh, AnOpenSessionAnswersNoMore) {
  const AskedDatabase database(testing::some_people(200), 60'000'000);
  const Database base = database.open();
  QuerySession session(base);
  SecureRng rng;
  const std::string question = "SELECT COUNT(*) FROM people WHERE ward = 'a'";
  session.ask(question, {"eve", 1'000'000, false}, rng, sfumato::Run());
  EXPECT_FALSE(session.changed());
  refresh_database(database.path(), new_people(200), sfumato::Run());
  EXPECT_TRUE(session.changed());
  EXPECT_EQ(refresh_error([&] {
              session.ask(question, {"eve", 1'000'000, false}, rng, sfumato::Run());
            }).code,
            ErrorCode::internal);
  EXPECT_EQ(database.balance().spent, 1'000'000) << "nothing was charged";
}

// As after a crash between the row of the log and the renaming of the file.
TEST(Refresh, IsCompletedWhenTheDatabaseIsOpened) {
  const AskedDatabase database(testing::some_people(200), 60'000'000);
  const std::string old = database.path() + "/old.parquet";
  std::filesystem::copy_file(database.records(), old);
  refresh_database(database.path(), new_people(400), sfumato::Run());
  std::filesystem::rename(database.records(), database.records() + ".new");
  std::filesystem::rename(old, database.records());
  EXPECT_NEAR(database.ask("SELECT COUNT(*) FROM people WHERE ward = 'a'", 20'000'000).groups.front().value,
              200, 5);
  EXPECT_FALSE(std::filesystem::exists(database.records() + ".new"));
}

// As after a crash before the row of the log.
TEST(Refresh, FilesThatAreNotRecordedHaveNoEffect) {
  const AskedDatabase database(testing::some_people(200), 60'000'000);
  std::ofstream(database.records() + ".new") << "half of a file";
  EXPECT_NEAR(database.ask("SELECT COUNT(*) FROM people WHERE ward = 'a'", 20'000'000).groups.front().value,
              100, 5);
  EXPECT_TRUE(std::filesystem::exists(database.records() + ".new"));
  refresh_database(database.path(), new_people(400), sfumato::Run());
  EXPECT_FALSE(std::filesystem::exists(database.records() + ".new"));
}

TEST(Refresh, DataOutsideTheCatalogueChangeNothing) {
  const AskedDatabase database(testing::some_people(200));
  std::vector<io::TableFile> wrong = new_people(100);
  Integers incomes;
  incomes.values.assign(100, 6000);  // above the domain
  wrong[0].table.replace(1, std::move(incomes));
  const LedgerHead head = Ledger(database.open().ledger_path()).head();
  EXPECT_EQ(refresh_error([&] { refresh_database(database.path(), wrong, sfumato::Run()); }).code,
            ErrorCode::bad_input);
  EXPECT_EQ(Ledger(database.open().ledger_path()).head(), head);
  EXPECT_FALSE(std::filesystem::exists(database.records() + ".new"));
  EXPECT_EQ(database.ask("SELECT COUNT(*) FROM people", 100'000).refused, false);
}

CatalogueTable roles_table() {
  CatalogueTable table;
  table.name = "people";
  table.columns.resize(2);
  table.columns[0].name = "age";
  table.columns[0].upper = 100;
  table.columns[0].role = Role::quasi_identifier;
  table.columns[1].name = "income";
  table.columns[1].upper = 100'000;
  table.columns[1].role = Role::confidential;
  return table;
}

// Exact answers before and after would differ by the records that changed.
TEST(Refresh, RestrictedAndCamouflagedDatabasesRefuse) {
  for (const Protection protection : {Protection::restrict, Protection::camouflage}) {
    const MemoryFolder folder;
    DatabaseTerms terms;
    terms.protection = protection;
    terms.camouflage.beyond = true;
    const Table table = people_table(60, 0);
    create_database(folder.file("db"), {{roles_table()}}, terms, {table}, sfumato::Run());
    const std::vector<io::TableFile> files{{.table = table, .sidecar = {}, .missing_token = {}}};
    EXPECT_EQ(refresh_error([&] { refresh_database(folder.file("db"), files, sfumato::Run()); }).code,
              ErrorCode::refused);
    if (protection == Protection::restrict) {
      EXPECT_EQ(
          refresh_error([&] { refresh_database(folder.file("db"), files, sfumato::Run(), {}, "why"); }).code,
          ErrorCode::refused);
      continue;
    }
    refresh_database(folder.file("db"), files, sfumato::Run(), {}, "a test");
    const Database base(folder.file("db"));
    const Ledger ledger(base.ledger_path());
    ASSERT_EQ(ledger.notes().size(), 1U);
    EXPECT_NE(ledger.notes()[0].find("a test"), std::string::npos);
    QuerySession session(base);
    SecureRng rng;
    // The sum of the incomes is 60 records of 100 · (i mod 50): 122500 + 4500 = 127000.
    const Answer answer =
        session.ask("SELECT SUM(income) FROM people", {"eve", 100'000, false}, rng, sfumato::Run());
    EXPECT_LE(answer.groups.front().lower95, 127'000);
    EXPECT_GE(answer.groups.front().upper95, 127'000);
  }
}

}  // namespace
}  // namespace sfumato::queries
