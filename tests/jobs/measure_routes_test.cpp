// Which measures are taken from counts, from pairs and on a sample.
#include "jobs/measure_routes.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

Table routed_outline() {
  std::vector<ColumnInfo> schema(3);
  schema[0].name = "age";
  schema[0].role = Role::quasi_identifier;
  schema[1].name = "income";
  schema[1].role = Role::confidential;
  schema[2].name = "region";
  schema[2].kind = Kind::nominal;
  schema[2].role = Role::quasi_identifier;
  return {schema, {Numbers{}, Numbers{}, Codes{}}};
}

MeasureRequest routed(std::vector<std::string> measures, std::vector<std::string> columns) {
  MeasureRequest request;
  request.measures = std::move(measures);
  request.columns = std::move(columns);
  request.count = "times";
  request.original.file.table = routed_outline();
  request.original.name = "original";
  request.masked.push_back(reader_of(routed_outline(), "masked"));
  return request;
}

using Names = std::vector<std::string>;

sfumato::Run plain_run() { return {}; }

TEST(MeasureRoutes, EachMeasureIsTakenWhereItCan) {
  const MeasureRoutes routes =
      measure_routes(routed({"emd", "sse", "k-anonymity", "interval-disclosure", "cm1"}, {"age", "income"}),
                     true, plain_run());
  EXPECT_EQ(routes.order, (Names{"emd", "sse", "k-anonymity", "interval-disclosure", "cm1"}));
  EXPECT_EQ(routes.counts, Names{"k-anonymity"});
  EXPECT_EQ(routes.pairs, (Names{"sse", "interval-disclosure"}));
  EXPECT_EQ(routes.sampled, (Names{"emd", "cm1"}));
  EXPECT_EQ(routes.columns, (Names{"age", "income"}));
  ASSERT_EQ(routes.groups.size(), 1U);
}

TEST(MeasureRoutes, PairsThatCannotBeInPartsAreSampled) {
  MeasureRequest request = routed({"distance-linkage", "sse"}, {"age", "income"});
  request.settings = {"distance-linkage.scale=mahalanobis"};
  const MeasureRoutes routes = measure_routes(request, true, plain_run());
  EXPECT_EQ(routes.pairs, Names{"sse"});
  EXPECT_EQ(routes.sampled, Names{"distance-linkage"});
  EXPECT_EQ(measure_routes(routed({"distance-linkage"}, {"age", "region"}), true, plain_run()).sampled,
            Names{"distance-linkage"});
}

TEST(MeasureRoutes, WithoutPartnersOnlyMarginalsArePairs) {
  MeasureRequest request = routed({"sse", "marginals"}, {"age", "income"});
  request.no_mapping = true;
  const MeasureRoutes routes = measure_routes(request, true, plain_run());
  EXPECT_EQ(routes.pairs, Names{"marginals"});
  EXPECT_EQ(routes.sampled, Names{"sse"});
}

TEST(MeasureRoutes, ByDefaultThereAreAllThreeKinds) {
  const MeasureRoutes routes = measure_routes(routed({}, {}), true, plain_run());
  EXPECT_FALSE(routes.sampled.empty());
  EXPECT_EQ(routes.counts.size() + routes.pairs.size() + routes.sampled.size(), routes.order.size());
  ASSERT_EQ(routes.groups.size(), 1U);
  EXPECT_TRUE(routes.groups.front().measures.empty());  // those of keys by default
}

TEST(MeasureRoutes, MeasuresOfScoresAreTakenToo) {
  MeasureRequest request = routed({}, {"age", "income"});
  request.expressions = {"sse + cm1"};
  const MeasureRoutes routes = measure_routes(request, true, plain_run());
  EXPECT_EQ(routes.order, (Names{"sse", "cm1"}));
  EXPECT_EQ(routes.pairs, Names{"sse"});
}

TEST(MeasureRoutes, WithoutSamplesWhatNeedsAllRecordsIsRefused) {
  EXPECT_THROW(measure_routes(routed({"emd"}, {"age"}), false, plain_run()), Error);
  EXPECT_THROW(measure_routes(routed({"emdd"}, {"age"}), true, plain_run()), Error);
  EXPECT_THROW(measure_routes(routed({"emd"}, {"nowhere"}), true, plain_run()), Error);
}

}  // namespace
}  // namespace sfumato::jobs
