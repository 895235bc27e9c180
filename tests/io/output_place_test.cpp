// Links and pipes that someone planted where an output goes.
#include "io/output_place.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output_file.hpp"
#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

namespace fs = std::filesystem;

TEST(OutputPlace, OnlyDevicesAndPipesAreWrittenDirectly) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  fs::create_symlink(folder.path("pipe"), folder.path("link"));
  fs::create_symlink("/dev/null", folder.path("device"));
  EXPECT_TRUE(is_written_directly("/dev/null"));
  EXPECT_TRUE(is_written_directly("/dev/stdout"));
  EXPECT_TRUE(is_written_directly("/proc/self/fd/1"));
  EXPECT_TRUE(is_written_directly(folder.path("pipe")));
  EXPECT_FALSE(is_written_directly(folder.path("link")));
  EXPECT_FALSE(is_written_directly(folder.path("device")));
  EXPECT_FALSE(is_written_directly(folder.file("file", "text")));
  EXPECT_FALSE(is_written_directly(folder.path("missing")));
}

// As in `-o /dev/stdout > file`: the link of the operating system stays.
TEST(OutputPlace, DescriptorsAreFollowed) {
  const TemporaryFolder folder;
  const int file = ::open(folder.path("out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0);
  write_text_file("/dev/fd/" + std::to_string(file), "text");
  ::close(file);
  EXPECT_EQ(content(folder.path("out")), "text");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputPlace, LogsAreAppendedPrivateAndNeverLinks) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(0);
  const auto add = [&](const std::string& name) {
    const int log = open_for_appending(folder.path(name));
    EXPECT_EQ(::write(log, "line\n", 5), 5);
    ::close(log);
  };
  add("log");
  add("log");
  ::umask(before);
  EXPECT_EQ(content(folder.path("log")), "line\nline\n");
  EXPECT_EQ(fs::status(folder.path("log")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(folder.path("log"), folder.path("link"));
  fs::create_symlink(folder.path("missing"), folder.path("dangling"));
  EXPECT_HAS(error_of([&] { add("link"); }), "it is a symbolic link");
  EXPECT_HAS(error_of([&] { add("dangling"); }), "it is a symbolic link");
  EXPECT_FALSE(fs::exists(folder.path("missing")));
  EXPECT_EQ(content(folder.path("log")), "line\nline\n");
  ::close(open_for_appending("/dev/stderr"));
}

TEST(OutputPlace, TheUsersOwnLinksToFoldersAreFollowed) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("real"));
  fs::create_symlink(folder.path("real"), folder.path("link"));
  write_text_file(folder.path("link/out.csv"), "text");
  EXPECT_EQ(content(folder.path("real/out.csv")), "text");
  make_folder(folder.path("link/new/deep"));
  EXPECT_TRUE(fs::is_directory(folder.path("real/new/deep")));
}

TEST(OutputPlace, LinksAndPipesOfOthersInSharedFoldersAreRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can create files of another user";
  const TemporaryFolder folder;
  const std::string open = folder.path("open");
  fs::create_directory(open);
  fs::permissions(open, fs::perms::all | fs::perms::sticky_bit);
  fs::create_directory(folder.path("target"));
  fs::create_symlink(folder.path("target"), open + "/link");
  ASSERT_EQ(::mkfifo((open + "/pipe").c_str(), 0666), 0);
  ASSERT_EQ(::lchown((open + "/link").c_str(), 12345, 12345), 0);
  ASSERT_EQ(::lchown((open + "/pipe").c_str(), 12345, 12345), 0);
  const std::string link = "is a link of another user in a folder that all users may write to";
  EXPECT_HAS(error_of([&] { write_text_file(open + "/link/out.csv", "secret"); }), link);
  EXPECT_HAS(error_of([&] { make_folder(open + "/link"); }), link);
  EXPECT_HAS(error_of([&] { check_output_place(open + "/link/out.csv", {}); }), link);
  EXPECT_HAS(error_of([&] { open_for_appending(open + "/link/log"); }), link);
  EXPECT_HAS(error_of([&] { write_text_file(open + "/pipe", "secret"); }), "a pipe of another user");
  EXPECT_TRUE(fs::is_empty(folder.path("target")));
  // In a folder that is not open to all, the link is there with the owner's consent.
  fs::permissions(open, fs::perms::owner_all);
  write_text_file(open + "/link/out.csv", "text");
  EXPECT_EQ(content(folder.path("target/out.csv")), "text");
}

}  // namespace
}  // namespace sfumato::io
