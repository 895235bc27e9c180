#include "optimize/model.hpp"

#include <gtest/gtest.h>

namespace sfumato::optimize {
namespace {

TEST(Model, CountsWhatWasAdded) {
  Model model;
  EXPECT_EQ(model.add_column(1, 0, 2), 0U);
  EXPECT_FALSE(model.has_whole());
  EXPECT_EQ(model.add_column(1, 0, 2, true), 1U);
  EXPECT_TRUE(model.has_whole());
  EXPECT_EQ(model.add_row(0, 1, std::vector<Entry>{{0, 1}, {1, -1}}), 0U);
  EXPECT_EQ(model.add_row(0, 1, std::vector<Entry>{}), 1U);
  EXPECT_EQ(model.columns(), 2U);
  EXPECT_EQ(model.rows(), 2U);
  EXPECT_EQ(model.row_starts, (std::vector<std::size_t>{0, 2, 2}));
}

}  // namespace
}  // namespace sfumato::optimize
