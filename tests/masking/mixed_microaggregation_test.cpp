// MDAV on categories and mixed columns: by hand, missing cells, and tables that try to break its promise.
#include "masking/mixed_microaggregation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/rng.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"
#include "verify/promise_check.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::text_column;
using testing::texts_table;

const testing::Tree towns{{"Reus", "Tarragona", "Catalonia", "*"},
                          {"Valls", "Tarragona", "Catalonia", "*"},
                          {"Girona", "Girona province", "Catalonia", "*"},
                          {"Alcoi", "Alacant", "Valencia", "*"}};

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

std::vector<std::string> texts(const Table& table, ColumnId id) {
  std::vector<std::string> result;
  for (std::size_t row = 0; row < table.rows(); ++row) result.push_back(table.column(id).text(row));
  return result;
}

TEST(MixedMicroaggregation, GroupsByHand) {
  // k = 2, n = 6 = 3k, range 10. The centroid is (29/6, a): a and b are equally frequent, and a comes first.
  // Record 3 is farthest from it (5.17/10 + 1), record 0 farthest from record 3 (10/10 + 1). Record 3 takes
  // 2, record 0 takes 1, and 4 and 5 are left: their centre is (4.5, a).
  const Table original({named("x", Kind::numeric), named("c", Kind::nominal)},
                       {Numbers{0, 1, 9, 10, 4, 5}, text_column({"a", "a", "b", "b", "a", "b"})});
  const Masked masked = mask(original, "mdav", {{"k", 2}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{0.5, 0.5, 9.5, 9.5, 4.5, 4.5}));
  EXPECT_EQ(texts(masked.tables[0], 1), (std::vector<std::string>{"a", "a", "b", "b", "a", "a"}));
  EXPECT_EQ(masked.details.at("groups"), Value(3));
  EXPECT_EQ(masked.details.at("changed_categories"), Value(1));
  // SSE = 6·0.25 of x alone, SST = 223 − 29²/6.
  EXPECT_NEAR(masked.details.at("sse_percent").as_number(), 100.0 * 1.5 / (223.0 - 841.0 / 6.0), 1e-10);
}

// One group of all: the median, the most frequent, the most central of a hierarchy, and the mean.
TEST(MixedMicroaggregation, CentresByHand) {
  ColumnInfo town = named("town", Kind::nominal);
  town.tree = std::make_shared<const Hierarchy>(towns);
  const Table original(
      {named("size", Kind::ordinal), named("c", Kind::nominal), town, named("x", Kind::numeric),
       named("day", Kind::nominal)},
      {text_column({"high", "low", "mid", "mid"}, {"low", "mid", "high"}), text_column({"a", "b", "b", "c"}),
       text_column({"Alcoi", "Girona", "Valls", "Reus"}), Numbers{1, 2, 3, 6}, Integers{{7, 9, 9, 7}, {}}});
  const Table masked = mask(original, "mdav", {{"k", 4}}).tables[0];
  EXPECT_EQ(texts(masked, 0), std::vector<std::string>(4, "mid"));
  EXPECT_EQ(texts(masked, 1), std::vector<std::string>(4, "b"));
  // In thirds: Alcoi 9, Girona 2 + 2 + 3, Valls and Reus 1 + 2 + 3. Valls comes first in the file.
  EXPECT_EQ(texts(masked, 2), std::vector<std::string>(4, "Valls"));
  EXPECT_EQ(masked.column(3).to_numbers(), Numbers(4, 3.0));
  EXPECT_EQ(texts(masked, 4), std::vector<std::string>(4, "7"));
  EXPECT_EQ(masked.schema(), original.schema());
}

TEST(MixedMicroaggregation, AMissingCategoryIsOneOfItsOwnUnlessFilled) {
  const Table original = texts_table({{"x", {"", "", "a"}}, {"y", {"b", "b", ""}}});
  const Table masked = mask(original, "mdav", {{"k", 3}}).tables[0];
  EXPECT_EQ(masked.column(0).missing_count(), 3U);
  EXPECT_EQ(texts(masked, 1), std::vector<std::string>(3, "b"));
  const Table filled = mask(original, "mdav", {{"k", 3}, {"fill", true}}).tables[0];
  EXPECT_EQ(texts(filled, 0), std::vector<std::string>(3, "a"));
  // A group without any value gets that of the column: b and b form one group of k = 2, missing the other.
  const Table apart = texts_table({{"x", {"", "", "a", "a"}}, {"y", {"c", "c", "d", "d"}}});
  const Table both = mask(apart, "mdav", {{"k", 2}, {"fill", true}}).tables[0];
  EXPECT_EQ(texts(both, 0), std::vector<std::string>(4, "a"));
  EXPECT_EQ(texts(both, 1), (std::vector<std::string>{"c", "c", "d", "d"}));
}

// All kinds of columns, with few and with many categories, missing cells and equal records.
Table random_table(std::uint64_t seed, bool missing_numbers) {
  Rng rng({seed, 6});
  const std::size_t rows = 20 + rng.below(150);
  std::vector<std::string> town, colour, size;
  Numbers x;
  const std::uint64_t colours = 1 + rng.below(30);
  const std::vector<std::string> sizes{"s", "m", "l", "xl"};
  for (std::size_t i = 0; i < rows; ++i) {
    town.push_back(rng.chance(0.1) ? "" : rng.chance(0.05) ? "elsewhere" : towns[rng.below(4)][0]);
    colour.push_back(rng.chance(0.2) ? "" : "c" + std::to_string(rng.below(colours)));
    size.push_back(rng.chance(0.1) ? "" : sizes[rng.below(4)]);
    x.push_back(missing_numbers && rng.chance(0.2) ? std::nan("") : static_cast<double>(rng.below(12)));
  }
  ColumnInfo place = named("town", Kind::nominal);
  place.tree = std::make_shared<const Hierarchy>(towns);
  return {{place, named("colour", Kind::nominal), named("size", Kind::ordinal), named("x", Kind::numeric)},
          {text_column(town), text_column(colour), text_column(size, sizes), x}};
}

TEST(MixedMicroaggregation, KRecordsAgreeInAllColumns) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Table original = random_table(seed, false);
    const std::int64_t k = 2 + static_cast<std::int64_t>(seed % 6);
    for (const char* seeds : {"farthest", "most-distant"}) {
      const Table masked = mask(original, "mdav", {{"k", k}, {"seeds", seeds}}).tables[0];
      std::map<std::vector<std::string>, std::int64_t> classes;
      for (std::size_t row = 0; row < masked.rows(); ++row) {
        std::vector<std::string> record;
        for (ColumnId id = 0; id < masked.column_count(); ++id) record.push_back(masked.column(id).text(row));
        ++classes[record];
      }
      for (const auto& [record, count] : classes) EXPECT_GE(count, k) << "seed " << seed;
    }
  }
}

TEST(MixedMicroaggregation, MissingNumbersAgreeWithAnything) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Table original = random_table(seed, true);
    const Masked masked = mask(original, "mdav", {{"k", 4}});
    EXPECT_GE(testing::measure(original, masked.tables[0], "k-anonymity").value.value(), 4.0) << seed;
    ASSERT_EQ(masked.promises.size(), 1U);
    EXPECT_TRUE(masked.promises[0].wildcard);
    for (std::size_t row = 0; row < original.rows(); ++row) {
      EXPECT_EQ(masked.tables[0].column(3).missing(row), original.column(3).missing(row));
    }
    const Table filled = mask(original, "mdav", {{"k", 4}, {"fill", true}}).tables[0];
    for (ColumnId id = 0; id < 4; ++id) EXPECT_EQ(filled.column(id).missing_count(), 0U);
  }
}

TEST(MixedMicroaggregation, BlocksOfColumnsAndStrataHoldTheirOwnPromises) {
  const Table original = random_table(3, false);
  const Masked blocks = mask(original, "mdav", {{"k", 3}, {"together", 2}});
  ASSERT_EQ(blocks.promises.size(), 2U);
  EXPECT_EQ(blocks.promises[1].keys, (std::vector<std::string>{"size", "x"}));
  for (const ClassPromise& promise : blocks.promises) {
    EXPECT_GE(
        testing::measure(original, blocks.tables[0], "k-anonymity", {{"keys", Value::array_of(promise.keys)}})
            .value.value(),
        3.0);
  }
  std::vector<std::string> half;
  for (std::size_t row = 0; row < original.rows(); ++row) half.push_back(row % 2 == 0 ? "even" : "odd");
  Table table = original;
  table.replace(1, text_column(half));
  const masking::Step step{&masking::method("mdav"), {{"k", 3}}, {0, 2, 3}, ColumnId{1}, false};
  const Masked within = masking::apply_step(table, step, sfumato::Run({.seed = 1}));
  EXPECT_GE(testing::measure(table, within.tables[0], "k-anonymity").value.value(), 3.0);
  EXPECT_EQ(within.tables[0].column(1), table.column(1));
}

// Records that miss every column agree with all others and are counted for none: a group of them with fewer
// than k others must not leave these alone.
TEST(MixedMicroaggregation, HoldsWhereManyRecordsMissEverything) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng({seed, 7});
    const double missing = 0.3 + 0.65 * rng.uniform();
    const std::size_t rows = 12 + rng.below(40);
    std::vector<std::string> c, d;
    Numbers x, y;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto gone = [&] { return rng.chance(missing); };
      c.push_back(gone() ? "" : std::string(1, static_cast<char>('a' + rng.below(3))));
      d.push_back(gone() ? "" : std::string(1, static_cast<char>('p' + rng.below(2))));
      x.push_back(gone() ? std::nan("") : static_cast<double>(rng.below(9)));
      y.push_back(gone() ? std::nan("") : rng.uniform());
    }
    const Table original({named("c", Kind::nominal), named("x", Kind::numeric), named("d", Kind::nominal),
                          named("y", Kind::numeric)},
                         {text_column(c), x, text_column(d), y});
    const std::int64_t k = 2 + static_cast<std::int64_t>(seed % 5);
    const Masked masked = mask(original, "mdav", {{"k", k}, {"together", seed % 3 == 0 ? 2 : 0}});
    for (const ClassPromise& promise : masked.promises) {
      const verify::PromiseFinding found =
          verify::check_promise(masked.tables[0], promise, nullptr, sfumato::Run({.seed = 1}));
      ASSERT_FALSE(found.broken()) << "seed " << seed << ", k " << k << ": " << verify::broken_words(found);
    }
  }
}

// What belongs to a household is grouped by household, and its members go on sharing it.
TEST(MixedMicroaggregation, KeepsHouseholdsTogether) {
  std::vector<std::string> region, sex;
  Numbers household;
  for (int i = 0; i < 60; ++i) {
    household.push_back(i / 3);
    region.push_back("r" + std::to_string(i / 3 % 4));
    sex.push_back(i % 2 == 0 ? "f" : "m");
  }
  ColumnInfo id = named("household", Kind::numeric);
  id.role = Role::household;
  const Table original({named("region", Kind::nominal), named("sex", Kind::nominal), id},
                       {text_column(region), text_column(sex), household});
  const masking::Step step{&masking::method("mdav"), {{"k", 3}}, {0, 1}, std::nullopt, false};
  const Masked masked = masking::apply_step(original, step, sfumato::Run({.seed = 1}));
  const std::vector<std::string> released = texts(masked.tables[0], 0);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(released[i], released[i / 3 * 3]);
  EXPECT_EQ(masked.promises.size(), 2U);
}

TEST(MixedMicroaggregation, OneAndEightThreadsGiveTheSameBits) {
  const Table original = random_table(11, true);
  const auto masked = [&](int threads) {
    return masking::method("mdav").apply(original, {0, 1, 2, 3}, {},
                                         sfumato::Run({.seed = 1, .threads = threads}));
  };
  EXPECT_TRUE(masked(1).tables[0].same_data(masked(8).tables[0]));
}

}  // namespace
}  // namespace sfumato
