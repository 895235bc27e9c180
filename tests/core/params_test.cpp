// Parameters: defaults from members, binding, and the messages for what does not fit.
#include "core/params.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato {
namespace {

enum class Way { straight, round };

struct Thing {
  std::int64_t k = 3;
  double amount = 0.5;
  bool keep = false;
  Way way = Way::straight;
  std::string file;
  std::vector<std::string> given;

  static void params(ParamList<Thing>& list) {
    list.integer("k", &Thing::k).range(1, 100).unit("records").doc("Group size.").dial(Dial::more_is_safer);
    list.number("amount", &Thing::amount).at_least(0.0);
    list.flag("keep", &Thing::keep);
    list.choice("way", &Thing::way, {{"straight", Way::straight}, {"round", Way::round}});
    list.text("file", &Thing::file);
    list.columns("given", &Thing::given);
  }
};

Thing bind(const ParamValues& values) {
  return param_list<Thing>().bind(resolve_params(param_list<Thing>().infos(), values, "thing"));
}

std::string failure(const ParamValues& values) {
  try {
    bind(values);
  } catch (const Error& error) {
    return error.message + " | " + error.hint;
  }
  return "accepted";
}

TEST(Params, DefaultsAreTheMembersInitialValues) {
  const auto infos = param_list<Thing>().infos();
  ASSERT_EQ(infos.size(), 6U);
  EXPECT_EQ(infos[0].initial, Value(3));
  EXPECT_EQ(infos[0].dial, Dial::more_is_safer);
  EXPECT_EQ(range_text(infos[0]), "1 to 100");
  EXPECT_EQ(infos[3].initial, Value("straight"));
  EXPECT_EQ(range_text(infos[3]), "straight or round");
  EXPECT_EQ(bind({}).k, 3);
}

TEST(Params, GivenValuesAreBound) {
  const Thing thing = bind(
      {{"k", 7}, {"amount", 2}, {"keep", true}, {"way", "round"}, {"given", Value::array_of({"a", "b"})}});
  EXPECT_EQ(thing.k, 7);
  EXPECT_EQ(thing.amount, 2.0);
  EXPECT_TRUE(thing.keep);
  EXPECT_EQ(thing.way, Way::round);
  EXPECT_EQ(thing.given, (std::vector<std::string>{"a", "b"}));
}

TEST(Params, MisfitsAreNamed) {
  EXPECT_EQ(failure({{"k", 0}}),
            "parameter 'k' cannot be '0' | it must be a whole number, 1 to 100 (records)");
  EXPECT_EQ(failure({{"k", 2.5}}), "parameter 'k' cannot be '2.5' | it must be a whole number, 1 to 100");
  EXPECT_EQ(failure({{"amount", -1.0}}),
            "parameter 'amount' cannot be '-1' | it must be a number, at least 0");
  EXPECT_EQ(failure({{"amount", "lots"}}),
            "parameter 'amount' cannot be 'lots' | it must be a number, at least 0");
  EXPECT_EQ(failure({{"way", "rond"}}),
            "parameter 'way' cannot be 'rond' | it must be straight or round; did you mean 'round'?");
  EXPECT_EQ(failure({{"amont", 1}}), "thing has no parameter 'amont' | did you mean 'amount'?");
  EXPECT_EQ(failure({{"zzz", 1}}), "thing has no parameter 'zzz' | it has k, amount, keep, way, file, given");
}

struct Needy {
  std::string by;
  static void params(ParamList<Needy>& list) { list.text("group-by", &Needy::by).required(); }
};

TEST(Params, ErrorsCarryTheParametersName) {
  const auto about = [](const auto& infos, const ParamValues& values) -> std::string {
    try {
      resolve_params(infos, values, "thing");
    } catch (const Error& error) {
      return error.parameter;
    }
    return "accepted";
  };
  EXPECT_EQ(about(param_list<Thing>().infos(), {{"k", 0}}), "k");
  EXPECT_EQ(about(param_list<Thing>().infos(), {{"way", "rond"}}), "way");
  EXPECT_EQ(about(param_list<Thing>().infos(), {{"amont", 1}}), "amont");
  EXPECT_EQ(about(param_list<Needy>().infos(), {}), "group-by");
}

TEST(Params, TypedTextIsParsedByKind) {
  const auto infos = param_list<Thing>().infos();
  EXPECT_EQ(parse_param(infos[0], "12"), Value(12));
  EXPECT_EQ(parse_param(infos[1], "1e-3"), Value(0.001));
  EXPECT_EQ(parse_param(infos[2], "true"), Value(true));
  EXPECT_EQ(parse_param(infos[5], "a,b,c"), Value::array_of({"a", "b", "c"}));
  for (const char* typed : {"", "x", "1e999", "nan", "inf", "3 "})
    EXPECT_THROW(parse_param(infos[1], typed), Error) << typed;
}

struct Leveled {
  ColumnTexts level;
  static void params(ParamList<Leveled>& list) { list.pairs("level", &Leveled::level).doc("Levels."); }
};

TEST(Params, PairsAreTextsByColumn) {
  const ParamInfo info = param_list<Leveled>().infos().front();
  EXPECT_EQ(parse_param(info, ""), Value::object());
  EXPECT_EQ(parse_param(info, "age=2,town=a=b"), Value::object().set("age", "2").set("town", "a=b"));
  EXPECT_EQ(checked_param(info, Value::object().set("age", 2)), Value::object().set("age", "2"));
  EXPECT_EQ(checked_param(info, "age=2"), Value::object().set("age", "2"));  // as a file may write it
  EXPECT_THROW(checked_param(info, "age"), Error);
  for (const char* typed : {"age", "=2", "age=", "age=1,age=2"}) {
    EXPECT_THROW(parse_param(info, typed), Error) << typed;
  }
  EXPECT_THROW(checked_param(info, Value::object().set("age", true)), Error);
  const Leveled bound = param_list<Leveled>().bind({{"level", parse_param(info, "age=2,sex=1")}});
  EXPECT_EQ(bound.level, (ColumnTexts{{"age", "2"}, {"sex", "1"}}));
}

}  // namespace
}  // namespace sfumato
