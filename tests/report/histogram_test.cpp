// Histograms: heights by hand, the public variant without what was before, and shares that are none.
#include "report/chart_svg.hpp"
#include "support/markup.hpp"

namespace sfumato::report {
namespace {

using testing::occurrences;

std::string histogram_svg(const Histogram& chart) { return chart_svg({"title", "", "alternative", chart}); }

// 80 % is the highest tick: 240 pixels; the plot runs from 40.24 (the room of "80 %") to 614.
TEST(Histogram, DrawsBeforeFilledAndAfterAsOutline) {
  const std::string svg = histogram_svg({"income", {0, 1, 2}, {0.25, 0.75}, {0.5, 0.5}});
  EXPECT_NE(svg.find("<rect class=\"before\" x=\"40.7\" y=\"195\" width=\"285.9\" height=\"75\"/>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<path class=\"after\" d=\"M40.2 270V120H327.1V120H614V270\"/>"), std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<title>0 to 1\nbefore: 25\u00A0%\nafter: 50\u00A0%</title>"), std::string::npos) << svg;
  EXPECT_EQ(testing::markup_fault(svg), "");
}

TEST(Histogram, ShowsNothingOfBeforeInThePublicVariant) {
  const std::string svg = histogram_svg({"income", {0, 1, 2}, {}, {0.5, 0.5}});
  EXPECT_EQ(svg.find("before"), std::string::npos) << svg;
  EXPECT_NE(svg.find("class=\"after\""), std::string::npos);
  EXPECT_EQ(svg.find(">after<"), std::string::npos) << svg;  // one outline needs no legend
  EXPECT_NE(svg.find("<title>0 to 1: 50\u00A0%</title>"), std::string::npos) << svg;
}

TEST(Histogram, NamesWhatItCounts) {
  EXPECT_NE(histogram_svg({"risk", {0, 1}, {}, {1.0}, "records"}).find("share of the records"),
            std::string::npos);
}

TEST(Histogram, SkipsBinsThatCannotBeDrawn) {
  const std::string svg = histogram_svg(
      {"x", {0, 1, 2, INFINITY, 4, 4}, {0.5, no_number, 0.2, 0.1, 0.3}, {0.5, -0.1, 0.2, 0.1, 0.3}});
  EXPECT_EQ(occurrences(svg, "class=\"bin\""), 1U) << svg;
}

TEST(Histogram, EndsTheOutlineAtAGap) {
  const std::string svg = histogram_svg({"x", {0, 1, 2, 3}, {}, {0.5, no_number, 0.5}});
  EXPECT_EQ(occurrences(svg, "270M"), 1U) << svg;
}

TEST(Histogram, CopesWithSharesOfZeroAndWithTooFew) {
  EXPECT_EQ(testing::markup_fault(histogram_svg({"x", {0, 1, 2}, {0, 0}, {0, 0}})), "");
  EXPECT_EQ(occurrences(histogram_svg({"x", {0, 1, 2}, {0.4}, {}}), "class=\"bin\""), 1U);
}

TEST(Histogram, SaysWhenThereIsNothingToDraw) {
  for (const Histogram& chart : {Histogram{}, Histogram{"x", {1}, {}, {}}, Histogram{"x", {0, 1}, {}, {}},
                                 Histogram{"x", {0, 1}, {no_number}, {}}}) {
    EXPECT_NE(histogram_svg(chart).find("Nothing to draw"), std::string::npos);
  }
}

}  // namespace
}  // namespace sfumato::report
