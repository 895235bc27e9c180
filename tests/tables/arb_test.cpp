// Batch files into steps: every command, and what is said of those that cannot be understood.
#include "tables/formats/arb.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace sfumato::tables {
namespace {

template <class Action>
Action only(const std::string& text) {
  const std::vector<ArbStep> steps = parse_arb(text, "job.arb");
  EXPECT_EQ(steps.size(), 1U);
  return std::get<Action>(steps.at(0).action);
}

std::string batch_refusal(const std::string& text) {
  return testing::complaint([&] { parse_arb(text, "job.arb"); });
}

std::vector<double> numbers(const std::vector<Decimal>& decimals) {
  std::vector<double> result;
  for (const Decimal& one : decimals) result.push_back(one.number());
  return result;
}

TEST(ArbFile, KeepsTheLinesOfItsSteps) {
  const std::vector<ArbStep> steps = parse_arb(
      "// a comment\r\n\r\n  <OPENMICRODATA> \"a b.asc\"\r\n\\\\ another\n\t<openmetadata>x.rda // why\n",
      "job.arb");
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].line, 3U);
  EXPECT_EQ(steps[0].text, "<OPENMICRODATA> \"a b.asc\"");
  EXPECT_EQ(std::get<ArbOpenData>(steps[0].action).path, "a b.asc");
  EXPECT_TRUE(std::get<ArbOpenData>(steps[0].action).microdata);
  EXPECT_EQ(steps[1].line, 5U);
  EXPECT_FALSE(only<ArbOpenData>("<OPENTABLEDATA> \"t.tab\"").microdata);
}

TEST(ArbFile, SpecifiesTables) {
  const auto plain = only<ArbSpecifyTable>("<SPECIFYTABLE> \"Size\"\"Region\"|\"Var2\"|\"Var3\"|\"-1\"");
  EXPECT_EQ(plain.by, (std::vector<std::string>{"Size", "Region"}));
  EXPECT_EQ(plain.response, "Var2");
  EXPECT_EQ(plain.shadow, "Var3");
  EXPECT_EQ(plain.cost, "-1");
  const auto counts = only<ArbSpecifyTable>("<specifytable> \"a\" \"b\" \"c d\" | <FREQ> |  | -2 ");
  EXPECT_EQ(counts.by, (std::vector<std::string>{"a", "b", "c d"}));
  EXPECT_EQ(counts.response, "");
  EXPECT_EQ(counts.shadow, "");
  EXPECT_EQ(counts.cost, "-2");
  EXPECT_EQ(only<ArbSpecifyTable>("<SPECIFYTABLE> \"a\"|\"v\"").cost, "");
  EXPECT_EQ(only<ArbSpecifyTable>("<SPECIFYTABLE> \"a\"|\"v\"||").cost, "");
  EXPECT_EQ(only<ArbSpecifyTable>("<SPECIFYTABLE> \"a\"|\"v\"|\"\"|\"\"").cost, "");
  EXPECT_EQ(only<ArbSpecifyTable>("<SPECIFYTABLE> \"a\"|\"v\"||\"w\",0.5").lambda, Decimal(5, 1));
  EXPECT_EQ(only<ArbSpecifyTable>("<SPECIFYTABLE> \"a\"|\"v\"||\"w\"|1").lambda, Decimal::whole(1));
}

TEST(ArbFile, HasSafetyRules) {
  const auto rules = only<ArbSafetyRule>(
      "<SAFETYRULE> P(15)|p(15,2) | P(10,50,1)|NK(1,85)|FREQ(3, 30)|REQ(50,25,10)|REQ(50,25,0,10)|"
      "ZERO(0.5)|MIS(1)|wgt(0)|MAN(20)|");
  const std::vector<std::string> names = {"P",   "P",    "P",   "NK",  "FREQ", "REQ",
                                          "REQ", "ZERO", "MIS", "WGT", "MAN"};
  ASSERT_EQ(rules.rules.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(rules.rules[i].name, names[i]);
  EXPECT_EQ(numbers(rules.rules[2].numbers), (std::vector<double>{10, 50, 1}));
  EXPECT_EQ(numbers(rules.rules[7].numbers), (std::vector<double>{0.5}));
  EXPECT_TRUE(only<ArbSafetyRule>("<SAFETYRULE>").rules.empty());
}

TEST(ArbFile, ReadsRecodesAndSuppresses) {
  EXPECT_TRUE(only<ArbRead>("<READMICRODATA>").microdata);
  EXPECT_FALSE(only<ArbRead>("<READTABLE>").totals);
  EXPECT_TRUE(only<ArbRead>("<READTABLE> 1").totals);
  const auto apriori = only<ArbApriori>("<APRIORI> \"a.hst\", 2, \";\", 1, 1");
  EXPECT_EQ(apriori.path, "a.hst");
  EXPECT_EQ(apriori.table, 2U);
  EXPECT_EQ(apriori.separator, ';');
  EXPECT_TRUE(apriori.ignore_errors);
  EXPECT_TRUE(apriori.expand_trivial);
  EXPECT_EQ(only<ArbApriori>("<APRIORI> \"a.hst\",1").separator, std::nullopt);
  EXPECT_EQ(only<ArbApriori>("<APRIORI> \"a.hst\",1,\",\"").separator, ',');
  EXPECT_EQ(only<ArbRecode>("<RECODE> 1,\"Region\",\"r.grc\"").path, "r.grc");
  EXPECT_EQ(only<ArbRecode>("<RECODE> 1,\"Region\", 2").level, 2U);
  const auto modular = only<ArbSuppress>("<SUPPRESS> mod(0, 5, 1,1,0)");
  EXPECT_EQ(modular.method, "MOD");
  EXPECT_EQ(modular.table, 0U);
  EXPECT_EQ(numbers(modular.numbers), (std::vector<double>{5, 1, 1, 0}));
  for (const std::string method :
       {"GH(1,75,1)", "OPT(1,10)", "NET(1)", "RND(1,5,0,10,0,3)", "CTA(1)", "GH(1)"}) {
    EXPECT_EQ(only<ArbSuppress>("<SUPPRESS> " + method).table, 1U) << method;
  }
}

TEST(ArbFile, WritesTables) {
  const auto write = only<ArbWriteTable>("<WRITETABLE> (2, 3, AS+FL- se+, \"C:\\out\\t.txt\")");
  EXPECT_EQ(write.table, 2U);
  EXPECT_EQ(write.type, 3);
  EXPECT_TRUE(write.option("AS"));
  EXPECT_FALSE(write.option("FL", true));
  EXPECT_TRUE(write.option("SE"));
  EXPECT_TRUE(write.option("QU", true));
  EXPECT_EQ(write.path, "C:\\out\\t.txt");
  EXPECT_TRUE(only<ArbWriteTable>("<WRITETABLE> (1,6,,\"t.jj\")").options.empty());
  EXPECT_EQ(only<ArbLogbook>("<LOGBOOK> \"a.log\"").path, "a.log");
  EXPECT_EQ(only<ArbVersionInfo>("<VERSIONINFO>\t\"v.txt\"").path, "v.txt");
  only<ArbClear>("<CLEAR>");
  EXPECT_NE(only<ArbIgnored>("<GOINTERACTIVE>").note.find("ignored"), std::string::npos);
  EXPECT_NE(only<ArbIgnored>("<SOLVER> CPLEX, \"lic.txt\"").note.find("HiGHS"), std::string::npos);
}

TEST(ArbFile, SaysWhatIsWrongWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "job.arb has no command"},
      {"// nothing\n", "job.arb has no command"},
      {"\nhello", "job.arb, line 2: 'hello' is not a command"},
      {"<OPENMICRODAT> \"x\"", "line 1: there is no command <OPENMICRODAT>"},
      {"<OPENMICRODATA>", "line 1: the name of the file is missing"},
      {"<OPENMICRODATA> \"x", "line 1: a quote is opened and never closed"},
      {"<OPENMICRODATA> \"x\" y", "line 1: 'y' is left over"},
      {"<SPECIFYTABLE> a|b", "a spanning variable must stand in double quotes"},
      {"<SPECIFYTABLE> \"a\"", "'|' is missing at the end of the line"},
      {"<SPECIFYTABLE> \"a\"|", "the response (a variable or <freq>) is missing"},
      {"<SAFETYRULE> Q(3)", "there is no rule 'Q'"},
      {"<SAFETYRULE> NK(3)", "NK has 1 number, which is too few"},
      {"<SAFETYRULE> ZERO(1,2)", "ZERO has 2 numbers, which is too many"},
      {"<SAFETYRULE> P(-1)", "a number of P is '-1'"},
      {"<SAFETYRULE> P 15", "there is no rule 'P 15'"},
      {"<SAFETYRULE> P(15) NK(1,85)", "'|' is missing before 'NK(1,85)'"},
      {"<SAFETYRULE> WGT(2)", "WGT is 2, and must be 0 or 1"},
      {"<READTABLE> 2", "whether totals are computed is '2'"},
      {"<APRIORI> \"a.hst\"", "',' is missing"},
      {"<APRIORI> \"a.hst\",0", "tables are numbered from 1"},
      {"<APRIORI> \"a.hst\",1,\"ab\"", "is not a single character"},
      {"<RECODE> 1,\"v\",0", "level 0"},
      {"<SUPPRESS> UWE(1)", "the method UWE is not supported"},
      {"<SUPPRESS> FOO(1)", "there is no method 'FOO'"},
      {"<SUPPRESS> NET(1,2)", "NET has 1 number, which is too many"},
      {"<SUPPRESS> RND(1)", "RND has 0 numbers, which is too few"},
      {"<WRITETABLE> (1,7,,\"x\")", "there is no type 7"},
      {"<WRITETABLE> (1,3,ZZ+,\"x\")", "the options 'ZZ+' cannot be understood"},
      {"<WRITETABLE> (1,3,AS,\"x\")", "the options 'AS' cannot be understood"},
      {"<WRITETABLE> (1,3,AS+)", "',' is missing before ')'"},
      {std::string("<CLEAR>\0", 8), "NUL"},
      {"<CLEAR> \xff", "UTF-8"},
  };
  for (const auto& [text, message] : wrong) {
    const std::string said = batch_refusal(text);
    EXPECT_NE(said.find(message), std::string::npos) << text << "\n" << said;
    EXPECT_NE(said.find("job.arb"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace sfumato::tables
