#include "tables/formats/argus_microdata.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/error.hpp"
#include "support/complaint.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

std::vector<std::string> row_of(const Table& table, std::size_t row) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < table.column_count(); ++i) texts.push_back(table.column(i).text(row));
  return texts;
}

struct Files {
  sfumato::testing::TemporaryFolder folder;
  ArgusMicrodata read(const std::string& data, const std::string& metadata, int threads = 1) const {
    folder.write("d.asc", data);
    folder.write("d.rda", metadata);
    return read_argus_microdata(folder.file("d.asc"), folder.file("d.rda"),
                                sfumato::Run({.threads = threads}));
  }
  std::string refusal(const std::string& data, const std::string& metadata) const {
    std::string message = complaint([&] { read(data, metadata); });
    const std::string prefix = folder.path() + "/";
    for (std::size_t at = 0; (at = message.find(prefix)) != std::string::npos;)
      message.erase(at, prefix.size());
    return message;
  }
};

TEST(ArgusMicrodata, ReadsTheExampleOfTauArgus) {
  SFUMATO_REQUIRE_REFERENCE(metadata, "tables/tau_testW/Tau_TestW.rda");
  SFUMATO_REQUIRE_REFERENCE(data, "tables/tau_testW/tau_testW.asc.gz");
  const ArgusMicrodata microdata = read_argus_microdata(data, metadata, sfumato::Run());
  const Table& records = microdata.records;
  ASSERT_EQ(records.rows(), 42723U);
  EXPECT_EQ(row_of(records, 0),
            (std::vector<std::string>{"84", "34100", "8", "9", "2.2", "9272", "28.26", "166760", "279434",
                                      "2009571", "367159", "527645", "216851", "0"}));
  // Its size is the code for missing.
  EXPECT_EQ(row_of(records, 42722), (std::vector<std::string>{"88", "15710", "", "2", "2.2", "77", "77", "77",
                                                              "77", "77", "77", "77", "77", "0"}));
  double weights = 0;
  for (const double weight : records.column(records.require("Wgt")).to_numbers()) weights += weight;
  EXPECT_NEAR(weights, 98116.6, 1e-6);  // 14078 · 1.7 + 18495 · 2.2 + 10150 · 3.3
  // The grand total that tau-Argus's own example table has.
  std::int64_t cents = 0;
  for (const double amount : records.column(records.require("Var2")).to_numbers()) {
    cents += std::llround(amount * 100);
  }
  EXPECT_EQ(cents, 1684764684);
  EXPECT_EQ(records.column(records.require("Size")).missing_count(), 5U);
  EXPECT_NE(records.column(records.require("Var1")).get_if<Integers>(), nullptr);
  EXPECT_EQ(records.info(records.require("Wgt")).role, Role::weight);

  const Specification& base = microdata.specification_base;
  ASSERT_EQ(base.dimensions.size(), 4U);
  EXPECT_EQ(base.weight, "Wgt");
  EXPECT_EQ(base.request, "Request");
  EXPECT_FALSE(base.holding);
  EXPECT_TRUE(base.dimensions[0].hierarchies.empty());
  ASSERT_EQ(base.dimensions[1].hierarchies.size(), 1U);
  EXPECT_EQ(base.dimensions[1].hierarchies[0].nodes.size(), 143U + 268U + 298U);
  ASSERT_EQ(base.dimensions[3].hierarchies.size(), 1U);
  EXPECT_EQ(base.dimensions[3].hierarchies[0].nodes[1].code, "1");
  EXPECT_EQ(base.dimensions[3].labels.front(), (std::pair<std::string, std::string>("1", "Groningen")));
  EXPECT_EQ(base.dimensions[3].labels.back(), (std::pair<std::string, std::string>("Zd", "South")));
}

TEST(ArgusMicrodata, ReadsFixedColumns) {
  const Files files;
  const ArgusMicrodata microdata =
      files.read("a 1  1.5\r\nbb9 -2  \r\n c2   30x\n\n",
                 "T 1 2\n<RECODEABLE>\nM 3 1 9\nV 4 5\n<NUMERIC>\nH 9 1\n<HOLDING>\n");
  EXPECT_EQ(row_of(microdata.records, 0), (std::vector<std::string>{"a", "1", "1.5", ""}));
  EXPECT_EQ(row_of(microdata.records, 1), (std::vector<std::string>{"bb", "", "-2", ""}));
  EXPECT_EQ(row_of(microdata.records, 2), (std::vector<std::string>{"c", "2", "30", "x"}));
  EXPECT_EQ(microdata.specification_base.holding, "H");
}

TEST(ArgusMicrodata, CountsCharactersInFixedColumns) {
  const Files files;
  const ArgusMicrodata microdata = files.read("äö12\nabc3\n", "T 1 2\n<RECODEABLE>\nU 3 2\n");
  EXPECT_EQ(row_of(microdata.records, 0), (std::vector<std::string>{"äö", "12"}));
  EXPECT_EQ(row_of(microdata.records, 1), (std::vector<std::string>{"ab", "c3"}));
}

TEST(ArgusMicrodata, ReadsSeparatedFields) {
  const Files files;
  const ArgusMicrodata microdata =
      files.read("\"a;b\";1,25;\nc;-3;\n;;\n",
                 "<SEPARATOR> \";\"\nT 3\n<RECODEABLE>\n<TOTCODE> \"All\"\nV 9\n<NUMERIC>\n<DECIMALS> 2\n");
  EXPECT_EQ(row_of(microdata.records, 0), (std::vector<std::string>{"a;b", "1.25"}));
  EXPECT_EQ(row_of(microdata.records, 1), (std::vector<std::string>{"c", "-3"}));
  EXPECT_EQ(row_of(microdata.records, 2), (std::vector<std::string>{"", ""}));
  EXPECT_EQ(microdata.specification_base.dimensions[0].total, "All");
  EXPECT_EQ(microdata.records.info(1).decimals, 2);
}

// Several blocks and threads against generated lines.
TEST(ArgusMicrodata, IsTheSameForAnyNumberOfThreads) {
  const Files files;
  std::string data;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < 150'000; ++i) {
    const std::string code = "c" + std::to_string(i * 7919 % 1000);
    const std::string amount = i == 149'000 ? "0.5" : std::to_string(i * 31 % 977);
    data += code + "," + amount + "\n";
    if (i % 997 == 0) rows.push_back({code, amount});
  }
  const std::string metadata = "<SEPARATOR> \",\"\nC 5\n<RECODEABLE>\nV 9\n<NUMERIC>\n";
  const ArgusMicrodata one = files.read(data, metadata, 1);
  const ArgusMicrodata many = files.read(data, metadata, 4);
  EXPECT_TRUE(one.records.same_data(many.records));
  EXPECT_EQ(one.records.column(0).get_if<Codes>()->labels, many.records.column(0).get_if<Codes>()->labels);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(row_of(one.records, i * 997), rows[i]);
  data.replace(data.find("\nc") + 1, 1, "\"");
  EXPECT_EQ(files.refusal(data, metadata), "d.asc, line 2: a quoted field is not closed");
}

TEST(ArgusMicrodata, KeepsAmountsExactlyOrRefusesThem) {
  const Files files;
  const std::string metadata = "<SEPARATOR> \";\"\nV 20\n<NUMERIC>\n";
  EXPECT_EQ(row_of(files.read("9223372036854775807\n", metadata).records, 0)[0], "9223372036854775807");
  EXPECT_EQ(row_of(files.read("1234567890123.45\n", metadata).records, 0)[0], "1234567890123.45");
  EXPECT_EQ(files.refusal("1234567890123456.789\n", metadata),
            "d.asc, line 1, column 'V': '1234567890123456.789' has too many digits to be exact");
  EXPECT_EQ(
      files.refusal("9223372036854775807\n1.5\n", metadata),
      "d.asc, line 2, column 'V': an earlier number of this column is too large for a column with decimals");
  EXPECT_EQ(files.refusal("1.5\n9223372036854775807\n", metadata),
            "d.asc, line 2, column 'V': '9223372036854775807' has too many digits to be exact");
}

TEST(ArgusMicrodata, ReadsLabelsAndHierarchiesBesideTheMetadata) {
  const Files files;
  files.folder.write("r.hrc", "N\n. 1\n.10\nS\n");
  files.folder.write("r.cdl", " 1,one\nS,south\n");
  const ArgusMicrodata microdata =
      files.read(" 1\n10\n S\n",
                 "R 1 2\n<RECODEABLE>\n<CODELIST> \"r.cdl\"\n<HIERARCHICAL>\n<HIERCODELIST> \"r.hrc\"\n");
  const DimensionSpecification& region = microdata.specification_base.dimensions[0];
  ASSERT_EQ(region.hierarchies[0].nodes.size(), 4U);
  EXPECT_EQ(region.hierarchies[0].nodes[1].code, "1");
  EXPECT_EQ(region.hierarchies[0].nodes[1].parent, 0U);
  EXPECT_EQ(microdata.records.info(0).value_labels, region.labels);
}

TEST(ArgusMicrodata, SaysWhatIsBrokenAndWhere) {
  const Files files;
  const std::string fixed = "T 1 2\n<RECODEABLE>\nV 3 4\n<NUMERIC>\n";
  const std::string free = "<SEPARATOR> \";\"\nT 2\n<RECODEABLE>\nV 4\n<NUMERIC>\n";
  EXPECT_EQ(files.refusal("", fixed), "d.asc has no records");
  EXPECT_EQ(files.refusal("aa   1\n\nbb   2\n", fixed), "d.asc, line 2: the line is empty");
  EXPECT_EQ(files.refusal("aa   1\nbb  x2\n", fixed),
            "d.asc, line 2, column 'V' (characters 3 to 6): 'x2' is not a number");
  EXPECT_EQ(files.refusal("aa   1\nbb  2\n", fixed),
            "d.asc, line 2, column 'V' (characters 3 to 6): the line ends after 5 characters");
  EXPECT_EQ(files.refusal("a;1\nb;2;3\n", free), "d.asc, line 2: 3 fields, but d.rda describes 2");
  EXPECT_EQ(files.refusal("a;1\n\"b;2\n", free), "d.asc, line 2: a quoted field is not closed");
  EXPECT_EQ(files.refusal("a;1\nb;inf\n", free), "d.asc, line 2, column 'V': 'inf' is not a number");
  EXPECT_EQ(files.refusal("a;1\nb\xff;1\n", free), "d.asc, line 2: not valid UTF-8");
  EXPECT_EQ(files.refusal("12\n 3\n", "T 1 2\n<RECODEABLE>\n<HIERLEVELS> 1 1\n"),
            "d.asc, line 2, column 'T' (characters 1 to 2): the code ' 3' starts with a blank, but its "
            "characters are its levels");
  EXPECT_EQ(files.refusal("12\n", "A 1 1\n<WEIGHT>\nB 2 1\n<WEIGHT>\n"),
            "d.rda, line 3: 'B' is <WEIGHT>, but 'A' is already");
  EXPECT_EQ(files.refusal("12\n", "A 1 1\n<RECODEABLE>\n<CODELIST> \"x.cdl\"\n"),
            "d.rda: 'A' names the file 'x.cdl', which is not at 'x.cdl'");
}

}  // namespace
}  // namespace sfumato::tables
