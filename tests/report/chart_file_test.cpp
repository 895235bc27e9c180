// Charts as files: titles drawn, sizes fixed, and nothing that only a style sheet could say.
#include "report/chart_file.hpp"

#include <gtest/gtest.h>

#include "support/markup.hpp"

namespace sfumato::report {
namespace {

const Figure rising{"A > B", "", "rises", LineChart{{"k"}, {"loss"}, {{"mdav", {{1.0, 2.0}, {2.0, 3.0}}}}}};

TEST(ChartFile, NeedsNoStyleSheet) {
  const HeatMap cells{{"a"}, {"b", "c"}, {{0.5, no_number}}};
  for (const Chart& chart : {rising.chart, Chart(Histogram{"x", {0, 1, 2}, {0.4, 0.6}, {0.5, 0.5}}),
                             Chart(cells), Chart(BarChart{"x", {{"a", 1, 0.1, true}, {"b", -1}}})}) {
    const std::string picture = chart_file({"title", "", "told", chart});
    for (const char* part : {"<style", "class=", "var(", "currentColor"}) {
      EXPECT_EQ(picture.find(part), std::string::npos) << part << " in " << picture;
    }
    EXPECT_EQ(testing::markup_fault(picture), "");
    EXPECT_NE(picture.find(" width=\""), std::string::npos);
    EXPECT_NE(picture.find("sans-serif"), std::string::npos);
  }
}

TEST(ChartFile, DrawsItsTitleOnWhiteGround) {
  const std::string picture = chart_file(rising);
  EXPECT_TRUE(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")) << picture.substr(0, 80);
  EXPECT_NE(picture.find("<title>A &gt; B</title>"), std::string::npos);
  const std::size_t ground = picture.find("<rect x=\"0\" y=\"0\" width=\"848\""),
                    drawn = picture.find(">A &gt; B</text>");
  ASSERT_NE(ground, std::string::npos) << picture;
  EXPECT_NE(picture.find("fill=\"#ffffff\"", ground), std::string::npos);
  EXPECT_LT(ground, drawn);
  ASSERT_NE(drawn, std::string::npos);
}

// 100 words of 9 letters and a space: 15 pixels of size, at most 0.63 * 1.05 of it per letter, in 820 pixels
// are 82.
TEST(ChartFile, BreaksALongTitleIntoLines) {
  Figure figure = rising;
  figure.title.clear();
  for (int i = 0; i < 100; ++i) figure.title += "ninewords ";
  const Drawing picture = chart_picture(figure), plain = chart_picture(rising);
  EXPECT_NEAR(picture.height - plain.height, 12 * 20.0, 1e-9);  // 8 words a line: 13 lines for 1
}

TEST(ChartFile, IsAPictureWithoutValuesToo) {
  const std::string picture = chart_file({"", "", "none", LineChart{{"k"}, {"loss"}, {}}});
  EXPECT_NE(picture.find("Nothing to draw"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
