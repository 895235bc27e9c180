// Terms, catalogue and data are recorded in the first row of the log: every change of them is refused, and
// databases of earlier versions record them when they are opened.
#include "queries/database/recorded_terms.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "queries/changed_folder.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;

struct TermChange {
  Protection protection;
  std::string name;  // as the error names it
  std::function<void(DatabaseTerms&)> change;
};

std::vector<TermChange> every_change() {
  return {
      {Protection::dp, "budget", [](DatabaseTerms& t) { t.budget = 2'000'000; }},
      {Protection::dp, "neighbours", [](DatabaseTerms& t) { t.neighbours = Neighbours::add_remove; }},
      {Protection::dp, "protection", [](DatabaseTerms& t) { t.protection = Protection::input; }},
      {Protection::dp, "recipe", [](DatabaseTerms& t) { t.recipe = "x = 1"; }},
      {Protection::input, "recipe", [](DatabaseTerms& t) { t.recipe += "# other\n"; }},
      {Protection::input, "neighbours", [](DatabaseTerms& t) { t.neighbours = Neighbours::add_remove; }},
      {Protection::restrict, "least", [](DatabaseTerms& t) { t.restriction.least = 1; }},
      {Protection::restrict, "overlap", [](DatabaseTerms& t) { t.restriction.overlap = 7; }},
      {Protection::restrict, "protection", [](DatabaseTerms& t) { t.protection = Protection::input; }},
      {Protection::camouflage, "vectors", [](DatabaseTerms& t) { t.camouflage.vectors = 3; }},
      {Protection::camouflage, "width", [](DatabaseTerms& t) { t.camouflage.width = 0.5; }},
      {Protection::camouflage, "beyond", [](DatabaseTerms& t) { t.camouflage.beyond = true; }},
      {Protection::camouflage, "protection", [](DatabaseTerms& t) { t.protection = Protection::input; }},
  };
}

TEST(RecordedTerms, EveryChangedTermIsRefusedByName) {
  for (const TermChange& one : every_change()) {
    SCOPED_TRACE(one.name);
    const DatabaseTerms terms = terms_for(one.protection);
    const ChangedFolder folder(terms);
    EXPECT_FALSE(folder.ask(10).refused);
    DatabaseTerms changed = terms;
    one.change(changed);
    folder.change_terms(changed);
    const Error error = error_of([&] { folder.ask(20); });
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find(one.name), std::string::npos) << error.message;
    EXPECT_NE(error.hint.find("restore terms.toml"), std::string::npos);
    EXPECT_EQ(error_of([&] { require_same_terms(folder.open()); }).message, error.message);
    folder.change_terms(terms);
    EXPECT_FALSE(folder.ask(20).refused);
  }
}

TEST(RecordedTerms, ErrorsShowShortValuesButNoRecipe) {
  const ChangedFolder folder(terms_for(Protection::input));
  DatabaseTerms changed = terms_for(Protection::input);
  changed.recipe = "a = 1\n";
  changed.neighbours = Neighbours::add_remove;
  folder.change_terms(changed);
  const std::string message = error_of([&] { folder.ask(20); }).message;
  EXPECT_NE(message.find("neighbours (recorded: replace), recipe"), std::string::npos) << message;
  EXPECT_EQ(message.find("mdav"), std::string::npos);
}

TEST(RecordedTerms, CommentsInTheTermsAreNotAChange) {
  const ChangedFolder folder(terms_for(Protection::dp));
  const std::string path = folder.file("terms.toml");
  write_content(path, "# checked by the auditor\n" + content_of(path));
  EXPECT_FALSE(folder.ask(20).refused);
}

TEST(RecordedTerms, AChangedCatalogueIsRefusedByColumn) {
  for (const Protection protection : {Protection::dp, Protection::input, Protection::restrict}) {
    const ChangedFolder folder(terms_for(protection));
    const std::string path = folder.file("catalogue.toml");
    const std::string text = content_of(path);
    std::string wider = text;
    wider.replace(wider.find("5000"), 4, "9000");
    write_content(path, wider);
    const Error error = error_of([&] { folder.ask(20); });
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("column income of table people"), std::string::npos) << error.message;
    EXPECT_EQ(error.message.find("column age"), std::string::npos) << error.message;
    write_content(path, text);
    EXPECT_FALSE(folder.ask(20).refused);
  }
}

TEST(RecordedTerms, DifferencesNameTablesAndColumns) {
  RecordedTerms recorded;
  CatalogueTable people, wards;
  people.name = "people";
  people.columns = {number_column("age", 0, 120, Outside::refuse),
                    number_column("pay", 0, 10, Outside::refuse)};
  wards.name = "wards";
  wards.columns = {number_column("beds", 0, 50, Outside::refuse)};
  recorded.catalogue = {{people, wards}};
  const auto of = [&](const Catalogue& now) { return differences(recorded, recorded.terms, now); };
  using Names = std::vector<std::string>;
  EXPECT_EQ(of(recorded.catalogue), Names{});
  EXPECT_EQ(of({{wards, people}}), Names{"the order of the tables"});
  EXPECT_EQ(of({{people}}), Names{"table wards"});
  CatalogueTable other = wards;
  other.name = "beds";
  EXPECT_EQ(of({{people, wards, other}}), Names{"table beds (not recorded)"});
  CatalogueTable several = people;
  several.person = "id";
  several.rows_per_unit = 3;
  EXPECT_EQ(of({{several, wards}}), Names{"table people"});
  CatalogueTable fewer = people;
  fewer.columns.pop_back();
  EXPECT_EQ(of({{fewer, wards}}), Names{"column pay of table people"});
  fewer.columns[0].role = Role::quasi_identifier;
  fewer.columns.push_back(number_column("rent", 0, 10, Outside::refuse));
  EXPECT_EQ(of({{fewer, wards}}), (Names{"column age of table people", "column pay of table people",
                                         "column rent of table people (not recorded)"}));
}

TEST(RecordedTerms, ChangedDataAreNotAnswered) {
  const ChangedFolder folder(terms_for(Protection::dp)), other(terms_for(Protection::input));
  // Valid records of the same columns, but masked.
  write_content(folder.file("tables/people.parquet"), content_of(other.file("tables/people.parquet")));
  const Error error = error_of([&] { folder.ask(20); });
  EXPECT_EQ(error.code, ErrorCode::internal);
  EXPECT_EQ(error.message, "the question could not be answered; its cost was charged");
}

TEST(RecordedTerms, OtherVectorsOfCamouflageAreRefused) {
  const ChangedFolder folder(terms_for(Protection::camouflage)), other(terms_for(Protection::camouflage));
  write_content(folder.file("camouflage.bin"), content_of(other.file("camouflage.bin")));
  write_content(folder.beside("db.key"), content_of(other.beside("db.key")));
  EXPECT_NE(error_of([&] { folder.ask(20); }).message.find("camouflage.bin' was changed"), std::string::npos);
}

// The fingerprint of a file of 2^20 + 1 bytes has two blocks.
TEST(RecordedTerms, FingerprintsCoverEveryByte) {
  const MemoryFolder folder;
  const std::string path = folder.file("data");
  std::string bytes((std::size_t{1} << 20) + 1, 'a');
  const auto print = [&] {
    write_content(path, bytes);
    return fingerprint(path);
  };
  const std::string first = print();
  EXPECT_EQ(first.size(), 64U);
  EXPECT_EQ(print(), first);
  for (const std::size_t place : {std::size_t{0}, std::size_t{1000}, bytes.size() - 1}) {
    bytes[place] = 'b';
    EXPECT_NE(print(), first) << place;
    bytes[place] = 'a';
  }
  bytes.pop_back();
  EXPECT_NE(print(), first);
  EXPECT_EQ(error_of([&] { fingerprint(folder.file("none")); }).code, ErrorCode::input_output);
}

// As earlier versions created it: openings without terms.
void make_old(const ChangedFolder& folder, const DatabaseTerms& terms) {
  for (const char* end : {"", "-wal", "-shm", "-lock"}) {
    std::filesystem::remove(folder.file("ledger.sqlite") + end);
    std::filesystem::remove(folder.file("restriction.sqlite") + end);
  }
  Ledger::create(folder.file("ledger.sqlite"), {terms.budget, terms.neighbours, {}});
  if (terms.protection == Protection::restrict) {
    Restriction::create(folder.file("restriction.sqlite"), terms.restriction);
  }
}

TEST(RecordedTerms, DatabasesOfEarlierVersionsRecordThemWhenOpened) {
  for (const Protection protection :
       {Protection::dp, Protection::input, Protection::restrict, Protection::camouflage}) {
    SCOPED_TRACE(protection_name(protection));
    const DatabaseTerms terms = terms_for(protection);
    const ChangedFolder folder(terms);
    make_old(folder, terms);
    EXPECT_FALSE(require_same_terms(folder.open()).has_value());
    const Database database = folder.open();
    {
      QuerySession session(database);
      ASSERT_EQ(session.notes().size(), 1U);
      EXPECT_FALSE(folder.ask(session, 10).refused);
    }
    EXPECT_TRUE(require_same_terms(database).has_value());
    EXPECT_TRUE(QuerySession(database).notes().empty());
    EXPECT_TRUE(Ledger(folder.file("ledger.sqlite")).verify().intact);
    if (protection == Protection::restrict) {
      EXPECT_TRUE(DecisionHistory(folder.file("restriction.sqlite")).verify().intact);
    }
    DatabaseTerms changed = terms;
    changed.neighbours = Neighbours::add_remove;
    folder.change_terms(changed);
    EXPECT_NE(error_of([&] { folder.ask(20); }).message.find("neighbours"), std::string::npos);
  }
}

TEST(RecordedTerms, WhatEarlierVersionsRecordedIsCompared) {
  const DatabaseTerms noisy = terms_for(Protection::dp), exact = terms_for(Protection::restrict);
  const ChangedFolder one(noisy), other(exact);
  make_old(one, noisy);
  make_old(other, exact);
  DatabaseTerms changed = noisy;
  changed.budget += 1;
  one.change_terms(changed);
  EXPECT_NE(error_of([&] { one.ask(20); }).message.find("budget"), std::string::npos);
  changed = exact;
  changed.restriction.least = 2;
  other.change_terms(changed);
  EXPECT_NE(error_of([&] { other.ask(20); }).message.find("least"), std::string::npos);
}

TEST(RecordedTerms, AreRecordedOnce) {
  const MemoryFolder folder;
  Ledger::create(folder.file("ledger"), {1000, Neighbours::replace, "terms"});
  Ledger ledger(folder.file("ledger"));
  EXPECT_EQ(ledger.recorded(), "terms");
  ledger.record("others");
  EXPECT_EQ(ledger.recorded(), "terms");
  EXPECT_EQ(ledger.head().rows, 1);
}

TEST(RecordedTerms, UnreadableTextIsRefused) {
  for (const char* text :
       {"", "x", "[]", "{}", R"({"version": 2, "terms": {}, "catalogue": "", "files": {}})",
        R"({"version": 1, "terms": 1, "catalogue": "", "files": {}})",
        R"({"version": 1, "terms": {}, "catalogue": "", "files": {}})"}) {
    EXPECT_EQ(error_of([&] { parse_recorded(text, "the log"); }).code, ErrorCode::bad_input) << text;
  }
}

}  // namespace
}  // namespace sfumato::queries
