// Rank swapping. Each value is exchanged with one whose rank is at most `window` percent of the records away,
// so every column keeps its own values.
#include <algorithm>
#include <numeric>

#include "core/method.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

// The ranks in the window that are not swapped yet: drawing and removing any of them takes constant time.
// Their order here has no meaning.
class Candidates {
 public:
  explicit Candidates(std::size_t ranks) : place_(ranks) {}

  bool empty() const { return ranks_.empty(); }
  std::uint32_t draw(Rng& rng) const { return ranks_[rng.below(ranks_.size())]; }

  void add(std::uint32_t rank) {
    place_[rank] = static_cast<std::uint32_t>(ranks_.size());
    ranks_.push_back(rank);
  }

  void remove(std::uint32_t rank) {
    ranks_[place_[rank]] = ranks_.back();
    place_[ranks_.back()] = place_[rank];
    ranks_.pop_back();
  }

 private:
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> place_;
};

struct RankSwapping {
  double window = 5.0;

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
  }

  // Rows by ascending value, without those whose value is missing.
  static std::vector<std::uint32_t> rows_in_order(const Column& column) {
    if (const Numbers* numbers = column.get_if<Numbers>()) return stats::ascending_order(*numbers);
    return stats::ascending_order(column.to_numbers());
  }

  // Row i of the masked column is row `result[i]` of the original.
  std::vector<std::size_t> trades(const Column& column, Rng rng) const {
    const std::vector<std::uint32_t> order = rows_in_order(column);  // missing values stay where they are
    std::vector<std::size_t> source(column.size());
    std::iota(source.begin(), source.end(), 0);

    const std::size_t n = order.size();
    const std::size_t reach = reach_of(n);
    Candidates candidates(n);
    std::vector<std::uint8_t> traded(n, 0);
    std::size_t entered = 0;  // ranks below have been candidates
    for (std::size_t rank = 0; rank < n; ++rank) {
      for (; entered <= std::min(n - 1, rank + reach); ++entered)
        candidates.add(static_cast<std::uint32_t>(entered));
      if (traded[rank] != 0) continue;
      candidates.remove(static_cast<std::uint32_t>(rank));
      if (candidates.empty()) continue;
      const std::uint32_t partner = candidates.draw(rng);
      candidates.remove(partner);
      traded[partner] = 1;
      std::swap(source[order[rank]], source[order[partner]]);
    }
    return source;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    Table masked = original;  // columns stay shared until replaced
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const Column& column = original.column(id);
      masked.replace(id, column.taking(trades(column, rng)));
    });
    Value unchanged = Value::array();
    for (const ColumnId id : columns) {
      const std::size_t present = original.column(id).size() - original.column(id).missing_count();
      if (present > 1 && reach_of(present) == 0) unchanged.push(original.info(id).name);
    }
    Masked result{.tables = {masked}};
    if (!unchanged.as_array().empty()) result.details.set("unchanged_columns", unchanged);
    return result;
  }

  // The ranks that a swap goes over at most.
  std::size_t reach_of(std::size_t records) const {
    return static_cast<std::size_t>(static_cast<double>(records) * window / 100.0);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(rank_swapping, RankSwapping)
