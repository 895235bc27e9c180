// Declarations over typed columns: tokens, categories stored as numbers, numbers stored as text.
#include "io/declared_kind.hpp"

#include "io/random_tables.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

Table one(const Column& column, const ColumnDeclaration& declaration, ColumnInfo info = named("c"),
          const std::vector<std::string>& missing = {}) {
  return as_declared(Table({std::move(info)}, {column}), {{"c", declaration}}, missing, "t.parquet");
}

ColumnDeclaration kind(Kind wanted) {
  ColumnDeclaration declaration;
  declaration.kind = wanted;
  return declaration;
}

const std::vector<std::string>& labels(const Table& table) { return table.column(0).get_if<Codes>()->labels; }

TEST(DeclaredKind, NumbersDeclaredCategoriesBecomeTheirText) {
  const Table nominal = one(Integers{{10, 9, 0}, {0, 0, 1}}, kind(Kind::nominal));
  EXPECT_TRUE(nominal.column(0) == Column(Codes{{0, 1, -1}, {"10", "9"}}));
  EXPECT_EQ(nominal.info(0).kind, Kind::nominal);
  const Table ordinal = one(Numbers{10, 9.5}, kind(Kind::ordinal));
  EXPECT_EQ(labels(ordinal), (std::vector<std::string>{"9.5", "10"}));
}

TEST(DeclaredKind, LabelledCodesStayNumbers) {
  ColumnDeclaration declaration = kind(Kind::nominal);
  declaration.value_labels = {{"1", "male"}, {"2", "female"}};
  const Table table = one(Integers{{1, 2}, {}}, declaration);
  EXPECT_TRUE(table.column(0) == Column(Integers{{1, 2}, {}}));
  EXPECT_EQ(table.info(0).value_labels.size(), 2U);
}

TEST(DeclaredKind, LabelledCodesOfDelimitedTextBecomeIntegers) {
  ColumnInfo info = named("c", Kind::nominal);
  const Column text = Codes{{0, 1, -1}, {"2", "1"}};
  EXPECT_TRUE(with_labelled_codes(text, info) == text);
  info.value_labels = {{"1", "male"}, {".a", "refused"}};
  EXPECT_TRUE(with_labelled_codes(text, info) == Column(Integers{{2, 1, 0}, {0, 0, 1}}));
  const Column padded = Codes{{0}, {"01"}};
  EXPECT_TRUE(with_labelled_codes(padded, info) == padded);
}

TEST(DeclaredKind, TextDeclaredNumericIsParsedOrRefused) {
  EXPECT_TRUE(one(Codes{{1, 0, -1}, {"-7", "12"}}, kind(Kind::numeric)).column(0) ==
              Column(Integers{{12, -7, 0}, {0, 0, 1}}));
  EXPECT_TRUE(one(Codes{{1, 0}, {"0.5", "12"}}, kind(Kind::numeric)).column(0) == Column(Numbers{12, 0.5}));
  EXPECT_HAS(error_of([] {
               one(Codes{{0, 1}, {"1", "x"}}, kind(Kind::numeric));
             }),
             "t.parquet, column 'c', row 2: 'x' is not a number");
  EXPECT_HAS(error_of([] { one(Dates{{1}}, kind(Kind::numeric)); }), "declared numeric, but holds dates");
}

TEST(DeclaredKind, TokensBecomeMissing) {
  ColumnDeclaration declaration;
  declaration.missing = {"-9"};
  EXPECT_TRUE(one(Integers{{-9, 1}, {}}, declaration).column(0) == Column(Integers{{0, 1}, {1, 0}}));
  EXPECT_EQ(one(Numbers{-9, 1}, declaration).column(0).missing_count(), 1U);
  const Table text = one(Codes{{0, 1}, {"none", "x"}}, {}, named("c", Kind::nominal), {"none"});
  EXPECT_TRUE(text.column(0) == Column(Codes{{-1, 0}, {"x"}}));
  ColumnDeclaration numeric = kind(Kind::numeric);
  numeric.missing = {"none"};
  EXPECT_TRUE(one(Codes{{0, 1}, {"none", "3"}}, numeric).column(0) == Column(Integers{{0, 3}, {1, 0}}));
}

TEST(DeclaredKind, OrdersAreAppliedAndEnforced) {
  ColumnDeclaration declaration;
  declaration.order = {"low", "mid", "high"};
  const Table table = one(Codes{{0, 1}, {"high", "low", "unused"}}, declaration, named("c", Kind::nominal));
  EXPECT_EQ(labels(table), declaration.order);
  EXPECT_EQ(table.info(0).kind, Kind::ordinal);
  EXPECT_HAS(error_of([&] {
               one(Codes{{0}, {"top"}}, declaration, named("c", Kind::nominal));
             }),
             "row 1: 'top' is not in the declared order");
}

TEST(DeclaredKind, FoundOrdersStayWhereNothingIsDeclared) {
  const Table table = one(Codes{{0, 1}, {"small", "large"}}, {}, named("c", Kind::ordinal), {"none"});
  EXPECT_EQ(labels(table), (std::vector<std::string>{"small", "large"}));
  EXPECT_EQ(table.info(0).kind, Kind::ordinal);
}

}  // namespace
}  // namespace sfumato::io
