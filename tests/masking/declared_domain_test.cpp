// Declared bounds, refusals by name, and the initial guarantee of a release of records.
#include "masking/declared_domain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

Table declared(const Domain& domain) {
  return testing::with_domains(testing::numbers_table({{"x", {1, 2}}, {"y", {-3, 4}}}), domain);
}

TEST(DeclaredDomain, IsTakenInTheOrderOfTheColumns) {
  Table table = declared({0.0, 10.0});
  ColumnInfo info = table.info(1);
  info.domain = Domain{-5.0, 5.0};
  table.set_info(1, info);
  const ReleaseDomains found = release_domains(table, {1, 0}, std::nullopt, "laplace");
  EXPECT_EQ(found.domains, (std::vector<Domain>{{-5.0, 5.0}, {0.0, 10.0}}));
  EXPECT_TRUE(found.from_data.empty());
}

TEST(DeclaredDomain, IsReadFromTheDataOnlyOnRequestAndWhereNoneIsDeclared) {
  Table table = testing::numbers_table({{"x", {1, 2, std::nan("")}}, {"y", {-3, 4, 0}}, {"z", {7, 8, 9}}});
  ColumnInfo info = table.info(2);
  info.domain = Domain{0.0, 100.0};
  table.set_info(2, info);
  const ReleaseDomains found = release_domains(table, {0, 1, 2}, 2.0, "laplace");
  EXPECT_EQ(found.domains, (std::vector<Domain>{{0.0, 4.0}, {-6.0, 8.0}, {0.0, 100.0}}));
  EXPECT_EQ(found.from_data, (std::vector<std::string>{"x", "y"}));
}

TEST(DeclaredDomain, OfColumnsWithoutAnyIsRefusedByName) {
  try {
    release_domains(testing::numbers_table({{"x", {1}}, {"y", {2}}}), {0, 1}, std::nullopt, "laplace");
    FAIL() << "nothing was declared";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "laplace needs the declared domain of 'x' and 'y'");
    EXPECT_NE(error.hint.find("‹domain› x=LOWER:UPPER"), std::string::npos);
  }
}

TEST(DeclaredDomain, MustBeSuitableForTheComputation) {
  EXPECT_NO_THROW(release_domains(declared({3.0, 3.0}), {0}, std::nullopt, "laplace"));
  EXPECT_NO_THROW(release_domains(declared({0.0, 1e250}), {0}, std::nullopt, "laplace"));
  EXPECT_NO_THROW(release_domains(declared({0.0, 1e-250}), {0}, std::nullopt, "laplace"));
  EXPECT_THROW(release_domains(declared({-1e250, 1e250}), {0}, std::nullopt, "laplace"), Error);
  EXPECT_THROW(release_domains(declared({0.0, 1e-251}), {0}, std::nullopt, "laplace"), Error);
}

TEST(RecordGuarantee, CoversTheColumnsAndNamesTheOthers) {
  Table table = testing::incomes(5);
  ColumnInfo info = table.info(3);
  info.role = Role::identifier;
  table.set_info(3, info);
  const Guarantee guarantee = record_guarantee(table, {2, 0}, 0.5);
  EXPECT_TRUE(guarantee.holds());
  EXPECT_EQ(guarantee.epsilon, 0.5);
  EXPECT_EQ(guarantee.columns, (std::vector<std::string>{"savings", "income"}));
  EXPECT_EQ(guarantee.uncovered, std::vector<std::string>{"tax"});
  EXPECT_TRUE(guarantee.premises.empty());
}

TEST(RecordGuarantee, DescribesItsMeaningForHouseholds) {
  const Guarantee guarantee = record_guarantee(testing::tenants(), {0, 2}, 1.0);
  ASSERT_EQ(guarantee.premises.size(), 1U);
  EXPECT_NE(guarantee.premises[0].find("s times ε"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::masking
