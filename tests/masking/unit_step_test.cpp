// Persons with several records: what generalization and local suppression promise of them is counted by brute
// force, and samples keep all records of a person.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/rng.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"

namespace sfumato::masking {
namespace {

using Streams = sfumato::Run;  // gtest has a Run of its own

// Persons with one to four records; their keys are the same in all, their visits differ.
Table stays(std::uint64_t seed, std::size_t persons) {
  Rng rng({seed, 3});
  Integers person, visit;
  Codes region, sex;
  region.labels = {"a", "b", "c", "d"};
  sex.labels = {"f", "m"};
  for (std::size_t p = 0; p < persons; ++p) {
    const auto where = static_cast<std::int32_t>(rng.below(4)),
               which = static_cast<std::int32_t>(rng.below(2));
    const std::size_t records = 1 + rng.below(4);
    for (std::size_t i = 0; i < records; ++i) {
      person.values.push_back(static_cast<std::int64_t>(p));
      region.codes.push_back(where);
      sex.codes.push_back(which);
      visit.values.push_back(static_cast<std::int64_t>(rng.below(1000)));
    }
  }
  std::vector<ColumnInfo> infos(4);
  const char* names[] = {"person", "region", "sex", "visit"};
  for (std::size_t i = 0; i < 4; ++i) infos[i].name = names[i];
  infos[0].role = Role::unit;
  infos[1].kind = infos[2].kind = Kind::nominal;
  return {infos, {person, region, sex, visit}};
}

// With `wildcard` a missing key agrees with everything. A record that misses every key counts for none.
std::size_t fewest_units(const Table& table, const ColumnSet& keys, bool wildcard,
                         const std::string& suppressed) {
  std::size_t fewest = SIZE_MAX;
  const auto text = [&](std::size_t row, ColumnId id) { return table.column(id).text(row); };
  const auto blank = [&](std::size_t row) {
    return std::all_of(keys.begin(), keys.end(), [&](ColumnId id) {
      return table.column(id).missing(row) || (!suppressed.empty() && text(row, id) == suppressed);
    });
  };
  for (std::size_t a = 0; a < table.rows(); ++a) {
    if (blank(a)) continue;
    std::set<std::string> units;
    for (std::size_t b = 0; b < table.rows(); ++b) {
      const bool agree = std::all_of(keys.begin(), keys.end(), [&](ColumnId id) {
        return text(a, id) == text(b, id) ||
               (wildcard && (table.column(id).missing(a) || table.column(id).missing(b)));
      });
      if (agree && !blank(b)) units.insert(text(b, 0));
    }
    fewest = std::min(fewest, units.size());
  }
  return fewest;
}

void expect_units(const std::string& name, const Table& table, std::int64_t k) {
  const Step step{&method(name), {{"k", k}}, {1, 2}, std::nullopt, false};
  const Masked masked = apply_step(table, step, Streams({.seed = 1}));
  ASSERT_EQ(masked.promises.size(), 1U);
  EXPECT_EQ(masked.promises[0].unit, "person");
  const Table& released = masked.tables.front();
  EXPECT_EQ(released.column(0), table.column(0));
  EXPECT_EQ(released.column(3), table.column(3));
  EXPECT_GE(fewest_units(released, {1, 2}, masked.promises[0].wildcard, masked.promises[0].suppressed),
            static_cast<std::size_t>(k));
}

TEST(UnitPromises, HoldForPersonsInRandomTables) {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const Table table = stays(seed, 12 + seed);
    expect_units("generalization", table, 3);
    expect_units("local-suppression", table, 3);
    expect_units("local-suppression", table, 5);
  }
}

TEST(UnitPromises, ColumnsThatDifferWithinPersonsArePromisedForRecords) {
  const Table table = stays(2, 30);
  const Step step{&method("local-suppression"), {{"k", 3}}, {1, 3}, std::nullopt, false};
  const Masked masked = apply_step(table, step, Streams({.seed = 1}));
  ASSERT_EQ(masked.promises.size(), 1U);
  EXPECT_EQ(masked.promises[0].unit, "");
}

TEST(UnitPromises, ASampleHasAllRecordsOfAPerson) {
  const Table table = stays(3, 40);
  const Step step{&method("sampling"), {{"fraction", 0.5}}, {1, 2}, std::nullopt, false};
  const Masked masked = apply_step(table, step, Streams({.seed = 1}));
  std::map<std::string, std::size_t> before, after;
  for (std::size_t row = 0; row < table.rows(); ++row) ++before[table.column(0).text(row)];
  const Table& released = masked.tables.front();
  for (std::size_t row = 0; row < released.rows(); ++row) ++after[released.column(0).text(row)];
  EXPECT_EQ(after.size(), 20U);
  for (const auto& [person, records] : after) EXPECT_EQ(records, before.at(person)) << person;
  EXPECT_EQ(masked.details.at("units").as_integer(), 20);
}

}  // namespace
}  // namespace sfumato::masking
