// Privacy models as text.
#include "masking/privacy_models.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::masking {
namespace {

using stats::ClassRule;

TEST(PrivacyModels, AreReadFromText) {
  const std::vector<WrittenModel> models =
      parse_models("l-diversity:illness:recursive:2.5:3,t-closeness:pay:ordered:0.2,beta-likeness:pay:1");
  ASSERT_EQ(models.size(), 3U);
  EXPECT_EQ(models[0].column, "illness");
  EXPECT_EQ(models[0].model->rule, ClassRule::recursive_diversity);
  EXPECT_EQ(models[0].model->c, 2.5);
  EXPECT_EQ(models[0].model->bound, 3.0);
  EXPECT_EQ(models[1].model->rule, ClassRule::ordered_closeness);
  EXPECT_EQ(models[1].model->bound, 0.2);
  EXPECT_EQ(models[2].model->rule, ClassRule::likeness);
  EXPECT_TRUE(parse_models("").empty());
}

TEST(PrivacyModels, OfRecordsAloneHaveNoColumn) {
  const std::vector<WrittenModel> models = parse_models(
      "k-map:7,journalist-risk:0.3,delta-presence:0:0.5,prosecutor-risk:0.2,average-risk:0.1,"
      "population-uniqueness:0.01,ck-safety:pay:0.8:2");
  ASSERT_EQ(models.size(), 7U);
  EXPECT_EQ(models[0].model->rule, ClassRule::population_size);
  EXPECT_EQ(models[0].model->bound, 7.0);
  EXPECT_EQ(models[1].model->bound, 4.0);  // the least number of records with 1/F ≤ 0.3
  EXPECT_EQ(models[2].model->rule, ClassRule::presence);
  EXPECT_EQ(models[2].model->c, 0.0);
  EXPECT_EQ(models[2].model->bound, 0.5);
  EXPECT_EQ(models[3].group_size, 5U);
  EXPECT_FALSE(models[3].model.has_value());
  EXPECT_EQ(models[4].of_release->rule, stats::ReleaseRule::average_risk);
  EXPECT_EQ(models[4].of_release->bound, 0.1);
  EXPECT_EQ(models[5].of_release->rule, stats::ReleaseRule::population_uniqueness);
  EXPECT_EQ(models[6].column, "pay");
  EXPECT_EQ(models[6].model->c, 0.8);
  EXPECT_EQ(models[6].model->bound, 2.0);
  std::vector<bool> population, by_classes;
  for (const WrittenModel& one : models) {
    population.push_back(one.counts_population());
    by_classes.push_back(one.by_classes());
  }
  EXPECT_EQ(population, (std::vector<bool>{true, true, true, false, false, false, false}));
  EXPECT_EQ(by_classes, (std::vector<bool>{true, true, false, true, false, false, false}));
}

TEST(PrivacyModels, TakeColumnsWithColons) {
  EXPECT_EQ(parse_models("delta-disclosure:a:b:0.5").front().column, "a:b");
}

TEST(PrivacyModels, RefuseUnknownModels) {
  for (const char* text : {"l-diversity",
                           "l-diversity:x:distinct:0",
                           "t-closeness:x:equal:2",
                           "t-closeness:x:0.2",
                           "l-diversity:x:distinct:two",
                           "k-anonymity:5",
                           "l-diversity:x:recursive:0:2",
                           "l-diversity:x:entropy:nan",
                           "k-map",
                           "k-map:x:3",
                           "k-map:0",
                           "prosecutor-risk:0",
                           "journalist-risk:1.1",
                           "delta-presence:0.6:0.5",
                           "delta-presence:0.5",
                           "average-risk:2",
                           "ck-safety:x:0.5",
                           "ck-safety:x:0.5:1.5",
                           "ck-safety:x:0.5:17",
                           "ck-safety:x:0:1",
                           "population-uniqueness:x:0.1"}) {
    EXPECT_THROW(parse_models(text), Error) << text;
  }
}

}  // namespace
}  // namespace sfumato::masking
