// Ranks that a caller brings in chunks: for any cuts the values are those of the whole table.
#include "masking/supplied_ranks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

sfumato::Run own_run() { return sfumato::Run({.seed = 11, .threads = 1}); }

Column whole_numbers(const std::vector<std::int64_t>& values) { return Integers{values, {}}; }

Table of_ranks(const std::vector<std::int64_t>& ranks) {
  ColumnInfo info;
  info.name = rank_name;
  return {{info}, {whole_numbers(ranks)}};
}

Value object_of(const std::string& column) { return Value::object().set("column", column); }

// A column with ties and gaps, and a work that has observed it.
struct Case {
  Table original;
  std::unique_ptr<BlockWork> work;
  std::vector<std::uint32_t> order;

  Case(const std::string& method, std::size_t rows, const ParamValues& params, Rng& draw) {
    Numbers values(rows);
    for (double& value : values) {
      value = draw.chance(0.1) ? std::nan("") : std::floor(100.0 * draw.normal()) / 10.0;
    }
    original = testing::numbers_table({{"x", values}});
    order = stats::ascending_order(values);
    work = block_method(method)->work(original.taking_rows({}), {0}, params, own_run());
    for (std::size_t pass = 0; pass < work->passes(); ++pass) {
      work->observe(pass, original, 0);
      work->finish(pass);
    }
  }

  // The starts for a wanted size, closed by the number of ranks.
  std::vector<std::size_t> cuts(std::int64_t chunk) const {
    const SuppliedValues made =
        work->supplied(0, {original.taking_rows({}), RecordNumbers(0), object_of("x").set("chunk", chunk)});
    std::vector<std::size_t> result;
    for (const std::int64_t start : made.values.column(0).get_if<Integers>()->values) {
      result.push_back(static_cast<std::size_t>(start));
    }
    result.push_back(order.size());
    return result;
  }

  SupplyRequest ranks(std::size_t begin, std::size_t end, std::vector<std::uint64_t>& numbers) const {
    std::vector<std::size_t> rows(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                  order.begin() + static_cast<std::ptrdiff_t>(end));
    std::vector<std::int64_t> ranks(rows.size());
    std::iota(ranks.begin(), ranks.end(), static_cast<std::int64_t>(begin));
    numbers.assign(rows.begin(), rows.end());
    const Table chosen = original.taking_rows(rows), own = of_ranks(ranks);
    return {Table({chosen.info(0), own.info(0)}, {chosen.column(0), own.column(0)}),
            RecordNumbers(std::span(numbers)), object_of("x")};
  }
};

TEST(SuppliedRanks, GroupsAreThoseOfTheWholeForAnyChunks) {
  Rng draw(derive_key({5, 1}, "chunks"));
  for (int trial = 0; trial < 40; ++trial) {
    const std::int64_t k = 2 + static_cast<std::int64_t>(draw.below(9));
    const std::size_t rows = 30 + draw.below(400);
    const ParamValues params{{"k", k}, {"optimal", trial % 4 == 0}};
    const Case one("individual-ranking", rows, params, draw);
    const Masked whole = method("individual-ranking").apply(one.original, {0}, params, own_run());
    Numbers values(rows, std::nan(""));
    const std::vector<std::size_t> cuts = one.cuts(1 + static_cast<std::int64_t>(draw.below(60)));
    EXPECT_GT(cuts.size(), 1U);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      std::vector<std::uint64_t> numbers;
      const SuppliedValues made = one.work->supplied(0, one.ranks(cuts[i], cuts[i + 1], numbers));
      ASSERT_EQ(made.numbers, numbers);
      const Numbers found = made.values.column(0).to_numbers();
      for (std::size_t row = 0; row < found.size(); ++row) values[numbers[row]] = found[row];
      one.work->merge_tally(0, made.tally);
    }
    one.work->finish_round(0);
    const Table supplied = testing::numbers_table({{"x", values}});
    const MaskedBlock masked = one.work->apply_supplied(one.original, supplied, RecordNumbers(0));
    EXPECT_TRUE(masked.table.same_data(whole.tables[0]));
    EXPECT_EQ(one.work->described({}, {}).details, whole.details);
  }
}

TEST(SuppliedRanks, SeveralChunksComeInOneCall) {
  const std::vector<RankRun> runs = rank_runs(of_ranks({2, 3, 4, 9, 20, 21}), 22);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].end, 3U);
  EXPECT_EQ(runs[1].rank, 9U);
  EXPECT_EQ(runs[2].begin, 4U);
  EXPECT_EQ(runs[2].end, 6U);
  EXPECT_TRUE(rank_runs(of_ranks({}), 5).empty());
}

TEST(SuppliedRanks, WrongRanksAreRefused) {
  for (const std::vector<std::int64_t>& ranks :
       {std::vector<std::int64_t>{1, 1}, {2, 1}, {0, 1, 2, 3, 4, 5}, {-1}}) {
    EXPECT_THROW(rank_runs(of_ranks(ranks), 5), Error);
  }
  EXPECT_THROW(rank_runs(testing::numbers_table({{rank_name, {1.0}}}), 5), Error);
  EXPECT_THROW(column_of_request(object_of("y"), {"x"}), Error);
  EXPECT_THROW(column_of_request(Value::object(), {"x"}), Error);
  EXPECT_THROW(chunk_of_request(object_of("x").set("chunk", 0)), Error);
}

// Where a caller sorts, one call has all values of a column; blocks of records do not.
TEST(SuppliedRanks, OptimalGroupsAreNotFoundInBlocks) {
  const BlockMethod* found = block_method("individual-ranking");
  EXPECT_EQ(found->hindrance(testing::numbers_table({{"x", {}}}), {0}, {{"optimal", true}}), "");
  EXPECT_NE(found->block_hindrance({{"optimal", true}}), "");
  EXPECT_EQ(found->block_hindrance({}), "");
}

TEST(SuppliedRanks, ChunksThatCutGroupsOrLackRanksAreRefused) {
  Rng draw(derive_key({7, 1}, "chunks"));
  const Case one("individual-ranking", 100, {{"k", 5}}, draw);
  std::vector<std::uint64_t> numbers;
  EXPECT_THROW(one.work->supplied(0, one.ranks(0, 7, numbers)), Error);
  EXPECT_THROW(one.work->supplied(0, one.ranks(1, 5, numbers)), Error);
  one.work->merge_tally(0, one.work->supplied(0, one.ranks(0, 5, numbers)).tally);
  EXPECT_THROW(one.work->finish_round(0), Error);
  const Case whole("individual-ranking", 100, {{"k", 5}, {"optimal", true}}, draw);
  EXPECT_EQ(whole.cuts(10).size(), 2U);
  EXPECT_THROW(whole.work->supplied(0, whole.ranks(0, 5, numbers)), Error);
}

}  // namespace
}  // namespace sfumato::masking
