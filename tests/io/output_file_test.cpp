// Output files: whole or not there, with the right permissions, and nothing left behind.
#include "io/output_file.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

mode_t mode_of(const std::string& path) {
  struct stat status {};
  ::stat(path.c_str(), &status);
  return status.st_mode & 0777;
}

TEST(OutputFile, AppearsWholeOnCommit) {
  const TemporaryFolder folder;
  const std::string path = folder.path("out.csv");
  {
    OutputFile file(path);
    file.write("abc");
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_EQ(folder.entries(), 1U);
    EXPECT_EQ(mode_of(std::filesystem::directory_iterator(folder.path(""))->path().string()), 0600U);
    file.write("def");
    file.commit();
  }
  EXPECT_EQ(content(path), "abcdef");
  EXPECT_EQ(folder.entries(), 1U);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  EXPECT_EQ(mode_of(path), 0666U & ~mask);
}

TEST(OutputFile, LeavesTheOldFileWithoutCommit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("out.csv", "old");
  { OutputFile(path).write("new"); }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, WritesThroughLinks) {
  const TemporaryFolder folder;
  const std::string target = folder.file("target.csv", "old");
  std::filesystem::create_symlink(target, folder.path("link.csv"));
  write_text_file(folder.path("link.csv"), "new");
  EXPECT_EQ(content(target), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.csv")));
}

TEST(OutputFile, DevicesAreWrittenNotReplaced) {
  write_text_file("/dev/null", "gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(OutputFile, ErrorsNameThePath) {
  const TemporaryFolder folder;
  EXPECT_HAS(error_of([&] { OutputFile(folder.path("none/out.csv")); }), "none/out.csv");
  EXPECT_HAS(error_of([&] { OutputFile(folder.path("none/out.csv")); }), "must exist");
  EXPECT_HAS(error_of([&] { OutputFile(folder.path("")); }), "it is a folder");
  EXPECT_HAS(error_of([&] { write_text_file("/dev/full", "x"); }), "'/dev/full': No space left on device");
}

TEST(OutputFile, FailedWriteLeavesNothingBehind) {
  const TemporaryFolder folder;
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  const rlimit small{1 << 16, old.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  const std::string error =
      error_of([&] { write_text_file(folder.path("out.csv"), std::string(1 << 17, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_HAS(error, "out.csv': File too large");
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(ReadTextFile, ReadsAndBounds) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.toml", "hello");
  EXPECT_EQ(read_text_file(path), "hello");
  EXPECT_HAS(error_of([&] { read_text_file(path, 4); }), "a.toml' is larger than 4 bytes");
  EXPECT_HAS(error_of([&] { read_text_file(folder.path("none")); }), "No such file");
  EXPECT_HAS(error_of([&] { read_text_file(folder.path("")); }), "it is a folder");
}

}  // namespace
}  // namespace sfumato::io
