// Counts, proposals and uniqueness of small tables worked out by hand.
#include "profile/profile.hpp"

#include <limits>

#include "profile/role_proposal.hpp"

namespace sfumato::profile {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

ColumnInfo info(std::string name, Kind kind = Kind::numeric) {
  ColumnInfo result;
  result.name = std::move(name);
  result.kind = kind;
  return result;
}

Role role_of(const std::string& name, Kind kind, const Column& column, std::size_t distinct) {
  return propose_role(info(name, kind), column, distinct, column.size() - column.missing_count()).role;
}

// sex: f f m m f; age: 30 30 40 40 30; pay: 1.5 2.5 – 2.5 9.
Table five_people() {
  return Table({info("sex", Kind::nominal), info("age"), info("pay")},
               {Codes{{0, 0, 1, 1, 0}, {"f", "m"}}, Integers{{30, 30, 40, 40, 30}, {}},
                Numbers{1.5, 2.5, missing, 2.5, 9.0}});
}

TEST(Profile, CountsMissingDistinctAndSingleValues) {
  const Profile profile = profile_table(five_people(), sfumato::Run());
  EXPECT_EQ(profile.rows, 5U);
  const ColumnProfile& pay = profile.columns[2];
  EXPECT_EQ(pay.type, "number");
  EXPECT_EQ(pay.missing, 1U);
  EXPECT_EQ(pay.distinct, 3U);
  EXPECT_DOUBLE_EQ(pay.once_percent, 50.0);  // 1.5 and 9 of four present values
  EXPECT_EQ(pay.minimum.as_number(), 1.5);
  EXPECT_EQ(pay.maximum.as_number(), 9.0);
  EXPECT_DOUBLE_EQ(*pay.mean, 15.5 / 4.0);
  EXPECT_TRUE(pay.most_frequent.empty());
}

TEST(Profile, ShowsTheMostFrequentCategories) {
  const ColumnProfile sex = profile_table(five_people(), sfumato::Run()).columns[0];
  ASSERT_EQ(sex.most_frequent.size(), 2U);
  EXPECT_EQ(sex.most_frequent[0].value, "f");
  EXPECT_EQ(sex.most_frequent[0].count, 3U);
  EXPECT_FALSE(sex.mean);
  EXPECT_TRUE(sex.minimum.is_null());
}

TEST(Profile, FindsUniqueRecordsOnQuasiIdentifiers) {
  Table table = five_people();
  ColumnInfo pay = info("pay");
  pay.role = Role::quasi_identifier;
  table.set_info(2, pay);
  const Uniqueness found = profile_table(table, sfumato::Run()).uniqueness;
  // Classes f30·1.5, f30·2.5, m40·missing, m40·2.5, f30·9: all of one record.
  EXPECT_EQ(found.columns, (std::vector<std::string>{"sex", "age", "pay"}));
  EXPECT_EQ(found.classes, 5U);
  EXPECT_DOUBLE_EQ(found.unique_percent, 100.0);
  const Uniqueness without = profile_table(five_people(), sfumato::Run()).uniqueness;
  EXPECT_EQ(without.classes, 2U);
  EXPECT_EQ(without.unique_records, 0U);
  EXPECT_EQ(without.smallest_class, 2U);
}

// Person 1 has two records with keys that nobody else has; one record has no person.
TEST(Profile, CountsUnitsWhereTheyAreDeclared) {
  std::vector<ColumnInfo> infos{info("person"), info("sex")};
  infos[0].role = Role::unit;
  infos[1].role = Role::quasi_identifier;
  infos[1].kind = Kind::nominal;
  const Table table(infos, {Integers{{1, 1, 2, 3, 0}, {false, false, false, false, true}},
                            Codes{{0, 0, 1, 1, 1}, {"f", "m"}}});
  const Uniqueness found = profile_table(table, sfumato::Run()).uniqueness;
  EXPECT_EQ(found.unit, "person");
  EXPECT_EQ(found.units, 4U);
  EXPECT_EQ(found.unique_units, 1U);
  EXPECT_DOUBLE_EQ(found.unique_units_percent, 25.0);
  EXPECT_EQ(found.smallest_units, 1U);
  EXPECT_EQ(found.unique_records, 0U);
}

TEST(Profile, NeverOverrulesADeclaredRole) {
  Table table = five_people();
  ColumnInfo age = info("age");
  age.role = Role::non_confidential;
  table.set_info(1, age);
  const Profile profile = profile_table(table, sfumato::Run());
  EXPECT_TRUE(profile.columns[1].declared);
  EXPECT_EQ(with_proposed_roles(table, profile).info(1).role, Role::non_confidential);
  EXPECT_EQ(with_proposed_roles(table, profile).info(2).role, Role::confidential);
}

TEST(Profile, OfAnEmptyTableHasNoUniqueRecords) {
  const Profile profile = profile_table(Table({info("age")}, {Numbers{}}), sfumato::Run());
  EXPECT_EQ(profile.rows, 0U);
  EXPECT_EQ(profile.uniqueness.unique_percent, 0.0);
}

TEST(ProposeRole, ReadsNames) {
  const Column numbers(Numbers{1.0, 2.0, 2.0});
  EXPECT_EQ(role_of("person_id", Kind::numeric, numbers, 2), Role::identifier);
  EXPECT_EQ(role_of("householdId", Kind::numeric, numbers, 2), Role::household);
  EXPECT_EQ(role_of("household_weights", Kind::numeric, numbers, 2), Role::weight);
  EXPECT_EQ(role_of("AGE", Kind::numeric, numbers, 2), Role::quasi_identifier);
  EXPECT_EQ(role_of("wage", Kind::numeric, numbers, 2), Role::confidential);
  EXPECT_EQ(role_of("birth date", Kind::numeric, numbers, 2), Role::quasi_identifier);
}

TEST(ProposeRole, UsesValuesWhereNamesAreInconclusive) {
  EXPECT_EQ(role_of("x", Kind::nominal, Codes{{0, 1, 2}, {"a", "b", "c"}}, 3), Role::identifier);
  EXPECT_EQ(role_of("x", Kind::nominal, Codes{{0, 1, 1}, {"a", "b"}}, 2), Role::quasi_identifier);
  EXPECT_EQ(role_of("x", Kind::numeric, Integers{{7, 8, 9}, {}}, 3), Role::identifier);
  EXPECT_EQ(role_of("x", Kind::numeric, Integers{{7, 9, 8}, {}}, 3), Role::confidential);
  EXPECT_EQ(role_of("x", Kind::numeric, Integers{{7, 7, 7}, {}}, 1), Role::non_confidential);
}

}  // namespace
}  // namespace sfumato::profile
