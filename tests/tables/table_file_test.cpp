#include "tables/formats/table_file.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/random_cell_table.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::tables {
namespace {

std::string complaint(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.message;
  }
  return "no error";
}

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
            "the name '" + folder.file("plain") + "' does not say in which format the table is");
  EXPECT_EQ(complaint([&] { write_cell_table(table, folder.file("t.json"), "xlsx"); }),
            "'xlsx' is no format of tables");
}

TEST(TableFile, RefusesATableThatDoesNotAddUpAndNamesTheFile) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("t.csv", "a,value\nT,3\nx,1\ny,3\n");
  EXPECT_EQ(complaint([&] { read_cell_table(path, {}, run); }),
            path + ": the table does not add up: a=T = a x + y is off by 1");
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
            "'" + jj + "' brings its own hierarchies");
}

}  // namespace
}  // namespace sfumato::tables
