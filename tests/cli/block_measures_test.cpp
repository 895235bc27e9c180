// `measure` and `inspect` in blocks of records: the numbers of the records in memory, and what is refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/rng.hpp"
#include "io/json.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

// More than two blocks: gaps in two keys, some in both, records with `*` in every key and in one alone,
// weights, −0 beside 0, a running number and a column of values that all differ.
void make_patients(const std::string& folder, std::size_t rows = 140000) {
  Rng rng(StreamKey{8, 1});
  std::ofstream data(folder + "/patients.csv", std::ios::binary);
  data << "id,town,age,income,balance,weight,ward,number\n";
  for (std::size_t i = 0; i < rows; ++i) {
    const bool suppressed = i % 997 == 5;
    data << "p" << i * 37 << ",";
    if (suppressed || i % 1009 == 3) {
      data << "*,";
    } else {
      data << (i % 11 == 0 ? "" : "town " + std::to_string(rng.below(40))) << ",";
    }
    const std::size_t age = 5 * rng.below(18);
    data << (suppressed ? "*" : i % 17 == 0 ? "" : std::to_string(age) + " to " + std::to_string(age + 4));
    data << "," << rng.below(90000) << (i == rows - 5 ? ".5" : "") << ","
         << (rng.below(2) == 0 ? "-0.0" : "0.0") << "," << 1 + rng.below(9) << ".25,"
         << (i % 3 == 0 ? "unknown" : "B" + std::to_string(rng.below(9))) << "," << i + 1 << "\n";
  }
  std::ofstream(folder + "/patients.toml")
      << "[columns.id]\nrole = \"identifier\"\n[columns.town]\nrole = \"quasi-identifier\"\n[columns.age]\n"
         "role = \"quasi-identifier\"\n[columns.weight]\nrole = \"weight\"\n";
}

class BlockMeasures : public ::testing::Test {
 protected:
  void SetUp() override { make_patients(folder_.path()); }

  Outcome run(std::vector<std::string> arguments, bool blocks = false) {
    if (blocks) arguments.emplace_back("--in-blocks");
    return run_in(folder_.path(), arguments);
  }
  // The whole document, but for the warnings.
  void expect_same(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome whole = run(arguments), blocks = run(arguments, true);
    ASSERT_EQ(whole.status, 0) << whole.error;
    ASSERT_EQ(blocks.status, 0) << blocks.error;
    Value first = io::parse_json(whole.out, "whole"), second = io::parse_json(blocks.out, "blocks");
    for (const char* name : {"warnings", "warning_grades"}) {
      first.set(name, Value());
      second.set(name, Value());
    }
    EXPECT_EQ(io::json_text(first), io::json_text(second));
  }

  TemporaryFolder folder_;
};

TEST_F(BlockMeasures, GiveTheNumbersOfRecordsInMemory) {
  const std::string both = "k-anonymity,uniqueness";
  expect_same({"measure", "patients.csv", "--measures", both});
  expect_same({"measure", "patients.csv", "--measures", both, "--keys", "town"});
  expect_same({"measure", "patients.csv", "--measures", both, "--keys", "balance,ward"});
  expect_same(
      {"measure", "patients.csv", "--measures", "k-anonymity", "--set", "k-anonymity.missing-as=category"});
  expect_same({"measure", "patients.csv", "--measures", both, "--set", "uniqueness.population-size=9e6"});
  expect_same({"measure", "patients.csv", "--measures", "uniqueness", "--keys", "number"});
  expect_same({"measure", "patients.csv", "--score", "100/k-anonymity"});
}

TEST_F(BlockMeasures, OfAMaskedFileReadItsKeysAsTheOriginals) {
  ASSERT_EQ(
      run({"mask", "additive-noise", "patients.csv", "--columns", "income", "-o", "masked.csv", "--quiet"})
          .status,
      0);
  expect_same({"measure", "patients.csv", "masked.csv", "--measures", "k-anonymity,uniqueness"});
  // Without the sidecar, and with ages that were numbers and became labels.
  std::filesystem::remove(folder_.path() + "/masked.toml");
  expect_same({"measure", "patients.csv", "masked.csv", "--measures", "k-anonymity,uniqueness"});
  std::ofstream(folder_.path() + "/a.csv") << "age,code\n1,01\n2,1\n3,1\n1,01\nNA,2\n";
  std::ofstream(folder_.path() + "/a.toml") << "[columns.age]\nmissing = [\"NA\"]\n[columns.code]\nkind = "
                                               "\"nominal\"\n";
  std::ofstream(folder_.path() + "/b.csv") << "age,code\n1 to 2,01\n1 to 2,1\n3,1\n1 to 2,01\nNA,1\n";
  std::filesystem::remove(folder_.path() + "/b.toml");
  expect_same({"measure", "a.csv", "b.csv", "--measures", "k-anonymity,uniqueness", "--columns", "age,code"});
  // 1 to 2 and 01: two records; 1 to 2 and 1: one; 3 and 1: one; missing and 1 matches both of these.
  const Outcome measured = run(
      {"measure", "a.csv", "b.csv", "--measures", "k-anonymity", "--columns", "age,code", "--json"}, true);
  const Value found = io::parse_json(measured.out, "blocks");
  const Value& details = found.at("measures").at("k-anonymity").at("details");
  EXPECT_EQ(details.at("smallest").at("wildcard").as_number(), 2.0);
  EXPECT_EQ(details.at("smallest").at("category").as_number(), 1.0);
  EXPECT_EQ(details.at("below").at("category").at("2").as_integer(), 3);
}

TEST_F(BlockMeasures, AreTakenWhereTablesDoNotFit) {
  const Outcome measured = run({"measure", "patients.csv", "--measures", "k-anonymity", "--memory", "3MB"});
  EXPECT_EQ(measured.status, 0) << measured.error;
  const Outcome others = run({"measure", "patients.csv", "--measures", "suda", "--memory", "3MB"});
  EXPECT_EQ(others.status, 2);
  EXPECT_NE(others.error.find("measure 'suda' needs all records"), std::string::npos) << others.error;
}

TEST_F(BlockMeasures, SayWhatNeedsAllRecords) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"--measures", "suda"}, "measure 'suda' needs all records"},
      {{}, "without --measures all measures are taken"},
      {{"--measures", "k-anonymity", "--set", "k-anonymity.alpha=0.5"}, "k-anonymity.alpha is not 1"},
      {{"--measures", "k-anonymity", "--unit", "ward"}, "units with several records"},
      {{"--measures", "k-anonymity", "--per-record", "risk.csv"}, "--per-record needs all records"},
      {{"--measures", "k-anonymity", "--report", "page.html"}, "--report needs all records"}};
  for (const auto& [options, reason] : refused) {
    std::vector<std::string> arguments{"measure", "patients.csv"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments, true);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.error.find(reason), std::string::npos) << outcome.error;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/risk.csv"));
}

TEST_F(BlockMeasures, WarnOfIdentifiersInTheMaskedFile) {
  std::filesystem::copy_file(folder_.path() + "/patients.csv", folder_.path() + "/copy.csv");
  const Outcome outcome = run({"measure", "patients.csv", "copy.csv", "--measures", "k-anonymity"}, true);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.error.find("declared identifiers: 'id'"), std::string::npos) << outcome.error;
}

TEST_F(BlockMeasures, InspectGivesTheProfileOfATableInMemory) {
  expect_same({"inspect", "patients.csv"});
  expect_same({"inspect", "patients.csv", "--missing", "ward=unknown", "--quasi", "ward"});
  std::filesystem::remove(folder_.path() + "/patients.toml");
  expect_same({"inspect", "patients.csv"});
  std::ofstream(folder_.path() + "/few.csv") << "a,b,c\n,,\n,1,x\n,2,\n";
  expect_same({"inspect", "few.csv"});
  std::ofstream(folder_.path() + "/none.csv") << "a,b\n";
  expect_same({"inspect", "none.csv"});
  EXPECT_EQ(run({"inspect", "patients.csv", "-o", "whole.toml"}).status, 0);
  EXPECT_EQ(run({"inspect", "patients.csv", "-o", "blocks.toml"}, true).status, 0);
  std::ifstream whole(folder_.path() + "/whole.toml"), blocks(folder_.path() + "/blocks.toml");
  std::ostringstream first, second;
  first << whole.rdbuf();
  second << blocks.rdbuf();
  EXPECT_FALSE(first.str().empty());
  EXPECT_EQ(first.str(), second.str());
}

// With little memory only some values of a column are kept; distinct and single ones are counted all the
// same.
TEST_F(BlockMeasures, InspectSaysWhichValuesWereTooMany) {
  const Outcome whole = run({"inspect", "patients.csv", "--json"});
  const Outcome little = run({"inspect", "patients.csv", "--json", "--memory", "3MB"});
  ASSERT_EQ(little.status, 0) << little.error;
  const Value first = io::parse_json(whole.out, "whole"), second = io::parse_json(little.out, "blocks");
  for (std::size_t i = 0; i < 8; ++i) {
    for (const char* name : {"distinct", "once_percent", "role", "missing", "min", "max", "mean"}) {
      EXPECT_EQ(to_text(first.at("columns").as_array()[i].at(name)),
                to_text(second.at("columns").as_array()[i].at(name)))
          << i << name;
    }
  }
  EXPECT_EQ(io::json_text(first.at("uniqueness")), io::json_text(second.at("uniqueness")));
  EXPECT_NE(little.out.find("'id' has very many different values"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::testing
