// Protections, suppression algorithms and sensitivity rules as records: every one of them is described, its
// defaults are in their ranges, and unknown names are errors.
#include <gtest/gtest.h>

#include <set>

#include "core/error.hpp"
#include "tables/protection.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/suppress.hpp"

namespace sfumato::tables {
namespace {

void expect_described(const std::vector<ParamInfo>& params, const std::string& owner) {
  std::set<std::string> names;
  for (const ParamInfo& info : params) {
    EXPECT_TRUE(names.insert(info.name).second) << owner << ' ' << info.name;
    EXPECT_FALSE(info.doc.empty()) << owner << ' ' << info.name;
    EXPECT_EQ(checked_param(info, info.initial), info.initial) << owner << ' ' << info.name;
  }
}

TEST(TableRegistries, EveryProtectionIsDescribed) {
  EXPECT_EQ(protections().size(), 5U);
  for (const Protection& one : protections()) {
    EXPECT_EQ(&protection(one.info.name), &one);
    EXPECT_FALSE(one.info.title.empty()) << one.info.name;
    EXPECT_FALSE(one.info.summary.empty()) << one.info.name;
    EXPECT_FALSE(one.info.reference.empty()) << one.info.name;
    EXPECT_FALSE(one.info.result.empty()) << one.info.name;
    expect_described(one.params, one.info.name);
    ParamValues required;
    for (const ParamInfo& info : one.params) {
      if (info.required) required.emplace_back(info.name, info.initial);
    }
    EXPECT_EQ(resolve_params(one.params, required, one.info.name).size(), one.params.size());
    required.emplace_back("colour", "blue");
    EXPECT_THROW(resolve_params(one.params, required, one.info.name), Error) << one.info.name;
  }
  EXPECT_THROW(protection("hide"), Error);
}

TEST(TableRegistries, EveryAlgorithmIsAChoiceOfSuppress) {
  std::vector<std::string> names;
  for (const SuppressionAlgorithm& one : suppression_algorithms()) {
    EXPECT_FALSE(one.info.summary.empty()) << one.info.name;
    EXPECT_NE(one.run, nullptr) << one.info.name;
    names.push_back(one.info.name);
  }
  EXPECT_EQ(protection("suppress").params.front().choices, names);
  EXPECT_EQ(protection("suppress").params.front().kind, ParamKind::choice);
  const ParamList<SuppressParams>& list = param_list<SuppressParams>();
  const SuppressParams made =
      list.bind(resolve_params(list.infos(), {{"algorithm", "modular"}, {"work-limit", 3}}, "suppress"));
  EXPECT_EQ(made.options().algorithm, "modular");
  EXPECT_EQ(made.options().limit, optimize::Effort::work(3));
  EXPECT_THROW(resolve_params(list.infos(), {{"algorithm", "best"}}, "suppress"), Error);
}

TEST(TableRegistries, EveryRuleIsDescribedAndReadsItsExample) {
  EXPECT_EQ(rule_types().size(), 8U);
  for (const RuleType& one : rule_types()) {
    EXPECT_FALSE(one.info.summary.empty()) << one.info.name;
    EXPECT_FALSE(one.info.reference.empty()) << one.info.name;
    expect_described(one.params, one.info.name);
    const Rule rule = parse_rule(one.info.example);
    EXPECT_EQ(rule.type, &one);
    EXPECT_EQ(rule.text, one.info.example);
  }
}

TEST(TableRegistries, RulesSayWhatTheyNeed) {
  const auto takes_range = [](const char* typed) {
    const Rule rule = parse_rule(typed);
    return rule.type->takes_range != nullptr && rule.type->takes_range(rule);
  };
  EXPECT_TRUE(takes_range("frequency=3"));
  EXPECT_TRUE(takes_range("request=50,25"));
  EXPECT_TRUE(takes_range("zero"));
  EXPECT_FALSE(takes_range("zero=5"));
  EXPECT_FALSE(takes_range("p-percent=15"));
  EXPECT_FALSE(parse_rule("frequency=3").type->info.amounts);
  EXPECT_TRUE(parse_rule("pq=10,50").type->info.ranks);
  EXPECT_EQ(parse_rule("pq=10,50").type->prior(parse_rule("pq=10,50")), Decimal::whole(50));
}

}  // namespace
}  // namespace sfumato::tables
