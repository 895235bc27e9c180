// Published matrices in both forms, what a release reveals, and what is refused.
#include "stats/categories/published_matrices.hpp"

#include <gtest/gtest.h>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::stats {
namespace {

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// Cats stay with 0.9, dogs become birds with 0.5.
Table given() {
  return {{named("from", Kind::nominal), named("cat", Kind::numeric), named("bird", Kind::numeric),
           named("dog", Kind::numeric)},
          {Codes{{0, 1}, {"cat", "dog"}}, Numbers{0.9, 0.0}, Numbers{0.1, 0.5}, Numbers{0.0, 0.5}}};
}

Table long_form(const Codes& column, const Codes& from, const Codes& to, const Numbers& shares) {
  return {{named("column", Kind::nominal), named("from", Kind::nominal), named("to", Kind::nominal),
           named("share", Kind::numeric)},
          {column, from, to, shares}};
}

template <class Work>
std::string refusal(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    return with_values(error.message, DataValues::shown);
  }
  return "took it";
}

TEST(PublishedMatrices, OneForAllIsSquaredByWhatItLeadsTo) {
  const CategoryMatrix matrix = PublishedMatrices(given()).of("pet", {"bird", "cat"}).value();
  EXPECT_EQ(matrix.categories, (std::vector<std::string>{"cat", "dog", "bird"}));
  const double expected[3][3] = {{0.9, 0.0, 0.1}, {0.0, 0.5, 0.5}, {0.0, 0.0, 1.0}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(matrix.shares(i, j), expected[i][j]) << i << ", " << j;
  }
}

TEST(PublishedMatrices, AColumnThatSharesNothingHasNone) {
  const PublishedMatrices matrices(given());
  EXPECT_FALSE(matrices.of("town", {"Reus", "Valls"}));
  EXPECT_EQ(refusal([&] {
              matrices.of("pet", {"cat", "cow", "eel"});
            }),
            "column 'pet' holds 'cow' and 'eel', which the matrix does not have");
}

TEST(PublishedMatrices, EachColumnMayHaveItsOwn) {
  const PublishedMatrices matrices(long_form({{0, 0, 0, 1}, {"sex", "town"}}, {{0, 0, 1, 1}, {"f", "m"}},
                                             {{0, 1, 1, 1}, {"f", "m"}}, {0.75, 0.25, 1.0, 1.0}));
  const CategoryMatrix sex = matrices.of("sex", {"f"}).value();
  EXPECT_EQ(sex.categories, (std::vector<std::string>{"f", "m"}));
  EXPECT_EQ(sex.shares(0, 1), 0.25);
  EXPECT_EQ(sex.shares(1, 0), 0.0);  // left out
  EXPECT_EQ(matrices.of("town", {"m"}).value().categories, (std::vector<std::string>{"m"}));
  EXPECT_FALSE(matrices.of("income", {"f"}));
}

TEST(PublishedMatrices, WhatAReleaseRevealsIsRead) {
  Value row = Value::array(), other = Value::array(), rows = Value::array(), column = Value::object();
  row.push(0.5);
  row.push(0.5);
  other.push(0);
  other.push(1);
  rows.push(row);
  rows.push(other);
  column.set("categories", Value::array_of({"a", "b"})).set("matrix", rows);
  Value document = Value::object(), steps = Value::array(), step = Value::object();
  document.set("columns", Value::object().set("x", column));
  step.set("columns", Value::object().set("y", column));
  steps.push(step);
  document.set("steps", steps);
  const PublishedMatrices matrices(revealed_matrices(document, "r.json"));
  for (const char* name : {"x", "y"}) {
    const CategoryMatrix matrix = matrices.of(name, {"b"}).value();
    EXPECT_EQ(matrix.categories, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(matrix.shares(0, 1), 0.5);
    EXPECT_EQ(matrix.shares(1, 1), 1.0);
  }
  steps.push(step);
  document.set("steps", steps);
  EXPECT_EQ(refusal([&] { revealed_matrices(document, "r.json"); }),
            "r.json has two matrices for column 'y'");
}

TEST(PublishedMatrices, RefuseWhatIsNotAMatrix) {
  EXPECT_EQ(refusal([] {
              PublishedMatrices(long_form({{0}, {"sex"}}, {{0}, {"f"}}, {{0}, {"f"}}, {0.5}));
            }),
            "of column 'sex': the shares of 'f' in the matrix add up to 0.5");
  EXPECT_EQ(refusal([] {
              PublishedMatrices(long_form({{0, 0}, {"sex"}}, {{0, 0}, {"f"}}, {{0, 0}, {"f"}}, {0.5, 0.5}));
            }),
            "the matrix has two shares from 'f' to 'f'");
  EXPECT_EQ(refusal([] {
              PublishedMatrices(long_form({{0}, {"sex"}}, {{Codes::missing}, {}}, {{0}, {"f"}}, {1.0}));
            }),
            "row 1 of the matrices has no 'from'");
  EXPECT_EQ(refusal([] { revealed_matrices(Value::object(), "r.json"); }), "r.json reveals no matrix");
  Value ragged = Value::object();
  ragged.set("categories", Value::array_of({"a", "b"})).set("matrix", Value::array());
  Value document = Value::object();
  document.set("columns", Value::object().set("x", ragged));
  EXPECT_EQ(refusal([&] { revealed_matrices(document, "r.json"); }),
            "r.json has no square matrix over the categories of column 'x'");
}

}  // namespace
}  // namespace sfumato::stats
