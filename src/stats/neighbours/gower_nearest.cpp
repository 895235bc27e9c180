// Equal queries are searched once. Queries are taken in the order of their values, so that neighbours in a
// block visit the same boxes.
#include "stats/neighbours/gower_nearest.hpp"

#include <algorithm>

#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t queries_of_block = 256;

// The least sums so far, ascending.
class LeastSums {
 public:
  explicit LeastSums(std::span<double> sums) : sums_(sums) { std::fill(sums.begin(), sums.end(), infinity); }
  double limit() const { return sums_.back(); }
  void offer(double sum, std::size_t times) {
    for (; times > 0 && sum < limit(); --times) {
      std::size_t place = sums_.size() - 1;
      for (; place > 0 && sums_[place - 1] > sum; --place) sums_[place] = sums_[place - 1];
      sums_[place] = sum;
    }
  }

 private:
  std::span<double> sums_;
};

template <class Body>
void in_blocks(std::size_t count, const Run& run, const Body& body) {
  run.expect((count + queries_of_block - 1) / queries_of_block);
  run.blocks(count, queries_of_block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
    run.advance();
  });
}

}  // namespace

std::vector<double> nearest_distances(const GowerSpace& space, const SpaceRecords& queries,
                                      const SpaceRecords& records, std::size_t count, const Run& run) {
  std::vector<double> result(queries.rows * count);
  if (count == 0 || queries.rows == 0) return result;
  const GowerBoxes boxes(space, records, run);
  const EqualRecords asked(queries, run);
  const auto width = static_cast<double>(space.width());
  in_blocks(asked.count(), run, [&](std::size_t i) {
    const std::span<const std::uint32_t> rows = asked.rows(i);
    const std::span<double> first = std::span(result).subspan(rows.front() * count, count);
    LeastSums least(first);
    boxes.search<false>(queries.record(rows.front()), infinity,
                        [&](const double* sums, const std::uint32_t* points, std::size_t found) {
                          for (std::size_t t = 0; t < found; ++t) {
                            if (sums[t] < least.limit())
                              least.offer(sums[t], boxes.records(points[t]).size());
                          }
                          return least.limit();
                        });
    for (double& sum : first) sum /= width;
    for (const std::uint32_t row : rows.subspan(1)) {
      std::copy(first.begin(), first.end(), result.begin() + static_cast<std::ptrdiff_t>(row * count));
    }
  });
  return result;
}

void for_nearest_records(
    const GowerSpace& space, const SpaceRecords& queries, const SpaceRecords& records, const Run& run,
    const std::function<void(std::span<const std::uint32_t>, std::span<const std::uint32_t>)>& found) {
  if (queries.rows == 0) return;
  const GowerBoxes boxes(space, records, run);
  const EqualRecords asked(queries, run);
  in_blocks(asked.count(), run, [&](std::size_t i) {
    const std::span<const std::uint32_t> rows = asked.rows(i);
    double least = infinity;
    std::vector<std::uint32_t> nearest;
    boxes.search<true>(queries.record(rows.front()), infinity,
                       [&](const double* sums, const std::uint32_t* points, std::size_t count) {
                         for (std::size_t t = 0; t < count; ++t) {
                           if (sums[t] > least) continue;
                           if (sums[t] < least) nearest.clear();
                           least = sums[t];
                           const std::span<const std::uint32_t> equal = boxes.records(points[t]);
                           nearest.insert(nearest.end(), equal.begin(), equal.end());
                         }
                         return least;
                       });
    found(rows, nearest);
  });
}

}  // namespace sfumato::stats
