// TOML in and out: values, order, depth, and errors with their place.
#include "io/toml.hpp"

#include <limits>

#include "core/run.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

Value parse(std::string_view text) { return parse_toml(text, "x.toml"); }
std::string toml_error(std::string_view text) {
  return error_of([&] { parse(text); });
}

TEST(Toml, ReadsValuesInTheOrderOfTheText) {
  const Value value =
      parse("z = 1\na = [true, -2.5, 'é']\n[m.y]\nk = 'v'\n[m.b]\nday = 2021-03-31\nat = 07:32:00\n");
  EXPECT_EQ(value.as_object()[0].first, "z");
  EXPECT_EQ(value.as_object()[1].first, "a");
  EXPECT_EQ(value.at("a"), Value(Value::Array{true, -2.5, "é"}));
  EXPECT_EQ(value.at("m").as_object()[0].first, "y");
  EXPECT_EQ(value.at("m").at("b").at("day"), Value("2021-03-31"));
  EXPECT_EQ(value.at("m").at("b").at("at"), Value("07:32:00"));
}

TEST(Toml, ErrorsNameThePlace) {
  EXPECT_HAS(toml_error("a = 1\nb = \n"), "x.toml, line 2");
  EXPECT_HAS(toml_error("a = 1\na = 2\n"), "x.toml, line 2");
  EXPECT_HAS(toml_error("[@"), "x.toml, line 1");
  EXPECT_HAS(toml_error("a = \"\xFF\"\n"), "x.toml, line 1: not valid UTF-8");
}

TEST(Toml, DepthIsBounded) {
  const auto nested = [](std::size_t n) {
    return std::string("a = ").append(n, '[').append(n, ']').append("\n");
  };
  const auto dotted = [](std::size_t n, const std::string& between) {
    std::string text = "a";
    for (std::size_t i = 1; i < n; ++i) text.append(between).append("a");
    return text;
  };
  const auto header = [](const std::string& key) { return std::string("[").append(key).append("]\n"); };
  EXPECT_TRUE(parse(nested(150)).is_object());
  EXPECT_HAS(toml_error(nested(250)), "x.toml, line 1");
  EXPECT_HAS(toml_error(nested(100000)), "x.toml");
  EXPECT_HAS(toml_error(dotted(100000, ".") + " = 1\n"), "x.toml, line 1: a key of more than 200 levels");
  EXPECT_HAS(toml_error("b = 1\n" + header(dotted(100000, " . "))), "x.toml, line 2: a key of more than 200");
  EXPECT_HAS(toml_error(header(dotted(150, ".")) + dotted(150, ".") + " = 1\n"), "nested more than 200");
  EXPECT_TRUE(
      parse("text = \"" + std::string(1000, '.') + "\" # " + std::string(1000, '.') + "\n").is_object());
  EXPECT_TRUE(parse("text = '''\n" + std::string(1000, '.') + "'''\n").is_object());
}

TEST(Toml, WritesPlainMembersBeforeTables) {
  Value value = Value::object();
  value.set("table", Value(Value::Object{{"x", Value(3.0)}, {"gone", Value()}}));
  value.set("plain", Value::Array{1, "a\"b"});
  value.set("odd name", true);
  value.set("list",
            Value::Array{Value(Value::Object{{"y", Value(1)}}), Value(Value::Object{{"y", Value(2)}})});
  EXPECT_EQ(toml_text(value),
            "plain = [1, \"a\\\"b\"]\n\"odd name\" = true\n\n[table]\nx = 3.0\n\n[[list]]\ny = "
            "1\n\n[[list]]\ny = 2\n");
}

TEST(Toml, WhatIsWrittenReadsBack) {
  Value value = Value::object();
  value.set("i", std::numeric_limits<std::int64_t>::min());
  value.set("d", Value::Array{0.1, 1e300, 5e-324, -0.0, 4.0});
  value.set("t", "é\n\t\r\x01\\\"'");
  value.set("mixed", Value::Array{1, Value(Value::Object{{"in", Value("line")}})});
  value.set(
      "deep",
      Value(Value::Object{{"er", Value(Value::Object{{"", Value("empty key")}, {"e", Value::object()}})}}));
  EXPECT_EQ(parse(toml_text(value)), value);
}

// Bytes of a good document changed at random: a tree or an error, never anything else.
TEST(Toml, ChangedBytesGiveATreeOrAnError) {
  const std::string seed =
      "a = 1\n[b.'c']\nd = [1.5, \"x\", { e = 2021-03-31 }]\n[[f]]\ng = \"\"\"\nh\"\"\"\n";
  const std::string bytes = "[]{}=.,'\"\n@#\\_-0e \xC3\xFF";
  Rng rng = sfumato::Run({.seed = 1, .threads = 1}).rng("fuzz");
  for (int round = 0; round < 4000; ++round) {
    std::string text = seed;
    for (std::uint64_t change = rng.bits() % 5; change > 0; --change) {
      text[rng.bits() % text.size()] = bytes[rng.bits() % bytes.size()];
    }
    try {
      EXPECT_TRUE(parse(text).is_object());
    } catch (const Error& error) {
      EXPECT_HAS(error.message, "x.toml");
    }
  }
}

TEST(Toml, LettersOutsideAsciiAreNotSpaces) {
  EXPECT_EQ(parse_toml("a = \"\"\"x\\\n  \u00e9\"\"\"\n", "x").at("a").as_text(), "x\u00e9");
  EXPECT_HAS(error_of([] { parse_toml("a = 1 \u00e9\n", "x.toml"); }), "x.toml, line 1");
}

}  // namespace
}  // namespace sfumato::io
