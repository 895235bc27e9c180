// Charts as files: the style is inside, and titles stay text.
#include "report/chart_file.hpp"

#include <gtest/gtest.h>

namespace sfumato::report {
namespace {

TEST(ChartFile, CarriesItsStyle) {
  const Figure figure{"A > B", "", "rises", LineChart{{"k"}, {"loss"}, {{"mdav", {{1.0, 2.0}, {2.0, 3.0}}}}}};
  const std::string picture = chart_file(figure);
  EXPECT_TRUE(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << picture.substr(0, 80);
  const std::size_t style = picture.find("<style>"), title = picture.find("<title>A &gt; B</title>");
  ASSERT_NE(style, std::string::npos);
  ASSERT_NE(title, std::string::npos);
  EXPECT_LT(style, title);
  EXPECT_NE(picture.find("--series-1:"), std::string::npos);
  EXPECT_NE(picture.find(".chart { background: var(--surface); }\n</style>"), std::string::npos);
}

TEST(ChartFile, IsAPictureWithoutValuesToo) {
  const std::string picture = chart_file({"Nothing", "", "none", LineChart{{"k"}, {"loss"}, {}}});
  EXPECT_NE(picture.find("Nothing to draw"), std::string::npos);
  EXPECT_NE(picture.find("<style>"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
