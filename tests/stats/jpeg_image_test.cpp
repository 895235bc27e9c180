// JPEG and back: what must come through unchanged, and what libjpeg refuses.
#include "stats/images/jpeg_image.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::stats {
namespace {

TEST(JpegImage, EvenGreyComesThroughAtTheBestQuality) {
  for (const std::size_t width : {1, 3, 8, 13}) {
    for (const int grey : {0, 1, 127, 128, 254, 255}) {
      const std::vector<std::uint8_t> pixels(width * 21, static_cast<std::uint8_t>(grey));
      EXPECT_EQ(jpeg_round_trip(pixels, width, 21, 100), pixels) << grey;
    }
  }
}

// The quantum of a block's mean is 16·50/quality grey levels over 8 (ITU-T T.81, Annex K, table K.1,
// scaled by libjpeg's 5000/quality below 50): at quality 1 it is capped at 255/8.
TEST(JpegImage, TheMeanOfABlockIsQuantizedAsTheStandardsTableSays) {
  const auto even = [](std::uint8_t grey, int quality) {
    return jpeg_round_trip(std::vector<std::uint8_t>(64, grey), 8, 8, quality)[0];
  };
  // Quality 50: 8·(grey − 128)/16 is rounded: steps of two grey levels.
  EXPECT_EQ(even(130, 50), 130);
  EXPECT_EQ(even(140, 50), 140);
  EXPECT_EQ(even(129, 50) % 2, 0);
  // Quality 1: steps of 255/8 grey levels around 128, 128 + 31.875 → 160.
  EXPECT_EQ(even(130, 1), 128);
  EXPECT_EQ(even(150, 1), 160);
}

TEST(JpegImage, WhatCannotBeCodedIsAnError) {
  try {
    jpeg_round_trip({}, 0, 0, 50);
    FAIL() << "coded";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::internal);
    EXPECT_TRUE(error.message.starts_with("JPEG coding failed: ")) << error.message;
  }
  EXPECT_THROW(jpeg_round_trip(std::vector<std::uint8_t>(65501), 1, 65501, 50), Error);
  EXPECT_EQ(jpeg_round_trip(std::vector<std::uint8_t>(65500, 9), 1, 65500, 100).size(), 65500U);
}

}  // namespace
}  // namespace sfumato::stats
