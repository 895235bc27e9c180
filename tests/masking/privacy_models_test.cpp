// Privacy models as people write them.
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

TEST(PrivacyModels, TakeColumnsWithColons) {
  EXPECT_EQ(parse_models("delta-disclosure:a:b:0.5").front().column, "a:b");
}

TEST(PrivacyModels, RefuseWhatTheyDoNotKnow) {
  for (const char* text : {"l-diversity", "l-diversity:x:distinct:0", "t-closeness:x:equal:2",
                           "t-closeness:x:0.2", "l-diversity:x:distinct:two", "k-anonymity:5",
                           "l-diversity:x:recursive:0:2", "l-diversity:x:entropy:nan"}) {
    EXPECT_THROW(parse_models(text), Error) << text;
  }
}

}  // namespace
}  // namespace sfumato::masking
