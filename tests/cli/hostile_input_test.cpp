// Hostile input through the whole program: whatever is wrong with a file, the answer is an exit status,
// a message that names the place, and a hint; and the folder looks afterwards as it did before.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

const std::string good = "a,b\n1,5\n2,6\n3,7\n4,8\n5,9\n6,1\n";

Outcome mask(const TemporaryFolder& folder, const std::string& data, const std::string& output = "out.csv",
             std::vector<std::string> more = {}) {
  std::vector<std::string> words{"mask", "mdav", data, "-o", output, "--json", "--k", "2"};
  words.insert(words.end(), more.begin(), more.end());
  return run_in(folder.path(), words);
}

// Refused with a message that has all these parts, a hint, and no trace.
void expect_refusal(const Outcome& run, const std::vector<std::string>& parts, int status = 2) {
  EXPECT_EQ(run.status, status) << run.error;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.error.starts_with("sfumato: error: ")) << run.error;
  EXPECT_NE(run.error.find("\n  hint: "), std::string::npos) << run.error;
  EXPECT_LT(run.error.size(), 1000U) << "a message too long to read";
  for (const std::string& part : parts) EXPECT_NE(run.error.find(part), std::string::npos) << run.error;
}

struct Hostile {
  const char* name;
  std::string bytes;
  std::vector<std::string> parts;
};

std::vector<Hostile> hostile_files() {
  using namespace std::string_literals;
  return {{"empty", "", {"data.csv is empty"}},
          {"only line ends", "\n\r\n\n", {"data.csv is empty"}},
          {"only names", "a,b\n", {"data.csv", "no records"}},
          {"a short row", "a,b\n1,2\n3\n", {"data.csv, line 3", "1 field where 2", "'b' is missing"}},
          {"a long row", "a,b\n1,2\n3,4,5\n", {"data.csv, line 3", "3 fields where 2"}},
          {"repeated names", "a,b,a\n1,2,3\n", {"data.csv, line 1", "'a' (columns 1 and 3)"}},
          {"a column without a name", "a,,c\n1,2,3\n", {"data.csv, line 1", "number 2"}},
          {"an open quote", "a,b\n1,\"x\n2,3\n", {"data.csv, line 2", "never closed"}},
          {"text after a quote", "a,b\n1,\"x\"y\n", {"data.csv, line 2", "after the closing quote"}},
          {"Latin 1", "a,b\n1,2\nJos\xe9,3\n", {"data.csv, line 3", "not valid UTF-8"}},
          {"Latin 1 in a name", "a,\xe9\n1,2\n", {"data.csv, line 1", "not valid UTF-8"}},
          {"a program", "\x7f"s + "ELF\x02\x01\x01\0\0\0\0"s, {"data.csv, line 1", "NUL byte"}},
          {"a NUL byte", "a,b\n1,2\n3,\0\n"s, {"data.csv, line 3", "NUL byte"}},
          {"a spreadsheet", "PK\x03\x04...", {"data.csv", "spreadsheet"}},
          {"half a character of UTF-16",
           "\xff\xfe"
           "a\0,\0b"s,
           {"data.csv", "UTF-16"}},
          {"half a gzip file", "\x1f\x8b\x08", {"data.csv", "gzip"}},
          {"a number beyond the doubles", "a,b\n1,2\n1e999,3\n", {"data.csv, line 3, column 'a'", "'1e999'"}},
          {"an infinite number", "a,b\n1.5,2\n-inf,3\n", {"data.csv, line 3, column 'a'", "'-inf'"}},
          {"an integer of 20 digits", "a\n0.5\n99999999999999999999\n", {"data.csv, line 3, column 'a'"}}};
}

TEST(HostileInput, IsRefusedWithItsPlaceAndAHintAndLeavesNoTrace) {
  for (const Hostile& file : hostile_files()) {
    SCOPED_TRACE(file.name);
    const TemporaryFolder folder;
    folder.write("data.csv", file.bytes);
    const std::string before = folder.listing();
    expect_refusal(mask(folder, "data.csv"), file.parts);
    EXPECT_EQ(folder.listing(), before);
    EXPECT_EQ(folder.read("data.csv"), file.bytes);
  }
}

TEST(HostileInput, FilesThatCannotBeReadAreNamed) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("folder.csv"));
  const std::string before = folder.listing();
  expect_refusal(mask(folder, "nowhere.csv"), {"'nowhere.csv'", "No such file"});
  expect_refusal(mask(folder, "folder.csv"), {"'folder.csv'", "it is a folder"});
  expect_refusal(mask(folder, "folder.csv/x.csv"), {"'folder.csv/x.csv'"});
  // A file that opens and cannot be read, for root neither: a failure of the disk, not of the input.
  expect_refusal(mask(folder, "/proc/self/mem", "out.csv", {"--format", "csv"}), {"'/proc/self/mem'"}, 3);
  expect_refusal(mask(folder, ""), {});
  EXPECT_EQ(folder.listing(), before);
}

TEST(HostileInput, AFileWithoutPermissionIsNamed) {
  const TemporaryFolder folder;
  folder.write("data.csv", good);
  chmod(folder.file("data.csv").c_str(), 0);
  if (std::ifstream(folder.file("data.csv"))) GTEST_SKIP() << "root reads every file";
  expect_refusal(mask(folder, "data.csv"), {"'data.csv'", "Permission denied"});
}

TEST(HostileInput, OnlyNamesCanBeInspected) {
  const TemporaryFolder folder;
  folder.write("data.csv", "a,b\n");
  const Outcome run = run_in(folder.path(), {"inspect", "data.csv"});
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_NE(run.out.find("0 records"), std::string::npos) << run.out;
}

TEST(HostileInput, TextInANumericColumnFarDownIsNamedWithItsLine) {
  const TemporaryFolder folder;
  std::string text = "id,income\n";
  for (int row = 1; row <= 1000000; ++row) {
    text += std::to_string(row) + (row == 900000 ? ",unknown\n" : ",1000\n");
  }
  folder.write("data.csv", text);
  expect_refusal(mask(folder, "data.csv"), {"data.csv, line 900001, column 'income'", "'unknown'"});
  EXPECT_EQ(folder.listing(), "data.csv\n");
}

TEST(HostileInput, AHugeFieldIsJustAField) {
  const TemporaryFolder folder;
  folder.write("data.csv", "a,t\n1,x\n2," + std::string(10 << 20, 'y') + "\n3,z\n4,z\n");
  const Outcome run = mask(folder, "data.csv");
  EXPECT_EQ(run.status, 0) << run.error;
  EXPECT_GT(folder.read("out.csv").size(), std::size_t{10} << 20U);
  folder.write("broken.csv", "a,t\n1,x\n2,\"" + std::string(10 << 20, 'y') + "\n3,z\n");
  expect_refusal(mask(folder, "broken.csv", "none.csv"), {"broken.csv, line 3", "never closed"});
}

TEST(HostileInput, TenThousandColumnsAreJustColumns) {
  const TemporaryFolder folder;
  std::string text;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 10000; ++column) {
      text += (column == 0 ? "" : ",") + (row == 0 ? "c" : std::string()) + std::to_string(column + row);
    }
    text += '\n';
  }
  folder.write("data.csv", text);
  const Outcome run = mask(folder, "data.csv", "out.csv", {"--columns", "c0,c9999"});
  EXPECT_EQ(run.status, 0) << run.error;
  folder.write("ragged.csv", text + "1,2,3\n");
  expect_refusal(mask(folder, "ragged.csv", "none.csv"), {"ragged.csv, line 6", "10000 are expected"});
}

TEST(HostileInput, MixedLineEndsAreLineEnds) {
  const TemporaryFolder folder;
  folder.write("data.csv", "a,b\r\n1,2\n3,4\r5,6\r\n7,8");
  EXPECT_EQ(mask(folder, "data.csv").status, 0);
  folder.write("bad.csv", "a,b\r\n1,2\n3,4\r5,x\r\n7,8");
  const Outcome run =
      run_in(folder.path(), {"mask", "rank-swapping", "bad.csv", "-o", "none.csv", "--columns", "a,b"});
  expect_refusal(run, {"column 'b' is nominal"});
}

TEST(HostileOutput, IsRefusedBeforeAnyWork) {
  const TemporaryFolder folder;
  folder.write("data.csv", good);
  std::filesystem::create_directory(folder.file("folder.csv"));
  std::filesystem::create_symlink("data.csv", folder.file("link.csv"));
  std::filesystem::create_hard_link(folder.file("data.csv"), folder.file("hard.csv"));
  const std::string before = folder.listing();
  expect_refusal(mask(folder, "data.csv", "data.csv"), {"'data.csv'", "input"});
  expect_refusal(mask(folder, "data.csv", "./data.csv"), {"'./data.csv'", "input"});
  expect_refusal(mask(folder, "data.csv", "link.csv"), {"'link.csv'", "input"});
  expect_refusal(mask(folder, "link.csv", "data.csv"), {"'data.csv'", "input"});
  expect_refusal(mask(folder, "data.csv", "hard.csv"), {"'hard.csv'", "input"});
  expect_refusal(mask(folder, "data.csv", "folder.csv"), {"'folder.csv'", "it is a folder"});
  expect_refusal(mask(folder, "data.csv", "nowhere/out.csv"), {"'nowhere'", "does not exist"});
  expect_refusal(mask(folder, "data.csv", "data.csv/out.csv"), {"'data.csv'"});
  expect_refusal(mask(folder, "data.csv", ""), {});
  EXPECT_EQ(folder.listing(), before);
  EXPECT_EQ(folder.read("data.csv"), good);
}

TEST(HostileOutput, AFullDeviceIsAFailureThatNamesIt) {
  const TemporaryFolder folder;
  folder.write("data.csv", good);
  const Outcome run = mask(folder, "data.csv", "/dev/full", {"--output-format", "csv"});
  EXPECT_EQ(run.status, 3) << run.error;
  EXPECT_NE(run.error.find("'/dev/full': No space left"), std::string::npos) << run.error;
  EXPECT_EQ(folder.listing(), "data.csv\n");
  EXPECT_FALSE(std::filesystem::exists("/dev/full.toml"));
}

TEST(HostileOutput, ADiskThatFillsUpMidwayLeavesNoHalfFile) {
  const TemporaryFolder folder;
  std::string text = "a,b\n";
  for (int row = 0; row < 3000; ++row)
    text += std::to_string(row) + "," + std::to_string(row * 7 % 101) + "\n";
  folder.write("data.csv", text);
  const std::string command = "ulimit -f 4; cd '" + folder.path() + "' && '" + testing::program_path() +
                              "' mask rank-swapping data.csv -o out.csv --json > /dev/null 2>&1";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(folder.listing(), "data.csv\n");
}

// 10 kB of gzip stand for 8 MB of text and 32 MB of numbers.
TEST(HostileInput, AFileThatStandsForFarMoreIsReadWithMoreMemoryOnly) {
  const TemporaryFolder folder;
  std::string text = "a,b\n";
  for (int row = 0; row < 2000000; ++row) text += "1,2\n";
  folder.write("data.csv", text);
  ASSERT_EQ(std::system(("gzip -9 '" + folder.file("data.csv") + "'").c_str()), 0);
  const auto inspect = [&](const std::string& memory) {
    return run_in(folder.path(), {"inspect", "data.csv.gz", "--memory", memory, "--json"});
  };
  expect_refusal(inspect("4MB"),
                 {"data.csv.gz", "its unpacked content takes more than 4 MB", "--memory 1GB"});
  expect_refusal(inspect("20MB"), {"data.csv.gz", "its table takes more than 20 MB", "--memory sets"});
  expect_refusal(inspect("much"), {"--memory cannot be 'much'", "4GB"});
  expect_refusal(inspect("0"), {"--memory cannot be '0'"});
  EXPECT_EQ(inspect("100MB").status, 0);
}

TEST(HostileInput, APipeThatStaysOpenCanBeInterrupted) {
  const TemporaryFolder folder;
  for (const std::string& input : {std::string(), good}) {
    const Outcome run = run_program({.arguments = {"mask", "mdav", "-", "-o", "out.csv"},
                                     .folder = folder.path(),
                                     .input = input,
                                     .interrupt_after_ms = 1000,
                                     .open_pipe = true});
    EXPECT_EQ(run.status, 130) << run.error;
    EXPECT_EQ(folder.listing(), "");
  }
  // The same through a pipe with a name to which no process writes.
  ASSERT_EQ(mkfifo(folder.file("pipe.csv").c_str(), 0600), 0);
  const Outcome run = run_program(
      {.arguments = {"inspect", "pipe.csv"}, .folder = folder.path(), .interrupt_after_ms = 1000});
  EXPECT_EQ(run.status, 130) << run.error;
}

}  // namespace
}  // namespace sfumato::testing
