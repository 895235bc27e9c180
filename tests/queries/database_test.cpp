// The folder of a database: created completely or not at all, private, and checked when it is read.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "core/rng.hpp"
#include "io/formats/whole_number_file.hpp"
#include "io/output_file.hpp"
#include "io/temporary_folder.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/database.hpp"
#include "queries/database/new_folder.hpp"
#include "queries/database/terms_file.hpp"

namespace sfumato::queries {
namespace {

namespace fs = std::filesystem;
constexpr std::int32_t null32 = null_value<std::int32_t>;
constexpr std::int64_t null64 = null_value<std::int64_t>;

ColumnInfo named(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  return info;
}

// Five people; the oldest is outside the domain.
Table people() {
  return {{named("age"), named("sex"), named("income")},
          {Integers{{33, 0, 71, 130, 5}, {0, 1, 0, 0, 0}}, Codes{{0, 1, 0, -1, 1}, {"f", "m"}},
           Numbers{1200.5, -3e10, 0, 99.99, 5e10}}};
}

Catalogue people_catalogue() {
  CatalogueTable table;
  table.name = "people";
  table.columns = {number_column("age", 0, 120, Outside::clamp, 0, true),
                   category_column("sex", {"m", "f"}, Outside::refuse, true),
                   number_column("income", -10'000'000'000'000, 10'000'000'000'000, Outside::refuse, 2)};
  return {{table}};
}

DatabaseTerms terms_with(std::int64_t budget) {
  DatabaseTerms terms;
  terms.budget = budget;
  return terms;
}

std::vector<ImportCount> create(const std::string& folder) {
  return create_database(folder, people_catalogue(), terms_with(3'000'000), {people()}, sfumato::Run())
      .counts;
}

unsigned mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777U;
}

// Rewrites the stored table, as an attacker with access to the folder could.
void tamper(const std::string& database, const std::vector<io::WholeNumberField>& fields,
            const std::vector<io::WholeNumbers>& columns) {
  io::write_whole_numbers(database + "/tables/people.parquet", fields, columns, sfumato::Run());
}

const std::vector<io::WholeNumberField> fields = {
    {"age", false, true}, {"sex", false, true}, {"income", true, false}};

TEST(Database, IsReadBackAsCreated) {
  const io::TemporaryFolder folder;
  const std::string path = folder.path("clinic");
  const std::vector<ImportCount> counts = create(path + "/");  // a slash at the end changes nothing
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts[0].table, "people");
  EXPECT_EQ(counts[0].kept, 5U);
  EXPECT_EQ(counts[0].clamped, 1U);

  const Database database(path);
  EXPECT_EQ(database.terms().protection, Protection::dp);
  EXPECT_EQ(database.terms().budget, 3'000'000);
  ASSERT_EQ(database.catalogue().tables.size(), 1U);
  EXPECT_EQ(catalogue_text(database.catalogue()), catalogue_text(people_catalogue()));
  const DataTable data = database.load(0, {0, 1, 2});
  EXPECT_EQ(data.rows, 5U);
  EXPECT_EQ(std::get<Narrow>(data.columns[0]), (Narrow{33, null32, 71, 120, 5}));
  EXPECT_EQ(std::get<Narrow>(data.columns[1]), (Narrow{1, 0, 1, null32, 0}));
  EXPECT_EQ(std::get<Broad>(data.columns[2]),
            (Broad{120'050, -3'000'000'000'000, 0, 9'999, 5'000'000'000'000}));
}

TEST(Database, LoadsOnlyRequestedColumns) {
  const io::TemporaryFolder folder;
  create(folder.path("clinic"));
  const Database database(folder.path("clinic"));
  const DataTable none = database.load(0, {});
  EXPECT_EQ(none.rows, 5U);
  ASSERT_EQ(none.columns.size(), 3U);
  const DataTable one = database.load(0, {1});
  EXPECT_EQ(std::get<Narrow>(one.columns[0]).size(), 0U);
  EXPECT_EQ(std::get<Narrow>(one.columns[1]).size(), 5U);
  EXPECT_EQ(std::get<Broad>(one.columns[2]).size(), 0U);
}

TEST(Database, IsAccessibleOnlyToItsOwner) {
  const io::TemporaryFolder folder;
  const mode_t before = ::umask(0);
  create(folder.path("clinic"));
  ::umask(before);
  EXPECT_EQ(mode_of(folder.path("clinic")), 0700U);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path("clinic"))) {
    EXPECT_EQ(mode_of(entry.path().string()), entry.is_directory() ? 0700U : 0600U) << entry.path();
    files += entry.is_directory() ? 0 : 1;
  }
  EXPECT_GE(files, 4U);
  for (const char* name : {"catalogue.toml", "terms.toml", "ledger.sqlite", "tables/people.parquet"}) {
    EXPECT_TRUE(fs::exists(folder.path("clinic") + "/" + name)) << name;
  }
}

TEST(Database, IsRefusedWhereOtherUsersHaveAccess) {
  const io::TemporaryFolder folder;
  create(folder.path("clinic"));
  for (const mode_t mode : {0755U, 0750U, 0701U, 0720U}) {
    ASSERT_EQ(::chmod(folder.path("clinic").c_str(), mode), 0);
    const std::string error = io::error_of([&] { const Database opened(folder.path("clinic")); });
    EXPECT_HAS(error, "other users have access to the database folder '" + folder.path("clinic"));
    EXPECT_HAS(error, "chmod 700 '" + folder.path("clinic"));
  }
  ASSERT_EQ(::chmod(folder.path("clinic").c_str(), 0700), 0);
  EXPECT_EQ(Database(folder.path("clinic")).load(0, {}).rows, 5U);
}

TEST(Database, ReplacesNothing) {
  const io::TemporaryFolder folder;
  fs::create_directory(folder.path("empty"));
  folder.file("file", "text");
  fs::create_symlink("nowhere", folder.path("link"));
  for (const char* name : {"empty", "file", "link"}) {
    EXPECT_HAS(io::error_of([&] { create(folder.path(name)); }), "already exists");
  }
  EXPECT_HAS(io::error_of([&] { create(folder.path("not/there")); }), "cannot create");
  EXPECT_HAS(io::error_of([&] { create(""); }), "empty name");
  EXPECT_EQ(folder.entries(), 3U);
  EXPECT_TRUE(fs::is_empty(folder.path("empty")));

  // Another process creates the folder while ours is being filled.
  NewFolder late(folder.path("late"));
  late.add_file("one", "text");
  fs::create_directory(folder.path("late"));
  EXPECT_HAS(io::error_of([&] { late.commit(); }), "already exists");
  EXPECT_TRUE(fs::is_empty(folder.path("late")));
}

TEST(Database, OfTwoAtTheSameTimeOneIsCreated) {
  const io::TemporaryFolder folder;
  std::atomic<int> made = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        try {
          create(folder.path("clinic"));
          ++made;
        } catch (const Error&) {
        }
      });
    }
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(folder.entries(), 1U);
  EXPECT_EQ(Database(folder.path("clinic")).load(0, {0}).rows, 5U);
}

// A known person whose value is missing would be counted as 0, for certain.
TEST(Database, RecordsAreNotDroppedWhereCountsAreExact) {
  for (const Protection protection : {Protection::restrict, Protection::camouflage}) {
    const io::TemporaryFolder folder;
    Catalogue catalogue = people_catalogue();
    CatalogueTable& table = catalogue.tables[0];
    for (CatalogueColumn& column : table.columns) column.nullable = false;
    table.columns[0].outside = Outside::drop;
    table.columns[2].role = Role::confidential;
    DatabaseTerms terms = terms_with(0);
    terms.protection = protection;
    const std::string error = io::error_of([&] {
      create_database(folder.path("db"), catalogue, terms, std::vector<Table>{people()}, sfumato::Run(),
                      folder.path("db.key"));
    });
    EXPECT_HAS(error, "column 'age' of table 'people' has outside = \"drop\"");
    EXPECT_HAS(error, "reveal whose record was dropped");
    EXPECT_FALSE(fs::exists(folder.path("db")));
    EXPECT_FALSE(fs::exists(folder.path("db.key")));
  }
}

TEST(Database, LeavesNothingAfterAFailure) {
  const io::TemporaryFolder folder;
  Catalogue two = people_catalogue();
  two.tables.push_back(two.tables.front());
  two.tables[1].name = "others";
  two.tables[1].columns[0].outside = Outside::refuse;  // detected after the first table is written
  const auto make = [&](const Catalogue& catalogue, const sfumato::Run& run) {
    create_database(folder.path("clinic"), catalogue, terms_with(1), {people(), people()}, run);
  };
  EXPECT_HAS(io::error_of([&] { make(two, sfumato::Run()); }), "table 'others', row 4, column 'age'");
  EXPECT_EQ(folder.entries(), 0U);

  EXPECT_HAS(io::error_of([&] { make(people_catalogue(), sfumato::Run()); }), "data of 2 are given");
  for (const char* name : {"", "../x", "a/b", "a b"}) {
    two.tables[0].name = name;
    EXPECT_HAS(io::error_of([&] { make(two, sfumato::Run()); }), "cannot be the name of a table");
  }
  EXPECT_EQ(folder.entries(), 0U);

  two = people_catalogue();
  two.tables.push_back(two.tables.front());
  two.tables[1].name = "others";
  std::stop_source stop;
  stop.request_stop();
  try {
    make(two, sfumato::Run({.stop = stop.get_token()}));
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
  EXPECT_EQ(folder.entries(), 0U);
  make(two, sfumato::Run());
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(Database, ValuesOutsideTheDomainAreNotTrusted) {
  const io::TemporaryFolder folder;
  const std::string path = folder.path("clinic");
  create(path);
  const Database database(path);
  const Narrow sexes = {0, 1, null32};
  const Broad incomes = {1, 2, 3};
  tamper(path, fields, {Narrow{0, 120, null32}, sexes, incomes});
  EXPECT_EQ(database.load(0, {0, 1, 2}).rows, 3U);  // another table that could have been imported

  // The file itself is valid, but has an age of 121: sums could change by any amount.
  tamper(path, fields, {Narrow{0, 121, null32}, sexes, incomes});
  EXPECT_EQ(
      std::get<Narrow>(io::read_whole_numbers(path + "/tables/people.parquet", fields, {0}).columns[0])[1],
      121);
  EXPECT_HAS(io::error_of([&] { database.load(0, {0}); }), "column 'age' has a value outside its domain");
  EXPECT_EQ(database.load(0, {1}).rows, 3U);

  tamper(path, fields, {Narrow{0, -1, 5}, Narrow{0, 2, 1}, Broad{1, 2, 10'000'000'000'001}});
  for (const std::size_t column : {0U, 1U, 2U}) {
    EXPECT_HAS(io::error_of([&] { database.load(0, {column}); }), "was changed after it was written");
  }
}

TEST(Database, AFileOfOtherColumnsIsRefused) {
  const io::TemporaryFolder folder;
  const std::string path = folder.path("clinic");
  create(path);
  const Database database(path);
  const Narrow ages = {1}, sexes = {0};
  const Broad incomes = {1};
  const auto refused = [&](const std::vector<io::WholeNumberField>& other,
                           const std::vector<io::WholeNumbers>& columns) {
    tamper(path, other, columns);
    EXPECT_HAS(io::error_of([&] { database.load(0, {}); }), "other columns than declared");
  };
  refused({fields[0], fields[1]}, {ages, sexes});
  refused({fields[1], fields[0], fields[2]}, {ages, sexes, incomes});
  refused({{"Age", false, true}, fields[1], fields[2]}, {ages, sexes, incomes});
  refused({{"age", true, true}, fields[1], fields[2]}, {Broad{1}, sexes, incomes});
  refused({fields[0], fields[1], {"income", true, true}}, {ages, sexes, Broad{null64}});
}

TEST(Database, DamagedFilesAreErrorsOrValuesOfTheDomain) {
  const io::TemporaryFolder folder;
  const std::string path = folder.path("clinic"), file = path + "/tables/people.parquet";
  create(path);
  const Database database(path);
  const std::string whole = io::content(file);
  Rng rng = sfumato::Run({.seed = 7}).rng("damage");
  int refused = 0;
  for (int round = 0; round < 400; ++round) {
    std::string damaged = whole;
    if (round % 4 == 0) {
      damaged.resize(rng.below(whole.size()));
    } else {
      for (std::uint64_t flips = 1 + rng.below(3); flips > 0; --flips) {
        damaged[rng.below(damaged.size())] ^= static_cast<char>(1U << rng.below(8));
      }
    }
    std::ofstream(file, std::ios::binary) << damaged;
    try {
      const DataTable data = database.load(0, {0, 1, 2});
      for (const std::int32_t age : std::get<Narrow>(data.columns[0])) {
        EXPECT_TRUE(age == null32 || (age >= 0 && age <= 120)) << age;
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
  fs::remove(file);
  EXPECT_HAS(io::error_of([&] { database.load(0, {0}); }), "restore the database");
}

TEST(Database, ALargeTableIsReadBack) {
  const io::TemporaryFolder folder;
  constexpr std::size_t rows = (std::size_t{1} << 20) + 17;  // more than one row group
  Narrow ages(rows), sexes(rows);
  Broad incomes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    ages[row] = row % 7 == 0 ? null32 : static_cast<std::int32_t>(row % 121);
    sexes[row] = static_cast<std::int32_t>(row % 2);
    incomes[row] = static_cast<std::int64_t>(row) * 1'000'003;
  }
  const std::string path = folder.file("table", "");
  io::write_whole_numbers(path, fields, {ages, sexes, incomes}, sfumato::Run());
  const io::WholeNumberTable back = io::read_whole_numbers(path, fields, {2, 0, 1});
  EXPECT_EQ(back.rows, rows);
  EXPECT_TRUE(std::get<Narrow>(back.columns[0]) == ages);
  EXPECT_TRUE(std::get<Narrow>(back.columns[1]) == sexes);
  EXPECT_TRUE(std::get<Broad>(back.columns[2]) == incomes);
}

TEST(Database, KeepsItsTerms) {
  DatabaseTerms terms;
  terms.protection = Protection::input;
  terms.neighbours = Neighbours::add_remove;
  terms.recipe =
      "[[steps]]\nmethod = \"rank-swapping\"\ncolumns = [\"age\"]\nwindow = 3 # \"three\" \xc3\xa4\n";
  const io::TemporaryFolder folder;
  create_database(folder.path("masked"), people_catalogue(), terms, {people()}, sfumato::Run());
  const Database database(folder.path("masked"));
  EXPECT_EQ(database.terms().protection, Protection::input);
  EXPECT_EQ(database.terms().neighbours, Neighbours::add_remove);
  EXPECT_EQ(database.terms().recipe, terms.recipe);
  EXPECT_EQ(database.terms().budget, 0);
}

TEST(Database, UnknownTermsAreErrors) {
  const std::string good = terms_text(terms_with(5));
  EXPECT_EQ(parse_terms(good, "terms.toml").budget, 5);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return io::error_of([&] { parse_terms(text, "terms.toml"); });
  };
  EXPECT_HAS(changed("version = 1", "version = 2"), "version 2 of a database is not supported");
  EXPECT_HAS(changed("version = 1", ""), "version is missing");
  EXPECT_HAS(changed("\"dp\"", "\"none\""), "protection has an unknown value");
  EXPECT_HAS(changed("\"dp\"", "3"), "protection has an unknown value");
  EXPECT_HAS(changed("= 5", "= -5"), "micro-epsilon must be an integer");
  EXPECT_HAS(changed("= 5", "= 5.0"), "micro-epsilon must be an integer");
  EXPECT_HAS(changed("\"replace\"", "\"replaced\""), "neighbours has an unknown value");
  EXPECT_HAS(changed("version = 1", "version = 1\nextra = 1"), "unknown key 'extra'");
}

TEST(Database, AFolderThatIsNotADatabaseIsAnError) {
  const io::TemporaryFolder folder;
  EXPECT_HAS(io::error_of([&] { const Database database(folder.path("clinic")); }), "is not a database");
  fs::create_directory(folder.path("clinic"));
  EXPECT_HAS(io::error_of([&] { const Database database(folder.path("clinic")); }), "sfumato query init");
}

}  // namespace
}  // namespace sfumato::queries
