#include "tables/formats/hierarchy_tree.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "support/complaint.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

// "A(1 2) B", the whole tree on one line.
std::string drawn(const CodeTree& tree, std::optional<std::size_t> parent = std::nullopt) {
  std::string text;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].parent != parent) continue;
    const std::string inner = drawn(tree, i);
    text += (text.empty() ? "" : " ") + tree.nodes[i].code + (inner.empty() ? "" : "(" + inner + ")");
  }
  return text;
}

TEST(HierarchyTree, CountsLeadingStrings) {
  EXPECT_EQ(drawn(parse_hrc("A\n@1\n@@11\n@@12\n@2\nB\n", "t.hrc")), "A(1(11 12) 2) B");
  EXPECT_EQ(drawn(parse_hrc("A\r\n--1\r\n--2\r\n\r\nB", "t.hrc", "--")), "A(1 2) B");
  EXPECT_EQ(drawn(parse_hrc("A\n  1\n    11\n  2\n", "t.hrc", "  ")), "A(1(11) 2)");
}

// tau-Argus pads codes to the width of their field, and also pads the lines.
TEST(HierarchyTree, TrimsPaddedCodes) {
  EXPECT_EQ(drawn(parse_hrc("\xEF\xBB\xBFNr  \n@ 1\n@  2 \nOs \n @ 4\n", "t.hrc")), "Nr(1 2) Os(4)");
}

TEST(HierarchyTree, ReadsTheRegionsOfTheTestData) {
  SFUMATO_REQUIRE_REFERENCE(coarse, "tables/tau_testW/Region.hrc");
  SFUMATO_REQUIRE_REFERENCE(padded, "tables/tau_testW/region2.hrc");
  EXPECT_TRUE(drawn(read_code_tree(coarse)).starts_with("A(1 2) B(3 4 5) C("));
  EXPECT_TRUE(drawn(read_code_tree(padded)).starts_with("Nr(1 2 3) Os(4 5 6"));
}

TEST(HierarchyTree, RefusesBadHrcWithItsLine) {
  EXPECT_EQ(complaint([] { parse_hrc("A\n@@1\n", "t.hrc"); }),
            "t.hrc, line 2: '1' is at depth 2, but the largest possible depth here is 1");
  EXPECT_EQ(complaint([] { parse_hrc("@A\n", "t.hrc"); }),
            "t.hrc, line 1: 'A' is at depth 1, but the largest possible depth here is 0");
  EXPECT_EQ(complaint([] { parse_hrc("A\n@1\nB\n@ 1\n", "t.hrc"); }),
            "t.hrc, line 4: the code '1' is already on line 2");
  EXPECT_EQ(complaint([] { parse_hrc("A\n@\n", "t.hrc"); }),
            "t.hrc, line 2: there is no code after the leading strings");
  EXPECT_EQ(complaint([] { parse_hrc("A\r@1\r", "t.hrc"); }),
            "t.hrc, line 1: the code 'A\\x0d@1' has a control character");
  EXPECT_EQ(complaint([] { parse_hrc(" \n\n", "t.hrc"); }), "t.hrc has no codes");
  EXPECT_EQ(complaint([] { parse_hrc("A\n", "t.hrc", ""); }), "the leading string of t.hrc is empty");
  EXPECT_EQ(complaint([] { parse_hrc("A\n\xFF\n", "t.hrc"); }), "t.hrc, line 2: not valid UTF-8");
}

TEST(HierarchyTree, TurnsRowsIntoATreeWithoutTheTop) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(drawn(read_code_tree(folder.write("a.csv", "1;A;*\n2;A;*\n3;B;*\n"))), "A(1 2) B(3)");
  EXPECT_EQ(drawn(read_code_tree(folder.write("b.csv", "1,A\n2,A\n3,B\n"))), "A(1 2) B(3)");
  // B is not divided further: its code is repeated.
  EXPECT_EQ(drawn(read_code_tree(folder.write("c.csv", "1;A;*\n2;A;*\nB;B;*\n"))), "A(1 2) B");
  EXPECT_EQ(drawn(read_code_tree(folder.write("flat.csv", "1\n2\n"))), "1 2");
}

TEST(HierarchyTree, RefusesRowsWithCycles) {
  const auto rows = [](std::vector<std::vector<std::string>> given) {
    return complaint([&] { tree_of_rows(Hierarchy(given), "h.csv"); });
  };
  EXPECT_EQ(rows({{"a", "b", "a"}}), "h.csv, in the row of 'a': 'a' is below itself");
  EXPECT_EQ(rows({{"a", "b", "c"}, {"b", "a", "c"}}),
            "h.csv, in the row of 'b': 'a' is part of 'c', but of 'b' in an earlier row");
  EXPECT_EQ(rows({{"a", "b"}, {"b", "c"}}),
            "h.csv, in the row of 'b': 'b' is part of 'c', but of the total in an earlier row");
  EXPECT_EQ(rows({{"a", " "}}), "h.csv, in the row of 'a': a code is empty");
}

}  // namespace
}  // namespace sfumato::tables
