// Columns of databases, whose cells may have any type: one rule says what the column is.
#include "io/formats/typed_collector.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

TypedCollector column(DeclaredType type = DeclaredType::dynamic) { return {"x", type, "the table"}; }

std::vector<std::string> texts(const Column& column) {
  std::vector<std::string> result;
  for (std::size_t row = 0; row < column.size(); ++row)
    result.push_back(column.missing(row) ? "?" : column.text(row));
  return result;
}

TEST(TypedCollector, IntegersStayExact) {
  TypedCollector x = column();
  x.add_missing();
  x.add(std::int64_t{9007199254740993});
  x.add_missing();
  x.add(std::numeric_limits<std::int64_t>::min());
  const Column found = x.take();
  ASSERT_NE(found.get_if<Integers>(), nullptr);
  EXPECT_EQ(texts(found), (std::vector<std::string>{"?", "9007199254740993", "?", "-9223372036854775808"}));
  EXPECT_EQ(x.info().kind, Kind::numeric);
}

TEST(TypedCollector, NumbersAmongIntegersMakeDoubles) {
  TypedCollector x = column();
  x.add(std::int64_t{3});
  x.add(0.5);
  x.add(std::int64_t{4});
  x.add(std::numeric_limits<double>::quiet_NaN());
  const Column found = x.take();
  ASSERT_NE(found.get_if<Numbers>(), nullptr);
  EXPECT_EQ(texts(found), (std::vector<std::string>{"3", "0.5", "4", "?"}));
}

TEST(TypedCollector, IntegersThatADoubleCannotHoldAreRefusedAmongDoubles) {
  TypedCollector after = column();
  after.add(0.5);
  EXPECT_THROW(after.add(std::int64_t{9007199254740993}), Error);
  TypedCollector before = column();
  before.add(std::int64_t{9007199254740993});
  EXPECT_THROW(before.add(0.5), Error);
}

TEST(TypedCollector, TextsAmongNumbersMakeTexts) {
  TypedCollector x = column();
  x.add(std::int64_t{7});
  x.add_missing();
  x.add(std::string_view("2021-03-31"));
  x.add(0.1);
  const Column found = x.take();
  ASSERT_TRUE(found.is_text());
  EXPECT_EQ(texts(found), (std::vector<std::string>{"7", "?", "2021-03-31", "0.1"}));
  EXPECT_EQ(x.info().kind, Kind::nominal);
}

TEST(TypedCollector, DatesWhereAllTextsAreDatesAndTheTypeIsNotText) {
  for (const DeclaredType type : {DeclaredType::dynamic, DeclaredType::date, DeclaredType::text}) {
    TypedCollector x = column(type);
    x.add_missing();
    x.add(std::string_view("2021-03-31"));
    const Column found = x.take();
    EXPECT_EQ(found.get_if<Dates>() != nullptr, type != DeclaredType::text);
    EXPECT_EQ(texts(found), (std::vector<std::string>{"?", "2021-03-31"}));
  }
  TypedCollector mixed = column(DeclaredType::date);
  mixed.add(std::string_view("2021-03-31"));
  mixed.add(std::string_view("soon"));
  EXPECT_TRUE(mixed.take().is_text());
}

TEST(TypedCollector, DecimalsAreNumbersWhereThatIsExact) {
  const auto of = [](const std::vector<std::string>& cells) {
    TypedCollector x = column(DeclaredType::decimal);
    for (const std::string& cell : cells) x.add(std::string_view(cell));
    return x.take();
  };
  EXPECT_NE(of({"12", "-5"}).get_if<Integers>(), nullptr);
  EXPECT_NE(of({"9223372036854775807"}).get_if<Integers>(), nullptr);
  EXPECT_EQ(texts(of({"1200.500", "0.10"})), (std::vector<std::string>{"1200.5", "0.1"}));
  EXPECT_NE(of({"123456789012.345"}).get_if<Numbers>(), nullptr);
  EXPECT_TRUE(of({"1234567890123.4567"}).is_text());
  EXPECT_TRUE(of({"9223372036854775808"}).is_text());
}

TEST(TypedCollector, BooleansBytesAndNothing) {
  TypedCollector flag = column(DeclaredType::boolean);
  flag.add(std::int64_t{1});
  flag.add(std::int64_t{0});
  EXPECT_EQ(texts(flag.take()), (std::vector<std::string>{"true", "false"}));
  TypedCollector bytes = column();
  bytes.add_bytes(std::string_view("\0\xff", 2));
  EXPECT_EQ(texts(bytes.take()), (std::vector<std::string>{"\\x00ff"}));
  TypedCollector nothing = column(DeclaredType::integer);
  nothing.add_missing();
  const Column found = nothing.take();
  ASSERT_NE(found.get_if<Integers>(), nullptr);
  EXPECT_EQ(found.missing_count(), 1U);
}

TEST(TypedCollector, TextsMustBeUtf8) {
  TypedCollector x = column();
  EXPECT_THROW(x.add(std::string_view("\xff")), Error);
  EXPECT_THROW(x.add(std::string_view("a\0b", 3)), Error);
}

}  // namespace
}  // namespace sfumato::io
