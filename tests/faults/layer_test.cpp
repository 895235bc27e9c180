// The layer itself: writers with a known mistake are caught, a correct one is not, and the model of the disk
// keeps what POSIX promises and no more.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ostream>

#include "faults/expect_points.hpp"

namespace sfumato::faults {
namespace {

struct Habits {
  bool beside = true, retries = true, checks = true, syncs_file = true, syncs_folder = true, cleans = true;
};

bool write_bytes(int file, const std::string& text, const Habits& habits) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(file, text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR && habits.retries) continue;
    if (written < 0) return !habits.checks;
    if (!habits.retries) return true;
    at += static_cast<std::size_t>(written);
  }
  return true;
}

bool sync_folder() {
  const int folder = ::open(".", O_RDONLY | O_DIRECTORY);
  const bool good = folder >= 0 && ::fsync(folder) == 0;
  if (folder >= 0) ::close(folder);
  return good;
}

// Writes "out", well or badly.
bool write_out(const std::string& text, const Habits& habits) {
  const char* name = habits.beside ? ".out.aaaaaa" : "out";
  const int file = ::open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return false;
  bool good = write_bytes(file, text, habits);
  if (habits.syncs_file) good = ::fsync(file) == 0 && good;
  good = ::close(file) == 0 && good;
  if (good && habits.beside) good = ::rename(name, "out") == 0;
  if (!good) {
    if (habits.cleans) ::unlink(name);
    return false;
  }
  return !habits.syncs_folder || sync_folder();
}

Scenario writer(const Habits& habits) {
  Scenario scenario{.name = "a writer", .files = {{"out", std::string(2000, 'a')}}};
  scenario.commands = {{"write"}};
  scenario.runner = [habits](const Command&, std::ostream&, std::ostream& error) {
    if (write_out(std::string(3000, 'b'), habits)) return 0;
    error << "sfumato: error: cannot write\n";
    return 3;
  };
  return scenario;
}

std::string first_complaint(const Tally& tally) {
  return tally.complaints.empty() ? std::string() : tally.complaints.front();
}

TEST(FaultLayer, ACorrectWriterIsNotBlamed) {
  EXPECT_EQ(first_complaint(run_errors(writer({}))), "");
  EXPECT_EQ(first_complaint(run_losses(writer({}), 20)), "");
}

TEST(FaultLayer, AWriterInPlaceIsCaught) {
  EXPECT_NE(first_complaint(run_losses(writer({.beside = false}), 6)), "");
}

TEST(FaultLayer, ARenameBeforeTheBytesAreSafeIsCaught) {
  const std::string found = first_complaint(run_losses(writer({.syncs_file = false}), 6));
  EXPECT_NE(found.find("neither old nor complete"), std::string::npos) << found;
}

TEST(FaultLayer, ANameThatIsNotSafeAfterSuccessIsCaught) {
  const std::string found = first_complaint(run_losses(writer({.syncs_folder = false}), 6));
  EXPECT_NE(found.find("still the old one"), std::string::npos) << found;
}

TEST(FaultLayer, AnIgnoredErrorAndAHalfWriteAreCaught) {
  const std::string ignored = first_complaint(run_errors(writer({.checks = false})));
  EXPECT_NE(ignored.find("after success"), std::string::npos) << ignored;
  const std::string half = first_complaint(run_errors(writer({.retries = false})));
  EXPECT_NE(half.find("after success"), std::string::npos) << half;
}

TEST(FaultLayer, ALeftFileIsCaught) {
  const std::string found = first_complaint(run_errors(writer({.cleans = false})));
  EXPECT_NE(found.find("'.out.aaaaaa' is left"), std::string::npos) << found;
}

// Calls by hand: 1,024 bytes over an old file of one letter, then a second file that replaces it.
TEST(DiskAfterLoss, KeepsWhatIsSyncedAndNoMore) {
  Disk disk(Snapshot{{"a", "x"}});
  const std::string bytes(1024, 'n');
  disk.play({Call::open, 0, 1, "b", {}});
  disk.play({Call::write, 0, 0, "b", bytes});
  EXPECT_EQ(disk.after_loss(Loss::all, 0), (Snapshot{{"a", "x"}}));
  EXPECT_EQ(disk.after_loss(Loss::nothing, 0), (Snapshot{{"a", "x"}, {"b", bytes}}));
  EXPECT_EQ(disk.after_loss(Loss::bytes, 0), (Snapshot{{"a", "x"}, {"b", ""}}));
  EXPECT_EQ(disk.after_loss(Loss::zeros, 0), (Snapshot{{"a", "x"}, {"b", std::string(1024, '\0')}}));
  disk.play({Call::sync, 0, 0, "b", {}});  // its bytes are safe, its name is not
  EXPECT_EQ(disk.after_loss(Loss::all, 0), (Snapshot{{"a", "x"}}));
  EXPECT_EQ(disk.after_loss(Loss::bytes, 0), (Snapshot{{"a", "x"}, {"b", bytes}}));
  disk.play({Call::rename, -1, 0, "b", "a"});
  EXPECT_EQ(disk.after_loss(Loss::all, 0), (Snapshot{{"a", "x"}}));
  disk.play({Call::open, 1, 0, "", {}});
  disk.play({Call::sync, 1, 0, "", {}});  // the folder
  EXPECT_EQ(disk.after_loss(Loss::all, 0), (Snapshot{{"a", bytes}}));
}

TEST(DiskAfterLoss, SomeLostGivesTornWritesAndNamesInAnyOrder) {
  Disk disk(Snapshot{{"a", "x"}});
  disk.play({Call::open, 0, 0, "a", {}});
  disk.play({Call::write, 0, 0, "a", std::string(2048, 'n')});
  disk.play({Call::unlink, -1, 0, "a", {}});
  bool torn = false, gone_first = false, whole = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Snapshot files = disk.after_loss(Loss::some, seed);
    gone_first = gone_first || files.empty();
    if (files.empty()) continue;
    torn = torn || (files.at("a").size() % 512 == 0 && files.at("a").size() < 2048);
    whole = whole || files.at("a").size() == 2048;
  }
  EXPECT_TRUE(torn && gone_first && whole);
}

}  // namespace
}  // namespace sfumato::faults
