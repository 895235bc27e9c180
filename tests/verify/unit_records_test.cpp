// Promises about units, against counts of different units in every class by brute force.
#include "verify/unit_records.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/rng.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::verify {
namespace {

using Streams = sfumato::Run;  // gtest has a Run of its own

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

Codes codes(const std::vector<std::int32_t>& values, std::size_t labels) {
  Codes result;
  result.codes = values;
  for (std::size_t i = 0; i < labels; ++i) result.labels.push_back("v" + std::to_string(i));
  return result;
}

Table table_of(const std::vector<std::int32_t>& person, const std::vector<std::int32_t>& sex,
               const std::vector<std::int32_t>& region) {
  return {{named("person", Kind::nominal), named("sex", Kind::nominal), named("region", Kind::nominal)},
          {codes(person, 40), codes(sex, 3), codes(region, 3)}};
}

ClassPromise promise_of(std::size_t k, bool wildcard = false) {
  ClassPromise promise;
  promise.keys = {"sex", "region"};
  promise.models = {"k-anonymity:" + std::to_string(k)};
  promise.wildcard = wildcard;
  promise.unit = "person";
  return promise;
}

// Records without a person are persons of their own, with numbers below 0.
std::size_t fewest_units(const Table& table) {
  std::map<std::string, std::set<std::int64_t>> units;
  const Codes& persons = *table.column(0).get_if<Codes>();
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string key = std::to_string(table.column(1).get_if<Codes>()->codes[row]) + "," +
                            std::to_string(table.column(2).get_if<Codes>()->codes[row]);
    const std::int64_t person = persons.codes[row];
    units[key].insert(person == Codes::missing ? -1 - static_cast<std::int64_t>(row) : person);
  }
  std::size_t fewest = SIZE_MAX;
  for (const auto& [key, members] : units) fewest = std::min(fewest, members.size());
  return fewest;
}

TEST(UnitRecords, CountPersonsAndNotRecords) {
  // Four records of one person agree, and are one unit.
  const Table table = table_of({0, 0, 0, 0, 1, 2}, {0, 0, 0, 0, 1, 1}, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ(records_of_units(table, promise_of(2)).records.rows(), 3U);
  const PromiseFinding finding = check_promise(table, promise_of(2), nullptr, Streams());
  EXPECT_TRUE(finding.broken());
  EXPECT_EQ(finding.category.smallest, 1U);
  ClassPromise of_records = promise_of(2);
  of_records.unit.clear();
  EXPECT_FALSE(check_promise(table, of_records, nullptr, Streams()).broken());
  EXPECT_NE(words(finding).find("by units of 'person', 1 unit agrees with no other"), std::string::npos)
      << words(finding);
}

TEST(UnitRecords, AgreeWithBruteForceOnRandomTables) {
  Rng rng({8, 8});
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::int32_t> person, sex, region;
    const std::size_t rows = 1 + rng.below(60);
    for (std::size_t i = 0; i < rows; ++i) {
      person.push_back(rng.chance(0.05) ? Codes::missing : static_cast<std::int32_t>(rng.below(12)));
      sex.push_back(rng.chance(0.1) ? Codes::missing : static_cast<std::int32_t>(rng.below(2)));
      region.push_back(static_cast<std::int32_t>(rng.below(2)));
    }
    const Table table = table_of(person, sex, region);
    const std::size_t fewest = fewest_units(table);
    for (std::size_t k = 2; k < 6; ++k) {
      const PromiseFinding finding = check_promise(table, promise_of(k), nullptr, Streams());
      EXPECT_EQ(finding.category.smallest, fewest);
      EXPECT_EQ(finding.broken(), fewest < k);
    }
  }
}

TEST(UnitRecords, AUnitWithDifferentKeysBreaksAPromiseWithWildcards) {
  const Table same = table_of({0, 0, 1}, {0, 0, 0}, {0, 0, 0});
  EXPECT_FALSE(check_promise(same, promise_of(2, true), nullptr, Streams()).broken());
  const Table different = table_of({0, 0, 1}, {0, Codes::missing, 0}, {0, 0, 0});
  EXPECT_TRUE(check_promise(different, promise_of(2, true), nullptr, Streams()).broken());
}

}  // namespace
}  // namespace sfumato::verify
