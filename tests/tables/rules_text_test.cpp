// Rules as typed: how each is parsed, and the error for a wrong one.
#include <gtest/gtest.h>

#include "tables/rules/rule_type.hpp"
#include "tables/rules_cells.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::decimal;

TEST(RuleText, IsReadIntoItsNumbers) {
  const Rule dominance = parse_rule("dominance=2,87.5");
  EXPECT_EQ(dominance.type->info.name, "dominance");
  EXPECT_EQ(dominance.count, 2);
  EXPECT_EQ(dominance.first, decimal("87.5"));
  EXPECT_EQ(dominance.text, "dominance=2,87.5");
  const Rule p_percent = parse_rule("p-percent=15");
  EXPECT_EQ(p_percent.type->info.name, "p-percent");
  EXPECT_EQ(p_percent.count, 1);
  EXPECT_EQ(p_percent.first, decimal("15"));
  EXPECT_EQ(parse_rule("p-percent=15,2").count, 2);
  const Rule pq = parse_rule("pq=10,50,3");
  EXPECT_EQ(pq.type->info.name, "pq");
  EXPECT_EQ(pq.first, decimal("10"));
  EXPECT_EQ(pq.second, decimal("50"));
  EXPECT_EQ(pq.count, 3);
  EXPECT_EQ(parse_rule("frequency=3").count, 3);
  EXPECT_EQ(parse_rule("request=50,25").second, decimal("25"));
  EXPECT_EQ(parse_rule("zero=5").first, decimal("5"));
  EXPECT_TRUE(parse_rule("zero").first.is_zero());
}

TEST(RuleText, ShowsTheRightFormWhereItIsWrong) {
  const auto error_of = [](const char* typed) {
    return sfumato::testing::complaint_with_hint([&] { parse_rule(typed); });
  };
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"dominanse=1,85", "did you mean 'dominance'"},
      {"", "there is no rule ''"},
      {"=", "there is no rule '='"},
      {"frequency", "has 0 where it needs 1 number after the '='"},
      {"frequency=", "has '' where a number of contributors"},
      {"frequency=0", "has '0' where a number of contributors"},
      {"frequency=2.5", "has '2.5' where a number of contributors"},
      {"frequency=99999999999999999999", "where a number of contributors"},
      {"frequency=3,4", "has 2 where it needs 1 number"},
      {"dominance=85", "has 1 where it needs 2 numbers"},
      {"dominance=1,100", "has 100 where a percentage above 0 and below 100 is expected"},
      {"dominance=1,0", "has 0 where a percentage above 0"},
      {"dominance=1,85%", "has '85%' where a percentage is expected"},
      {"p-percent=-5", "has -5 where a percentage above 0"},
      {"p-percent=nan", "has 'nan' where a percentage is expected"},
      {"p-percent=15,", "has '' where a number of contributors"},
      {"pq=50,50", "has a p that is not smaller than its q"},
      {"pq=10,120", "has 120 where a percentage above 0 and not above 100 is expected"},
      {"request=50", "has 1 where it needs 2 numbers"},
      {"zero=-1", "has '-1' where an amount above 0 is expected"},
      {"zero=", "has '' where an amount above 0 is expected"}};
  for (const auto& [typed, words] : wrong) {
    EXPECT_NE(error_of(typed).find(words), std::string::npos) << typed << ": " << error_of(typed);
  }
  EXPECT_NE(error_of("dominance=85").find("write it as dominance=1,85: a cell is sensitive if"),
            std::string::npos);
}

}  // namespace
}  // namespace sfumato::tables
