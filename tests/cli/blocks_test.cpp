// `mask` in blocks of records: the bytes of a release in memory, its warnings, and what it refuses.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/rng.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// 140,000 people, more than two blocks: identifiers, towns with gaps, ages, incomes that are whole until
// late, dates, and texts of their own.
void make_register(const std::string& folder, std::size_t rows = 140000) {
  Rng rng(StreamKey{3, 4});
  std::ofstream data(folder + "/people.csv", std::ios::binary);
  data << "id,town,age,income,debt,admitted,grade,note\n";
  for (std::size_t i = 0; i < rows; ++i) {
    data << "p" << i * 37 << "," << (i % 11 == 0 ? "" : "town " + std::to_string(rng.below(40))) << ","
         << rng.below(90) << "," << rng.below(90000) << (i == rows - 5 ? ".5" : "") << ",";
    if (i % 13 != 0) data << static_cast<double>(rng.below(1000000)) / 100.0;
    data << ",20" << 10 + rng.below(15) << "-0" << 1 + rng.below(9) << "-1" << rng.below(10) << ","
         << (rng.below(3) == 0   ? "low"
             : rng.below(2) == 0 ? "middle"
                                 : "high")
         << ",";
    data << (i % 1000 == 0 ? "\"a, \"\"b\"\"\nc\"" : "n" + std::to_string(i % 5000)) << "\n";
  }
  std::ofstream sidecar(folder + "/people.toml");
  sidecar
      << "[columns.id]\nrole = \"identifier\"\n[columns.town]\nrole = \"quasi-identifier\"\n"
         "[columns.age]\nrole = \"quasi-identifier\"\ndomain = [0, 85]\n[columns.income]\nrole = "
         "\"confidential\"\n[columns.grade]\nkind = \"ordinal\"\norder = [\"low\", \"middle\", \"high\"]\n";
}

class Blocks : public ::testing::Test {
 protected:
  void SetUp() override { make_register(folder_.path()); }

  // Runs `mask` twice with a seed, and compares data and sidecar.
  void expect_same(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "mask");
    arguments.insert(arguments.end(), {"people.csv", "--seed", "11", "--json", "-o"});
    std::vector<std::string> whole = arguments, blocks = arguments;
    whole.emplace_back("whole.csv");
    blocks.insert(blocks.end(), {"blocks.csv", "--in-blocks"});
    const Outcome first = run_in(folder_.path(), whole), second = run_in(folder_.path(), blocks);
    ASSERT_EQ(first.status, 0) << first.error;
    ASSERT_EQ(second.status, 0) << second.error;
    const std::string expected = bytes_of(folder_.path() + "/whole.csv");
    EXPECT_FALSE(expected.empty());
    EXPECT_TRUE(bytes_of(folder_.path() + "/blocks.csv") == expected) << arguments[1];
    EXPECT_EQ(bytes_of(folder_.path() + "/blocks.toml"), bytes_of(folder_.path() + "/whole.toml"));
  }

  TemporaryFolder folder_;
};

TEST_F(Blocks, GiveTheBytesOfAReleaseInMemory) {
  expect_same({"additive-noise", "--columns", "age,income,debt", "--keep-moments"});
  expect_same({"additive-noise", "--columns", "age,income", "--keep-bounds", "--keep-integers"});
  expect_same({"correlated-noise", "--columns", "income,debt"});
  expect_same({"uniform-noise", "--columns", "age,debt"});
  expect_same({"multiplicative-noise", "--columns", "income,debt"});
  expect_same({"top-coding", "--columns", "age,income,grade", "--quantile", "0.9"});
  expect_same({"bottom-coding", "--columns", "age", "--at", "-5"});  // nothing to code: integers stay
  expect_same({"pram", "--columns", "town,grade"});
  expect_same({"date-shift", "--columns", "admitted"});
  expect_same({"individual-ranking", "--columns", "age,income,debt", "--k", "5"});
}

TEST_F(Blocks, GiveTheBytesOfDeclaredDecimalsAndOtherForms) {
  std::ofstream(folder_.path() + "/people.toml", std::ios::app)
      << "[columns.debt]\nrole = \"confidential\"\ndecimals = 1\n[columns.note]\nrole = \"identifier\"\n";
  const std::string sidecar = bytes_of(folder_.path() + "/people.toml");
  std::ofstream(folder_.path() + "/people.toml")
      << sidecar.substr(0, sidecar.find("[columns.income]")) << "[columns.income]\ndecimals = 0\n"
      << sidecar.substr(sidecar.find("[columns.income]") + 17);
  expect_same({"additive-noise", "--columns", "income,debt"});
  expect_same({"correlated-noise", "--columns", "income,debt", "--keep-bounds"});
  expect_same({"individual-ranking", "--columns", "income,debt", "--centre", "median"});
  expect_same({"top-coding", "--columns", "income,debt", "--limit", "income=50000.5,debt=7000"});
  expect_same({"uniform-noise", "--columns", "debt", "--output-delimiter", ";", "--output-decimal", ","});
}

TEST_F(Blocks, GiveTheBytesOfPseudonymsAndRecodings) {
  folder_.write_private("secret.key", "0123456789abcdef0123456789abcdef\n");
  expect_same({"pseudonyms", "--columns", "id", "--how", "keyed", "--key", "secret.key"});
  expect_same({"pseudonyms", "--columns", "id,note"});
  std::ofstream(folder_.path() + "/ages.toml") << "kind = \"intervals\"\nwidths = [5, 10, 20]\n";
  expect_same({"recoding", "--columns", "age", "--hierarchy", "age=ages.toml", "--level", "age=2"});
}

TEST_F(Blocks, GiveTheBytesOfTotals) {
  expect_same(
      {"additive-noise", "--columns", "age,income", "--keep-integers", "--derive", "debt=income+age"});
  expect_same({"additive-noise", "--columns", "income,debt", "--derive", "age=income-debt"});
  std::ofstream(folder_.path() + "/people.toml", std::ios::app) << "[columns.debt]\ndecimals = 1\n";
  expect_same(
      {"uniform-noise", "--columns", "income", "--derive", "age=income", "--derive", "debt=age+income"});
}

TEST_F(Blocks, GiveTheBytesOfARecipe) {
  std::ofstream(folder_.path() + "/protect.toml")
      << "drop = [\"note\"]\nkeep-integers = true\n"
         "[[steps]]\nmethod = \"additive-noise\"\ncolumns = [\"income\", \"age\"]\namount = 0.2\n"
         "[[steps]]\nmethod = \"top-coding\"\ncolumns = [\"age\"]\nat = 80\n"
         "[[steps]]\nmethod = \"pram\"\ncolumns = [\"town\"]\n";
  expect_same({"--recipe", "protect.toml"});
}

TEST_F(Blocks, WarnAsAReleaseInMemoryDoes) {
  const std::vector<std::string> arguments = {
      "mask", "uniform-noise", "people.csv", "--columns", "income", "--seed", "1", "--json", "-o", "out.csv"};
  std::vector<std::string> blocks = arguments;
  blocks.emplace_back("--in-blocks");
  const Outcome whole = run_in(folder_.path(), arguments), parts = run_in(folder_.path(), blocks);
  ASSERT_EQ(parts.status, 0) << parts.error;
  const auto from = [](const std::string& text, const std::string& key) {
    const std::size_t begin = text.find("\"" + key + "\"");
    return begin == std::string::npos ? "none" : text.substr(begin, text.find("]", begin) - begin);
  };
  EXPECT_EQ(from(parts.out, "unchanged"), from(whole.out, "unchanged"));
  EXPECT_EQ(from(parts.out, "quasi_identifiers"), from(whole.out, "quasi_identifiers"));
  EXPECT_EQ(from(parts.out, "warnings"), from(whole.out, "warnings"));
}

TEST_F(Blocks, AreChosenWhereMemoryIsShort) {
  const Outcome masked = run_in(folder_.path(), {"mask", "additive-noise", "people.csv", "--columns",
                                                 "income", "--memory", "8MB", "--json", "-o", "out.csv"});
  ASSERT_EQ(masked.status, 0) << masked.error;
  EXPECT_NE(masked.out.find("\"blocks\""), std::string::npos);
  const Outcome roomy = run_in(folder_.path(), {"mask", "additive-noise", "people.csv", "--columns", "income",
                                                "--json", "-o", "out2.csv"});
  EXPECT_EQ(roomy.out.find("\"blocks\""), std::string::npos);
}

TEST_F(Blocks, SayWhichStepNeedsAllRecords) {
  const Outcome refused = run_in(folder_.path(), {"mask", "mdav", "people.csv", "--columns", "income,debt",
                                                  "--memory", "3MB", "-o", "out.csv"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.error.find("mdav: the method needs all records"), std::string::npos) << refused.error;
  EXPECT_NE(refused.error.find("--memory"), std::string::npos);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--shuffle"}, {"--map", "map.csv"}, {"--within", "town"}, {"--fill"}}) {
    std::vector<std::string> arguments = {"mask",   "additive-noise", "people.csv", "--columns",
                                          "income", "--in-blocks",    "-o",         "out.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run_in(folder_.path(), arguments);
    EXPECT_EQ(outcome.status, 2) << more.front();
    EXPECT_NE(outcome.error.find("--in-blocks"), std::string::npos) << outcome.error;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/out.csv"));
}

TEST_F(Blocks, LeaveNothingAfterAnError) {
  std::ofstream(folder_.path() + "/people.csv", std::ios::app) << "p1,x,old,1,1,2010-01-11,low,y\n";
  const auto entries = [&] { return std::distance(std::filesystem::directory_iterator(folder_.path()), {}); };
  const auto before = entries();
  const Outcome whole = run_in(folder_.path(), {"mask", "uniform-noise", "people.csv", "-o", "out.csv"});
  const Outcome parts =
      run_in(folder_.path(), {"mask", "uniform-noise", "people.csv", "-o", "out.csv", "--in-blocks"});
  EXPECT_EQ(parts.status, 2);
  EXPECT_EQ(parts.error, whole.error);  // with the same line
  EXPECT_EQ(entries(), before);
}

}  // namespace
}  // namespace sfumato::testing
