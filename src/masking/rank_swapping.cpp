// Rank swapping. Each value is exchanged with one whose rank is at most `window` percent of the records away,
// so every column keeps its own values. On request tails are coded before, and records at risk go further.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "core/method.hpp"
#include "core/scratch_memory.hpp"
#include "masking/rank_swapping_work.hpp"
#include "masking/tail_means.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/ranks/rank_trades.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

struct RankSwapping : RankSwappingTerms {
  static MethodInfo info() {
    return {.name = "rank-swapping",
            .title = "Rank swapping",
            .family = Family::swapping,
            .summary = "Exchanges values between records of nearby rank.",
            .accepts = Kind::numeric | Kind::ordinal,
            .reference =
                "Moore (1996), Controlled data-swapping techniques for masking public use microdata sets, "
                "US Bureau of the Census, RR 96/04"};
  }

  static void params(ParamList<RankSwapping>& list) {
    list.number("window", &RankSwapping::window)
        .range(0.1, 100.0)
        .unit("% of records")
        .doc("Largest rank distance of a swap.")
        .dial(Dial::more_is_safer);
    list.number("top", &RankSwapping::top)
        .range(0.0, 50.0)
        .unit("% of records")
        .doc("Largest values that become their mean before the swap.");
    list.number("bottom", &RankSwapping::bottom)
        .range(0.0, 50.0)
        .unit("% of records")
        .doc("Smallest values that become their mean before the swap.");
    list.columns("risk-keys", &RankSwapping::risk_keys)
        .doc("Columns that an intruder knows: records that are rare on them are swapped over `risk-window`.");
    list.integer("risk-k", &RankSwapping::risk_k)
        .range(2, 1e6)
        .unit("records")
        .doc("A record is at risk where fewer than this number have its `risk-keys`.");
    list.number("risk-window", &RankSwapping::risk_window)
        .range(0.1, 100.0)
        .unit("% of records")
        .doc("Largest rank distance of a swap of a record at risk, where it is more than `window`.");
  }

  // Rows by ascending value, without those whose value is missing.
  static std::vector<std::uint32_t> rows_in_order(const Column& column) {
    if (const Numbers* numbers = column.get_if<Numbers>()) return stats::ascending_order(*numbers);
    return stats::ascending_order(column.to_numbers());
  }

  // Row i of the masked column is row `source[i]` of the original.
  struct Trades {
    ScratchVector<std::size_t> source;
    std::size_t risky_unswapped = 0;
  };

  // A record at risk is not drawn by others over the short window, so that it goes its own way.
  Trades trades(const Column& column, const std::vector<char>& risky, const Rng& rng) const {
    const std::vector<std::uint32_t> order = rows_in_order(column);  // missing values stay where they are
    Trades result;
    result.source.resize(column.size());
    std::iota(result.source.begin(), result.source.end(), 0);

    const std::size_t n = order.size();
    const std::uint64_t reach = stats::reach_of(n, window);
    stats::RankTrades trades = risky.empty()
                                   ? stats::RankTrades(n, reach, rng)
                                   : stats::RankTrades(
                                         n, reach, stats::reach_of(n, far_window()),
                                         [&](std::uint64_t rank) { return risky[order[rank]] != 0; }, rng);
    std::array<std::uint64_t, 4096> partners;  // few at a time, for memory
    for (std::size_t begin = 0; begin < n; begin += partners.size()) {
      const std::size_t count = std::min(partners.size(), n - begin);
      trades.next(std::span(partners).first(count));
      for (std::size_t i = 0; i < count; ++i) result.source[order[begin + i]] = order[partners[i]];
    }
    result.risky_unswapped = trades.risky_unswapped();
    return result;
  }

  // Records that fewer than `risk_k` share the keys with, themselves included; empty without keys.
  std::vector<char> risky_records(const Table& table, const Run& run) const {
    if (risk_keys.empty()) return {};
    const ColumnSet keys = key_columns(table);
    const stats::KeyClasses classes = stats::equal_classes(stats::key_table(table, keys, run), run);
    std::vector<char> risky(table.rows());
    for (std::size_t row = 0; row < risky.size(); ++row) {
      risky[row] = classes.sizes[classes.of_row[row]] < static_cast<std::uint64_t>(risk_k) ? 1 : 0;
    }
    return risky;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    Table masked = original;  // columns stay shared until replaced
    const std::vector<char> risky = risky_records(original, run);
    std::vector<std::size_t> coded(original.column_count(), 0), unswapped(original.column_count(), 0);
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const CodedTails tails =
          with_tail_means(original.column(id), original.info(id).name, bottom / 100.0, top / 100.0);
      const Trades found = trades(tails.column, risky, rng);
      masked.replace(id, tails.column.taking(found.source));
      coded[id] = tails.coded;
      unswapped[id] = found.risky_unswapped;
    });
    std::vector<std::uint64_t> present;
    for (const ColumnId id : columns) {
      present.push_back(original.column(id).size() - original.column(id).missing_count());
    }
    const RankSwapCounts counts{present, std::accumulate(coded.begin(), coded.end(), std::size_t{0}),
                                static_cast<std::size_t>(std::count(risky.begin(), risky.end(), 1)),
                                std::accumulate(unswapped.begin(), unswapped.end(), std::size_t{0})};
    Masked result{.tables = {masked}};
    result.details = details(counts, original.names(columns));
    return result;
  }

  std::string hindrance(const Table& outline, const ColumnSet& columns) const {
    for (const ColumnId id : columns) {
      if ((top > 0.0 || bottom > 0.0) && outline.column(id).get_if<Timestamps>() != nullptr) {
        return "the tails of a column of times, '" + outline.info(id).name +
               "', need all its values (‹top›, ‹bottom›)";
      }
    }
    return {};
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const {
    return std::make_unique<RankSwappingWork>(*this, outline, columns, run);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(rank_swapping, RankSwapping)
SFUMATO_SUPPLIED_METHOD(rank_swapping, RankSwapping)
