// Where declared categories come from, and the position of cells among them.
#include "masking/declared_categories.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/hierarchy.hpp"

namespace sfumato::masking {
namespace {

using Texts = std::vector<std::string>;

ColumnInfo declared_column(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

TEST(DeclaredCategories, AListComesBeforeLabelsAndLabelsBeforeAHierarchy) {
  ColumnInfo info = declared_column("x", Kind::nominal);
  EXPECT_TRUE(declared_categories(info).empty());
  info.tree = std::make_shared<const Hierarchy>(std::vector<Texts>{{"a", "all"}, {"b", "all"}});
  EXPECT_TRUE(declared_categories(info).empty());  // it is not declared
  info.hierarchy = "built.toml";
  EXPECT_TRUE(declared_categories(info).empty());  // its leaves are the values of the data
  info.hierarchy = "x.csv";
  EXPECT_EQ(declared_categories(info), (Texts{"a", "b"}));
  info.value_labels = {{"2", "two"}, {"1", "one"}, {"-9", "refused"}};
  info.missing = {"-9"};
  EXPECT_EQ(declared_categories(info), (Texts{"2", "1"}));
  info.categories = {"z", "y"};
  EXPECT_EQ(declared_categories(info), (Texts{"z", "y"}));
}

TEST(DeclaredCategories, AnOrderIsForOrdinalColumns) {
  ColumnInfo info = declared_column("x", Kind::ordinal);
  info.order = {"low", "high"};
  EXPECT_EQ(declared_categories(info), (Texts{"low", "high"}));
  info.kind = Kind::nominal;
  EXPECT_TRUE(declared_categories(info).empty());
}

TEST(DeclaredCategories, EveryColumnWithoutThemIsNamed) {
  const Table table({declared_column("a", Kind::ordinal), declared_column("b", Kind::nominal)},
                    {Codes{{0}, {"x"}}, Codes{{0}, {"x"}}});
  try {
    release_categories(table, {0, 1}, "some-method");
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_EQ(error.message, "some-method needs the declared categories of 'a' and 'b'");
    EXPECT_NE(error.hint.find("order = "), std::string::npos) << error.hint;
    EXPECT_NE(error.hint.find("[columns.a]"), std::string::npos) << error.hint;
  }
}

TEST(DeclaredCategories, CellsAreMatchedByText) {
  const Texts categories = {"2", "1", "1.5"};
  EXPECT_EQ(category_places(Codes{{0, 1, -1, 2}, {"1", "2", "rare"}}, categories, 2),
            (std::vector<double>{1, 0, 2, 2}));
  EXPECT_EQ(category_places(Integers{{1, 2, 7, 1}, {0, 0, 0, 1}}, categories, 2),
            (std::vector<double>{1, 0, 2, 2}));
  EXPECT_EQ(category_places(Numbers{1.5, 2.0}, categories, 0), (std::vector<double>{2, 0}));
}

TEST(DeclaredCategories, LabelledCodesAreNumbersWhereAllAreWrittenSo) {
  EXPECT_EQ(category_column({1, 0}, {"7", "-2"}, true), Column(Integers{{-2, 7}, {}}));
  EXPECT_EQ(category_column({1, 0}, {"7", "0.5"}, true), Column(Numbers{0.5, 7}));
  // "007" would be written as 7.
  EXPECT_EQ(category_column({0, 0}, {"007", "8"}, true), Column(Codes{{0, 0}, {"007"}}));
  EXPECT_EQ(category_column({1}, {"7", "8"}, false), Column(Codes{{0}, {"8"}}));
}

}  // namespace
}  // namespace sfumato::masking
