// Rank swapping. Each value trades places with one whose rank lies at most `window` percent of the
// records away, so every column keeps its own values.
#include <algorithm>
#include <numeric>

#include "core/method.hpp"

namespace sfumato::masking {
namespace {

// The ranks that have not traded yet, with the next such rank found in almost constant time and
// the count of such ranks in a stretch in logarithmic time (a Fenwick tree).
class FreeRanks {
 public:
  explicit FreeRanks(std::size_t count) : tree_(count + 1, 0) {
    for (std::size_t i = 1; i <= count; ++i) {
      tree_[i] += 1;
      const std::size_t parent = i + (i & (~i + 1));
      if (parent <= count) tree_[parent] += tree_[i];
    }
    while (step_ * 2 <= count) step_ *= 2;
  }

  // How many ranks below `rank` are free.
  std::size_t before(std::size_t rank) const {
    std::size_t sum = 0;
    for (std::size_t i = rank; i > 0; i &= i - 1) sum += tree_[i];
    return sum;
  }

  void take(std::size_t rank) {
    for (std::size_t i = rank + 1; i < tree_.size(); i += i & (~i + 1)) --tree_[i];
  }

  // The free rank that has `order` free ranks below it.
  std::size_t find(std::size_t order) const {
    std::size_t position = 0;
    for (std::size_t step = step_; step > 0; step /= 2) {
      if (position + step < tree_.size() && tree_[position + step] <= order) {
        position += step;
        order -= tree_[position];
      }
    }
    return position;
  }

 private:
  std::vector<std::uint32_t> tree_;
  std::size_t step_ = 1;
};

struct RankSwapping {
  double window = 5.0;

  static MethodInfo info() {
    return {
        .name = "rank-swapping",
        .title = "Rank swapping",
        .summary = "Trades values between records of nearby rank.",
        .accepts = Kind::numeric | Kind::ordinal,
        .reference =
            "Moore (1996), Controlled data-swapping techniques for masking public use microdata sets, "
            "US Bureau of the Census, RR 96/04",
        .notes =
            "Going up the sorted column, each rank i that has not traded yet trades with a rank drawn "
            "uniformly from those in (i, i + ⌊n·window/100⌋] that have not; the last ones may stay. Equal "
            "values are ranked in file order. Missing values stay where they are, and n counts the others. "
            "Every column keeps exactly its own values; what changes is which record has which."};
  }

  static void params(ParamList<RankSwapping>& list) {
    list.number("window", &RankSwapping::window)
        .range(0.1, 100.0)
        .unit("% of records")
        .doc("Largest rank distance of a trade.")
        .dial(Dial::more_is_safer);
  }

  // Row i of the masked column is row `result[i]` of the original.
  std::vector<std::size_t> trades(const Column& column, Rng rng) const {
    const Numbers values = column.to_numbers();
    std::vector<std::size_t> source(values.size()), order;
    std::iota(source.begin(), source.end(), 0);
    for (const std::size_t row : source) {
      if (!column.missing(row)) order.push_back(row);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

    const std::size_t n = order.size();
    const auto reach = static_cast<std::size_t>(static_cast<double>(n) * window / 100.0);
    FreeRanks free(n);
    std::vector<bool> traded(n, false);
    for (std::size_t rank = 0; rank < n; ++rank) {
      if (traded[rank]) continue;
      free.take(rank);
      // All free ranks lie above this one, so the k-th free rank is a candidate for k below `candidates`.
      const std::size_t candidates = free.before(std::min(n, rank + reach + 1));
      if (candidates == 0) continue;
      const std::size_t partner = free.find(rng.below(candidates));
      free.take(partner);
      traded[partner] = true;
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
    return {.tables = {masked}};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(rank_swapping, RankSwapping)
