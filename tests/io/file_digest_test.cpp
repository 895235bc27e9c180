// Fingerprints of files are those of `sha256sum`: published digests, and files that are read in parts.
#include "io/file_digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::io {
namespace {

// NIST, examples of FIPS 180-4: the empty message, "abc", and a million times "a".
TEST(FileDigest, HasThePublishedDigests) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(file_sha256(folder.write("empty", "")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(file_sha256(folder.write("abc", "abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(file_sha256(folder.write("million", std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(FileDigest, PartsGiveTheSameAsTheWhole) {
  const testing::TemporaryFolder folder;
  std::string text(3 * (1 << 20) + 7, '\0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i * 31 + i / 251);
  EXPECT_EQ(file_sha256(folder.write("large", text)), hexadecimal(sha256(text)));
  for (const std::size_t step : {1, 7, 63, 64, 65, 1000}) {
    Sha256 parts;
    for (std::size_t at = 0; at < 5000; at += step) {
      parts.add(std::string_view(text).substr(at, std::min<std::size_t>(step, 5000 - at)));
    }
    EXPECT_EQ(parts.digest(), sha256(std::string_view(text).substr(0, 5000))) << step;
  }
}

TEST(FileDigest, AFileThatIsNotThereIsAnErrorThatNamesIt) {
  EXPECT_THROW(file_sha256("not-there.csv"), Error);
}

}  // namespace
}  // namespace sfumato::io
