// Which permissions of a key are refused: the rule of PostgreSQL, over all modes.
#include "io/private_path.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

bool accepts(const std::string& path) {
  try {
    require_private_file(path, "key file");
    return true;
  } catch (const Error&) {
    return false;
  }
}

TEST(PrivatePath, AcceptsKeysOfTheirOwnerOnly) {
  const TemporaryFolder folder;
  const std::string key = folder.file("key", "secret");
  // Root's own keys may be readable for a group, such as ssl-cert.
  const unsigned forbidden = ::geteuid() == 0 ? 0037U : 0077U;
  for (unsigned mode = 0; mode < 01000; ++mode) {
    ASSERT_EQ(::chmod(key.c_str(), mode), 0);
    EXPECT_EQ(accepts(key), (mode & forbidden) == 0) << std::oct << mode;
  }
  ASSERT_EQ(::chmod(key.c_str(), 0644), 0);
  const std::string error = error_of([&] { require_private_file(key, "key file"); });
  EXPECT_HAS(error, "other users have access to the key file '" + key + "' (mode 0644)");
  EXPECT_HAS(error, "chmod 600 '" + key + "'");
  // An input may be a link; what counts is the file.
  std::filesystem::create_symlink(key, folder.path("link"));
  EXPECT_FALSE(accepts(folder.path("link")));
  ASSERT_EQ(::chmod(key.c_str(), 0600), 0);
  EXPECT_TRUE(accepts(folder.path("link")));
  EXPECT_TRUE(accepts(folder.path("missing")));  // the reader says so
}

TEST(PrivatePath, FoldersAreClosedToTheGroupToo) {
  const TemporaryFolder folder;
  const std::string path = folder.path("");
  require_private_folder(path, "database folder");
  for (const mode_t mode : {0750U, 0705U, 0701U, 0710U}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    EXPECT_HAS(error_of([&] { require_private_folder(path, "database folder"); }), "chmod 700");
  }
}

TEST(PrivatePath, AnotherOwnerIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files to another user";
  const TemporaryFolder folder;
  const std::string key = folder.file("key", "secret");
  ASSERT_EQ(::chmod(key.c_str(), 0600), 0);
  ASSERT_EQ(::chown(key.c_str(), 12345, 12345), 0);
  EXPECT_HAS(error_of([&] { require_private_file(key, "key file"); }), "belongs to another user");
}

}  // namespace
}  // namespace sfumato::io
