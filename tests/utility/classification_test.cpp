// Classification accuracy kept: what can be computed by hand, its ends, and which column is predicted.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::texts_table;

// The job determines the class in nine of ten records; the town has no information.
Table workers(std::size_t rows = 400) {
  Rng rng({4, 4});
  std::vector<std::string> job, town, pay;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t number = i % 4;
    job.push_back("job" + std::to_string(number));
    town.push_back(rng.chance(0.5) ? "Reus" : "Valls");
    pay.push_back("pay" + std::to_string(i % 40 < 36 ? number : (number + 1) % 4));
  }
  return texts_table({{"job", job}, {"town", town}, {"pay", pay}});
}

TEST(Classification, OfUnchangedDataKeepsEverything) {
  const Score score = measure(workers(), workers(), "classification");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
  EXPECT_EQ(score.details.at("target"), Value("pay"));
  EXPECT_DOUBLE_EQ(score.details.at("original_accuracy").as_number(), 90.0);
  EXPECT_DOUBLE_EQ(score.details.at("masked_accuracy").as_number(), 90.0);
  EXPECT_DOUBLE_EQ(score.details.at("baseline_accuracy").as_number(), 25.0);
}

TEST(Classification, OfSuppressedPredictorsIsAboutGuessing) {
  const Table original = workers();
  Table masked = original;
  masked.replace(0, testing::text_column(std::vector<std::string>(400, "*")));
  const Score score = measure(original, masked, "classification");
  EXPECT_LT(std::fabs(score.value.value()), 12.0);
  EXPECT_LT(score.details.at("masked_accuracy").as_number(), 33.0);
}

TEST(Classification, AsksForAGeneralizedValueByItsHierarchy) {
  // job0 and job1 become "low", so that one of the two classes is lost for them.
  const testing::Tree jobs{
      {"job0", "low", "*"}, {"job1", "low", "*"}, {"job2", "high", "*"}, {"job3", "high", "*"}};
  Table original = workers();
  Table masked = original;
  std::vector<std::string> recoded;
  for (std::size_t row = 0; row < 400; ++row)
    recoded.push_back(row % 4 < 2 ? "low" : original.column(0).text(row));
  masked.replace(0, testing::text_column(recoded));
  const double without =
      measure(original, masked, "classification").details.at("masked_accuracy").as_number();
  ColumnInfo info = original.info(0);
  info.tree = std::make_shared<const Hierarchy>(jobs);
  original.set_info(0, info);
  const double with = measure(original, masked, "classification").details.at("masked_accuracy").as_number();
  EXPECT_GT(with, 60.0);  // 90 of the second half, and about half of that of the first
  EXPECT_GT(with, without);
}

TEST(Classification, PredictsTheNamedOrLastConfidentialColumn) {
  Table original = workers();
  ColumnInfo info = original.info(0);
  info.role = Role::confidential;
  original.set_info(0, info);
  EXPECT_EQ(measure(original, original, "classification").details.at("target"), Value("job"));
  const Score named = measure(original, original, "classification", {{"target", "pay"}});
  EXPECT_EQ(named.details.at("target"), Value("pay"));
  EXPECT_THROW(measure(original, original, "classification", {{"target", "wage"}}), Error);
}

TEST(Classification, SaysSoWhenThereIsNothingToKeep) {
  const Table original = workers();
  const Score unpredictable = measure(original.taking_columns({1, 2}), original.taking_columns({1, 2}),
                                      "classification", {{"target", "pay"}});
  if (!unpredictable.value) {
    EXPECT_NE(unpredictable.note.find("most frequent class"), std::string::npos);
  }
  const Score alone = measure(original.taking_columns({2}), original.taking_columns({2}), "classification");
  EXPECT_FALSE(alone.value);
  EXPECT_NE(alone.note.find("no other column"), std::string::npos);
}

TEST(Classification, FilesMayDifferInLength) {
  const Score score = measure(workers(400), workers(800), "classification");
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
}

}  // namespace
}  // namespace sfumato
