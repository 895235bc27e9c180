// From a plain struct to a method: parameters bound, kinds checked, streams scoped.
#include "core/method.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/measure.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

struct Shift {
  double by = 1.0;
  static MethodInfo info() {
    return {.name = "shift", .title = "Shift", .summary = "Adds a constant.", .reference = "none"};
  }
  static void params(ParamList<Shift>& list) { list.number("by", &Shift::by).range(-10, 10); }
  Masked apply(const Table& original, const ColumnSet& columns, const Run&) const {
    Table masked = original;
    for (const ColumnId id : columns) {
      for (double& value : masked.edit_numbers(id)) value += by;
    }
    return {.tables = {masked}};
  }
};

const Table table = testing::numbers_table({{"x", {1, 2}}});

TEST(Method, BindsParameters) {
  const Method method = make_method<Shift>();
  EXPECT_EQ(method.apply(table, {0}, {{"by", 2.5}}, sfumato::Run()).tables[0].column(0).to_numbers(),
            (Numbers{3.5, 4.5}));
  EXPECT_EQ(method.apply(table, {0}, {}, sfumato::Run()).tables[0].column(0).to_numbers(), (Numbers{2, 3}));
  EXPECT_THROW(method.apply(table, {0}, {{"by", 11}}, sfumato::Run()), Error);
}

TEST(Method, RefusesKindsByName) {
  try {
    ColumnInfo info;
    info.name = "town";
    info.kind = Kind::nominal;
    make_method<Shift>().apply(Table({info}, {Codes{}}), {0}, {}, sfumato::Run());
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "column 'town' is nominal, and shift takes numeric columns");
  }
}

TEST(Names, OfMappingsSidesAndDirections) {
  EXPECT_EQ(to_text(Mapping::same_rows), "same-rows");
  EXPECT_EQ(to_text(Mapping::subset), "subset");
  EXPECT_EQ(to_text(Mapping::none), "none");
  EXPECT_EQ(to_text(Side::risk), "risk");
  EXPECT_EQ(to_text(Better::higher), "higher");
}

}  // namespace
}  // namespace sfumato
