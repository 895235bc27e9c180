// A coarse release from masking to measuring: the sidecar has the hierarchy that was used, and the measures
// read labels by it, by a folder of hierarchies, by intervals, or by the records.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/table_file.hpp"
#include "jobs/compare.hpp"
#include "jobs/mask.hpp"
#include "jobs/measure.hpp"
#include "release/release_files.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

using CoarseRun = sfumato::Run;  // gtest has a Run of its own

class CoarseRelease : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string data = "age,job\n", ages;
    for (int i = 0; i < 60; ++i) {
      data += std::to_string(20 + i % 20) + "," +
              (i % 3 == 0   ? "cook"
               : i % 3 == 1 ? "waiter"
                            : "clerk") +
              "\n";
    }
    // Bands that do not mean what their texts say: "20-24" has 21 … 25.
    for (int age = 16; age <= 45; ++age) {
      const int band = (age - 1) / 5 * 5;
      ages += std::to_string(age) + ";" + std::to_string(band) + "-" + std::to_string(band + 4) + ";*\n";
    }
    folder_.write("data.csv", data);
    std::filesystem::create_directory(folder_.file("trees"));
    folder_.write("trees/age.csv", ages);
    folder_.write("trees/job.csv", "cook;kitchen;*\nwaiter;service;*\nclerk;office;*\nporter;service;*\n");
    folder_.write("bands.toml", "kind = \"intervals\"\nwidths = [5, 10]\n");
  }

  static CoarseRun run() { return CoarseRun({.seed = 3, .threads = 1}); }

  jobs::Data original() const {
    return {io::read_table(folder_.file("data.csv"), {}, run()), folder_.file("data.csv")};
  }

  void mask(const Value& parameters, const std::vector<std::string>& columns) const {
    jobs::MaskRequest request;
    request.method = "recoding";
    request.parameters = parameters;
    request.columns = columns;
    request.original = original();
    jobs::mask(request,
               release::FileDestination({.output = folder_.file("coarse.csv"), .inputs = {}, .force = true}),
               run());
  }

  Score measured(const std::string& name, const std::vector<std::string>& columns,
                 const std::string& folder = "") const {
    jobs::MeasureRequest request;
    request.measures = {name};
    request.columns = columns;
    request.hierarchies = folder;
    request.original = original();
    const std::string path = folder_.file("coarse.csv");
    request.masked.push_back({path, [path](const Declarations& declared, const CoarseRun& reading) {
                                io::ReadOptions options;
                                options.declared = declared;
                                return io::read_table(path, options, reading);
                              }});
    const jobs::MeasureResult result = jobs::measure(request, run());
    return result.tables.front().scores.front().score;
  }

  TemporaryFolder folder_;
};

TEST_F(CoarseRelease, TheSidecarHasTheHierarchyThatWasUsed) {
  mask(Value::object().set("hierarchy", Value::object().set("age", folder_.file("trees/age.csv"))), {"age"});
  EXPECT_NE(folder_.read("coarse.toml").find("[\"21\", \"20-24\", \"*\"]"), std::string::npos);
  // Five classes of 60 records.
  const Score score = measured("distance-linkage", {"age"});
  EXPECT_NEAR(score.value.value(), 100.0 * 5 / 60, 1e-9);
  EXPECT_NE(score.note.find("hierarchy"), std::string::npos) << score.note;
  EXPECT_TRUE(measured("granularity", {"age"}).value.has_value());
}

TEST_F(CoarseRelease, AFolderOfHierarchiesTakesItsPlace) {
  mask(Value::object().set("hierarchy", Value::object().set("age", folder_.file("trees/age.csv"))), {"age"});
  std::filesystem::remove(folder_.file("coarse.toml"));
  // By their texts the bands miss the value at their upper end, and cover one that they do not have.
  EXPECT_NE(measured("distance-linkage", {"age"}).note.find("interval"), std::string::npos);
  EXPECT_GT(std::fabs(measured("distance-linkage", {"age"}).value.value() - 100.0 * 5 / 60), 1e-3);
  EXPECT_FALSE(measured("granularity", {"age"}).value.has_value());
  EXPECT_NEAR(measured("distance-linkage", {"age"}, folder_.file("trees")).value.value(), 100.0 * 5 / 60,
              1e-9);
  EXPECT_TRUE(measured("granularity", {"age"}, folder_.file("trees")).value.has_value());
}

TEST_F(CoarseRelease, ASpecificationIsWrittenWithoutTheValuesOfTheData) {
  mask(Value::object().set("hierarchy", Value::object().set("age", folder_.file("bands.toml"))), {"age"});
  const std::string sidecar = folder_.read("coarse.toml");
  EXPECT_NE(sidecar.find("widths"), std::string::npos) << sidecar;
  EXPECT_EQ(sidecar.find("\"37\""), std::string::npos) << sidecar;
  const Score score = measured("distance-linkage", {"age"});
  EXPECT_NEAR(score.value.value(), 100.0 * 4 / 60, 1e-9);
}

TEST_F(CoarseRelease, RecordsSayWhatOtherLabelsCover) {
  mask(Value::object().set("hierarchy", Value::object().set("job", folder_.file("trees/job.csv"))), {"job"});
  std::filesystem::remove(folder_.file("coarse.toml"));
  const Score score = measured("distance-linkage", {"job"});
  EXPECT_NEAR(score.value.value(), 100.0 * 3 / 60, 1e-9);
  EXPECT_NE(score.note.find("records"), std::string::npos) << score.note;
}

TEST_F(CoarseRelease, ComparisonsMeasureLabelsInTheSameWay) {
  mask(Value::object().set("hierarchy", Value::object().set("age", folder_.file("trees/age.csv"))), {"age"});
  jobs::CompareRequest request;
  request.columns = {"age"};
  request.methods = {"recoding", "mdav"};
  request.fixed = {"recoding.hierarchy=age=" + folder_.file("trees/age.csv"), "recoding.depth=1"};
  request.equal = {"distance-linkage=8.3333"};
  request.tolerance = "5%";
  request.rank_by = {"sse"};
  request.replicates = 1;
  request.original = original();
  const jobs::CompareResult result = jobs::compare_methods(request, {}, run());
  const auto& comparison = result.parts.front().comparison;
  bool found = false;
  for (const auto& attempt : comparison.attempts) {
    if (attempt.contender->method->info.name != "recoding") continue;
    found = true;
    ASSERT_TRUE(attempt.reached) << attempt.reason;
    EXPECT_DOUBLE_EQ(attempt.measures.front().value.value(), measured("sse", {"age"}).value.value());
  }
  EXPECT_TRUE(found);
  EXPECT_TRUE(std::any_of(comparison.notes.begin(), comparison.notes.end(), [](const std::string& note) {
    return note == "recoding: labels of 'age' count as the mean of what they cover";
  }));
}

TEST_F(CoarseRelease, WithoutAMappingUnknownLabelsGiveNoValue) {
  folder_.write("coarse.csv", "age,job\n20,somebody\n21,cook\n");
  const Score score = measured("rank-linkage", {"age", "job"});
  EXPECT_FALSE(score.value.has_value());
  EXPECT_NE(score.note.find("'somebody'"), std::string::npos) << score.note;
}

}  // namespace
}  // namespace sfumato::testing
