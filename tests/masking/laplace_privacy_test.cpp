// Tries to refute the guarantee of `laplace`: over neighbouring tables that were chosen to break it, no event
// may be likelier than e^ε times what it is for the neighbour.
#include <gtest/gtest.h>

#include "masking/registry.hpp"
#include "support/neighbours.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::Neighbours;
using testing::Proof;
using testing::Views;

#ifdef SFUMATO_SANITIZED
constexpr std::size_t fewer_draws = 20;
#else
constexpr std::size_t fewer_draws = 1;
#endif

struct Setting {
  std::string mode;
  double epsilon;
};

// Draws are seeded by their number: what is proven does not change from run to run.
testing::Sampler release(const Table& table, const ParamValues& params, const Views& views,
                         std::uint64_t key) {
  const Run run({.seed = key, .threads = 1});
  return [=, &views, &table](std::uint64_t draw, std::span<int> seen) {
    const Masked masked = masking::method("laplace").apply(table, testing::all_columns(table), params,
                                                           run.within("draw", draw));
    views.look(masked.tables[0], seen);
  };
}

Proof privacy_proof(const Neighbours& pair, ParamValues params, std::size_t draws) {
  if (pair.k > 1) params.emplace_back("k", static_cast<std::int64_t>(pair.k));
  const Views views(pair);
  return testing::proven_epsilon(release(pair.one, params, views, 1), release(pair.other, params, views, 2),
                                 {Views::count, Views::events, draws / fewer_draws});
}

class LaplacePrivacy : public ::testing::TestWithParam<Setting> {};

TEST_P(LaplacePrivacy, NoEventDistinguishesNeighboursBeyondEpsilon) {
  const auto& [mode, epsilon] = GetParam();
  auto pairs = mode == "record" ? testing::hostile_records() : testing::hostile_groups();
  if (mode == "multivariate") {
    pairs.push_back(testing::deviation_trap(6));
    pairs.push_back(testing::shifted_pairs(3));
  }
  for (const Neighbours& pair : pairs) {
    const Proof found = privacy_proof(pair, {{"mode", mode}, {"epsilon", epsilon}}, 10000);
    EXPECT_LE(found.epsilon, epsilon) << pair.name << ": " << found.event;
  }
}

// Pairs that have all of ε: many draws prove most of it and never more. The noise is not larger than needed,
// and the tester has power.
TEST_P(LaplacePrivacy, MostOfEpsilonCanBeProvenAndNoMore) {
  const auto& [mode, epsilon] = GetParam();
  const Neighbours pair = mode == "record"
                              ? testing::neighbours("a record from end to end", {{0}}, 0, {1})
                              : testing::neighbours("a group of k", {{0, 0}}, 1, {1}, {0.0, 1.0}, 2);
  const Proof found =
      privacy_proof(pair, {{"mode", mode}, {"epsilon", epsilon}}, epsilon < 0.2 ? 120000 : 40000);
  EXPECT_LE(found.epsilon, epsilon) << found.event;
  if (fewer_draws == 1) {
    EXPECT_GT(found.epsilon, (epsilon < 0.2 ? 0.25 : 0.7) * epsilon);
  }
}

std::vector<Setting> settings() {
  std::vector<Setting> result;
  for (const char* mode : {"record", "multivariate", "individual"}) {
    for (const double epsilon : {0.1, 0.5, 1.0, 3.0}) result.push_back({mode, epsilon});
  }
  return result;
}

std::string setting_name(const ::testing::TestParamInfo<Setting>& info) {
  return info.param.mode + "_" + std::to_string(static_cast<int>(10.0 * info.param.epsilon)) + "_tenths";
}

INSTANTIATE_TEST_SUITE_P(SoundModes, LaplacePrivacy, ::testing::ValuesIn(settings()), setting_name);

// Nothing, or the domain's width, divides the columns: neither lets one record regroup the others.
TEST(LaplaceScale, NeitherLetsARecordMoveEveryGroupBeyondEpsilon) {
  for (const char* scale : {"raw", "domain"}) {
    for (const Neighbours& pair : {testing::deviation_trap(20), testing::shifted_pairs(6)}) {
      const Proof found =
          privacy_proof(pair, {{"mode", "multivariate"}, {"scale", scale}, {"epsilon", 1.0}}, 20000);
      EXPECT_LE(found.epsilon, 1.0) << scale << ", " << pair.name << ": " << found.event;
    }
  }
}

// The same records in another order make the same releases: the order of the rows carries nothing.
TEST(LaplaceOrder, CannotBeSeenInAReleaseThatHidesIt) {
  const std::vector<double> up{0, 0, 0.5, 0.9, 1}, mixed{1, 0.5, 0, 0.9, 0};
  Neighbours pair = testing::neighbours("permuted", {up, up}, 0, {0, 0});
  pair.other = testing::neighbours("permuted", {mixed, mixed}, 0, {1, 1}).one;
  for (const ParamValues& params : std::vector<ParamValues>{{{"order", "shuffle"}},
                                                            {{"mode", "individual"}, {"k", 2}},
                                                            {{"mode", "multivariate"}, {"k", 2}}}) {
    ParamValues sharp = params;
    sharp.emplace_back("epsilon", 50.0);
    const Proof found = privacy_proof(pair, sharp, 20000);
    EXPECT_EQ(found.epsilon, 0.0) << found.event;
  }
  const Proof kept = privacy_proof(pair, {{"order", "keep"}, {"epsilon", 50.0}}, 20000);
  EXPECT_GT(kept.epsilon, 3.0);  // the same test sees an order that is kept
}

}  // namespace
}  // namespace sfumato
