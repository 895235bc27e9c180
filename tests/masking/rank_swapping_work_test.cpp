// Rank swapping for a caller that sorts and exchanges: for any parts and calls the values and details are
// those of the whole table.
#include "masking/rank_swapping_work.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/tail_means.hpp"
#include "stats/ranks/ranks.hpp"
#include "support/tables.hpp"

namespace sfumato::masking {
namespace {

sfumato::Run own_run() { return sfumato::Run({.seed = 11, .threads = 1}); }

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// Doubles with ties, both zeros and gaps, integers, dates, ordered categories, and a key.
Table mixed(std::size_t rows, Rng& draw) {
  Numbers amounts(rows);
  Integers counts;
  Dates days;
  Codes levels{{}, {"low", "middle", "high", "top"}}, key{{}, {"a", "b", "c", "d", "e", "f", "g"}};
  for (double& amount : amounts) {
    amount = draw.chance(0.1)   ? std::nan("")
             : draw.chance(0.1) ? -0.0
                                : std::floor(90.0 * draw.normal()) / 7.0;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    counts.values.push_back(static_cast<std::int64_t>(draw.below(50)));
    counts.missing.push_back(draw.chance(0.1) ? 1 : 0);
    days.days.push_back(draw.chance(0.1) ? Dates::missing : static_cast<std::int32_t>(draw.below(400)));
    levels.codes.push_back(static_cast<std::int32_t>(draw.below(5)) - 1);
    const double place = draw.uniform();
    key.codes.push_back(static_cast<std::int32_t>(8.0 * place * place) - 1);
  }
  return {{named("amount", Kind::numeric), named("count", Kind::numeric), named("day", Kind::numeric),
           named("level", Kind::ordinal), named("key", Kind::nominal)},
          {std::move(amounts), std::move(counts), std::move(days), std::move(levels), std::move(key)}};
}

Value about_column(const std::string& name) { return Value::object().set("column", name); }

// What a process of the caller has: the work of the whole after passes over two parts, apart and merged.
std::unique_ptr<BlockWork> observed(const Table& original, const ColumnSet& columns,
                                    const ParamValues& params) {
  const auto made = [&] {
    return block_method("rank-swapping")->work(original.taking_rows({}), columns, params, own_run());
  };
  std::unique_ptr<BlockWork> one = made(), other = made();
  std::vector<std::size_t> odd, even;
  for (std::size_t row = 0; row < original.rows(); ++row) (row % 2 == 0 ? even : odd).push_back(row);
  for (std::size_t pass = 0; pass < one->passes(); ++pass) {
    one->observe(pass, original.taking_rows(even), 0);
    other->observe(pass, original.taking_rows(odd), 0);
    const Value of_one = one->partial(pass), of_other = other->partial(pass);
    one->merge(pass, of_other);
    other->merge(pass, of_one);
    one->finish(pass);
    other->finish(pass);
  }
  return one;
}

// Records whose class on the keys is small.
std::vector<char> rare_records(const Table& brought, const Value& risk) {
  std::vector<std::string> texts(brought.rows());
  std::map<std::string, std::int64_t> sizes;
  for (std::size_t row = 0; row < brought.rows(); ++row) {
    for (const Value& name : risk.at("equal").as_array()) {
      const Column& column = brought.column(brought.require(name.as_text()));
      const std::string text = column.text(row);
      texts[row] += column.missing(row) ? "missing" : text == "-0" ? "=0" : "=" + text;  // zero has one sign
    }
    ++sizes[texts[row]];
  }
  std::vector<char> rare(brought.rows());
  for (std::size_t row = 0; row < rare.size(); ++row) {
    rare[row] = sizes[texts[row]] < risk.at("fewer").as_integer() ? 1 : 0;
  }
  return rare;
}

struct Calls {
  BlockWork& work;
  std::string name;
  std::int64_t chunk;

  SuppliedValues supplied(const Value& wanted, const std::vector<std::int64_t>& ranks = {},
                          std::optional<Table> continuation = {}) const {
    const Table records({named("__sfumato_at_risk", Kind::numeric)}, {Integers{ranks, {}}});
    return work.supplied(0, {records, RecordNumbers(0), wanted, std::move(continuation)});
  }
  Value between(std::int64_t begin, std::int64_t end) const {
    return about_column(name).set("begin", begin).set("end", end);
  }

  // The partner of every rank, where those of `risky` are at risk.
  std::vector<std::int64_t> partners(std::int64_t ranks, const std::vector<std::int64_t>& risky) const {
    const Table cuts = supplied(about_column(name).set("chunk", chunk)).values;
    const auto& begins = cuts.column(0).get_if<Integers>()->values;
    const auto& known = cuts.column(cuts.require("__sfumato_known")).get_if<Integers>()->values;
    std::vector<std::int64_t> result;
    std::optional<Table> left;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      std::vector<std::int64_t> own;
      for (const std::int64_t rank : risky) {
        if (rank >= begins[i] && rank < known[i]) own.push_back(rank);
      }
      SuppliedValues made =
          supplied(between(begins[i], i + 1 < begins.size() ? begins[i + 1] : ranks), own, left);
      left = made.continuation;
      work.merge_tally(0, made.tally);
      const Column& found = made.values.column(made.values.require("__sfumato_partner"));
      const auto& drawn = found.get_if<Integers>()->values;
      result.insert(result.end(), drawn.begin(), drawn.end());
    }
    return result;
  }
};

// As the whole, but by a caller that sorts and exchanges.
Masked in_parts(const Table& original, const ColumnSet& columns, const ParamValues& params,
                std::int64_t chunk) {
  const std::unique_ptr<BlockWork> work = observed(original, columns, params);
  const Table brought = work->brought(0, original);
  const SupplyPlan plan = work->supply(0);
  std::vector<char> rare(original.rows(), 0);
  if (const Value* risk = plan.facts.find("risk")) {
    rare = rare_records(brought, *risk);
    const auto count = std::count(rare.begin(), rare.end(), 1);
    work->merge_tally(0, Calls{*work, "", 1}.supplied(Value::object().set("at-risk", count)).tally);
  }
  std::vector<ColumnInfo> infos;
  std::vector<Column> found;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const std::vector<std::uint32_t> order = stats::ascending_order(brought.column(j).to_numbers());
    std::vector<std::int64_t> risky;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      if (rare[order[rank]] != 0) risky.push_back(static_cast<std::int64_t>(rank));
    }
    const Calls calls{*work, original.info(columns[j]).name, chunk};
    const auto partners = calls.partners(static_cast<std::int64_t>(order.size()), risky);
    std::vector<std::size_t> source(original.rows());
    for (std::size_t row = 0; row < source.size(); ++row) source[row] = row;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      source[order[rank]] = order[static_cast<std::size_t>(partners.at(rank))];
    }
    work->merge_tally(0, calls.supplied(about_column(calls.name).set("exchanged", order.size())).tally);
    infos.push_back(original.info(columns[j]));
    found.push_back(brought.column(j).taking(source));
  }
  work->finish_round(0);
  Masked result = work->described({}, {});
  result.tables = {work->apply_supplied(original, Table(infos, found), 0).table};
  return result;
}

TEST(RankSwappingWork, GivesTheValuesOfTheWhole) {
  Rng draw(derive_key({6, 1}, "chunks"));
  const ColumnSet columns{0, 1, 2, 3};
  for (int trial = 0; trial < 60; ++trial) {
    const Table original = mixed(trial == 0 ? 0 : 20 + draw.below(300), draw);
    ParamValues params{{"window", 0.1 + 30.0 * draw.uniform()}};
    if (trial % 2 == 1) params.emplace_back("top", 50.0 * draw.uniform());
    if (trial % 4 >= 2) params.emplace_back("bottom", 50.0 * draw.uniform());
    if (trial % 3 != 0) {
      params.emplace_back("risk-keys", Value::array_of({"key", "level", "amount"}));
      params.emplace_back("risk-k", 2 + static_cast<std::int64_t>(draw.below(5)));
      params.emplace_back("risk-window", 0.1 + 60.0 * draw.uniform());
    }
    const auto chunk = 1 + static_cast<std::int64_t>(draw.below(60));
    const auto complaint = [&](const auto& act) -> std::string {
      try {
        act();
      } catch (const Error& error) {
        return error.parameter + error.message;
      }
      return "";
    };
    Masked whole, parts;
    const std::string refused =
        complaint([&] { whole = method("rank-swapping").apply(original, columns, params, own_run()); });
    EXPECT_EQ(complaint([&] { parts = in_parts(original, columns, params, chunk); }), refused);
    if (!refused.empty()) continue;
    EXPECT_TRUE(parts.tables[0].same_data(whole.tables[0])) << trial;
    EXPECT_EQ(parts.details, whole.details) << trial;
  }
}

TEST(RankSwappingWork, CallsFollowEachOther) {
  Rng draw(derive_key({7, 1}, "chunks"));
  const Table original = mixed(200, draw);
  const auto work = observed(original, {0}, {{"window", 2.0}});
  const Calls calls{*work, "amount", 10};
  const auto made = calls.supplied(calls.between(0, 20));
  ASSERT_TRUE(made.continuation);
  EXPECT_NO_THROW(calls.supplied(calls.between(20, 30), {}, made.continuation));
  EXPECT_THROW(calls.supplied(calls.between(21, 30), {}, made.continuation), Error);
  EXPECT_THROW(calls.supplied(calls.between(20, 30)), Error);
  EXPECT_THROW(calls.supplied(calls.between(0, 20), {}, made.continuation), Error);
  EXPECT_THROW(calls.supplied(calls.between(20, 20), {}, made.continuation), Error);
  EXPECT_THROW(calls.supplied(calls.between(0, 201)), Error);
  EXPECT_THROW(calls.supplied(calls.between(-1, 20)), Error);
  EXPECT_THROW(calls.supplied(about_column("amount")), Error);
  EXPECT_THROW(calls.supplied(about_column("amount").set("exchanged", "all")), Error);
  const Table other({named("other", Kind::numeric)}, {Numbers{1.0}});
  EXPECT_THROW(calls.supplied(calls.between(20, 30), {}, other), Error);
  const Table few({named("words", Kind::numeric)}, {Integers{{20, 1}, {}}});
  EXPECT_THROW(calls.supplied(calls.between(20, 30), {}, few), Error);
}

TEST(RankSwappingWork, AllRanksMustBeDrawnAndExchanged) {
  Rng draw(derive_key({8, 1}, "chunks"));
  const Table original = mixed(100, draw);
  const auto work = observed(original, {1}, {});
  const auto present = static_cast<std::int64_t>(100 - original.column(1).missing_count());
  const Calls calls{*work, "count", 10};
  calls.partners(present, {});
  EXPECT_THROW(work->finish_round(0), Error);
  work->merge_tally(0, calls.supplied(about_column("count").set("exchanged", present)).tally);
  EXPECT_NO_THROW(work->finish_round(0));
}

TEST(RankSwappingWork, TailsOfTimesNeedAllValues) {
  const Table original({named("at", Kind::numeric)}, {Timestamps{{1, 2, 3}}});
  const BlockMethod* found = block_method("rank-swapping");
  EXPECT_EQ(found->hindrance(original, {0}, {}), "");
  EXPECT_NE(found->hindrance(original, {0}, {{"top", 10}}).find("'at'"), std::string::npos);
}

// The mean does not depend on the order, is next to the true one, and of equal values is that value.
TEST(TailMeans, AreExactSumsDivided) {
  Rng draw(derive_key({9, 1}, "means"));
  for (int trial = 0; trial < 2000; ++trial) {
    const double value = draw.normal() * std::pow(2.0, static_cast<double>(draw.below(200)) - 100.0);
    const std::uint64_t count = 1 + draw.below(trial % 2 == 0 ? 100 : std::uint64_t{1} << 31);
    ExactSum sum;
    sum.add(value, count);
    EXPECT_EQ(tail_mean(sum, count), value) << count;
  }
  ExactSum mixed_sum;
  for (const double value : {1e16, 1.0, -1e16, 4.0}) mixed_sum.add(value);
  EXPECT_EQ(tail_mean(mixed_sum, 4), 1.25);
}

}  // namespace
}  // namespace sfumato::masking
