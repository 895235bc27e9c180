// Frequencies estimated after PRAM: by hand where the release is exactly what is expected, and over many
// releases where it is drawn.
#include <gtest/gtest.h>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/categories/published_matrices.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// So many of the first label, of the second, …, and three missing cells.
Table categories(const std::vector<std::size_t>& counts, const std::vector<std::string>& labels) {
  Codes codes{{}, labels};
  for (std::size_t label = 0; label < counts.size(); ++label) {
    codes.codes.insert(codes.codes.end(), counts[label], static_cast<std::int32_t>(label));
  }
  codes.codes.insert(codes.codes.end(), 3, Codes::missing);
  return {{named("pet", Kind::nominal)}, {codes}};
}

Table matrix(const Numbers& to_cat, const Numbers& to_dog) {
  return {{named("from", Kind::nominal), named("cat", Kind::numeric), named("dog", Kind::numeric)},
          {Codes{{0, 1}, {"cat", "dog"}}, to_cat, to_dog}};
}

Score score(const Table& original, const Table& masked, const Table& published) {
  return compare::measure("pram-estimates")
      .score(original, masked, testing::all_columns(original), {{"matrix", "m"}},
             sfumato::Run({.seed = 1}).with_table("m", published));
}

const std::vector<std::string> pets{"cat", "dog"};

// 60 and 40 are expected to become 0.9·60 + 0.2·40 = 62 and 38.
TEST(PramEstimates, UndoTheMatrixByHand) {
  const Score found =
      score(categories({60, 40}, pets), categories({62, 38}, pets), matrix({0.9, 0.2}, {0.1, 0.8}));
  EXPECT_NEAR(found.value.value(), 0.0, 1e-14);
  EXPECT_NEAR(found.details.at("uncorrected").as_number(), 0.02, 1e-14);
  const Value& column = found.details.at("columns").at("pet");
  EXPECT_NEAR(column.at("estimates").at("cat").as_number(), 60.0, 1e-12);
  EXPECT_NEAR(column.at("uncorrected").as_number(), 0.02, 1e-14);
  EXPECT_EQ(found.details.at("incomplete_records"), Value(3));
}

TEST(PramEstimates, WithoutAMatrixTheReleaseIsTakenAsItIs) {
  const Score found =
      testing::measure(categories({60, 40}, pets), categories({62, 38}, pets), "pram-estimates");
  EXPECT_NEAR(found.value.value(), 0.02, 1e-14);
  EXPECT_EQ(found.details.at("uncorrected_columns"), Value::array_of({"pet"}));
}

TEST(PramEstimates, AreNearerToTheTruthThanTheReleaseOnAverage) {
  const Table original = categories({1400, 400, 150, 50}, {"cat", "dog", "cow", "eel"});
  double corrected = 0.0, uncorrected = 0.0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Masked masked = testing::mask(original, "pram", {{"retain", 0.7}}, seed);
    const Score found = score(original, masked.tables[0], stats::revealed_matrices(masked.reveal, "r"));
    corrected += found.value.value();
    uncorrected += found.details.at("uncorrected").as_number();
  }
  EXPECT_LT(2.0 * corrected, uncorrected);
}

TEST(PramEstimates, ASingularMatrixGivesAReasonInPlaceOfAValue) {
  const Score found =
      score(categories({60, 40}, pets), categories({50, 50}, pets), matrix({0.5, 0.5}, {0.5, 0.5}));
  EXPECT_FALSE(found.value);
  EXPECT_EQ(found.note.find("column 'pet': the matrix is singular"), 0U) << found.note;
}

TEST(PramEstimates, RefuseTheMatrixOfAnotherRelease) {
  const Table original = categories({60, 40}, pets);
  EXPECT_THROW(score(original, categories({60, 20, 20}, {"cat", "dog", "cow"}), matrix({1, 0}, {0, 1})),
               Error);
}

TEST(PramEstimates, HaveNoValueWithoutRecords) {
  const Table empty = testing::texts_table({{"a", {}}}), blank = testing::texts_table({{"a", {"", ""}}});
  EXPECT_EQ(testing::measure(empty, empty, "pram-estimates").note, "there are no records");
  EXPECT_FALSE(testing::measure(empty, empty, "pram-estimates").value);
  EXPECT_FALSE(testing::measure(blank, blank, "pram-estimates").value);
}

}  // namespace
}  // namespace sfumato
