#include "tables/formats/table_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <set>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/output_file.hpp"
#include "support/complaint.hpp"
#include "support/random_cell_table.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

TEST(TableFile, GoesByTheExtensionOrTheNameOfAFormat) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const testing::TemporaryFolder folder;
  Rng rng({9, 6});
  const CellTable table = testing::random_cell_table(rng);
  for (const char* name : {"t.json", "t.csv", "T.JSON"}) {
    write_cell_table(table, folder.file(name));
    EXPECT_EQ(read_cell_table(folder.file(name), {}, run), table) << name;
  }
  write_cell_table(table, folder.file("plain"), "json");
  EXPECT_EQ(read_cell_table(folder.file("plain"), {.format = "json"}, run), table);
  write_cell_table(table, folder.file("t.jj"));
  EXPECT_EQ(read_cell_table(folder.file("t.jj"), {}, run).relations, table.relations);
  EXPECT_EQ(folder.listing(), "T.JSON\nplain\nt.csv\nt.jj\nt.json\nt.toml\n");
  EXPECT_EQ(complaint([&] { read_cell_table(folder.file("plain"), {}, run); }),
            "the name '" + folder.file("plain") + "' has no known extension of a table");
  EXPECT_EQ(complaint([&] { write_cell_table(table, folder.file("t.json"), "xlsx"); }),
            "'xlsx' is not a format of tables");
}

TEST(TableFile, RefusesATableThatDoesNotAddUpAndNamesTheFile) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("t.csv", "a,value\nT,3\nx,1\ny,3\n");
  EXPECT_EQ(complaint([&] { read_cell_table(path, {}, run); }),
            path + ": the table does not add up: a=T = a x + y is off by '1'");
}

TEST(TableFile, LeavesNoHalfFileBehind) {
  const testing::TemporaryFolder folder;
  Rng rng({9, 7});
  CellTable table = testing::random_cell_table(rng);
  table.relations = {};
  EXPECT_NE(complaint([&] { write_cell_table(table, folder.file("t.csv")); }), "no error");
  EXPECT_EQ(folder.listing(), "");
  EXPECT_NE(complaint([&] { write_cell_table(table, folder.file("nowhere/t.json")); }), "no error");
}

TEST(TableFile, KeepsAnExistingFileInThePlaceOfASidecar) {
  const testing::TemporaryFolder folder;
  Rng rng({9, 23});
  const CellTable table = testing::random_cell_table(rng);
  EXPECT_EQ(complaint([&] { write_cell_table(table, folder.file("x.toml"), "csv"); }),
            "the cells and their description would both be written to '" + folder.file("x.toml") + "'");
  EXPECT_EQ(folder.listing(), "");
  const std::string place = folder.file("t.toml");
  const std::string refusal =
      "a CSV table writes its description to '" + place + "', which is another kind of file";
  // A specification of tables, the sidecar of data, a file with both, and text that is not TOML.
  for (const char* other :
       {"sum = \"v\"\n[[table]]\nby = [\"region\"]\n", "[columns.a]\nkind = \"nominal\"\n",
        "[columns.a]\nkind = \"nominal\"\n[table]\ntitle = \"\"\n", "a,b\n1,2\n", ""}) {
    folder.write("t.toml", other);
    EXPECT_EQ(complaint([&] { write_cell_table(table, folder.file("t.csv")); }), refusal) << other;
    EXPECT_EQ(complaint([&] { check_table_format(folder.file("t.csv")); }), refusal) << other;
    EXPECT_EQ(complaint([&] { check_sidecar_place(folder.file("t.csv")); }), refusal) << other;
    EXPECT_EQ(io::read_text_file(place), other);
    EXPECT_EQ(folder.listing(), "t.toml\n");
  }
  folder.write("t.toml", "[[table.dimensions]]\nname = \"a\"\ntotal = \"T\"\n");
  write_cell_table(table, folder.file("t.csv"));
  write_cell_table(table, folder.file("t.csv"));
  EXPECT_EQ(folder.listing(), "t.csv\nt.toml\n");
}

// Every file that is written was announced.
TEST(TableFile, NamesEveryFileThatItWrites) {
  Rng rng({9, 24});
  for (const std::string format : {"json", "jj", "csv", "tab"}) {
    for (int trial = 0; trial < 20; ++trial) {
      const testing::TemporaryFolder folder;
      CellTable table = testing::random_cell_table(rng, {.linked = false, .odd_codes = false});
      for (std::size_t i = 0; i < table.dimensions.size(); ++i) {
        table.dimensions[i].name = i == 0 ? "a b" : i == 1 ? "A_B" : "c";
        table.dimensions[i].labels.assign(table.dimensions[i].codes.size(), "label");
      }
      const std::string path = folder.file("my.table." + format);
      if (complaint([&] { write_cell_table(table, path); }) != "no error") continue;
      std::set<std::string> announced;
      for (const std::string& file : written_paths(table, path)) {
        ASSERT_TRUE(file.starts_with(folder.file(""))) << file;
        announced.insert(file.substr(folder.file("").size()) + "\n");
      }
      std::string listed;
      for (const std::string& file : announced) listed += file;
      EXPECT_EQ(folder.listing(), listed);
    }
  }
  EXPECT_TRUE(written_paths({}, "-", "json").empty());
}

TEST(TableFile, LooksForMetadataBesideTheTableAlone) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const testing::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("x.y"));
  const std::string path = folder.write("x.y/table", "a,1\n");
  const std::string said = complaint([&] { read_cell_table(path, {.format = "tab"}, run); });
  EXPECT_NE(said.find("x.y/table.rda"), std::string::npos) << said;
}

TEST(TableFile, ReportsAHierarchyOfUnevenRowsInOneLine) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("h.csv", "A;x;T\nB;T\nC;T\n");
  EXPECT_EQ(
      complaint([&] { read_code_tree(path); }),
      path +
          " is not a hierarchy: row 2: 2 levels where the first row has 3; row 3: 2 levels where the first "
          "row has 3");
}

TEST(TableFile, TakesHierarchiesForCsvAlone) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const testing::TemporaryFolder folder;
  const std::string csv = folder.write("t.csv", "a,value\nT,3\nN,3\nx,1\ny,2\n");
  const CodeTree tree = read_code_tree(folder.write("a.hrc", "N\n@x\n@y\n"));
  EXPECT_EQ(read_cell_table(csv, {.hierarchies = {{"a", {tree}}}}, run).relations.count(), 2U);
  const std::string jj = folder.write("t.jj", "0\n0\n0\n");
  EXPECT_EQ(complaint([&] {
              read_cell_table(jj, {.hierarchies = {{"a", {tree}}}}, run);
            }),
            "'" + jj + "' has its own hierarchies");
}

}  // namespace
}  // namespace sfumato::tables
