// Labels: never over what is drawn, never outside, never nearer to another's point than to their own.
#include "report/label_places.hpp"

namespace sfumato::report {
namespace {

TEST(LabelPlaces, TakesTheFirstFreeCandidateOnce) {
  LabelPlaces places({0, 0, 100, 100});
  places.block({0, 0, 20, 20});
  const std::vector<Box> candidates{{10, 10, 30, 24}, {40, 40, 60, 54}};
  EXPECT_EQ(places.take(candidates), 1U);
  EXPECT_EQ(places.take(candidates), std::nullopt);
}

TEST(LabelPlaces, StaysWithinItsBounds) {
  LabelPlaces places({0, 0, 100, 100});
  EXPECT_EQ(places.take({{90, 10, 110, 24}, {-5, 10, 15, 24}, {10, -1, 30, 13}, {10, 90, 30, 104}}),
            std::nullopt);
}

TEST(LabelPlaces, KeepsOffSlantedLines) {
  LabelPlaces places({0, 0, 100, 100});
  places.block_line(0, 0, 100, 100);
  EXPECT_EQ(places.take({{40, 45, 60, 59}}), std::nullopt);
  EXPECT_EQ(places.take({{60, 10, 80, 24}}), 0U);
}

TEST(LabelPlaces, GivesNoLabelThatCouldBeAnothers) {
  LabelPlaces places({0, 0, 100, 100});
  places.own(1, 10, 50);
  places.own(2, 62, 50);
  EXPECT_EQ(places.take({{20, 43, 60, 57}}, 1), std::nullopt);  // 10 pixels from its own, 2 from the other's
  EXPECT_EQ(places.take({{20, 43, 40, 57}}, 1), 0U);            // 10 and 22
}

}  // namespace
}  // namespace sfumato::report
