// Resampling and data shuffling of ten columns against one sort per column, which both need.
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "stats/ranks/ranks.hpp"

namespace {

using namespace sfumato;

struct Times {
  double standard_sort, radix_sort, resampling, shuffling;
};

// Each column has its own values, in another order.
void require_shuffled(const Table& masked, const std::vector<std::vector<double>>& sorted) {
  for (ColumnId id = 0; id < sorted.size(); ++id) {
    Numbers values = masked.column(id).to_numbers();
    bench::require(!std::is_sorted(values.begin(), values.end()), "shuffling left a column in order");
    std::sort(values.begin(), values.end());
    bench::require(values == sorted[id], "shuffling lost a value");
  }
}

// The masked values ascend in the order of the original's.
void require_same_order(const Table& masked, const std::vector<std::vector<std::uint32_t>>& orders) {
  for (ColumnId id = 0; id < orders.size(); ++id) {
    const Numbers values = masked.column(id).to_numbers();
    const auto above = [&](std::uint32_t a, std::uint32_t b) { return values[a] > values[b]; };
    bench::require(std::adjacent_find(orders[id].begin(), orders[id].end(), above) == orders[id].end(),
                   "resampling changed a rank");
  }
}

Times compare(std::size_t n) {
  const stats::Matrix data = bench::records(n, bench::Shape::skewed);
  const Table table = bench::table_of(data);
  const Run run({.seed = 1});
  std::vector<std::vector<double>> sorted(10);
  std::vector<std::vector<std::uint32_t>> orders(10);
  ColumnSet ids;
  for (ColumnId id = 0; id < 10; ++id) ids.push_back(id);
  Times times{1e300, 1e300, 1e300, 1e300};
  const auto keep_least = [](double& least, const auto& work) {
    least = std::min(least, bench::seconds(1, work));
  };
  Table resampled, shuffled;
  // Alternately, so that other load on the machine affects all four.
  for (int repeat = 0; repeat < (n > 100000 ? 5 : 25); ++repeat) {
    keep_least(times.standard_sort, [&] {
      run.parallel(10, [&](std::size_t j) {
        sorted[j].assign(data.column(j).begin(), data.column(j).end());
        std::sort(sorted[j].begin(), sorted[j].end());
      });
    });
    keep_least(times.radix_sort, [&] {
      run.parallel(10, [&](std::size_t j) { orders[j] = stats::ascending_order(data.column(j)); });
    });
    keep_least(times.resampling,
               [&] { resampled = masking::method("resampling").apply(table, ids, {}, run).tables[0]; });
    keep_least(times.shuffling,
               [&] { shuffled = masking::method("data-shuffling").apply(table, ids, {}, run).tables[0]; });
  }
  require_same_order(resampled, orders);
  require_shuffled(shuffled, sorted);
  return times;
}

}  // namespace

int main() {
  std::printf(
      "ten columns; in brackets the ratios to one radix sort and to one std::sort per column, and growth\n");
  std::printf("%10s %12s %12s %32s %32s\n", "records", "std::sort s", "radix s", "resampling s",
              "data-shuffling s");
  Times last{};
  double last_size = 0.0;
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) {
    const Times now = compare(n);
    const auto size = static_cast<double>(n);
    std::printf("%10zu %12.4f %12.4f", n, now.standard_sort, now.radix_sort);
    for (const auto part : {&Times::resampling, &Times::shuffling}) {
      const double growth = last_size > 0.0 ? bench::growth(last_size, last.*part, size, now.*part) : 0.0;
      std::printf(" %12.4f (%.2f, %.2f, n^%.2f)", now.*part, now.*part / now.radix_sort,
                  now.*part / now.standard_sort, growth);
    }
    std::printf("\n");
    last = now;
    last_size = size;
  }
}
