// Counting classes of equal keys at three sizes, against one pass that puts the packed keys into a hash table
// with a count each, and against reading and mixing them alone.
#include "stats/classes/key_classes.hpp"

#include <bit>

#include "core/run.hpp"
#include "ratio.hpp"
#include "stats/classes/wildcard_classes.hpp"

namespace {

using namespace sfumato;

// Six keys; `gaps` is the share of missing values in each.
stats::KeyTable keys_of(std::size_t rows, std::int32_t values, double gaps) {
  stats::KeyTable keys{rows, std::vector<stats::KeyColumn>(6)};
  Rng rng({3, 5});
  for (std::size_t j = 0; j < 6; ++j) {
    stats::KeyColumn& column = keys.columns[j];
    column.distinct = values;
    column.codes.resize(rows);
    for (std::int32_t& code : column.codes) {
      const double u = rng.uniform();
      code = static_cast<std::int32_t>(values * u * u);  // skewed
      if (gaps > 0.0 && rng.chance(gaps)) code = stats::KeyColumn::missing;
    }
  }
  return keys;
}

std::uint64_t mixed(std::uint64_t key) {
  key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdULL;
  key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return key ^ (key >> 33);
}

std::vector<std::uint64_t> packed(const stats::KeyTable& keys) {
  std::vector<std::uint64_t> result(keys.rows, 0);
  for (const stats::KeyColumn& column : keys.columns) {
    const int width = std::bit_width(static_cast<std::uint32_t>(column.distinct));
    for (std::size_t row = 0; row < keys.rows; ++row) {
      result[row] = result[row] << width | static_cast<std::uint64_t>(column.codes[row] + 1);
    }
  }
  return result;
}

// One pass: linear probing in a table that is never more than half full; the number of classes.
std::size_t hashed(const std::vector<std::uint64_t>& keys) {
  struct Slot {
    std::uint64_t key = 0, count = 0;
  };
  std::vector<Slot> slots(std::bit_ceil(2 * keys.size()));
  std::size_t classes = 0;
  for (const std::uint64_t key : keys) {
    std::size_t at = mixed(key) & (slots.size() - 1);
    while (slots[at].count > 0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
    if (slots[at].count++ == 0) {
      slots[at].key = key;
      ++classes;
    }
  }
  return classes;
}

double count(std::size_t rows, std::int32_t values) {
  const stats::KeyTable keys = keys_of(rows, values, 0.0);
  const std::vector<std::uint64_t> plain = packed(keys);
  const Run run;
  stats::KeyClasses classes;
  std::size_t expected = 0;
  std::uint64_t sum = 0;
  const double time = bench::seconds(3, [&] { classes = stats::equal_classes(keys, run); });
  const double hashing = bench::seconds(3, [&] { expected = hashed(plain); });
  const double mixing = bench::seconds(3, [&] {
    for (const std::uint64_t key : plain) sum += mixed(key);
  });
  bench::require(classes.count() == expected && sum != 0, "classes are not those of the hash table");
  std::size_t records = 0;
  for (const std::uint32_t size : classes.sizes) records += size;
  bench::require(records == rows, "sizes do not add up");
  std::printf("%9zu rows, %8zu classes: %7.4f s, %5.2f passes of hashing, %6.2f of mixing alone\n", rows,
              classes.count(), time, time / hashing, time / mixing);
  return time;
}

double match(std::size_t rows, double gaps) {
  const stats::KeyTable keys = keys_of(rows, 9, gaps);
  const Run run;
  stats::WildcardCounts counts;
  const double plain = bench::seconds(3, [&] { stats::equal_classes(keys, run); });
  const double time = bench::seconds(3, [&] { counts = stats::wildcard_counts(keys, {}, 1.0, run); });
  const stats::KeyClasses classes = stats::equal_classes(keys, run);
  for (std::size_t row = 0; row < rows; ++row) {
    bench::require(counts.records[row] >= classes.sizes[classes.of_row[row]], "a class is not like itself");
  }
  std::printf("%9zu rows, %4.1f %% gaps: %7.4f s, %6.2f times the classes alone\n", rows, 100.0 * gaps, time,
              time / plain);
  return time;
}

}  // namespace

int main() {
  for (const std::int32_t values : {6, 20, 60}) {
    std::printf("six keys of %d values\n", values);
    const double small = count(100'000, values), middle = count(1'000'000, values),
                 large = count(10'000'000, values);
    std::printf("growth: %.2f, %.2f\n", bench::growth(1e5, small, 1e6, middle),
                bench::growth(1e6, middle, 1e7, large));
  }
  std::printf("gaps in all of six keys of 9 values, which match anything\n");
  for (const double gaps : {0.001, 0.02}) {
    const double small = match(100'000, gaps), middle = match(1'000'000, gaps),
                 large = match(10'000'000, gaps);
    std::printf("growth: %.2f, %.2f\n", bench::growth(1e5, small, 1e6, middle),
                bench::growth(1e6, middle, 1e7, large));
  }
}
