// Records that belong together, by hand.
#include "masking/record_groups.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sfumato::masking {
namespace {

TEST(RecordGroups, RecordsWithoutAGroupAreAlone) {
  const RecordGroups groups = record_groups(Codes{{0, 1, Codes::missing, 0, Codes::missing}, {"a", "b"}});
  EXPECT_EQ(groups.size(), 4U);
  const std::vector<std::size_t> of_row = group_of_row(groups, 5);
  EXPECT_EQ(of_row[0], of_row[3]);
  EXPECT_NE(of_row[0], of_row[1]);
  EXPECT_NE(of_row[2], of_row[4]);
}

TEST(RecordGroups, MissingValuesAreEqualToEachOtherOnly) {
  const RecordGroups groups{{0, 1}, {2}};
  EXPECT_TRUE(equal_within(Numbers{1.0, 1.0, 2.0}, groups));
  EXPECT_FALSE(equal_within(Numbers{1.0, 3.0, 2.0}, groups));
  EXPECT_TRUE(equal_within(Numbers{std::nan(""), std::nan(""), 2.0}, groups));
  EXPECT_FALSE(equal_within(Numbers{1.0, std::nan(""), 2.0}, groups));
}

}  // namespace
}  // namespace sfumato::masking
