// JSON in and out: values, order, depth, and errors with their place.
#include "io/json.hpp"

#include <cmath>
#include <limits>

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

Value parse(std::string_view text) { return parse_json(text, "x.json"); }
std::string parse_error(std::string_view text) {
  return error_of([&] { parse(text); });
}

TEST(Json, ReadsValuesInOrder) {
  const Value value = parse(R"({"z": 1, "a": [true, null, -2.5, "t\u00e9"], "m": {}})");
  ASSERT_TRUE(value.is_object());
  EXPECT_EQ(value.as_object()[0].first, "z");
  EXPECT_EQ(value.as_object()[1].first, "a");
  EXPECT_EQ(value.at("z"), Value(1));
  EXPECT_EQ(value.at("a"), Value(Value::Array{true, Value(), -2.5, "té"}));
  EXPECT_EQ(value.at("m"), Value::object());
}

TEST(Json, KeepsExtremeNumbers) {
  EXPECT_EQ(parse("9223372036854775807"), Value(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(parse("-9223372036854775808"), Value(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(parse("18446744073709551615"), Value(18446744073709551615.0));
  EXPECT_EQ(parse("5e-324"), Value(5e-324));
}

TEST(Json, ErrorsNameThePlace) {
  EXPECT_HAS(parse_error("{\n  \"a\": 1,\n  \"b\" 2\n}"), "x.json, line 3, column 7");
  EXPECT_HAS(parse_error(""), "x.json");
  EXPECT_HAS(parse_error("[1] 2"), "x.json, line 1");
  EXPECT_HAS(parse_error("1e999"), "x.json");
  EXPECT_HAS(parse_error("{\"a\": 1, \"a\": 2}"), "'a' appears twice");
  EXPECT_HAS(parse_error("\"\xFF\""), "x.json, line 1: not valid UTF-8");
}

TEST(Json, DepthIsBounded) {
  EXPECT_TRUE(parse(std::string(200, '[') + std::string(200, ']')).is_array());
  EXPECT_HAS(parse_error(std::string(201, '[') + std::string(201, ']')), "nested more than 200 levels");
  EXPECT_HAS(parse_error(std::string(1000000, '[')), "nested more than 200 levels");
}

TEST(Json, WritesForPeopleAndPrograms) {
  Value value = Value::object();
  value.set("name", "a \"b\"\n\x01");
  value.set("numbers", Value::Array{0.1, 3, std::numeric_limits<double>::infinity(), 1e300});
  value.set("empty", Value::object());
  value.set("nested", Value::Array{Value(Value::Object{{"x", Value()}}), Value(true)});
  EXPECT_EQ(
      json_text(value),
      "{\n  \"name\": \"a \\\"b\\\"\\n\\u0001\",\n  \"numbers\": [0.1, 3, null, 1e+300],\n  \"empty\": {},\n"
      "  \"nested\": [\n    {\n      \"x\": null\n    },\n    true\n  ]\n}");
}

TEST(Json, LongArraysGoOverLines) {
  Value::Array items(60, Value(12345));
  const std::string text = json_text(items);
  EXPECT_NE(text.find('\n'), std::string::npos);
  EXPECT_EQ(parse(text), Value(items));
}

TEST(Json, WhatIsWrittenReadsBack) {
  Value value = Value::object();
  value.set("é\\\"",
            Value::Array{5e-324, -1.5, std::numeric_limits<std::int64_t>::min(), "日本\r\t", Value()});
  EXPECT_EQ(parse(json_text(value)), value);
}

TEST(Json, MinusZeroKeepsItsSign) {
  EXPECT_EQ(json_text(Value(-0.0)), "-0.0");
  EXPECT_TRUE(std::signbit(parse_json("-0.0", "x").as_number()));
}

}  // namespace
}  // namespace sfumato::io
