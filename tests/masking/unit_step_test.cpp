// Persons with several records: what generalization and local suppression promise of them is counted by brute
// force, and samples keep all records of a person.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "verify/promise_check.hpp"

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
      const bool known = !table.column(0).missing(b);
      if (agree && !blank(b)) units.insert(known ? text(b, 0) : "record " + std::to_string(b));
    }
    fewest = std::min(fewest, units.size());
  }
  return fewest;
}

void expect_units(const std::string& name, const Table& table, std::int64_t k, ParamValues params = {}) {
  params.emplace_back("k", k);
  const Step step{&method(name), params, {1, 2}, std::nullopt, false};
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

// Illnesses that differ between the records of a person; in each class of keys, the values of each person.
Table ill_stays(std::uint64_t seed, std::size_t persons) {
  Table table = stays(seed, persons);
  Rng rng({seed, 9});
  Codes ill;
  ill.labels = {"d", "c", "b", "a"};  // not in the order of their texts
  for (std::size_t row = 0; row < table.rows(); ++row) {
    ill.codes.push_back(rng.chance(0.05) ? Codes::missing : static_cast<std::int32_t>(rng.below(4)));
  }
  std::vector<ColumnInfo> infos = table.schema();
  ColumnInfo info;
  info.name = "ill";
  info.kind = Kind::nominal;
  info.role = Role::confidential;
  infos.push_back(info);
  return {infos, {table.column(0), table.column(1), table.column(2), table.column(3), ill}};
}

using ValuesOfPersons = std::map<std::string, std::set<std::string>>;
std::map<std::string, ValuesOfPersons> values_by_class(const Table& table) {
  std::map<std::string, ValuesOfPersons> result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string key = table.column(1).text(row) + "," + table.column(2).text(row);
    ValuesOfPersons& persons = result[key == "*,*" ? "suppressed" : key];
    std::set<std::string>& own = persons[table.column(0).text(row)];
    if (!table.column(4).missing(row)) own.insert(table.column(4).text(row));
  }
  return result;
}

// A value that all persons of a class have is known of each of them; and the share of persons who have the
// commonest value bounds what can be believed.
TEST(UnitPromises, DiversityHoldsForPersonsWithSeveralValues) {
  std::size_t by_units = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const Table table = ill_stays(seed, 20 + seed);
    const Step step{&method("generalization"),
                    {{"k", 2}, {"suppress", 50.0}, {"model", "l-diversity:ill:distinct:2"}},
                    {1, 2, 4},
                    std::nullopt,
                    false};
    Masked masked;
    try {
      masked = apply_step(table, step, Streams({.seed = 1}));
    } catch (const Error&) {
      continue;  // some tables cannot be diverse
    }
    ASSERT_EQ(masked.promises.size(), 1U);
    ASSERT_EQ(masked.promises[0].unit, "person");
    ++by_units;
    const Table& released = masked.tables.front();
    EXPECT_EQ(released.column(4), table.column(4));
    for (const auto& [key, persons] : values_by_class(released)) {
      if (key == "suppressed") continue;
      EXPECT_GE(persons.size(), 2U);
      for (const char* value : {"a", "b", "c", "d"}) {
        EXPECT_FALSE(
            std::all_of(persons.begin(), persons.end(),
                        [&](const auto& one) { return one.second.empty() || one.second.contains(value); }))
            << seed << " " << key << " " << value;
      }
    }
    EXPECT_FALSE(verify::check_promise(released, masked.promises[0], nullptr, Streams({.seed = 1})).broken());
  }
  EXPECT_GT(by_units, 15U);
}

TEST(UnitPromises, ClosenessHoldsForPersonsWithSeveralValues) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const Table table = ill_stays(seed, 30 + seed);
    const Step step{&method("generalization"),
                    {{"k", 2}, {"suppress", 40.0}, {"model", "t-closeness:ill:equal:0.3"}},
                    {1, 2},
                    std::nullopt,
                    false};
    const Masked masked = apply_step(table, step, Streams({.seed = 1}));
    ASSERT_EQ(masked.promises[0].unit, "person");
    const Table& released = masked.tables.front();
    const auto shares = [](const ValuesOfPersons& persons) {
      std::map<std::string, double> result;
      double known = 0.0;
      for (const auto& [person, values] : persons) known += values.empty() ? 0.0 : 1.0;
      for (const auto& [person, values] : persons) {
        for (const std::string& value : values) {
          result[value] += 1.0 / static_cast<double>(values.size()) / known;
        }
      }
      return result;
    };
    ValuesOfPersons everyone;
    for (const auto& [key, persons] : values_by_class(released)) {
      for (const auto& [person, values] : persons) everyone[person].insert(values.begin(), values.end());
    }
    std::map<std::string, double> overall = shares(everyone);
    for (const auto& [key, persons] : values_by_class(released)) {
      if (key == "suppressed") continue;
      std::map<std::string, double> own = shares(persons);
      if (own.empty()) continue;
      double distance = 0.0;
      for (const auto& [value, share] : overall) distance += std::abs(own[value] - share) / 2.0;
      EXPECT_LE(distance, 0.3 + 1e-9) << seed << " " << key;
      ++found;
    }
    EXPECT_FALSE(verify::check_promise(released, masked.promises[0], nullptr, Streams({.seed = 1})).broken());
  }
  EXPECT_GT(found, 25U);
}

TEST(UnitPromises, OtherModelsOfValuesThatDifferArePromisedForRecords) {
  const Table table = ill_stays(4, 60);
  const Step step{
      &method("generalization"), {{"k", 2}, {"model", "beta-likeness:ill:5"}}, {1, 2}, std::nullopt, false};
  EXPECT_EQ(apply_step(table, step, Streams({.seed = 1})).promises.at(0).unit, "");
}

// Missing keys, the same in all records of a person, and records without a person.
Table with_gaps(const Table& table, std::uint64_t seed) {
  Rng rng({seed, 11});
  Integers person = *table.column(0).get_if<Integers>();
  Codes region = *table.column(1).get_if<Codes>(), sex = *table.column(2).get_if<Codes>();
  std::map<std::int64_t, std::pair<bool, bool>> gaps;
  person.missing.assign(person.values.size(), 0);
  for (std::size_t row = 0; row < person.values.size(); ++row) {
    const auto [place, fresh] = gaps.try_emplace(person.values[row]);
    if (fresh) place->second = {rng.chance(0.2), rng.chance(0.2)};
    if (place->second.first) region.codes[row] = Codes::missing;
    if (place->second.second) sex.codes[row] = Codes::missing;
    if (rng.chance(0.1)) person.missing[row] = 1;
  }
  Table result = table;
  result.replace(0, person);
  result.replace(1, region);
  result.replace(2, sex);
  return result;
}

TEST(UnitPromises, HoldWithMissingKeysAndRecordsWithoutAPerson) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Table table = with_gaps(stays(seed, 12 + seed), seed);
    for (const std::int64_t k : {2, 4}) {
      expect_units("generalization", table, k);
      expect_units("local-suppression", table, k);
      expect_units("local-suppression", table, k, {{"missing-as", "category"}});
    }
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
