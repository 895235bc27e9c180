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
  const PromiseFinding finding = check_promise(table, promise_of(2), nullptr, Streams());
  EXPECT_TRUE(finding.broken());
  EXPECT_EQ(finding.category.smallest, 1U);
  EXPECT_EQ(finding.units, 3U);
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

// Persons with a record that agrees with each record, where a missing key agrees with everything and records
// that miss every key count for none.
struct Agreeing {
  std::size_t smallest = SIZE_MAX;
  std::set<std::int64_t> below;
};
Agreeing agreeing_units(const Table& table, std::size_t k) {
  const auto code = [&](std::size_t row, ColumnId id) {
    return table.column(id).get_if<Codes>()->codes[row];
  };
  const auto person = [&](std::size_t row) {
    return code(row, 0) == Codes::missing ? -1 - static_cast<std::int64_t>(row) : std::int64_t{code(row, 0)};
  };
  const auto blank = [&](std::size_t row) {
    return code(row, 1) == Codes::missing && code(row, 2) == Codes::missing;
  };
  Agreeing result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::set<std::int64_t> units{person(row)};
    for (std::size_t other = 0; other < table.rows(); ++other) {
      bool agree = blank(row) || !blank(other);
      for (const ColumnId id : {ColumnId{1}, ColumnId{2}}) {
        agree = agree && (code(row, id) == code(other, id) || code(row, id) == Codes::missing ||
                          code(other, id) == Codes::missing);
      }
      if (agree) units.insert(person(other));
    }
    result.smallest = std::min(result.smallest, units.size());
    if (units.size() < k) result.below.insert(person(row));
  }
  return result;
}

TEST(UnitRecords, CountEachPersonOnceWhereMissingKeysAgreeWithAnything) {
  Rng rng({8, 9});
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<std::int32_t> person, sex, region;
    const std::size_t rows = 1 + rng.below(25), persons = 1 + rng.below(10);
    for (std::size_t i = 0; i < rows; ++i) {
      person.push_back(rng.chance(0.1) ? Codes::missing : static_cast<std::int32_t>(rng.below(persons)));
      sex.push_back(rng.chance(0.3) ? Codes::missing : static_cast<std::int32_t>(rng.below(3)));
      region.push_back(rng.chance(0.3) ? Codes::missing : static_cast<std::int32_t>(rng.below(3)));
    }
    const Table table = table_of(person, sex, region);
    for (std::size_t k = 2; k < 6; ++k) {
      const Agreeing expected = agreeing_units(table, k);
      const PromiseFinding finding = check_promise(table, promise_of(k, true), nullptr, Streams());
      ASSERT_EQ(finding.wildcard.smallest, expected.smallest) << trial;
      ASSERT_EQ(finding.wildcard.below, expected.below.size()) << trial;
      ASSERT_EQ(finding.broken(), expected.smallest < k) << trial;
    }
  }
}

// Person 0 agrees with person 1 by both of its records, and is one person.
TEST(UnitRecords, APersonThatAgreesTwiceCountsOnce) {
  const Table table = table_of({0, 0, 1}, {0, Codes::missing, 0}, {0, 0, 0});
  EXPECT_FALSE(check_promise(table, promise_of(2, true), nullptr, Streams()).broken());
  const PromiseFinding three = check_promise(table, promise_of(3, true), nullptr, Streams());
  EXPECT_TRUE(three.broken());
  EXPECT_EQ(three.models.front().found, 2.0);
}

ClassPromise with_model(const std::string& model) {
  ClassPromise promise = promise_of(1);
  promise.keys = {"sex"};
  promise.models.push_back(model);
  return promise;
}

// Persons 0 {v0, v1}, 1 {v0, v2} and 2 {v0} of one class: all of them have v0.
TEST(UnitRecords, AValueThatAllPersonsOfAClassHaveIsNoDiversity) {
  const Table table = table_of({0, 0, 1, 1, 2}, {0, 0, 0, 0, 0}, {0, 1, 0, 2, 0});
  const auto found = [&](const std::string& model) {
    return check_promise(table, with_model(model), nullptr, Streams()).models.back();
  };
  EXPECT_EQ(found("l-diversity:region:distinct:2").found, 1.0);
  EXPECT_TRUE(found("l-diversity:region:distinct:2").broken);
  EXPECT_NEAR(*found("l-diversity:region:entropy:2").found, 1.0, 1e-12);
  ClassPromise of_records = with_model("l-diversity:region:distinct:3");
  of_records.unit.clear();
  EXPECT_FALSE(check_promise(table, of_records, nullptr, Streams()).broken());
}

// Class sex = 0: person 0 {v0, v1}, person 1 {v0}; class 1: person 2 {v1}. Shares ¾, ¼ and 0, 1 against ½, ½.
TEST(UnitRecords, ClosenessCountsEachPersonOnce) {
  const Table table = table_of({0, 0, 0, 1, 2}, {0, 0, 0, 0, 1}, {0, 1, 1, 0, 1});
  const ModelFinding found =
      check_promise(table, with_model("t-closeness:region:equal:0.5"), nullptr, Streams()).models.back();
  EXPECT_NEAR(*found.found, 0.5, 1e-12);
  EXPECT_FALSE(found.broken);
  EXPECT_TRUE(check_promise(table, with_model("t-closeness:region:equal:0.49"), nullptr, Streams()).broken());
}

}  // namespace
}  // namespace sfumato::verify
