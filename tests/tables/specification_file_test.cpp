#include "tables/tabulation/specification_file.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::tables {
namespace {

using Texts = std::vector<std::string>;

// Trees and labels that contain the path they were requested with.
SpecificationReaders pretended() {
  return {[](const std::string& path, const std::string& lead) {
            if (path.ends_with("lost.hrc")) bad_input("cannot read " + path, "look for it");
            return CodeTree{{{"N", {}}}, path + " " + lead};
          },
          [](const std::string& path) {
            return std::vector<std::pair<std::string, std::string>>{{"from", path}};
          }};
}

Specification parsed(const std::string& text) {
  return parse_specification(io::parse_toml(text, "in/spec.toml"), "in/spec.toml", pretended());
}

Error complaint(const std::string& text) {
  try {
    parsed(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    return error;
  }
  return {ErrorCode::internal, "no error"};
}

const std::string one_table = "[[table]]\nby = [\"town\"]\n";

TEST(SpecificationFile, ReadsEverything) {
  const Specification read = parsed(R"(
sum = ["turnover", "profit"]
mean = "wage"
counts = true
weight = "w"
holding = "group"
shadow = "staff"
request = "asked"
request-codes = ["y", "z"]
cost = "effort"
decimals = 2
keep = 5
[[table]]
by = ["disease", "town"]
[[table]]
by = ["gender", "disease"]
[dimension.town]
total = "All"
hierarchy = ["town.hrc", "zones.csv"]
lead = "."
labels = "town.cdl"
[dimension.gender]
labels = { m = "men", f = "women" }
)");
  EXPECT_EQ(read.sums, (Texts{"turnover", "profit"}));
  EXPECT_EQ(read.means, (Texts{"wage"}));
  EXPECT_TRUE(read.counts);
  EXPECT_EQ(read.weight, "w");
  EXPECT_EQ(read.holding, "group");
  EXPECT_EQ(read.shadow, "staff");
  EXPECT_EQ(read.request, "asked");
  EXPECT_EQ(read.request_codes, (Texts{"y", "z"}));
  EXPECT_EQ(read.cost_column, "effort");
  EXPECT_EQ(read.decimals, 2);
  EXPECT_EQ(read.kept, 5U);
  EXPECT_EQ(read.tables, (std::vector<Texts>{{"disease", "town"}, {"gender", "disease"}}));
  ASSERT_EQ(read.dimensions.size(), 3U);
  EXPECT_EQ(read.dimensions[0].column, "disease");
  EXPECT_EQ(read.dimensions[0].total, "Total");
  EXPECT_EQ(read.dimensions[1].total, "All");
  ASSERT_EQ(read.dimensions[1].hierarchies.size(), 2U);
  EXPECT_EQ(read.dimensions[1].hierarchies[0].source, "in/town.hrc .");
  EXPECT_EQ(read.dimensions[1].hierarchies[1].source, "in/zones.csv .");
  EXPECT_EQ(read.dimensions[1].labels[0].second, "in/town.cdl");
  EXPECT_EQ(read.dimensions[2].labels.size(), 2U);
}

TEST(SpecificationFile, NeedsOnlyATable) {
  const Specification read = parsed(one_table);
  EXPECT_TRUE(read.sums.empty());
  EXPECT_FALSE(read.counts);
  EXPECT_EQ(read.kept, 10U);
  EXPECT_EQ(read.cost, CellCost::value);
  EXPECT_EQ(read.request_codes, (Texts{"1", "2"}));
  EXPECT_EQ(parsed("cost = \"unity\"\n" + one_table).cost, CellCost::unity);
  EXPECT_EQ(parsed("cost = \"frequency\"\n" + one_table).cost, CellCost::frequency);
}

TEST(SpecificationFile, NamesUnknownKeys) {
  EXPECT_EQ(complaint("wieght = \"w\"\n" + one_table).message, "in/spec.toml: unknown key 'wieght'");
  EXPECT_EQ(complaint("wieght = \"w\"\n" + one_table).hint, "did you mean 'weight'?");
  EXPECT_EQ(complaint("[[table]]\nby = [\"town\"]\ncross = 1\n").message,
            "in/spec.toml, [[table]] 1: unknown key 'cross'");
  EXPECT_EQ(complaint(one_table + "[dimension.town]\nhierachy = \"a\"\n").hint, "did you mean 'hierarchy'?");
  EXPECT_EQ(complaint(one_table + "[dimension.twon]\ntotal = \"All\"\n").message,
            "in/spec.toml, [dimension.twon]: no table crosses this column");
}

TEST(SpecificationFile, RefusesWrongKinds) {
  EXPECT_EQ(complaint("sum = [1]\n" + one_table).message, "in/spec.toml: sum must be a list of texts");
  EXPECT_EQ(complaint("sum = [\"a\", \"a\"]\n" + one_table).message, "in/spec.toml: sum names 'a' twice");
  EXPECT_EQ(complaint("weight = 3\n" + one_table).message, "in/spec.toml: weight must be text");
  EXPECT_EQ(complaint("counts = \"yes\"\n" + one_table).message,
            "in/spec.toml: counts must be true or false");
  EXPECT_EQ(complaint("decimals = 19\n" + one_table).message,
            "in/spec.toml: decimals must be an integer, 0 to 18");
  EXPECT_EQ(complaint("keep = 100000\n" + one_table).message,
            "in/spec.toml: keep must be an integer, 0 to 1000");
  EXPECT_EQ(complaint("request-codes = [\"1\"]\n" + one_table).message,
            "in/spec.toml: request-codes needs request");
  EXPECT_EQ(complaint("request = \"r\"\nrequest-codes = [\"1\", \"2\", \"3\"]\n" + one_table).message,
            "in/spec.toml: request-codes must be one code or two");
  EXPECT_EQ(complaint("dimension = 1\n" + one_table).message, "in/spec.toml: dimension must be a table");
  EXPECT_EQ(complaint(one_table + "[dimension]\ntown = 1\n").message,
            "in/spec.toml, [dimension.town] must be a table");
  EXPECT_EQ(complaint(one_table + "[dimension.town]\nlabels = { A = 1 }\n").message,
            "in/spec.toml, [dimension.town]: labels must be texts");
}

TEST(SpecificationFile, NeedsTables) {
  EXPECT_EQ(complaint("").message, "in/spec.toml has no [[table]]");
  EXPECT_EQ(complaint("table = 1").message, "in/spec.toml has no [[table]]");
  EXPECT_EQ(complaint("[[table]]\n").message, "in/spec.toml, [[table]] 1 has no by");
}

TEST(SpecificationFile, ReportsWhichKeyNamedAnUnreadableFile) {
  EXPECT_EQ(complaint(one_table + "[dimension.town]\nhierarchy = \"lost.hrc\"\n").message,
            "in/spec.toml, [dimension.town]: hierarchy: cannot read in/lost.hrc");
}

TEST(SpecificationFile, ComesFromAFile) {
  const sfumato::testing::TemporaryFolder folder;
  const std::string path = folder.write("spec.toml", one_table + "[dimension.town]\nhierarchy = \"t.hrc\"\n");
  EXPECT_EQ(read_specification(path, pretended()).dimensions[0].hierarchies[0].source,
            folder.file("t.hrc") + " @");
  EXPECT_THROW(read_specification(folder.file("none.toml"), pretended()), Error);
}

}  // namespace
}  // namespace sfumato::tables
