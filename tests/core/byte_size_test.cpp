// Sizes as people write them.
#include "core/byte_size.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato {
namespace {

TEST(ByteSize, UnitsAreThoseOfTheSIAndOfIEC) {
  EXPECT_EQ(parse_byte_size("1500"), 1500U);
  EXPECT_EQ(parse_byte_size("4GB"), 4000000000U);
  EXPECT_EQ(parse_byte_size("4 gib"), 4294967296U);
  EXPECT_EQ(parse_byte_size("1.5MB"), 1500000U);
  EXPECT_EQ(parse_byte_size("2 KiB"), 2048U);
  EXPECT_EQ(parse_byte_size("1TB"), 1000000000000U);
}

TEST(ByteSize, AnythingElseIsNotASize) {
  for (const char* text : {"", "GB", "-1GB", "4G B", "4GBs", "1e5", "0", "nan", "99999999TB", "4GB 1MB"}) {
    EXPECT_FALSE(parse_byte_size(text)) << text;
  }
  EXPECT_EQ(memory_size("4GB"), 4000000000U);
  try {
    memory_size("4 giga");
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.parameter, "memory");
    EXPECT_EQ(error.message, "‹memory› cannot be '4 giga'");
  }
}

TEST(ByteSize, TextsForPeople) {
  EXPECT_EQ(byte_size_text(7), "7 B");
  EXPECT_EQ(byte_size_text(291687), "291.7 kB");
  EXPECT_EQ(byte_size_text(512000000), "512 MB");
  EXPECT_EQ(byte_size_text(7200000000), "7.2 GB");
  EXPECT_EQ(gigabytes_for(1), "1GB");
  EXPECT_EQ(gigabytes_for(1000000001), "2GB");
}

}  // namespace
}  // namespace sfumato
