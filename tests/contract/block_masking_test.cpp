// Methods that work on blocks of records give the same table, details and published numbers for blocks of any
// size as for the whole table.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>

#include "core/hierarchy.hpp"
#include "core/rng.hpp"
#include "io/json.hpp"
#include "masking/block_work.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/registry.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

constexpr std::size_t records = 50000;  // three blocks and a part of one

Table rows_of(const Table& table, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> rows(end - begin);
  std::iota(rows.begin(), rows.end(), begin);
  return table.taking_rows(rows);
}

// Amounts with gaps, of which one column is constant and one misses values in the last block only.
Table amounts() {
  Table table = testing::incomes(records);
  const std::span<double> first = table.edit_numbers(0), last = table.edit_numbers(2);
  for (std::size_t row = 0; row < records; row += 7) first[row] = std::nan("");
  for (std::size_t row = 40000; row < records; row += 11) last[row] = std::nan("");
  Column constant = Numbers(records, 3.5);
  std::vector<ColumnInfo> infos = table.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) columns.push_back(table.column(id));
  infos.emplace_back().name = "same";
  columns.push_back(std::move(constant));
  return Table(std::move(infos), std::move(columns));
}

Table with_intervals(Table table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.tree = std::make_shared<const Hierarchy>(masking::interval_hierarchy(
        masking::distinct_texts(table.column(id)), 0.0, {100.0, 1000.0, 10000.0}));
    table.set_info(id, info);
  }
  return table;
}

Table suited(const Method& method) {
  if (method.info.made_for == MadeFor::dates) return testing::as_dates(amounts());
  if (method.info.made_for == MadeFor::hierarchies) return with_intervals(amounts());
  return method.info.accepts.has(Kind::numeric) ? amounts() : testing::as_categories(amounts());
}

sfumato::Run run_of() { return sfumato::Run({.seed = 5, .threads = 2}); }

Run with_key(const Run& run) {
  ColumnInfo info;
  info.name = "0123456789abcdef0123456789abcdef";
  info.kind = Kind::nominal;
  return run.with_table("key", Table({info}, {Codes{}}));
}

// The values of groups in place of those of ranked columns.
Table in_groups(const masking::BlockWork& work, Table table) {
  for (const ColumnId id : work.ranked_columns()) {
    const std::span<double> values = table.edit_numbers(id);
    const std::vector<std::uint32_t> order = stats::ascending_order(values);
    const std::vector<std::uint32_t> starts = work.group_starts(id);
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      std::vector<double> ascending;
      for (std::size_t i = starts[group]; i < starts[group + 1]; ++i) ascending.push_back(values[order[i]]);
      const double value = work.group_value(ascending);
      for (std::size_t i = starts[group]; i < starts[group + 1]; ++i) values[order[i]] = value;
    }
  }
  return table;
}

Masked in_blocks(const std::string& name, const Table& table, const ParamValues& params, std::size_t size) {
  const ColumnSet columns = testing::all_columns(table);
  const auto work =
      masking::block_method(name)->work(rows_of(table, 0, 0), columns, params, with_key(run_of()));
  std::vector<Table> parts;
  for (std::size_t begin = 0; begin < table.rows(); begin += size) {
    parts.push_back(rows_of(table, begin, std::min(table.rows(), begin + size)));
  }
  for (std::size_t pass = 0; pass < work->passes(); ++pass) {
    for (std::size_t b = 0; b < parts.size(); ++b) work->observe(pass, parts[b], b * size);
    work->finish(pass);
  }
  std::vector<std::size_t> counts, distinct;
  const Table groups = in_groups(*work, table);
  for (std::size_t b = 0; b < parts.size(); ++b) {
    const Table own = rows_of(groups, b * size, b * size + parts[b].rows());
    masking::MaskedBlock masked = work->ranked_columns().empty()
                                      ? work->apply(parts[b], b * size)
                                      : work->apply_ranked(parts[b], own, b * size);
    counts.resize(std::max(counts.size(), masked.counts.size()));
    for (std::size_t i = 0; i < masked.counts.size(); ++i) counts[i] += masked.counts[i];
    parts[b] = std::move(masked.table);
  }
  for (const ColumnId id : work->counted_values()) {
    distinct.push_back(masking::distinct_texts(table.column(id)).size());
  }
  Masked result = work->described(counts, distinct);
  result.tables = {Table::concatenated(parts)};
  return result;
}

void expect_same(const std::string& name, const Table& table, const ParamValues& params) {
  const Masked whole =
      masking::method(name).apply(table, testing::all_columns(table), params, with_key(run_of()));
  for (const std::size_t size : {masking::block_grain, 2 * masking::block_grain, 3 * masking::block_grain}) {
    const Masked parts = in_blocks(name, table, params, size);
    EXPECT_TRUE(parts.tables.front().same_data(whole.tables.front())) << name << " in blocks of " << size;
    EXPECT_EQ(parts.details, whole.details) << name;
    EXPECT_EQ(parts.reveal, whole.reveal) << name;
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      EXPECT_EQ(parts.tables.front().info(id).kind, whole.tables.front().info(id).kind);
      EXPECT_EQ(parts.tables.front().info(id).order, whole.tables.front().info(id).order);
    }
  }
}

// Every part is observed by a work of its own, in any order; the states go through JSON, and each part is
// masked by a work that has only them. Numbers of records are listed.
Masked in_parts(const std::string& name, const Table& table, const ParamValues& params, std::size_t count,
                std::uint64_t seed) {
  const ColumnSet columns = testing::all_columns(table);
  std::vector<std::vector<std::size_t>> parts(count);
  Rng draw(derive_key({seed, 1}, "parts"));
  for (std::size_t row = 0; row < table.rows(); ++row) parts[draw.below(count)].push_back(row);
  std::vector<Value> found;  // of the passes so far
  const auto fresh = [&] {
    auto work = masking::block_method(name)->work(rows_of(table, 0, 0), columns, params, with_key(run_of()));
    for (std::size_t pass = 0; pass < found.size(); ++pass) {
      work->merge(pass, found[pass]);
      work->finish(pass);
    }
    return work;
  };
  const auto numbers_of = [](const std::vector<std::size_t>& rows) {
    return std::vector<std::uint64_t>(rows.begin(), rows.end());
  };
  const std::size_t passes = fresh()->passes();
  for (std::size_t pass = 0; pass < passes; ++pass) {
    const auto merged = fresh();
    for (std::size_t i = parts.size(); i-- > 0;) {
      const auto own = fresh();
      const std::vector<std::uint64_t> numbers = numbers_of(parts[i]);
      own->observe(pass, table.taking_rows(parts[i]), masking::RecordNumbers(std::span(numbers)));
      merged->merge(pass, io::parse_json(io::json_text(own->partial(pass)), "a state"));
    }
    found.push_back(merged->partial(pass));
  }
  const auto told = fresh();
  std::vector<std::size_t> counts, place(table.rows());
  std::vector<Table> tables;
  const Table groups = in_groups(*told, table);
  std::size_t next = 0;
  for (const std::vector<std::size_t>& rows : parts) {
    const auto own = fresh();
    const std::vector<std::uint64_t> numbers = numbers_of(rows);
    const masking::RecordNumbers listed{std::span(numbers)};
    const Table part = table.taking_rows(rows);
    masking::MaskedBlock masked = own->ranked_columns().empty()
                                      ? own->apply(part, listed)
                                      : own->apply_ranked(part, groups.taking_rows(rows), listed);
    counts.resize(std::max(counts.size(), masked.counts.size()));
    for (std::size_t i = 0; i < masked.counts.size(); ++i) counts[i] += masked.counts[i];
    if (const Value applied = own->applied(); !applied.is_null()) told->merge_applied(applied);
    tables.push_back(std::move(masked.table));
    for (const std::size_t row : rows) place[row] = next++;
  }
  std::vector<std::size_t> distinct;
  for (const ColumnId id : told->counted_values()) {
    distinct.push_back(masking::distinct_texts(table.column(id)).size());
  }
  Masked result = told->described(counts, distinct);
  result.tables = {Table::concatenated(tables).taking_rows(place)};
  return result;
}

void expect_same_in_parts(const std::string& name, const Table& table, const ParamValues& params) {
  const Masked whole =
      masking::method(name).apply(table, testing::all_columns(table), params, with_key(run_of()));
  for (const std::size_t count : {1, 4, 7}) {
    const Masked parts = in_parts(name, table, params, count, count);
    EXPECT_TRUE(parts.tables.front().same_data(whole.tables.front())) << name << " in parts " << count;
    EXPECT_EQ(parts.details, whole.details) << name;
    EXPECT_EQ(parts.reveal, whole.reveal) << name;
  }
}

class BlockMasking : public ::testing::TestWithParam<std::string> {};

TEST_P(BlockMasking, GivesTheSameAsTheWholeTable) {
  const Method& method = masking::method(GetParam());
  ParamValues params;
  if (GetParam() == "pseudonyms") params = {{"how", "keyed"}, {"key", "key"}};
  const Table table = suited(method);
  ASSERT_EQ(masking::block_method(GetParam())->hindrance(table, testing::all_columns(table), params), "");
  expect_same(GetParam(), table, params);
}

TEST_P(BlockMasking, GivesTheSameForPartsInAnyOrder) {
  const Method& method = masking::method(GetParam());
  ParamValues params;
  if (GetParam() == "pseudonyms") params = {{"how", "keyed"}, {"key", "key"}};
  expect_same_in_parts(GetParam(), suited(method), params);
}

std::vector<std::string> names_of_block_methods() {
  std::vector<std::string> names;
  for (const masking::BlockMethod& method : masking::block_methods()) {
    if (method.in_blocks) names.push_back(method.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, BlockMasking, ::testing::ValuesIn(names_of_block_methods()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(BlockMaskingParameters, GiveTheSameAsTheWholeTable) {
  expect_same("additive-noise", amounts(), {{"keep-moments", true}});
  expect_same("correlated-noise", amounts(), {{"keep-moments", true}});
  expect_same("multiplicative-noise", amounts(), {{"variant", "cell"}, {"shift", 0.2}});
  expect_same("multiplicative-noise", amounts(), {{"variant", "covariance"}, {"spread", 0.2}});
  expect_same("top-coding", amounts(), {{"at", 20000.0}});
  expect_same("top-coding", testing::as_categories(amounts()), {{"quantile", 0.8}});
  expect_same("bottom-coding", amounts(), {{"quantile", 0.0}});  // no cell lies below
  expect_same("pram", testing::as_categories(amounts()), {{"invariant", true}});
  expect_same("recoding", with_intervals(amounts()), {{"depth", 2}});
  expect_same("individual-ranking", amounts(), {{"k", 7}, {"fill", true}});
}

TEST(BlockMaskingParameters, GiveTheSameForPartsInAnyOrder) {
  expect_same_in_parts("additive-noise", amounts(), {{"keep-moments", true}});
  expect_same_in_parts("correlated-noise", amounts(), {{"keep-moments", true}});
  expect_same_in_parts("multiplicative-noise", amounts(), {{"variant", "cell"}, {"shift", 0.2}});
  expect_same_in_parts("top-coding", testing::as_categories(amounts()), {{"quantile", 0.8}});
  expect_same_in_parts("pram", testing::as_categories(amounts()), {{"invariant", true}});
}

// A record's draws are those of its number, also where others are missing.
TEST(BlockMaskingNumbers, NameTheDraws) {
  const Table table = testing::incomes(3000);
  const auto work = [&](const std::string& name) {
    return masking::block_method(name)->work(rows_of(table, 0, 0), {0}, {}, run_of());
  };
  const Table whole = work("uniform-noise")->apply(table, 0).table;
  const std::vector<std::size_t> rows{2999, 5, 6, 1024, 7};
  const std::vector<std::uint64_t> numbers(rows.begin(), rows.end());
  const Table some =
      work("uniform-noise")->apply(table.taking_rows(rows), masking::RecordNumbers(std::span(numbers))).table;
  EXPECT_TRUE(some.same_data(whole.taking_rows(rows)));
}

TEST(BlockMaskingParameters, ThatNeedAllRecordsSaySo) {
  const Table table = amounts();
  const auto hindrance = [&](const std::string& method, const ParamValues& params, const Table& of) {
    return masking::block_method(method)->hindrance(of, testing::all_columns(of), params);
  };
  EXPECT_NE(hindrance("top-coding", {{"multivariate", true}}, table), "");
  // A caller that sorts all records can bring a whole column; blocks of a file cannot.
  EXPECT_EQ(hindrance("individual-ranking", {{"optimal", true}}, table), "");
  EXPECT_NE(masking::block_method("individual-ranking")->block_hindrance({{"optimal", true}}), "");
  EXPECT_EQ(hindrance("pseudonyms", {{"how", "sequential"}}, table), "");
  EXPECT_NE(masking::block_method("pseudonyms")->block_hindrance({{"how", "sequential"}}), "");
  Table weighted = table;
  ColumnInfo info = weighted.info(3);
  info.role = Role::weight;
  weighted.set_info(3, info);
  EXPECT_NE(hindrance("top-coding", {{"quantile", 0.9}}, weighted), "");
  EXPECT_EQ(hindrance("top-coding", {{"at", 9.0}}, weighted), "");
  EXPECT_EQ(masking::block_method("mdav"), nullptr);
}

}  // namespace
}  // namespace sfumato
