// Figures as PDF and PNG: whole files of the right size, the same bytes each time, whatever the chart and its
// texts.
#include "report/pictures/figure_file.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "report/chart_file.hpp"

namespace sfumato::report {
namespace {

const Figure falling{"A > B", "", "falls",
                     LineChart{{"k"}, {"loss"}, {{"mdav", {{1.0, 3.0, no_number, 0.1}, {2.0, 2.0}}}}}};

// Bytes 16 to 23 of a PNG: width and height, the most significant byte first.
std::size_t png_number(const std::string& bytes, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = 256 * number + static_cast<unsigned char>(bytes[i]);
  return number;
}

TEST(FigureFile, PngHasTwicePixelsOfTheDrawing) {
  const std::string bytes = figure_file(falling, FigureFormat::png);
  ASSERT_TRUE(bytes.starts_with("\x89PNG\r\n\x1a\n"));
  const Drawing picture = chart_picture(falling);
  EXPECT_EQ(png_number(bytes, 16), static_cast<std::size_t>(std::ceil(2.0 * picture.width)));
  EXPECT_EQ(png_number(bytes, 20), static_cast<std::size_t>(std::ceil(2.0 * picture.height)));
  EXPECT_NE(bytes.find("IEND"), std::string::npos);
}

TEST(FigureFile, PdfIsAWholeFileWithItsTitle) {
  const std::string bytes = figure_file(falling, FigureFormat::pdf);
  EXPECT_TRUE(bytes.starts_with("%PDF-1."));
  EXPECT_TRUE(bytes.ends_with("%%EOF\n"));
  EXPECT_NE(bytes.find("/Title (A > B)"), std::string::npos);
  EXPECT_EQ(bytes.find("CreationDate"), std::string::npos);
}

TEST(FigureFile, HasTheSameBytesEachTime) {
  for (const FigureFormat format : {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png}) {
    EXPECT_EQ(figure_file(falling, format), figure_file(falling, format));
  }
}

TEST(FigureFile, DrawsEveryChartAndAnyText) {
  const HeatMap cells{{"a", "b"}, {"a long name that is slanted", "c"}, {{0.5, no_number}, {-1, 1}}};
  const std::string awkward = "größe 日本 שלום \xFF\x01 ]]> −10⁻³";
  for (const Chart& chart :
       {Chart(Histogram{awkward, {0, 1, 2}, {0.4, 0.6}, {0.5, 0.5}}), Chart(cells),
        Chart(BarChart{"x", {{awkward, 1, 0.1, true}, {"b", -1}, {"c"}}}), Chart(LineChart{})}) {
    EXPECT_GT(figure_file({awkward, "", "", chart}, FigureFormat::pdf).size(), 1000U);
    EXPECT_GT(figure_file({awkward, "", "", chart}, FigureFormat::png).size(), 1000U);
  }
}

TEST(FigureFile, NamesFormatsOnceAndRefusesOthers) {
  EXPECT_EQ(figure_formats({"pdf", "svg", "pdf"}),
            (std::vector<FigureFormat>{FigureFormat::pdf, FigureFormat::svg}));
  EXPECT_THROW(figure_formats({"gif"}), Error);
  EXPECT_EQ(figure_paths("out/map", {FigureFormat::png, FigureFormat::pdf}),
            (std::vector<std::string>{"out/map.png", "out/map.pdf"}));
}

}  // namespace
}  // namespace sfumato::report
