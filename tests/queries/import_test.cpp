// Import of records: exact units, the four policies, and the maximum number of rows per person.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"
#include "queries/catalogue_columns.hpp"
#include "queries/database.hpp"
#include "queries/database/cell_units.hpp"
#include "queries/database/column_import.hpp"
#include "support/categories.hpp"

namespace sfumato::queries {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int32_t imported_null = null_value<std::int32_t>;

Table table_of(const std::vector<std::string>& names, std::vector<Column> columns) {
  std::vector<ColumnInfo> infos(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) infos[i].name = names[i];
  return {infos, std::move(columns)};
}

CatalogueTable declared(std::vector<CatalogueColumn> columns) {
  CatalogueTable table;
  table.name = "people";
  table.columns = std::move(columns);
  return table;
}

Imported import_one(Column column, CatalogueColumn declaration) {
  const std::string name = declaration.name;
  return import_records(table_of({name}, {std::move(column)}), declared({std::move(declaration)}),
                        sfumato::Run());
}

const Narrow& narrow(const Imported& imported, std::size_t column = 0) {
  return std::get<Narrow>(imported.data.columns.at(column));
}

TEST(CellUnits, TextsAreConvertedToUnitsExactly) {
  struct Case {
    const char* text;
    int decimals;
    std::int64_t units;
    bool rounded;
  };
  for (const Case& c : {Case{"12", 0, 12, false},
                        {"12.5", 0, 13, true},
                        {"-12.5", 0, -13, true},
                        {"1.005", 2, 101, true},
                        {"-1.005", 2, -101, true},
                        {"1.00499999999999999999999999", 2, 100, true},
                        {"0.5", 0, 1, true},
                        {".4999", 0, 0, true},
                        {"-.5", 0, -1, true},
                        {"5.", 1, 50, false},
                        {" +007.50 ", 1, 75, false},
                        {"-0", 3, 0, false},
                        {"1.25e3", 0, 1250, false},
                        {"125E-2", 2, 125, false},
                        {"125e-2", 1, 13, true},
                        {"1e-400", 2, 0, true},
                        {"0e999999999999999999999", 2, 0, false},
                        {"9007199254740991.9", 1, 90071992547409919, false},
                        {"1e-99999999999999999999", 0, 0, true}}) {
    const CellUnits cell = text_units(c.text, c.decimals);
    EXPECT_EQ(cell.kind, CellUnits::Kind::units) << c.text;
    EXPECT_EQ(cell.units, c.units) << c.text;
    EXPECT_EQ(cell.rounded, c.rounded) << c.text;
  }
}

TEST(CellUnits, InvalidNumbersAndNumbersOutsideAllDomainsAreReported) {
  for (const char* text : {"", " ", ".", "-", "+", "1,5", "0x10", "NaN", "e5", "1e", "1e+", "1e5x", "--1",
                           "1 2", "infinit", "1.2.3", "\xff"}) {
    EXPECT_EQ(text_units(text, 2).kind, CellUnits::Kind::no_number) << text;
  }
  for (const char* text : {"1e400", "inf", "Infinity", "1e999999999999999999999", "100000000000000000000"}) {
    EXPECT_EQ(text_units(text, 0).kind, CellUnits::Kind::beyond) << text;
    EXPECT_GT(text_units(text, 0).units, 0) << text;
    EXPECT_LT(text_units(std::string("-") + text, 15).units, 0) << text;
  }
  EXPECT_EQ(integer_units(std::numeric_limits<std::int64_t>::min(), 0).kind, CellUnits::Kind::beyond);
  EXPECT_EQ(integer_units(std::numeric_limits<std::int64_t>::max(), 15).kind, CellUnits::Kind::beyond);
  EXPECT_EQ(integer_units(-123, 3).units, -123000);
  EXPECT_EQ(double_units(std::numeric_limits<double>::max(), 0).kind, CellUnits::Kind::beyond);
  EXPECT_EQ(double_units(-std::numeric_limits<double>::infinity(), 0).units < 0, true);
  EXPECT_EQ(double_units(std::numeric_limits<double>::denorm_min(), 15).units, 0);
}

TEST(CellUnits, ADoubleIsItsShortestText) {
  // The double nearest to 1.005 is below it, so multiplication rounds down; the decimal text 1.005 is exactly
  // a half.
  ASSERT_EQ(std::round(1.005 * 100), 100.0);
  EXPECT_EQ(double_units(1.005, 2).units, 101);
  EXPECT_EQ(double_units(0.1 + 0.2, 2).units, 30);
  EXPECT_TRUE(double_units(0.1 + 0.2, 2).rounded);
  EXPECT_FALSE(double_units(0.3, 2).rounded);
  EXPECT_EQ(double_units(-0.0, 2).units, 0);

  Rng rng = sfumato::Run({.seed = 1}).rng("doubles");
  for (int i = 0; i < 20000; ++i) {
    const int decimals = static_cast<int>(rng.below(8));
    auto units = static_cast<std::int64_t>(rng.below(2'000'000'000'000'000)) - 1'000'000'000'000'000;
    for (std::uint64_t cut = rng.below(15); cut > 0; --cut) units /= 10;
    std::string text = std::to_string(std::abs(units));
    text.insert(0, text.size() <= 8 ? 9 - text.size() : 0, '0');
    text.insert(text.size() - static_cast<std::size_t>(decimals), ".");
    if (units < 0) text.insert(0, "-");
    EXPECT_EQ(text_units(text, decimals).units, units) << text;
    const CellUnits cell = double_units(std::strtod(text.c_str(), nullptr), decimals);
    EXPECT_EQ(cell.units, units) << text;
    EXPECT_FALSE(cell.rounded) << text;
  }
}

TEST(CellUnits, RoundingAgreesWithIntegerArithmetic) {
  Rng rng = sfumato::Run({.seed = 2}).rng("rounding");
  for (int i = 0; i < 20000; ++i) {
    const auto thousandths = static_cast<std::int64_t>(rng.below(2'000'000)) - 1'000'000;
    const std::int64_t size = std::abs(thousandths);
    const std::int64_t expected =
        (size + 50) / 100 * (thousandths < 0 ? -1 : 1);  // tenths, halves away from 0
    std::string text = std::to_string(size + 1'000'000'000).substr(1);
    text = (thousandths < 0 ? "-" : "") + text.substr(0, 6) + "." + text.substr(6);
    EXPECT_EQ(text_units(text, 1).units, expected) << text;
    EXPECT_EQ(text_units(text, 1).rounded, size % 100 != 0) << text;
    EXPECT_EQ(double_units(static_cast<double>(thousandths) / 1000, 1).units, expected) << text;
  }
}

TEST(Import, EachPolicyDoesWhatItSays) {
  const Column ages = Numbers{17, -3, 40.5, 300, nan, 120};
  const Imported clamped = import_one(ages, number_column("age", 0, 120, Outside::clamp, 0, true));
  EXPECT_EQ(narrow(clamped), (Narrow{17, 0, 41, 120, imported_null, 120}));
  EXPECT_EQ(clamped.count.clamped, 2U);
  EXPECT_EQ(clamped.count.rounded, 1U);
  EXPECT_EQ(clamped.count.made_null, 0U);
  EXPECT_EQ(clamped.count.kept, 6U);

  const Imported nulled = import_one(ages, number_column("age", 0, 120, Outside::null, 0, true));
  EXPECT_EQ(narrow(nulled), (Narrow{17, imported_null, 41, imported_null, imported_null, 120}));
  EXPECT_EQ(nulled.count.made_null, 2U);

  const Imported dropped = import_one(ages, number_column("age", 0, 120, Outside::drop, 0, true));
  EXPECT_EQ(narrow(dropped), (Narrow{17, 41, imported_null, 120}));
  EXPECT_EQ(dropped.count.dropped, 2U);
  EXPECT_EQ(dropped.count.rows, 6U);
  EXPECT_EQ(dropped.count.kept, 4U);
  EXPECT_EQ(dropped.data.rows, 4U);

  const std::string error =
      io::error_of([&] { import_one(ages, number_column("age", 0, 120, Outside::refuse, 0, true)); });
  EXPECT_HAS(error, "row 2, column 'age'");
  EXPECT_HAS(error, "outside = ");
}

TEST(Import, AMissingValueIsTreatedByThePolicyIfNullIsNotAllowed) {
  const Column ages = Integers{{1, 0, 3}, {0, 1, 0}};
  EXPECT_EQ(narrow(import_one(ages, number_column("age", 0, 9, Outside::drop))), (Narrow{1, 3}));
  EXPECT_EQ(narrow(import_one(ages, number_column("age", 0, 9, Outside::refuse, 0, true))),
            (Narrow{1, imported_null, 3}));
  for (const Outside outside : {Outside::refuse, Outside::clamp}) {  // a missing value has no nearest bound
    const std::string error = io::error_of([&] { import_one(ages, number_column("age", 0, 9, outside)); });
    EXPECT_HAS(error, "row 2, column 'age': the value is missing");
    EXPECT_HAS(error, "null = true");
  }
}

TEST(Import, TextsThatAreNotNumbersHaveNoNearestBound) {
  const Column texts = sfumato::testing::text_column({"1.50", "abc", "99999999999999999999", "-Infinity"});
  EXPECT_EQ(narrow(import_one(texts, number_column("x", 0, 1000, Outside::null, 2, true))),
            (Narrow{150, imported_null, imported_null, imported_null}));
  EXPECT_EQ(narrow(import_one(texts, number_column("x", 0, 1000, Outside::drop, 2))), (Narrow{150}));
  EXPECT_HAS(io::error_of([&] { import_one(texts, number_column("x", 0, 1000, Outside::clamp, 2)); }),
             "row 2, column 'x'");
  EXPECT_EQ(narrow(import_one(sfumato::testing::text_column({"1e50", "-Infinity"}),
                              number_column("x", 0, 1000, Outside::clamp, 2))),
            (Narrow{1000, 0}));
}

TEST(Import, RefusalsNameTheFirstRowAndNoValue) {
  const Table records =
      table_of({"a", "b"}, {Integers{{1, 2, 3, 77777}, {}}, Integers{{1, 2, 88888, 4}, {}}});
  for (const int threads : {1, 4}) {
    const std::string error = io::error_of([&] {
      import_records(records, declared({number_column("a", 0, 9), number_column("b", 0, 9)}),
                     sfumato::Run({.threads = threads}));
    });
    EXPECT_HAS(error, "table 'people', row 3, column 'b'");
    EXPECT_EQ(error.find("88888"), std::string::npos);
  }
}

TEST(Import, CategoriesAreTheTextsOfTheFile) {
  EXPECT_EQ(narrow(import_one(sfumato::testing::text_column({"m", "", "f", "m"}),
                              category_column("sex", {"f", "m"}, Outside::refuse, true))),
            (Narrow{1, imported_null, 0, 1}));
  EXPECT_EQ(narrow(import_one(Integers{{2, 1}, {}}, category_column("code", {"1", "2"}))), (Narrow{1, 0}));
  EXPECT_EQ(narrow(import_one(Numbers{0.5, 2}, category_column("dose", {"0.5", "2"}))), (Narrow{0, 1}));
  EXPECT_EQ(narrow(import_one(Dates{{0, 18717}}, category_column("day", {"2021-03-31", "1970-01-01"}))),
            (Narrow{1, 0}));
  const Column odd = sfumato::testing::text_column({"f", "F", "f "});
  EXPECT_EQ(narrow(import_one(odd, category_column("sex", {"f"}, Outside::drop))), (Narrow{0}));
  EXPECT_EQ(import_one(odd, category_column("sex", {"f"}, Outside::null, true)).count.made_null, 2U);
  EXPECT_HAS(io::error_of([&] { import_one(odd, category_column("sex", {"f"})); }),
             "row 2, column 'sex': the value is not a declared category");
  EXPECT_HAS(io::error_of([&] { import_one(Dates{{1}}, number_column("day", 0, 9)); }),
             "row 1, column 'day'");
}

TEST(Import, TheWidthOfAColumnFollowsFromItsDomain) {
  const std::int64_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_TRUE(is_narrow(number_column("x", -most, most)));
  EXPECT_FALSE(is_narrow(number_column("x", -most - 1, 0)));  // the least value means NULL
  EXPECT_FALSE(is_narrow(number_column("x", 0, most + 1)));
  const std::int64_t far = std::int64_t{1} << 53;
  const Imported wide = import_one(Integers{{far, -far, 0}, {0, 0, 1}},
                                   number_column("x", -far, far, Outside::refuse, 0, true));
  EXPECT_EQ(std::get<Broad>(wide.data.columns[0]), (Broad{far, -far, null_value<std::int64_t>}));
}

TEST(Import, ColumnsAreFoundByNameAndOthersAreIgnored) {
  const Table records = table_of(
      {"Name", "AGE", "x", "X"},
      {sfumato::testing::text_column({"Anna"}), Integers{{33}, {}}, Integers{{1}, {}}, Integers{{2}, {}}});
  const sfumato::Run run;
  const Imported imported =
      import_records(records, declared({number_column("X", 0, 9), number_column("age", 0, 99)}), run);
  EXPECT_EQ(imported.data.columns.size(), 2U);
  EXPECT_EQ(narrow(imported, 0), (Narrow{2}));
  EXPECT_EQ(narrow(imported, 1), (Narrow{33}));
  EXPECT_HAS(io::error_of([&] { import_records(records, declared({number_column("agee", 0, 9)}), run); }),
             "no column 'agee'");
  const Table alike = table_of({"aB", "Ab"}, {Integers{{1}, {}}, Integers{{2}, {}}});
  EXPECT_HAS(io::error_of([&] { import_records(alike, declared({number_column("ab", 0, 9)}), run); }),
             "2 columns");
}

TEST(Import, InvalidDeclarationsAreRefused) {
  const Column one = Integers{{1}, {}};
  const std::int64_t far = std::int64_t{1} << 53;
  for (const CatalogueColumn& column :
       {number_column("x", 1, 0), number_column("x", -far - 1, 0), number_column("x", 0, far + 1),
        number_column("x", 0, 1, Outside::refuse, 16), number_column("x", 0, 1, Outside::refuse, -1),
        number_column("x", 0, 1, Outside::null), category_column("x", {}),
        category_column("x", {"1"}, Outside::clamp)}) {
    EXPECT_HAS(io::error_of([&] { import_one(one, column); }), "correct the catalogue");
  }
}

TEST(Import, TheFirstRowsOfAPersonAreKept) {
  CatalogueTable catalogue = declared({number_column("visit", 0, 9, Outside::drop)});
  catalogue.person = "who";
  catalogue.rows_per_unit = 2;
  const Column visits = Integers{{1, 2, 99, 3, 4, 5, 6}, {}};
  // a: 1, 99 (dropped), 3, 6; b: 2, 4, 5.
  const std::vector<Column> ids = {sfumato::testing::text_column({"a", "b", "a", "a", "b", "b", "a"}),
                                   Integers{{7, -8, 7, 7, -8, -8, 7}, {}},
                                   Numbers{0.0, 1.5, -0.0, 0.0, 1.5, 1.5, 0.0}, Dates{{1, 2, 1, 1, 2, 2, 1}}};
  for (const Column& id : ids) {
    const Imported imported =
        import_records(table_of({"who", "visit"}, {id, visits}), catalogue, sfumato::Run());
    EXPECT_EQ(narrow(imported), (Narrow{1, 2, 3, 4}));
    EXPECT_EQ(imported.data.columns.size(), 1U);  // identities are not stored
    EXPECT_EQ(imported.count.dropped, 1U);
    EXPECT_EQ(imported.count.beyond_unit, 2U);
    EXPECT_EQ(imported.count.kept, 4U);
  }
  const Table unknown =
      table_of({"who", "visit"}, {sfumato::testing::text_column({"a", "", "b"}), Integers{{1, 2, 3}, {}}});
  EXPECT_HAS(io::error_of([&] { import_records(unknown, catalogue, sfumato::Run()); }),
             "row 2: column 'who', which identifies persons, is missing");
  catalogue.rows_per_unit = 0;
  EXPECT_HAS(io::error_of([&] { import_records(unknown, catalogue, sfumato::Run()); }), "must be at least 1");
}

// Replacing all records of one person must not change the imported records of all others; otherwise one
// person could change more than the sensitivity allows.
TEST(Import, WhetherARecordIsKeptDependsOnlyOnItsPerson) {
  CatalogueTable catalogue =
      declared({number_column("tag", 0, 1'000'000), number_column("age", 0, 50, Outside::drop, 1),
                category_column("sex", {"f", "m"}, Outside::null, true),
                number_column("pay", -10, 10, Outside::clamp, 0, true)});
  catalogue.person = "who";
  catalogue.rows_per_unit = 3;
  Rng rng = sfumato::Run({.seed = 3}).rng("people");
  const auto person_of = [](std::int64_t tag) { return tag / 1000; };
  const auto imported_others = [&](const std::vector<std::int64_t>& who, Rng& values, std::int64_t changed,
                                   Rng& other_values) {
    Integers tags, people;
    Numbers ages, pays;
    std::vector<std::string> sexes;
    std::map<std::int64_t, std::int64_t> seen;
    for (const std::int64_t person : who) {
      Rng& source = person == changed ? other_values : values;
      tags.values.push_back(person * 1000 + seen[person]++);
      people.values.push_back(person);
      ages.push_back(static_cast<double>(source.below(700)) / 10.0);
      pays.push_back(source.below(5) == 0 ? nan : static_cast<double>(source.below(60)) - 30);
      sexes.push_back(std::vector<std::string>{"f", "m", "x", ""}[source.below(4)]);
    }
    const Imported all =
        import_records(table_of({"who", "tag", "age", "sex", "pay"},
                                {people, tags, ages, sfumato::testing::text_column(sexes), pays}),
                       catalogue, sfumato::Run());
    std::vector<std::vector<std::int32_t>> rows;
    std::map<std::int64_t, int> rows_of;
    for (std::size_t row = 0; row < all.data.rows; ++row) {
      const std::int64_t person = person_of(narrow(all, 0)[row]);
      EXPECT_LE(++rows_of[person], 3);
      if (person == changed) continue;
      rows.push_back({narrow(all, 0)[row], narrow(all, 1)[row], narrow(all, 2)[row], narrow(all, 3)[row]});
    }
    return rows;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> who(40);
    for (std::int64_t& person : who) person = static_cast<std::int64_t>(rng.below(9));
    const auto changed = static_cast<std::int64_t>(rng.below(9));
    const auto index = static_cast<std::uint64_t>(round);
    Rng first = sfumato::Run({.seed = 4}).rng("values", index),
        again = sfumato::Run({.seed = 4}).rng("values", index);
    Rng left = sfumato::Run({.seed = 5}).rng("one", index),
        right = sfumato::Run({.seed = 6}).rng("one", index);
    EXPECT_EQ(imported_others(who, first, changed, left), imported_others(who, again, changed, right));
  }
}

TEST(Import, AllFileFormatsGiveTheSameImport) {
  const io::TemporaryFolder folder;
  const sfumato::Run run;
  const std::string csv = folder.file("people.csv", "age,sex,income\n33,f,1200.50\n,m,-3.005\n121,,99.999\n");
  const Table records = io::read_table(csv, {}, run).table;
  io::write_table(records, folder.path("people.parquet"), {}, run);
  io::write_table(records, folder.path("people.sav"), {}, run);
  const CatalogueTable catalogue = declared({number_column("age", 0, 120, Outside::clamp, 0, true),
                                             category_column("sex", {"m", "f"}, Outside::refuse, true),
                                             number_column("income", -100'000, 200'000, Outside::refuse, 2)});
  for (const char* name : {"people.csv", "people.parquet", "people.sav"}) {
    const Imported imported =
        import_records(io::read_table(folder.path(name), {}, run).table, catalogue, run);
    EXPECT_EQ(narrow(imported, 0), (Narrow{33, imported_null, 120})) << name;
    EXPECT_EQ(narrow(imported, 1), (Narrow{1, 0, imported_null})) << name;
    EXPECT_EQ(narrow(imported, 2), (Narrow{120050, -301, 10000})) << name;
    EXPECT_EQ(imported.count.rounded, 2U) << name;
  }
}

TEST(Import, AnEmptyTableIsImported) {
  const Imported imported = import_one(Numbers{}, number_column("age", 0, 9));
  EXPECT_EQ(imported.data.rows, 0U);
  EXPECT_EQ(imported.count.kept, 0U);
}

}  // namespace
}  // namespace sfumato::queries
