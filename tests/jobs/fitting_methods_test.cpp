// Which methods fit a table: what the job says of each is what the job `mask` does with it.
#include "jobs/fitting_methods.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "jobs/mask.hpp"
#include "support/tables.hpp"

namespace sfumato::jobs {
namespace {

Run fitting_run() { return Run({.seed = 1, .threads = 1}); }

Data data_with(Table table) {
  return {{.table = std::move(table), .sidecar = {}, .missing_token = {}}, "x.csv"};
}

const MethodFit& fit_for(const FittingMethodsResult& result, const std::string& name) {
  const auto found = std::find_if(result.methods.begin(), result.methods.end(),
                                  [&](const MethodFit& fit) { return fit.method->info.name == name; });
  if (found == result.methods.end()) throw std::logic_error("no method " + name);
  return *found;
}

ColumnInfo column_named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// Two numbers and a category without a hierarchy or a domain.
Table amounts_and_sex() {
  Numbers income, savings;
  Codes sex{{}, {"f", "m"}};
  for (int i = 0; i < 40; ++i) {
    income.push_back(1000 + 37 * (i % 11));
    savings.push_back(50 * ((i * 7) % 13));
    sex.codes.push_back(i % 2);
  }
  return {{column_named("income", Kind::numeric), column_named("savings", Kind::numeric),
           column_named("sex", Kind::nominal)},
          {income, savings, sex}};
}

TEST(FittingMethods, NumbersFitMethodsOfNumbers) {
  const auto result = fitting_methods({{}, data_with(amounts_and_sex())}, fitting_run());
  EXPECT_EQ(result.columns, (std::vector<std::string>{"income", "savings"}));  // no roles: every number
  EXPECT_EQ(result.tried_rows, 40U);
  const MethodFit& mdav = fit_for(result, "mdav");
  EXPECT_TRUE(mdav.fits()) << mdav.reason;
  EXPECT_EQ(mdav.columns, result.columns);
  const MethodFit& pram = fit_for(result, "pram");
  EXPECT_FALSE(pram.fits());
  EXPECT_NE(pram.reason.find("nominal or ordinal"), std::string::npos) << pram.reason;
  EXPECT_FALSE(fit_for(result, "recoding").fits());  // no hierarchy
}

TEST(FittingMethods, NamedColumnsOfOtherKindsAreLeftOut) {
  const auto result = fitting_methods({{"income", "sex"}, data_with(amounts_and_sex())}, fitting_run());
  const MethodFit& noise = fit_for(result, "additive-noise");
  EXPECT_TRUE(noise.fits()) << noise.reason;
  EXPECT_EQ(noise.columns, std::vector<std::string>{"income"});
  EXPECT_EQ(noise.left_out, std::vector<std::string>{"sex"});
}

// For every method: it fits exactly where the job `mask` makes a release of the same columns.
TEST(FittingMethods, AgreesWithMask) {
  const Data data = data_with(amounts_and_sex());
  const auto result = fitting_methods({{}, data}, fitting_run());
  ASSERT_GT(result.methods.size(), 25U);
  for (const MethodFit& fit : result.methods) {
    MaskRequest request;
    request.method = fit.method->info.name;
    const MethodInfo& info = fit.method->info;
    const bool chooses = info.identifiers || info.made_for == MadeFor::weights;
    request.columns = chooses ? std::vector<std::string>() : result.columns;
    request.original = data;
    bool released = true;
    try {
      mask(request, release::TableDestination(), fitting_run());
    } catch (const Error&) {
      released = false;
    }
    EXPECT_EQ(fit.fits(), released) << request.method << ": " << fit.reason;
  }
}

TEST(FittingMethods, RefusesAnEmptyTable) {
  EXPECT_THROW(fitting_methods({{}, data_with(testing::numbers_table({{"a", {}}}))}, fitting_run()), Error);
}

}  // namespace
}  // namespace sfumato::jobs
