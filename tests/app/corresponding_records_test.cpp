// Records of a masked table are compared with the original records that they came from, whatever their order:
// a shuffled table that was compared row by row would look safe.
#include <gtest/gtest.h>

#include "app/app_browser.hpp"
#include "support/program.hpp"

namespace sfumato::app {
namespace {

using sfumato::testing::make_people;
using testing::AppInFolder;

struct Measured : AppInFolder {
  Measured() { make_people(folder.path()); }

  Value mask(const std::string& method, const std::string& more) {
    const Value job = browser.run(R"({"job": "mask", "method": ")" + method +
                                  R"(", "inputs": {"original": {"file": "people.csv"}})" + more + "}");
    EXPECT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
    return job;
  }
  // A job that compares the first output of a mask job with the original.
  Value against(const Value& masked, const std::string& members) {
    const Value job = browser.run("{" + members +
                                  R"(, "columns": ["income", "tax"], "inputs": {"original":
        {"file": "people.csv"}, "masked": [{"job": ")" +
                                  masked.at("id").as_text() + R"(", "output": 0}]}})");
    EXPECT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
    return job.at("result");
  }
  Value measures(const Value& masked) {
    return against(masked, R"("job": "measure", "measures": ["distance-linkage", "information-loss"])");
  }
};

double value_of(const Value& result, const char* measure) {
  return result.at("measures").at(measure).at("value").as_number();
}

std::string warnings_of(const Value& result) {
  std::string text;
  for (const Value& warning : result.at("warnings").as_array()) text += warning.as_text() + "\n";
  return text;
}

constexpr const char* swapped = R"(, "parameters": {"window": 2}, "columns": ["income", "tax"], "seed": 5)";

TEST(AppCorrespondingRecords, AShuffledTableIsMeasuredAsItWasBefore) {
  Measured app;
  const Value plain = app.measures(app.mask("rank-swapping", swapped));
  const Value masked = app.mask("rank-swapping", std::string(swapped) + R"(, "public": true)");
  EXPECT_EQ(masked.at("result").at("mapping").as_text(), "none");
  const Value shuffled = app.measures(masked);
  EXPECT_GT(value_of(plain, "distance-linkage"), 10.0);  // by chance it is 1 of 150, 0.7 %
  EXPECT_DOUBLE_EQ(value_of(shuffled, "distance-linkage"), value_of(plain, "distance-linkage"));
  EXPECT_DOUBLE_EQ(value_of(shuffled, "information-loss"), value_of(plain, "information-loss"));
  EXPECT_EQ(warnings_of(shuffled).find("same record"), std::string::npos) << warnings_of(shuffled);
}

TEST(AppCorrespondingRecords, TheMostChangedRecordsAreThoseOfTheTableInOrder) {
  Measured app;
  const std::string wanted = R"("job": "distributions", "changed": 5)";
  const Value plain = app.against(app.mask("rank-swapping", swapped), wanted);
  const Value shuffled =
      app.against(app.mask("rank-swapping", std::string(swapped) + R"(, "public": true)"), wanted);
  EXPECT_EQ(plain.at("changed").as_array().size(), 5U);
  EXPECT_EQ(io::json_text(shuffled.at("changed")), io::json_text(plain.at("changed")));
}

TEST(AppCorrespondingRecords, ASampleIsMeasuredByItsMap) {
  Measured app;
  for (const char* order : {"", R"(, "public": true)"}) {
    const Value masked =
        app.mask("sampling", std::string(R"(, "parameters": {"fraction": 0.4}, "seed": 2)") + order);
    ASSERT_LT(masked.at("result").at("rows").as_integer(), 150);
    const Value result = app.measures(masked);
    EXPECT_EQ(warnings_of(result).find("no map"), std::string::npos) << warnings_of(result);
    EXPECT_EQ(warnings_of(result).find("not the same record"), std::string::npos) << warnings_of(result);
    EXPECT_GT(value_of(result, "distance-linkage"), 50.0);  // values are as they were; some records are equal
    EXPECT_TRUE(app.against(masked, R"("job": "distributions")").at("changed").as_array().empty());
  }
}

TEST(AppCorrespondingRecords, RecordsThatComeFromNoneAreNotComparedRowByRow) {
  Measured app;
  const Value masked = app.mask("ipso", R"(, "columns": ["income", "tax"], "seed": 2, "drop": ["age", "sex",
      "region", "education", "marital_status", "household_id", "weight", "savings"])");
  ASSERT_EQ(masked.at("result").at("mapping").as_text(), "none") << io::json_text(masked);
  const Value result = app.measures(masked);
  EXPECT_TRUE(result.at("measures").at("distance-linkage").at("value").is_null()) << io::json_text(result);
  EXPECT_TRUE(app.against(masked, R"("job": "distributions")").at("changed").as_array().empty());
}

TEST(AppCorrespondingRecords, WhatTheRequestSaysItselfCounts) {
  Measured app;
  const Value masked = app.mask("rank-swapping", swapped);
  const Value result = app.against(
      masked, R"("job": "measure", "measures": ["distance-linkage", "rank-linkage"], "no-mapping": true)");
  EXPECT_TRUE(result.at("measures").at("distance-linkage").at("value").is_null());
}

TEST(AppCorrespondingRecords, SaysWhetherTheSameRequestGivesTheSameAgain) {
  Measured app;
  const auto repeatable = [&](const char* method, const char* more) {
    return app.mask(method, more).at("result").at("repeatable").as_bool();
  };
  EXPECT_TRUE(repeatable("mdav", R"(, "columns": ["income", "tax"])"));
  EXPECT_FALSE(repeatable("mdav", R"(, "columns": ["income", "tax"], "public": true)"));
  EXPECT_FALSE(repeatable("mdav", R"(, "columns": ["income", "tax"], "fill": true)"));
  EXPECT_TRUE(repeatable("mdav", R"(, "columns": ["income", "tax"], "public": true, "seed": 1)"));
  EXPECT_FALSE(repeatable("rank-swapping", R"(, "columns": ["income", "tax"])"));
  EXPECT_TRUE(repeatable("rank-swapping", swapped));
}

}  // namespace
}  // namespace sfumato::app
