// The meaning of single cells, at the borders between the classes.
#include "io/cell_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sfumato::io {
namespace {

TEST(CellText, Classes) {
  const auto of = [](std::string_view text) { return classify(text, '.'); };
  for (const auto text : {"0", "-5", "9223372036854775807", "-9223372036854775808", " 7 "}) {
    EXPECT_EQ(of(text), CellClass::integer) << text;
  }
  EXPECT_EQ(of("9223372036854775808"), CellClass::large_integer);
  for (const auto text : {"-0", "1.5", ".5", "5.", "1e5", "-1E-5", "0.0", "1e-999"}) {
    EXPECT_EQ(of(text), CellClass::number) << text;
  }
  for (const auto text : {"007", "00", "-01", "+5", "+0.5", "01.5"}) {
    EXPECT_EQ(of(text), CellClass::padded_number) << text;
  }
  for (const auto text : {"inf", "-Infinity", "+INF", "1e999"})
    EXPECT_EQ(of(text), CellClass::infinite) << text;
  for (const auto text :
       {"0x1F", "1e", "1e+", ".", "1.2.3", "1 2", "--1", "1_000", "infinite", "NANA", "e5"}) {
    const CellClass expected = std::string_view(text) == "." ? CellClass::token : CellClass::text;
    EXPECT_EQ(of(text), expected) << text;
  }
  EXPECT_EQ(of("2024-02-29"), CellClass::date);
  EXPECT_EQ(of("2023-02-29"), CellClass::text);
  EXPECT_EQ(of("  "), CellClass::empty);
  EXPECT_EQ(classify("3,14", ','), CellClass::number);
  EXPECT_EQ(classify("3.14", ','), CellClass::text);
}

TEST(CellText, NumbersAtTheEndsOfTheRange) {
  EXPECT_EQ(cell_number("5e-324", '.'), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(cell_number("1.7976931348623157e308", '.'), std::numeric_limits<double>::max());
  EXPECT_EQ(cell_number("1e-400", '.'), 0.0);
  EXPECT_TRUE(std::signbit(*cell_number("-1e-400", '.')));
  EXPECT_EQ(cell_number("0." + std::string(500, '0') + "1", '.'), 0.0);
  EXPECT_EQ(cell_number("1" + std::string(500, '0'), '.'), std::nullopt);
  EXPECT_EQ(cell_number("1" + std::string(500, '0') + "e-500", '.'), 1.0);
  EXPECT_EQ(cell_number("0e999999999999999999999", '.'), 0.0);
  EXPECT_EQ(cell_number("1e999999999999999999999", '.'), std::nullopt);
  EXPECT_EQ(cell_number("3,5", ','), 3.5);
}

}  // namespace
}  // namespace sfumato::io
