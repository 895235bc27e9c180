// Options from parameters: what was typed comes back as values, and what was not is left to the defaults.
#include "cli/param_options.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::cli {
namespace {

struct Knobs {
  bool quick = false;
  std::int64_t k = 3;
  std::vector<std::string> rules;
  std::vector<std::string> by;
  ColumnTexts level;
  std::string base;

  static void params(ParamList<Knobs>& list) {
    list.flag("quick", &Knobs::quick).doc("In a hurry.");
    list.integer("k", &Knobs::k).range(1, 100).doc("Group size.");
    list.texts("rule", &Knobs::rules).doc("Rules.");
    list.columns("by", &Knobs::by).doc("Columns to cross.");
    list.pairs("level", &Knobs::level).doc("Levels.");
    list.text("base", &Knobs::base).required().doc("The base.");
  }
};

ParamValues parsed(const std::vector<std::string>& arguments) {
  ParamOptions options(param_list<Knobs>().infos());
  const Command command{.name = "turn", .summary = "Turns knobs.", .groups = {options.group("Knobs")}};
  parse_command_line(command, arguments);
  return options.given();
}

TEST(ParamOptions, GivesWhatWasTypedAndNothingElse) {
  const ParamValues given = parsed({"--base", "5", "--k", "4"});
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ(given[0].first, "k");
  EXPECT_EQ(given[0].second, Value(4));
  EXPECT_EQ(given[1].second, Value("5"));
}

TEST(ParamOptions, RepeatsTextsColumnsAndPairs) {
  const ParamValues given = parsed({"--base", "5", "--quick", "--rule", "dominance=1,85", "--rule", "zero",
                                    "--by", "a,\"b,c\"", "--level", "age=2", "--level", "sex=1"});
  ASSERT_EQ(given.size(), 5u);
  EXPECT_EQ(given[0].second, Value(true));
  EXPECT_EQ(given[1].second, Value::array_of({"dominance=1,85", "zero"}));
  EXPECT_EQ(given[2].second, Value::array_of({"a", "b,c"}));
  EXPECT_EQ(given[3].second, Value::object().set("age", "2").set("sex", "1"));
}

TEST(ParamOptions, RefusesWhatIsMissingOrOutOfRange) {
  EXPECT_THROW(parsed({"--k", "4"}), Error);
  EXPECT_THROW(parsed({"--base", "5", "--k", "0"}), Error);
}

}  // namespace
}  // namespace sfumato::cli
