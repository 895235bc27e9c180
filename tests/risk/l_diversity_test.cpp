// l-diversity of small classes by hand, in its three models.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;
const double gap = std::nan("");

// Class 1 has values 3 (three times), 4 (twice) and 5; class 2 has 3 and 4.
Table two_classes() {
  const Table table =
      numbers_table({{"key", {1, 1, 1, 2, 1, 1, 1, 2}}, {"illness", {3, 4, 3, 4, 5, 3, 4, 3}}});
  return testing::with_role(table, "illness", Role::confidential);
}

TEST(LDiversity, CountsDistinctValues) {
  const Score score = measure(two_classes(), two_classes(), "l-diversity", {{"l", 3}});
  EXPECT_EQ(score.value, 2.0);
  EXPECT_EQ(score.per_record, (std::vector<double>{3, 3, 3, 2, 3, 3, 3, 2}));
  EXPECT_EQ(score.details.at("below"), Value(2));
  EXPECT_EQ(score.details.at("classes"), Value(2));
  EXPECT_EQ(score.details.at("column"), Value("illness"));
  EXPECT_EQ(score.details.at("keys"), Value::array_of({"key"}));
}

TEST(LDiversity, OfEntropy) {
  const Score score = measure(two_classes(), two_classes(), "l-diversity", {{"model", "entropy"}});
  EXPECT_NEAR(score.per_record[3], 2.0, 1e-14);
  // exp(½·ln 2 + ⅓·ln 3 + ⅙·ln 6)
  EXPECT_NEAR(score.per_record[0], std::sqrt(2.0) * std::cbrt(3.0) * std::pow(6.0, 1.0 / 6.0), 1e-14);
}

// Counts 3, 2, 1 with c = 1.5: 3 < 1.5·6 and 3 < 1.5·3, but not 3 < 1.5·1. Counts 1, 1: 1 < 1.5·1.
// With c = 1 the second fails for both; with c = 0.5 the class of two fails already at 1 < 0.5·2.
TEST(LDiversity, Recursive) {
  const auto of = [](double c) {
    return measure(two_classes(), two_classes(), "l-diversity", {{"model", "recursive"}, {"c", c}})
        .per_record;
  };
  EXPECT_EQ(of(1.5), (std::vector<double>{2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(of(1.0), (std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(of(0.5), (std::vector<double>(8, 0.0)));
  EXPECT_EQ(of(3.5), (std::vector<double>{3, 3, 3, 2, 3, 3, 3, 2}));
}

TEST(LDiversity, LeavesOutWhatIsSuppressedOrUnknown) {
  const Table table = numbers_table({{"key", {1, 1, gap, 1}}, {"illness", {3, 4, 3, gap}}});
  const Score score = measure(table, table, "l-diversity", {{"column", "illness"}});
  EXPECT_EQ(score.value, 2.0);
  EXPECT_EQ(score.details.at("suppressed_records"), Value(1));
  EXPECT_EQ(score.details.at("unknown_records"), Value(1));
  EXPECT_TRUE(std::isnan(score.per_record[2]) && std::isnan(score.per_record[3]));
}

// Records with key 2 have no illness.
TEST(LDiversity, IsZeroWhereNoRecordHasAValue) {
  const Table table = numbers_table({{"key", {1, 1, 2, 2, 1}}, {"illness", {3, 4, gap, gap, gap}}});
  for (const char* model : {"distinct", "entropy", "recursive"}) {
    const Score score = measure(table, table, "l-diversity", {{"column", "illness"}, {"model", model}});
    EXPECT_EQ(score.value, 0.0) << model;
    EXPECT_EQ(score.per_record[2], 0.0);
    EXPECT_NEAR(score.per_record[0], 2.0, 1e-14) << model;
    EXPECT_TRUE(std::isnan(score.per_record[4]));
    EXPECT_EQ(score.details.at("unknown_records"), Value(3));
    EXPECT_EQ(score.details.at("valueless_records"), Value(2));
    EXPECT_EQ(score.details.at("below"), Value(2));
  }
}

TEST(LDiversity, NeedsAConfidentialColumnAndKeys) {
  const Table table = numbers_table({{"key", {1, 2}}, {"illness", {3, 4}}});
  EXPECT_NE(measure(table, table, "l-diversity").note.find("confidential"), std::string::npos);
  const Table alone = numbers_table({{"illness", {3, 4}}});
  const Score score = measure(alone, alone, "l-diversity", {{"column", "illness"}});
  EXPECT_FALSE(score.value);
  EXPECT_EQ(score.note, "needs keys besides the confidential column");
  EXPECT_THROW(measure(table, table, "l-diversity",
                       {{"column", "illness"}, {"keys", Value::array_of({"key", "illness"})}}),
               Error);
}

}  // namespace
}  // namespace sfumato
