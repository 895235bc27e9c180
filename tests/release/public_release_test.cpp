// Releases for the public, end to end: order and household numbers are not those of the original, whichever
// command released them, and the controller's map still measures the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

using Texts = std::vector<std::string>;

class ReleaseForThePublic : public ::testing::Test {
 protected:
  void SetUp() override { make_people(folder_.path()); }

  Outcome program(const Texts& arguments) const { return run_in(folder_.path(), arguments); }
  Outcome mask(const Texts& more) const {
    Texts arguments{"mask", "mdav", "people.csv", "--columns", "income,savings", "--seed", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program(arguments);
  }

  Texts column(const std::string& file, const std::string& name) const {
    const Table table = io::read_table(folder_.file(file), {}, sfumato::Run()).table;
    const Column& values = table.column(table.require(name));
    Texts texts;
    for (std::size_t row = 0; row < values.size(); ++row) texts.push_back(values.text(row));
    return texts;
  }
  // Every record without its household, sorted.
  Texts records(const std::string& file) const {
    const Table table = io::read_table(folder_.file(file), {}, sfumato::Run()).table;
    Texts texts(table.rows());
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      if (table.info(id).name == "household_id") continue;
      for (std::size_t row = 0; row < table.rows(); ++row) texts[row] += table.column(id).text(row) + ",";
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  // Numbers from 1 on, each as often as in the original.
  void expect_renumbered(const std::string& file) const {
    const Texts before = column("people.csv", "household_id"), after = column(file, "household_id");
    const auto sizes = [](const Texts& texts) {
      std::map<std::string, int> counts;
      for (const std::string& text : texts) ++counts[text];
      counts.erase("");
      return counts;
    };
    std::vector<int> old_sizes, new_sizes;
    const auto numbered = sizes(after);
    for (const auto& [text, count] : sizes(before)) old_sizes.push_back(count);
    for (std::size_t number = 1; number <= numbered.size(); ++number) {
      ASSERT_TRUE(numbered.contains(std::to_string(number))) << number;
    }
    for (const auto& [text, count] : numbered) new_sizes.push_back(count);
    std::sort(old_sizes.begin(), old_sizes.end());
    std::sort(new_sizes.begin(), new_sizes.end());
    EXPECT_EQ(new_sizes, old_sizes);
    EXPECT_NE(after, before);
  }
  void expect_public(const std::string& stem) const {
    EXPECT_NE(column(stem + ".csv", "age"), column("people.csv", "age"));
    expect_renumbered(stem + ".csv");
    const Value release = io::read_sidecar(folder_.file(stem + ".toml")).release;
    EXPECT_EQ(release.at("mapping").as_text(), "none");
    EXPECT_TRUE(release.at("shuffled").as_bool());
    EXPECT_EQ(to_text(release.at("renumbered")), "household_id");
  }
  std::string measured(const std::string& file, const std::string& map) const {
    const Outcome run = program({"measure", "people.csv", file, "--columns", "income,savings", "--map", map,
                                 "--seed", "1", "--json"});
    EXPECT_EQ(run.status, 0) << run.error;
    std::string text = run.out;
    for (std::size_t at = text.find(file); at != std::string::npos; at = text.find(file)) {
      text.replace(at, file.size(), "FILE");
    }
    return text.substr(0, text.find("\"warnings\""));  // which columns are as they were: households are not
  }

  TemporaryFolder folder_;
};

TEST_F(ReleaseForThePublic, TheMapMeasuresTheSame) {
  ASSERT_EQ(mask({"-o", "plain.csv", "--map", "plain-map.csv"}).status, 0);
  const Outcome run = mask({"-o", "shuffled.csv", "--map", "shuffled-map.csv", "--public"});
  ASSERT_EQ(run.status, 0) << run.error;
  expect_public("shuffled");
  EXPECT_EQ(records("shuffled.csv"), records("plain.csv"));
  EXPECT_EQ(measured("shuffled.csv", "shuffled-map.csv"), measured("plain.csv", "plain-map.csv"));
}

TEST_F(ReleaseForThePublic, WarnsOfWhatStaysAsItWas) {
  const std::string plain = mask({"-o", "plain.csv"}).error;
  EXPECT_NE(plain.find("'household_id' is released as it was"), std::string::npos) << plain;
  EXPECT_NE(plain.find("set --renumber"), std::string::npos) << plain;
  EXPECT_NE(plain.find("'weight' is released as it was"), std::string::npos) << plain;
  const std::string renumbered = mask({"-o", "renumbered.csv", "--renumber"}).error;
  EXPECT_EQ(renumbered.find("'household_id' is released as it was"), std::string::npos) << renumbered;
  EXPECT_EQ(column("renumbered.csv", "age"), column("people.csv", "age")) << "not shuffled";
  expect_renumbered("renumbered.csv");
}

TEST_F(ReleaseForThePublic, DrawsAnotherOrderEveryTime) {
  const Texts arguments{"mask", "mdav", "people.csv", "--columns", "income,savings", "--public", "-o"};
  for (const char* name : {"one.csv", "two.csv"}) {
    Texts all = arguments;
    all.emplace_back(name);
    ASSERT_EQ(program(all).status, 0);
  }
  EXPECT_NE(column("one.csv", "age"), column("two.csv", "age"));
  EXPECT_NE(column("one.csv", "household_id"), column("two.csv", "household_id"));
}

TEST_F(ReleaseForThePublic, EveryCopyHasAnOrderAndAMapOfItsOwn) {
  const Outcome run = program({"mask", "multiple-imputation", "people.csv", "--columns", "income", "--public",
                               "--map", "map.csv", "-o", "copy.csv", "--seed", "2"});
  ASSERT_EQ(run.status, 0) << run.error;
  expect_public("copy-1");
  expect_public("copy-2");
  EXPECT_NE(column("copy-1.csv", "age"), column("copy-2.csv", "age"));
  EXPECT_NE(folder_.read("map-1.csv"), folder_.read("map-2.csv"));
  EXPECT_FALSE(folder_.has("map.csv"));
}

TEST_F(ReleaseForThePublic, RenumberingWithoutHouseholdsIsRefused) {
  folder_.write("people.toml", "");
  const Outcome run = mask({"-o", "masked.csv", "--renumber"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.error.find("--renumber has nothing to do"), std::string::npos) << run.error;
  EXPECT_EQ(mask({"-o", "masked.csv", "--public"}).status, 0) << "which renumbers where there are households";
}

TEST_F(ReleaseForThePublic, APublicComparisonShufflesAndRenumbersItsWinner) {
  const Outcome run = program({"compare", "people.csv", "--columns", "income,savings", "--methods", "mdav",
                               "--equal", "emd=0.1", "--tolerance", "100%", "--rank-by", "propensity",
                               "--public", "-o", "out", "--seed", "1"});
  ASSERT_EQ(run.status, 0) << run.error;
  expect_public("out/winner");
  const Value document = io::parse_json(folder_.read("out/report.json"), "report.json");
  EXPECT_EQ(document.at("release").at("mapping").as_text(), "none");
  EXPECT_EQ(to_text(document.at("release").at("files")), "winner.csv");
  EXPECT_NE(run.error.find("'weight' is released as it was"), std::string::npos) << run.error;
  EXPECT_NE(folder_.read("out/report.html").find("is released as it was"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::testing
