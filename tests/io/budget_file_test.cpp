// Budget files: sums that never come out too small, strict reading, and a lock that one process has at a
// time.
#include "io/budget_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "core/error.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::io {
namespace {

const std::string print(32, 'a');

Budget example() {
  return {3.0, "people.csv", print, {{"2026-03-31", "y.csv", "laplace", 0.5, {"income", "age, in years"}}}};
}

TEST(BudgetFile, ReadsBackWhatItWrites) {
  const Budget budget = example();
  EXPECT_EQ(parse_budget(budget_text(budget), "b.toml"), budget);
  const Budget empty{1.5, "a \"b\".csv", print, {}};
  EXPECT_EQ(parse_budget(budget_text(empty), "b.toml"), empty);
}

TEST(BudgetFile, AddsUpInMillionthsRoundedUp) {
  Budget budget = example();
  EXPECT_EQ(spent(budget), 500000);
  EXPECT_EQ(left(budget), 2500000);
  budget.total = 0.3;
  budget.releases = std::vector<Spending>(3, {"", "", "laplace", 0.1, {}});
  EXPECT_EQ(left(budget), 0);  // 0.1 + 0.1 + 0.1 is 0.3 here
}

TEST(BudgetFile, RefusesWhatItDoesNotUnderstand) {
  const std::string good = budget_text(example());
  const auto refuses = [](const std::string& text, const std::string& about) {
    try {
      parse_budget(text, "b.toml");
      ADD_FAILURE() << "taken: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_NE(error.message.find(about), std::string::npos) << error.message;
      EXPECT_EQ(error.message.find("b.toml"), 0U) << error.message;
    }
  };
  const auto with = [&](const std::string& part, const std::string& other) {
    std::string text = good;
    text.replace(text.find(part), part.size(), other);
    return text;
  };
  refuses("", "budget is missing");
  refuses(with("budget = 3.0", "budget = -1"), "budget must be above 0");
  refuses(with("budget = 3.0", "budget = \"much\""), "budget must be a number");
  refuses(with("budget = 3.0", "budget = nan"), "budget must be above 0");
  refuses(with("epsilon = 0.5", "epsilon = 0"), "release 1: epsilon must be above 0");
  refuses(with("epsilon = 0.5", "epsilom = 0.5"), "unknown key 'epsilom'");
  refuses(with("epsilon = 0.5\n", ""), "epsilon is missing");
  refuses(with(print, "abc"), "32 hexadecimal digits");
  refuses(good + "\n[more]\nx = 1\n", "unknown key 'more'");
  refuses(with("[[releases]]", "[releases]"), "releases must be a list");
}

TEST(BudgetLock, LeavesNothingBehindUnlessItWrites) {
  const testing::TemporaryFolder folder;
  {
    const BudgetLock lock(folder.file("b.toml"));
    EXPECT_TRUE(lock.fresh());
  }
  EXPECT_EQ(folder.listing(), "");
  {
    BudgetLock lock(folder.file("b.toml"));
    lock.write(example());
    EXPECT_FALSE(lock.fresh());
  }
  EXPECT_EQ(folder.listing(), "b.toml\n");
  EXPECT_EQ(BudgetLock(folder.file("b.toml")).read(), example());
}

// Every thread opens the file itself, as processes do; a lost update would leave fewer entries.
TEST(BudgetLock, LosesNoChargeToAnother) {
  const testing::TemporaryFolder folder;
  constexpr int threads = 8, charges = 10;
  {
    BudgetLock lock(folder.file("b.toml"));
    lock.write({100.0, "x.csv", print, {}});
  }
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) {
    all.emplace_back([&] {
      for (int i = 0; i < charges; ++i) {
        BudgetLock lock(folder.file("b.toml"));
        Budget budget = lock.read();
        budget.releases.push_back({"2026-01-01", "y.csv", "laplace", 0.25, {"a"}});
        lock.write(budget);
      }
    });
  }
  for (std::thread& thread : all) thread.join();
  const Budget budget = BudgetLock(folder.file("b.toml")).read();
  EXPECT_EQ(budget.releases.size(), static_cast<std::size_t>(threads * charges));
  EXPECT_EQ(spent(budget), threads * charges * 250000);
}

TEST(BudgetLock, LeavesWhatIsNotItsOwnAlone) {
  const testing::TemporaryFolder folder;
  folder.write("empty.toml", "");
  {
    const BudgetLock lock(folder.file("empty.toml"));
    EXPECT_FALSE(lock.fresh());
    EXPECT_THROW(lock.read(), Error);
  }
  EXPECT_TRUE(folder.has("empty.toml"));
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_THROW(BudgetLock(folder.file("pipe")), Error);
  EXPECT_TRUE(folder.has("pipe"));
  std::filesystem::create_symlink(folder.file("nowhere/b.toml"), folder.file("link"));
  EXPECT_THROW(BudgetLock(folder.file("link")), Error);
  // Writing would replace the link, and what was spent would be missing in the file itself.
  BudgetLock(folder.file("b.toml")).write(example());
  std::filesystem::create_symlink(folder.file("b.toml"), folder.file("second"));
  EXPECT_THROW(BudgetLock(folder.file("second")), Error);
}

TEST(BudgetLock, KeepsTheFileToItsOwner) {
  const testing::TemporaryFolder folder;
  namespace fs = std::filesystem;
  const fs::perms owner = fs::perms::owner_read | fs::perms::owner_write;
  for (int i = 0; i < 2; ++i) {
    BudgetLock(folder.file("b.toml")).write(example());
    EXPECT_EQ(fs::status(folder.file("b.toml")).permissions(), owner);
  }
  // What a team has opened for its group stays so.
  fs::permissions(folder.file("b.toml"), owner | fs::perms::group_read);
  BudgetLock(folder.file("b.toml")).write(example());
  EXPECT_EQ(fs::status(folder.file("b.toml")).permissions(), owner | fs::perms::group_read);
}

TEST(BudgetLock, SaysWhenThereIsNoFolder) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(BudgetLock(folder.file("none/b.toml")), Error);
}

}  // namespace
}  // namespace sfumato::io
