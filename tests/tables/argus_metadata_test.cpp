#include "tables/formats/argus_metadata.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "support/complaint.hpp"
#include "support/reference_data.hpp"
#include "support/temporary_folder.hpp"
#include "tables/formats/argus_dimension.hpp"
#include "tables/formats/argus_fields.hpp"
#include "tables/formats/codelist.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

ArgusMetadata records(const std::string& text) {
  return parse_argus_metadata(text, "d.rda", ArgusUse::microdata);
}
std::string metadata_refusal(const std::string& text) {
  return complaint([&] { records(text); });
}

TEST(ArgusMetadata, ReadsTheExampleOfTauArgus) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/tau_testW/Tau_TestW.rda");
  const ArgusMetadata metadata = read_argus_metadata(path, ArgusUse::microdata);
  ASSERT_EQ(metadata.variables.size(), 14U);
  EXPECT_FALSE(metadata.separator);
  const ArgusVariable& industry = metadata.variables[1];
  EXPECT_EQ(industry.name, "IndustryCode");
  EXPECT_EQ(industry.start, 4U);
  EXPECT_EQ(industry.width, 5U);
  EXPECT_EQ(industry.missing, std::vector<std::string>{"99999"});
  EXPECT_EQ(industry.kind, ArgusKind::dimension);
  EXPECT_EQ(industry.levels, (std::vector<std::size_t>{3, 1, 1}));
  const ArgusVariable& region = metadata.variables[3];
  EXPECT_EQ(region.code_list, "region.cdl");
  EXPECT_EQ(region.hierarchy_file, "region2.hrc");
  EXPECT_EQ(region.lead, "@");
  EXPECT_EQ(metadata.variables[4].kind, ArgusKind::weight);
  EXPECT_EQ(metadata.variables[4].decimals, 1);
  EXPECT_EQ(metadata.variables[6].kind, ArgusKind::amount);
  EXPECT_EQ(metadata.variables[6].decimals, 2);
  EXPECT_EQ(metadata.variables[13].kind, ArgusKind::request);
  EXPECT_EQ(metadata.variables[13].request_codes, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(metadata.notes.size(), 3U);  // three <DISTANCE>
  EXPECT_EQ(argus_file(metadata, region, "region2.hrc"), path.substr(0, path.rfind('/')) + "/region2.hrc");
}

TEST(ArgusMetadata, ReadsTablesWithTheirOwnStatuses) {
  const ArgusMetadata metadata = parse_argus_metadata(
      "   <SEPARATOR> \";\"\r\n<SAFE> \"ok\"\n<UNSAFE> no\n<PROTECT> \"keep\"\nSize \"99\"\n <recodable>\n"
      " <TOTCODE> \" All sizes \"\nSum\n <NUMERIC>\nN\n <FREQUENCY>\nS\n <NUMERIC> <SHADOW>\nC\n "
      "<NUMERIC><COSTVAR>\n"
      "T\n <MAXSCORE>\nF\n <STATUS>\nL\n <NUMERIC>\n <LOWERPL>\nU\n <NUMERIC> <UPPERPL>\n",
      "t.rda", ArgusUse::table);
  EXPECT_EQ(metadata.separator, ';');
  EXPECT_EQ(metadata.safe, "ok");
  EXPECT_EQ(metadata.unsafe, "no");
  EXPECT_EQ(metadata.protect, "keep");
  std::vector<ArgusKind> kinds;
  for (const ArgusVariable& variable : metadata.variables) kinds.push_back(variable.kind);
  EXPECT_EQ(kinds,
            (std::vector<ArgusKind>{ArgusKind::dimension, ArgusKind::amount, ArgusKind::frequency,
                                    ArgusKind::shadow, ArgusKind::cost, ArgusKind::top, ArgusKind::status,
                                    ArgusKind::lower_level, ArgusKind::upper_level}));
  EXPECT_EQ(metadata.variables[0].total, "All sizes");
  EXPECT_EQ(metadata.variables[0].missing, std::vector<std::string>{"99"});
}

TEST(ArgusMetadata, ReadsADimensionThatIsAlsoAnAmount) {
  for (const char* text : {"A 1 2\n<RECODEABLE>\n<NUMERIC>\n", "A 1 2\n<NUMERIC>\n<RECODEABLE>\n"}) {
    const ArgusMetadata metadata = records(text);
    EXPECT_EQ(metadata.variables[0].kind, ArgusKind::dimension);
    EXPECT_TRUE(metadata.variables[0].numeric);
  }
}

TEST(ArgusMetadata, NotesUnknownKeywords) {
  const ArgusMetadata metadata = records("<FOO> bar\nA 1 2\n <CKM> N(3)\n <RECODEABLE>\n");
  EXPECT_EQ(metadata.notes,
            (std::vector<std::string>{"d.rda, line 1: the keyword <FOO> is unknown and was ignored",
                                      "d.rda, line 3: the keyword <CKM> is unknown and was ignored"}));
}

TEST(ArgusMetadata, SaysWhatIsBrokenAndWhere) {
  EXPECT_EQ(metadata_refusal(""), "d.rda describes no variable");
  EXPECT_EQ(metadata_refusal("A\n"), "d.rda, line 1: 'A' is not followed by the first column");
  EXPECT_EQ(metadata_refusal("A 1\n"), "d.rda, line 1: 'A' is not followed by the width");
  EXPECT_EQ(metadata_refusal("A 0 3\n"),
            "d.rda, line 1: the first column of 'A' is '0', not an integer from 1 to 1000000000");
  EXPECT_EQ(metadata_refusal("A 1 99999999999999999999\n"),
            "d.rda, line 1: the width of 'A' is '99999999999999999999', not an integer from 1 to 1000000000");
  EXPECT_EQ(metadata_refusal("A 1 1\nA 2 1\n"), "d.rda, line 2: the variable 'A' is already on line 1");
  EXPECT_EQ(metadata_refusal("<RECODEABLE>\nA 1 1\n"),
            "d.rda, line 1: <RECODEABLE> comes before the first variable");
  EXPECT_EQ(metadata_refusal("A 1 1\n<DECIMALS> two\n"),
            "d.rda, line 2: the number of decimals of <DECIMALS> is 'two', not an integer from 0 to 18");
  EXPECT_EQ(metadata_refusal("A 1 1\n<CODELIST>\n"),
            "d.rda, line 2: <CODELIST> is not followed by the name of a file");
  EXPECT_EQ(metadata_refusal("A 1 1\n<CODELIST> \"x\n"), "d.rda, line 2: a quote is not closed");
  EXPECT_EQ(metadata_refusal("A 1 1\n<NUMERIC> 3\n"), "d.rda, line 2: '3' after <NUMERIC> is not understood");
  EXPECT_EQ(metadata_refusal("A 1 1\n<HIERLEVELS> 1 x\n"),
            "d.rda, line 2: the level 'x' is not a number of characters");
  EXPECT_EQ(metadata_refusal("A 1 1\n<HIERLEVELS> 0\n"), "d.rda, line 2: <HIERLEVELS> has no levels");
  EXPECT_EQ(metadata_refusal("A 1 5\n<HIERLEVELS> 3 1\n"),
            "d.rda, line 1: 'A' is 5 characters wide, but its levels have 4");
  EXPECT_EQ(metadata_refusal("A 1 5\n<HIERARCHICAL>\n"),
            "d.rda, line 1: 'A' is hierarchical, but has neither levels nor a file");
  EXPECT_EQ(metadata_refusal("A 1 5\n<HIERLEVELS> 5\n<HIERCODELIST> a.hrc\n"),
            "d.rda, line 1: 'A' has both <HIERLEVELS> and <HIERCODELIST>");
  EXPECT_EQ(metadata_refusal("A 1 1\n<HIERLEADSTRING> \"\"\n"), "d.rda, line 2: the leading string is empty");
  EXPECT_EQ(metadata_refusal("A 1 1\n<REQUEST>\n"),
            "d.rda, line 2: <REQUEST> needs one or two codes that request protection");
  EXPECT_EQ(metadata_refusal("A 1 1\n<RECODEABLE>\n<WEIGHT>\n"),
            "d.rda, line 3: <WEIGHT> contradicts an earlier keyword of 'A'");
  EXPECT_EQ(metadata_refusal("<SEPARATOR> \";;\"\n"),
            "d.rda, line 1: the separator is ';;', not a single character");
  EXPECT_EQ(metadata_refusal("A 1 1\n<SEPARATOR> \";\"\n"),
            "d.rda, line 2: <SEPARATOR> comes after the first variable");
  EXPECT_EQ(metadata_refusal("<SPSS>\n"), "d.rda, line 1: metadata of SPSS files are not supported");
  EXPECT_EQ(metadata_refusal("A\xff 1 1\n"), "d.rda, line 1: not valid UTF-8");
}

TEST(ArgusMetadata, FindsFilesBesideItAndSaysWhereItLooked) {
  const sfumato::testing::TemporaryFolder folder;
  folder.write("Region.hrc", "A\n");
  ArgusMetadata metadata = records("A 1 1\n");
  metadata.source = folder.file("d.rda");
  const ArgusVariable& variable = metadata.variables[0];
  EXPECT_EQ(argus_file(metadata, variable, "Region.hrc"), folder.file("Region.hrc"));
  EXPECT_EQ(argus_file(metadata, variable, "C:\\data\\Region.hrc"), folder.file("Region.hrc"));
  EXPECT_EQ(argus_file(metadata, variable, folder.file("Region.hrc")), folder.file("Region.hrc"));
  EXPECT_EQ(complaint([&] { argus_file(metadata, variable, "other/x.hrc"); }),
            folder.file("d.rda") + ": 'A' names the file 'other/x.hrc', which is not at '" +
                folder.file("other/x.hrc") + "' and not at '" + folder.file("x.hrc") + "'");
  try {
    argus_file(metadata, variable, "region.hrc");
    FAIL() << "a file of another name was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.hint, "there is 'Region.hrc': write the name in the same case");
  }
}

TEST(ArgusFields, SplitsQuotedAndPlainFields) {
  std::vector<std::string_view> fields;
  ASSERT_TRUE(split_argus_fields(R"( "a;b" ; c d;;" 1")", ';', fields));
  EXPECT_EQ(fields, (std::vector<std::string_view>{"a;b", "c d", "", "1"}));
  ASSERT_TRUE(split_argus_fields("a\t\tb\t", '\t', fields));
  EXPECT_EQ(fields, (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_FALSE(split_argus_fields("\"a;b", ';', fields));
  EXPECT_FALSE(split_argus_fields("\"a\"b;c", ';', fields));
  EXPECT_EQ(parse_argus_decimal("12,50", true), Decimal(1250, 2));
  EXPECT_FALSE(parse_argus_decimal("12,50", false));
  EXPECT_FALSE(parse_argus_decimal("1.000,50", true));
  EXPECT_FALSE(parse_argus_decimal("1,000,50", true));
}

std::string drawn(const CodeTree& tree) {
  std::string text;
  for (const TreeNode& node : tree.nodes) {
    text += (node.parent ? tree.nodes[*node.parent].code : std::string()) + ">" + node.code + " ";
  }
  return text;
}

TEST(ArgusDimension, MakesATreeOfCharacters) {
  EXPECT_EQ(drawn(tree_of_levels({"15132", "14000", "15131"}, {3, 1, 1}, "d")),
            ">140 140>1400 1400>14000 >151 151>1513 1513>15131 1513>15132 ");
  // Codes of tables end on any level; characters are counted, not bytes.
  EXPECT_EQ(drawn(tree_of_levels({"äb", "ä", "äc", "x"}, {1, 1}, "d")), ">x >ä ä>äb ä>äc ");
  EXPECT_EQ(complaint([] {
              tree_of_levels({"123"}, {1, 1}, "d");
            }),
            "d: the code '123' is longer than its levels together");
}

TEST(ArgusCodelist, JoinsTrimmedCodesWithLabels) {
  EXPECT_EQ(parse_codelist(" 1,Groningen\r\n10, A, B \n\n\"x\";\"y\"\n 1,Groningen\n", "r.cdl"),
            (CodeLabels{{"1", "Groningen"}, {"10", "A, B"}, {"x", "y"}}));
  EXPECT_EQ(complaint([] { parse_codelist("1\n", "r.cdl"); }),
            "r.cdl, line 1: there is no comma between a code and its label");
  EXPECT_EQ(complaint([] { parse_codelist(" ,a\n", "r.cdl"); }),
            "r.cdl, line 1: there is no code before the comma");
  EXPECT_EQ(complaint([] { parse_codelist("1,a\n 1,b\n", "r.cdl"); }),
            "r.cdl, line 2: the code '1' has another label on line 1");
}

}  // namespace
}  // namespace sfumato::tables
