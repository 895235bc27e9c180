// Codes of classifications and integers that are names.
#include "profile/code_columns.hpp"

#include <gtest/gtest.h>

namespace sfumato::profile {
namespace {

TEST(CodeColumns, KnowsClassificationsByTheirForm) {
  EXPECT_EQ(classification("x", {"I21.4", "E11", "S72.00XA", "C50"}), "ICD-10");
  EXPECT_EQ(classification("x", {"DE3", "ES51", "FRK26"}), "NUTS");
  EXPECT_EQ(classification("x", {"I21.4", "E11", "influenza"}), "");
  EXPECT_EQ(classification("x", {"I21.4", "E11"}), "");  // two texts show no form
}

TEST(CodeColumns, FormsOfAmountsNeedAName) {
  EXPECT_EQ(classification("nace_rev2", {"10.11", "62.01", "C", "47"}), "NACE");
  EXPECT_EQ(classification("x", {"10.11", "62.01", "47"}), "");
  EXPECT_EQ(classification("ISCO08", {"2111", "5120", "9334"}), "ISCO");
  EXPECT_EQ(classification("income", {"2111", "5120", "9334"}), "");
  EXPECT_EQ(classification("zip", {"08001", "43001", "17001"}), "postal codes");
  EXPECT_EQ(classification("postcode", {"SW1A 1AA", "1017 AB", "00-950"}), "postal codes");
  EXPECT_EQ(classification("zip", {"north", "south", "east"}), "");
}

TEST(CodeColumns, NaceIsNotTakenForDiagnoses) {
  EXPECT_EQ(classification("industry", {"C10.1", "C10.2", "G47"}), "NACE");
}

std::string reason(const std::string& name, const Column& column, std::size_t distinct,
                   const ValueLabels& labels = {}, const std::string& known = "") {
  ColumnInfo info;
  info.name = name;
  info.value_labels = labels;
  return nominal_reason(info, column, distinct, known);
}

TEST(CodeColumns, IntegersThatAreNames) {
  const Column two = Integers{{1, 2, 1}, {}};
  EXPECT_EQ(reason("q1", two, 2, {{"1", "male"}, {"2", "female"}}), "its codes have labels");
  EXPECT_EQ(reason("Sex", two, 2), "the name has 'sex'");
  EXPECT_EQ(reason("q1", two, 2, {}, "ISCO"), "its values look like ISCO");
  EXPECT_EQ(reason("children", two, 2), "");              // a count
  EXPECT_EQ(reason("region", Numbers{1.5, 2.5}, 2), "");  // not integers
  EXPECT_EQ(reason("region_income", two, 5000), "");      // too many
}

}  // namespace
}  // namespace sfumato::profile
