// Steps inside strata on records in parts, against the same step in memory.
#include "masking/strata_work.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

ColumnInfo strata_info(const std::string& name, Kind kind = Kind::numeric) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// A stratum of texts with gaps, two numeric columns of which one has gaps, integers, and categories.
Table strata_people(std::size_t rows, std::uint64_t seed) {
  Rng rng({seed, 3});
  Numbers x, y;
  Integers n;
  Codes region{{}, {"south", "north", "east"}}, colour{{}, {"red", "blue", "green", "never"}};
  for (std::size_t i = 0; i < rows; ++i) {
    region.codes.push_back(static_cast<std::int32_t>(rng.below(4)) - 1);
    colour.codes.push_back(static_cast<std::int32_t>(rng.below(3)));
    x.push_back(rng.below(20) == 0 ? std::nan("") : 100.0 * rng.normal());
    y.push_back(static_cast<double>(rng.below(30)));
    n.values.push_back(static_cast<std::int64_t>(rng.below(1000)));
  }
  return Table({strata_info("x"), strata_info("region", Kind::nominal), strata_info("y"), strata_info("n"),
                strata_info("colour", Kind::nominal)},
               {x, region, y, n, colour});
}

// The same values with labels in the order in which these rows have them.
Table relabelled(const Table& table) {
  Table result = table;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const Codes* codes = table.column(id).get_if<Codes>();
    if (codes == nullptr) continue;
    Codes fresh;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (codes->codes[row] == Codes::missing) {
        fresh.codes.push_back(Codes::missing);
        continue;
      }
      const std::string label = table.column(id).text(row);
      auto found = std::find(fresh.labels.begin(), fresh.labels.end(), label);
      if (found == fresh.labels.end()) found = fresh.labels.insert(fresh.labels.end(), label);
      fresh.codes.push_back(static_cast<std::int32_t>(found - fresh.labels.begin()));
    }
    result.replace(id, std::move(fresh));
  }
  return result;
}

struct InParts {
  Table table;  // the protected columns
  Masked described;
};

// Parts by a random split, then tasks with whole strata, each in a process of its own.
InParts in_parts(const Table& whole, const Step& step, const sfumato::Run& run, Rng& rng) {
  const Table outline = whole.taking_rows({});
  std::vector<Value> found;
  const std::size_t parts = 1 + rng.below(6);
  std::vector<std::vector<std::size_t>> split(parts);
  for (std::size_t row = 0; row < whole.rows(); ++row) split[rng.below(parts)].push_back(row);
  for (const auto& rows : split) {
    StrataWork work(outline, step, run);
    const std::vector<std::uint64_t> numbers(rows.begin(), rows.end());
    work.observe(0, relabelled(whole.taking_rows(rows)), RecordNumbers(std::span(numbers)));
    found.push_back(work.partial(0));
  }
  const auto known = [&] {
    StrataWork work(outline, step, run);
    for (const Value& part : found) work.merge(0, part);
    work.finish(0);
    return work;
  };
  // Regions by their text, in two tasks, rows in reverse order.
  StrataWork last = known();
  std::vector<Table> made;
  std::vector<std::size_t> order;
  for (const bool first : {true, false}) {
    std::vector<std::size_t> rows;
    for (std::size_t row = whole.rows(); row-- > 0;) {
      const bool missing_or_east = whole.column(1).missing(row) || whole.column(1).text(row) == "east";
      if (missing_or_east == first) rows.push_back(row);
    }
    const std::vector<std::uint64_t> numbers(rows.begin(), rows.end());
    StrataWork work = known();
    const SuppliedValues values =
        work.supplied(0, {relabelled(whole.taking_rows(rows)), RecordNumbers(std::span(numbers))});
    made.push_back(values.values);
    order.insert(order.end(), values.numbers.begin(), values.numbers.end());
    last.merge_tally(0, values.tally);
  }
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  Table supplied = whole;
  const Table joined = Table::concatenated(made).taking_rows(place);
  for (std::size_t j = 0; j < step.columns.size(); ++j) supplied.replace(step.columns[j], joined.column(j));
  return {last.apply_ranked(whole, supplied, 0).table.taking_columns(step.columns), last.described({}, {})};
}

TEST(StrataWork, GivesTheValuesOfATableInMemory) {
  Rng rng({1, 8});
  const std::vector<std::pair<std::string, std::vector<std::string>>> methods = {
      {"mdav", {"x", "y"}},
      {"variable-mdav", {"x", "y"}},
      {"data-shuffling", {"x", "y"}},
      {"rank-swapping", {"x", "n"}},
      {"additive-noise", {"x", "n"}},
      {"hybrid", {"y", "n"}},
      {"pram", {"colour"}},
      {"local-suppression", {"y", "colour"}},
      {"top-coding", {"x", "n"}},
      {"individual-ranking", {"x", "n"}},
      {"resampling", {"y"}},
      {"jpeg", {"n"}},
      {"outlier-coding", {"x"}},
      {"ipso", {"y", "n"}},
      {"projection-microaggregation", {"x", "y"}},
      {"data-swapping", {"colour", "y"}}};
  for (std::size_t trial = 0; trial < methods.size(); ++trial) {
    const auto& [name, columns] = methods[trial];
    const Table whole = relabelled(strata_people(120 + 10 * trial, trial));
    Step step{&method(name), {}, testing::columns_named(whole, columns), whole.require("region"), false};
    ASSERT_EQ(StrataWork::hindrance(whole, step), "") << name;
    const sfumato::Run run({.seed = 7});
    const Masked expected = apply_step(whole, step, run);
    const InParts made = in_parts(whole, step, run, rng);
    EXPECT_TRUE(made.table.same_data(expected.tables.front().taking_columns(step.columns))) << name;
    EXPECT_EQ(to_text(made.described.details), to_text(expected.details)) << name;
    EXPECT_TRUE(made.described.details == expected.details) << name;
    EXPECT_TRUE(made.described.reveal == expected.reveal) << name;
    EXPECT_EQ(made.described.mapping, expected.mapping) << name;
    ASSERT_EQ(made.described.promises.size(), expected.promises.size()) << name;
    for (std::size_t i = 0; i < expected.promises.size(); ++i) {
      EXPECT_TRUE(to_value(made.described.promises[i]) == to_value(expected.promises[i])) << name;
    }
  }
}

TEST(StrataWork, RefusesWhatDoesNotKeepRecords) {
  const Table whole = strata_people(10, 1);
  for (const std::string name : {"sampling", "multiple-imputation", "sequential-trees", "record-swapping"}) {
    const Step step{&method(name), {}, testing::columns_named(whole, {"x"}), whole.require("region"), false};
    EXPECT_NE(StrataWork::hindrance(whole, step), "") << name;
  }
}

TEST(StrataWork, PartsOfAStratumAreRefused) {
  const Table whole = relabelled(strata_people(200, 4));
  const Step step{&method("mdav"), {}, testing::columns_named(whole, {"y"}), whole.require("region"), false};
  StrataWork work(whole.taking_rows({}), step, sfumato::Run({.seed = 1}));
  work.observe(0, whole, 0);
  work.finish(0);
  std::vector<std::size_t> some(150);
  std::iota(some.begin(), some.end(), std::size_t{0});
  EXPECT_THROW(work.supplied(0, {whole.taking_rows(some), 0}), Error);
  EXPECT_EQ(work.supply(0).facts.at("strata").as_integer(), 4);
  EXPECT_NO_THROW(work.supplied(0, {whole, 0}));
}

TEST(LostVariation, IsThatOfTheUsualSums) {
  const Table before = testing::numbers_table({{"x", {1, 2, 3, 6}}, {"y", {5, 5, 5, 5}}});
  const Table after = testing::numbers_table({{"x", {1.5, 1.5, 4.5, 4.5}}, {"y", {5, 5, 5, 5}}});
  // Changes: 0.25 + 0.25 + 2.25 + 2.25 = 5, of 14 about the mean 3.
  EXPECT_DOUBLE_EQ(LostVariation::of(before, after, {0, 1}).percent(), 100.0 * 5.0 / 14.0);
}

}  // namespace
}  // namespace sfumato::masking
