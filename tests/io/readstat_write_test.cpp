// SPSS and Stata files: round trips, and every refusal with its reason.
#include "io/formats/readstat_write.hpp"

#include "io/random_tables.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const Run& write_run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

const std::vector<std::string> extensions = {".sav", ".dta"};

Table read_back(const std::string& path) { return read_table(path, {}, write_run()).table; }

Table written(const Table& table, const std::string& extension) {
  const TemporaryFolder folder;
  const std::string path = folder.path("t" + extension);
  write_table(table, path, {}, write_run());
  return read_back(path);
}

std::string refusal(const Table& table, const std::string& extension) {
  const TemporaryFolder folder;
  const std::string error =
      error_of([&] { write_table(table, folder.path("t" + extension), {}, write_run()); });
  EXPECT_EQ(folder.entries(), 0U);
  return error;
}

TEST(ReadstatWrite, RandomTablesReadBack) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Table table = random_table(seed == 1 ? 0 : 97 * seed, seed);
    for (const std::string& extension : extensions) {
      Table expected = table;
      if (extension == ".dta") {  // which has no declared missing codes
        ColumnInfo sex = table.info(6);
        sex.missing.clear();
        expected.set_info(6, sex);
      }
      EXPECT_EQ(difference(expected, written(table, extension)), "") << extension << " " << seed;
    }
  }
}

TEST(ReadstatWrite, TheSameTableGivesTheSameBytes) {
  const TemporaryFolder folder;
  for (const std::string& extension : extensions) {
    write_table(random_table(50, 3), folder.path("a" + extension), {}, write_run());
    write_table(random_table(50, 3), folder.path("b" + extension), {}, write_run());
    EXPECT_EQ(content(folder.path("a" + extension)), content(folder.path("b" + extension)));
  }
}

TEST(ReadstatWrite, LongTextsAndNamesReadBack) {
  std::vector<std::string> texts;
  for (const std::size_t length : {1U, 7U, 8U, 9U, 254U, 255U, 256U, 257U, 1000U, 2045U}) {
    texts.push_back(std::string(length, 'x'));
    std::string wide;
    while (wide.size() + 2 <= length) wide += "é";
    if (!wide.empty()) texts.push_back(wide);
  }
  for (std::size_t longest : {std::size_t{2045}, std::size_t{32766}}) {
    texts.push_back(std::string(longest, 'y'));
    Codes codes{{}, texts};
    for (std::size_t i = 0; i < texts.size(); ++i) codes.codes.push_back(static_cast<std::int32_t>(i));
    codes.codes.push_back(Codes::missing);
    Numbers numbers(codes.codes.size(), 0.5);
    const Table table(
        {named("before"), named("a_name_of_thirty_two_characters_", Kind::nominal), named("after")},
        {numbers, codes, numbers});
    for (const std::string& extension : extensions) {
      EXPECT_EQ(difference(table, written(table, extension)), "") << extension << longest;
    }
  }
  const Table spss({named(std::string(64, 'n')), named(std::string(63, 'n').append("m"))},
                   {Numbers{1}, Numbers{2}});
  EXPECT_EQ(difference(spss, written(spss, ".sav")), "");
}

TEST(ReadstatWrite, KindsOfNumbersAreKeptBySpss) {
  const Table table({named("a", Kind::nominal), named("b", Kind::ordinal), named("c")},
                    {Integers{{1, 2}, {}}, Numbers{1, 2.5}, Integers{{3, 4}, {}}});
  EXPECT_EQ(difference(table, written(table, ".sav")), "");
}

TEST(ReadstatWrite, LabelsOfTextsAreKeptBySpss) {
  ColumnInfo info = named("region", Kind::nominal);
  info.value_labels = {{"N", "north"}, {"S", "süd"}};
  const Table table({info}, {Codes{{0, 1, -1}, {"N", "S"}}});
  EXPECT_EQ(difference(table, written(table, ".sav")), "");
  EXPECT_HAS(refusal(table, ".dta"), "column 'region': texts cannot have value labels");
}

TEST(ReadstatWrite, LabelsOfMissingCodesAreKeptByStata) {
  ColumnInfo info = named("income", Kind::nominal);
  info.value_labels = {{"1", "low"}, {".a", "refused"}};
  const Table table({info}, {Integers{{1, 0}, {0, 1}}});
  EXPECT_EQ(difference(table, written(table, ".dta")), "");
}

// Declared missing codes that a method has made into values must not turn into missing values.
TEST(ReadstatWrite, MissingCodesThatAreValuesAreNotDeclared) {
  ColumnInfo info = named("x");
  info.missing = {"-9"};
  const Table table({info}, {Integers{{-9, 1}, {}}});
  EXPECT_TRUE(written(table, ".sav").same_data(table));
}

TEST(ReadstatWrite, EveryOffendingColumnIsNamedWithItsReason) {
  const double huge = std::numeric_limits<double>::max();
  ColumnInfo labelled = named("labelled");
  labelled.label = std::string(300, 'l');
  const Table table({named("a b"), named("1st"), named("with"), named("Income"), named("income"),
                     named(std::string(65, 'n')), named("big"), named("empty", Kind::nominal),
                     named("spaced", Kind::nominal), named("huge"), named("good"), labelled},
                    {Numbers{1}, Numbers{1}, Numbers{1}, Numbers{1}, Numbers{1}, Numbers{1},
                     Integers{{(std::int64_t{1} << 53U) + 1}, {}}, Codes{{0}, {""}}, Codes{{0}, {"x "}},
                     Numbers{-huge}, Numbers{1}, Numbers{1}});
  const std::string spss = refusal(table, ".sav");
  const std::string stata = refusal(table, ".dta");
  for (const std::string& error : {spss, stata}) {
    EXPECT_HAS(error, "column 'a b': its name has the character ' '");
    EXPECT_HAS(error, "column '1st': its name must begin with a letter");
    EXPECT_HAS(error, "column 'with': its name is a reserved word");
    EXPECT_HAS(error, "column 'big': it has an integer beyond 2^53 in row 1");
    EXPECT_HAS(error, "column 'empty': it has an empty text, which would read back as missing, in row 1");
    EXPECT_HAS(error, "column 'spaced': it has a text that ends with a space, which would be lost, in row 1");
    EXPECT_HAS(error, "column 'huge': it has a number beyond its range in row 1");
    EXPECT_HAS(error, "column 'labelled': its label has more than");
    EXPECT_EQ(error.find("'good'"), std::string::npos);
    EXPECT_HAS(error, "write .parquet or .csv");
  }
  EXPECT_HAS(spss, "SPSS files (.sav) cannot hold this table");
  EXPECT_HAS(spss, "column 'income': its name is the same as 'Income' in SPSS");
  EXPECT_HAS(spss, "more than 64 bytes");
  EXPECT_HAS(stata, "more than 32 characters");
}

TEST(ReadstatWrite, TooMuchIsRefused) {
  const Table text({named("t", Kind::nominal)}, {Codes{{0}, {std::string(32767, 'x')}}});
  EXPECT_HAS(refusal(text, ".sav"), "column 't': it has a text of more than 32766 bytes in row 1");
  std::vector<ColumnInfo> infos;
  for (int i = 0; i < 32768; ++i) infos.push_back(named(std::string("v").append(std::to_string(i))));
  const Table wide(infos, std::vector<Column>(infos.size(), Column(Numbers{1.0})));
  EXPECT_HAS(refusal(wide, ".dta"), "the table has 32768 columns, more than 32767");
  ColumnInfo coded = named("c", Kind::nominal);
  coded.value_labels = {{"1.5", "half"}};
  const Table halves({coded}, {Numbers{1.5}});
  EXPECT_HAS(refusal(halves, ".dta"), "column 'c': a value label belongs to '1.5'");
  EXPECT_EQ(difference(halves, written(halves, ".sav")), "");
}

}  // namespace
}  // namespace sfumato::io
