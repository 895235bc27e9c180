// The table of formats: names and extensions, and one table going through all of them.
#include "io/file_format.hpp"

#include "io/output_file.hpp"
#include "io/random_tables.hpp"
#include "io/table_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const Run& run() {
  static const Run shared({.seed = 1, .threads = 2});
  return shared;
}

TEST(FileFormat, ExtensionsAndNamesChoose) {
  EXPECT_EQ(format_of("a/B.PARQUET", "").format->name, "parquet");
  EXPECT_EQ(format_of("x.csv", "dta").format->name, "dta");
  EXPECT_EQ(format_of("-", "").format->name, "csv");
  EXPECT_TRUE(format_of("x.tsv.gz", "").gzip);
  EXPECT_HAS(error_of([] { format_of("x.sav.gz", ""); }), "only .csv and .tsv files may be gzipped");
  EXPECT_HAS(error_of([] { format_of("x.ods", ""); }),
             ".csv, .csv.gz, .tsv, .tsv.gz, .parquet, .feather, .sav, .dta, .sas7bdat, .xpt and .xlsx");
  EXPECT_HAS(error_of([] { output_format_of("x.sas7bdat", ""); }), "can be written: .csv, .csv.gz, .tsv");
  EXPECT_HAS(error_of([] { read_table("-", {.format = "parquet"}, run()); }), "standard input can only be");
}

// Values, categories, labels, missing codes and orders survive any way through the formats, where the
// sidecar goes along for what a format cannot say itself.
TEST(FileFormat, OneTableGoesThroughAllFormats) {
  const TemporaryFolder folder;
  ColumnInfo income = named("income");
  income.role = Role::confidential;
  income.domain = Domain{-1e9, 1e9};
  ColumnInfo level = named("level", Kind::ordinal);
  level.order = {"low", "middle", "high"};
  ColumnInfo sex = named("sex", Kind::nominal);
  sex.label = "Sex";
  sex.value_labels = {{"1", "männlich"}, {"2", "weiblich"}, {"-9", "verweigert"}};
  sex.missing = {"-9"};
  ColumnInfo grade = named("grade", Kind::ordinal);
  grade.value_labels = {{"1", "bad"}, {"2", "good"}};
  const Table original(
      {income, named("age"), named("born", Kind::ordinal), named("town", Kind::nominal), level, sex, grade},
      {Numbers{0.1, -2.0, std::numeric_limits<double>::quiet_NaN()},
       Integers{{33, 0, 4503599627370497}, {0, 1, 0}}, Dates{{Dates::missing, -3653, 18717}},
       Codes{{0, 1, -1}, {"Gràcia", "a,\"b\""}}, Codes{{2, 0, -1}, level.order},
       Integers{{1, 0, 2}, {0, 1, 0}}, Integers{{2, 1, 2}, {}}});
  Table table = original;
  int step = 0;
  for (const std::string extension : {".csv", ".parquet", ".dta", ".xlsx", ".sav", ".feather", ".tsv.gz",
                                      ".xlsx", ".sav", ".csv.gz", ".dta", ".parquet"}) {
    const std::string path = folder.path("t" + std::to_string(++step) + extension);
    write_table(table, path, {}, run());
    write_text_file(sidecar_path(path), sidecar_text(table, {}));
    table = read_table(path, {}, run()).table;
    EXPECT_EQ(difference(original, table), "") << path;
    EXPECT_EQ(table.info(0).role, Role::confidential) << path;
  }
}

}  // namespace
}  // namespace sfumato::io
