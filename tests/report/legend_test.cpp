// Legends: entries down the columns, no wider than they may be, none where there is nothing to name.
#include "report/legend.hpp"

#include "report/drawing_svg.hpp"

namespace sfumato::report {
namespace {

// Ten letters take 75.6 pixels; with sample and gaps an entry takes 135.6, so five fit into 700.
TEST(Legend, FillsColumnsDownwards) {
  const Legend legend(std::vector<std::string>(12, "ten letter"), 50, 750, 100);
  EXPECT_DOUBLE_EQ(legend.height(), 10.0 + 3 * 20.0);
  EXPECT_DOUBLE_EQ(legend.sample_left(2), 50.0);
  EXPECT_DOUBLE_EQ(legend.sample_middle(2), 160.0);
  EXPECT_DOUBLE_EQ(legend.sample_left(3), 185.6);
  EXPECT_DOUBLE_EQ(legend.sample_middle(3), 120.0);
}

TEST(Legend, HasAColumnHoweverLongTheNames) {
  const Legend legend({std::string(300, 'n'), "b"}, 0, 200, 0);
  EXPECT_DOUBLE_EQ(legend.sample_left(1), 0.0);
  EXPECT_NE(page_markup(legend.name(0)).find("<title>" + std::string(300, 'n')), std::string::npos);
  EXPECT_EQ(page_markup(legend.name(1)).find("<title>"), std::string::npos);
}

TEST(Legend, TakesNoRoomWithoutEntries) { EXPECT_EQ(Legend({}, 0, 100, 0).height(), 0.0); }

}  // namespace
}  // namespace sfumato::report
