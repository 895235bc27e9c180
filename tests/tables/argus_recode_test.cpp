#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "core/error.hpp"
#include "support/complaint.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"
#include "tables/formats/argus_microdata.hpp"
#include "tables/formats/recode_file.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

std::string recode_refusal(const std::string& text) {
  return complaint([&] { parse_recode(text, "r.grc"); });
}

Table table_of(const std::vector<std::string>& codes) {
  Codes column;
  for (const std::string& code : codes) {
    column.codes.push_back(static_cast<std::int32_t>(column.labels.size()));
    column.labels.push_back(code);
  }
  ColumnInfo info;
  info.name = "R";
  info.kind = Kind::nominal;
  return {{info}, {Column(column)}};
}

std::vector<std::string> texts(const Table& table) {
  std::vector<std::string> read;
  for (std::size_t row = 0; row < table.rows(); ++row) read.push_back(table.column(0).text(row));
  return read;
}

TEST(ArgusRecode, CutsTheHierarchyOfTheExample) {
  SFUMATO_REQUIRE_REFERENCE(metadata, "tables/tau_testW/Tau_TestW.rda");
  SFUMATO_REQUIRE_REFERENCE(data, "tables/tau_testW/tau_testW.asc.gz");
  SFUMATO_REQUIRE_REFERENCE(path, "tables/tau_testW/IndCode2.grc");
  ArgusMicrodata microdata = read_argus_microdata(data, metadata, sfumato::Run());
  DimensionSpecification& industry = microdata.specification_base.dimensions[1];
  const Recode recode = read_recode(path);
  EXPECT_TRUE(recode.tree);
  ASSERT_EQ(recode.cuts.size(), 3U);
  apply_recode(industry, microdata.records, recode);
  // Below 142 were 1421 and 14210, below 1500 and 1512 one leaf each.
  EXPECT_EQ(industry.hierarchies[0].nodes.size(), 143U + 268U + 298U - 4U);
  std::map<std::string, std::size_t> counts;
  const Column& column = microdata.records.column(1);
  for (std::size_t row = 0; row < column.size(); ++row) ++counts[column.text(row)];
  EXPECT_EQ(counts["142"], 68U);
  EXPECT_EQ(counts["1500"], 123U);
  EXPECT_EQ(counts["1512"], 211U);
  EXPECT_FALSE(counts.contains("14210"));
  EXPECT_EQ(counts["15131"], 162U);
}

TEST(ArgusRecode, TurnsCodesAndRangesIntoNewCodes) {
  const Recode recode =
      parse_recode("<MISSING> 9 \"X\"\nlow : -3 , 5\r\n\"a:b\":\"b-\"\nX: 11-12\n\nhigh:100-\n", "r.grc");
  EXPECT_EQ(recode.missing, (std::vector<std::string>{"9", "X"}));
  DimensionSpecification dimension;
  dimension.column = "R";
  dimension.labels = {{"1", "one"}, {"4", "four"}};
  Table records = table_of({"1", "3", "4", "5", "b-", "10", "11", "12", "13", "99", "100", "aaaa"});
  apply_recode(dimension, records, recode);
  EXPECT_EQ(texts(records), (std::vector<std::string>{"low", "low", "4", "low", "a:b", "10", "", "", "13",
                                                      "99", "high", "high"}));
  EXPECT_EQ(dimension.labels, (std::vector<std::pair<std::string, std::string>>{{"4", "four"}}));
}

TEST(ArgusRecode, OrdersCodesAsIfRightAligned) {
  const CodeRange range{"5", "10"};
  for (const char* inside : {"5", "9", "10", "x", "05"}) EXPECT_TRUE(range.has(inside)) << inside;
  for (const char* outside : {"4", "11", "100", ""}) EXPECT_FALSE(range.has(outside)) << outside;
}

TEST(ArgusRecode, ReadsLabelsOfNewCodes) {
  const sfumato::testing::TemporaryFolder folder;
  folder.write("new.cdl", "1,first\n");
  const Recode recode = read_recode(folder.write("r.grc", "<CODELIST> new.cdl\n1: a-b\n"));
  DimensionSpecification dimension;
  dimension.column = "R";
  Table records = table_of({"a", "b", "c"});
  apply_recode(dimension, records, recode);
  EXPECT_EQ(dimension.labels, (std::vector<std::pair<std::string, std::string>>{{"1", "first"}}));
  EXPECT_EQ(texts(records), (std::vector<std::string>{"1", "1", "c"}));
}

TEST(ArgusRecode, RecodesWholeNumbers) {
  ColumnInfo info;
  info.name = "R";
  Table records({info}, {Column(Integers{{1, 2, 3}, {0, 1, 0}})});
  DimensionSpecification dimension;
  dimension.column = "R";
  apply_recode(dimension, records, parse_recode("few: 1-2\n", "r.grc"));
  EXPECT_EQ(texts(records), (std::vector<std::string>{"few", "", "3"}));
  EXPECT_EQ(records.info(0).kind, Kind::nominal);
}

TEST(ArgusRecode, SaysWhatIsBrokenAndWhere) {
  EXPECT_EQ(recode_refusal(""), "r.grc recodes nothing");
  EXPECT_EQ(recode_refusal("1 2\n"), "r.grc, line 1: there is no colon after the new code");
  EXPECT_EQ(recode_refusal(": 2\n"), "r.grc, line 1: there is no code before the colon");
  EXPECT_EQ(recode_refusal("1: 2,\n"), "r.grc, line 1: a code is missing");
  EXPECT_EQ(recode_refusal("1: -\n"), "r.grc, line 1: a range has no end on either side");
  EXPECT_EQ(recode_refusal("1: 2-3-4\n"), "r.grc, line 1: '-4' is not understood");
  EXPECT_EQ(recode_refusal("1: 10-9\n"), "r.grc, line 1: the range from '10' to '9' is reversed");
  EXPECT_EQ(recode_refusal("1: \"2\n"), "r.grc, line 1: a quote is not closed");
  EXPECT_EQ(recode_refusal("<FOO>\n1: 2\n"), "r.grc, line 1: unknown keyword <FOO>");
  EXPECT_EQ(recode_refusal("1: 2\n<TREERECODE>\n"), "r.grc, line 2: <TREERECODE> comes after rules");
  EXPECT_EQ(recode_refusal("<TREERECODE>\n1\n1\n"), "r.grc, line 3: the code '1' is already on line 2");
  EXPECT_EQ(recode_refusal("<MISSING>\n1: 2\n"), "r.grc, line 1: <MISSING> is not followed by a code");
  DimensionSpecification flat;
  flat.column = "R";
  DimensionSpecification deep = flat;
  deep.hierarchies = {{{{"N", std::nullopt}, {"a", 0}}, "h.hrc"}};
  Table records = table_of({"a"});
  const Table before = records;
  const auto applied = [&](DimensionSpecification dimension, const std::string& text) {
    return complaint([&] { apply_recode(dimension, records, parse_recode(text, "r.grc")); });
  };
  EXPECT_EQ(applied(flat, "<TREERECODE>\nN\n"), "r.grc cuts a hierarchy, but 'R' has none");
  EXPECT_EQ(applied(deep, "1: a\n"), "r.grc has rules for single codes, but 'R' is hierarchical");
  EXPECT_EQ(applied(deep, "<TREERECODE>\nM\n"), "r.grc, line 2: the code 'M' is not in h.hrc");
  EXPECT_EQ(applied(flat, "1: a\n2: -b\n"), "r.grc, line 2: the code 'a' becomes '2', but '1' by line 1");
  EXPECT_TRUE(records.same_data(before));
  EXPECT_EQ(applied(deep, "<TREERECODE>\nN\n"), "no error");
  EXPECT_EQ(texts(records), std::vector<std::string>{"N"});
}

TEST(ArgusRecode, WhatIsWrittenIsReadBack) {
  for (const std::string text :
       {"<TREERECODE>\nNorth\nSouth and East\n", "1 : 1-3, 5\n2 : -0\n\"a b\" : \"x-y\", z-\n",
        "1 : 2\n<MISSING> 9 \"no answer\"\n<CODELIST> \"new codes.cdl\"\n"}) {
    const std::string written = recode_text(parse_recode(text, "a.grc"));
    EXPECT_EQ(written, text);
  }
}

}  // namespace
}  // namespace sfumato::tables
