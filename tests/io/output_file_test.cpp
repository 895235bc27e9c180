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

TEST(OutputFile, ReplacesALinkAndLeavesItsTarget) {
  const TemporaryFolder folder;
  const std::string target = folder.file("target.csv", "old");
  std::filesystem::create_symlink(target, folder.path("link.csv"));
  std::filesystem::create_symlink(folder.path("missing.csv"), folder.path("dangling.csv"));
  for (const char* name : {"link.csv", "dangling.csv"}) {
    write_text_file(folder.path(name), "new");
    EXPECT_EQ(content(folder.path(name)), "new");
    EXPECT_FALSE(std::filesystem::is_symlink(folder.path(name)));
  }
  EXPECT_EQ(content(target), "old");
  EXPECT_FALSE(std::filesystem::exists(folder.path("missing.csv")));
}

TEST(OutputFile, ConfidentialFilesAreForTheirOwnerWhateverTheUmask) {
  const TemporaryFolder folder;
  for (const mode_t mask : {0000U, 0022U, 0077U}) {
    const mode_t before = ::umask(mask);
    {
      OutputFile file(folder.path("private"), owner_only);
      EXPECT_EQ(mode_of(file.temporary()), 0600U);
      file.commit();
    }
    write_text_file(folder.path("public"), "text");
    write_text_file(folder.path("group"), "text", 0640);
    ::umask(before);
    EXPECT_EQ(mode_of(folder.path("private")), 0600U) << mask;
    EXPECT_EQ(mode_of(folder.path("public")), 0666U & ~mask) << mask;
    EXPECT_EQ(mode_of(folder.path("group")), 0640U) << mask;
  }
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
  try {
    write_text_file("/dev/full", "x");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::input_output);
    EXPECT_HAS(error.message, "'/dev/full': No space left on device");
  }
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
