// Distances of contingency tables: the distance between the counts of every combination of categories in the
// two files, over all sets of a given number of columns. Most users of categorical data compute tables of
// counts.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/category_pairs.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::utility {
namespace {

enum class Distance { total_variation, hellinger, jensen_shannon };

// Both files stacked: the original's rows come first.
struct Stacked {
  stats::KeyTable keys;
  std::size_t originals = 0;
  // Records of each file.
  double of_original() const { return records(0, originals); }
  double of_masked() const { return records(originals, keys.rows); }

 private:
  double records(std::size_t begin, std::size_t end) const {
    double sum = 0.0;
    for (std::size_t row = begin; row < end; ++row) sum += keys.counts[row];
    return sum;
  }
};

// The counts of both, where rows of one stand for several records.
stats::RecordCounts stacked_counts(const Table& original, const Table& masked) {
  const stats::RecordCounts above = stats::record_counts(original), below = stats::record_counts(masked);
  if (above.one_each() && below.one_each()) return {};
  std::vector<std::uint32_t> counts;
  for (std::size_t row = 0; row < original.rows(); ++row) counts.push_back(above[row]);
  for (std::size_t row = 0; row < masked.rows(); ++row) counts.push_back(below[row]);
  return stats::RecordCounts(std::move(counts));
}

Stacked stacked(std::vector<stats::CategoryPair> pairs) {
  Stacked result;
  result.originals = pairs.front().original.size();
  result.keys.rows = result.originals + pairs.front().masked.size();
  for (stats::CategoryPair& pair : pairs) {
    pair.original.insert(pair.original.end(), pair.masked.begin(), pair.masked.end());
    result.keys.columns.push_back({std::move(pair.original), static_cast<std::int32_t>(pair.count())});
  }
  return result;
}

// Records of each cell of a table, in either file.
struct CellCounts {
  std::vector<std::uint32_t> original;
  std::vector<std::uint32_t> masked;
};

using Positions = std::vector<std::size_t>;

// Cells are numbered by their categories while they are few compared with the records, else by first
// appearance.
CellCounts cell_counts(const Stacked& data, const Positions& set, const Run& run) {
  constexpr double few_cells = 4096.0;
  double cells = 1.0;
  for (const std::size_t j : set) cells *= data.keys.columns[j].distinct + 1.0;
  CellCounts counts;
  const auto add = [&](std::size_t row, std::size_t cell) {
    (row < data.originals ? counts.original : counts.masked)[cell] += data.keys.counts[row];
  };
  if (cells > std::max(few_cells, 4.0 * static_cast<double>(data.keys.rows))) {
    const stats::KeyClasses classes = stats::equal_classes(data.keys, set, run);
    counts.original.resize(classes.count());
    counts.masked.resize(classes.count());
    for (std::size_t row = 0; row < data.keys.rows; ++row) add(row, classes.of_row[row]);
    return counts;
  }
  counts.original.resize(static_cast<std::size_t>(cells));
  counts.masked.resize(static_cast<std::size_t>(cells));
  constexpr std::size_t rows_at_once = 4096;
  std::vector<std::size_t> cell(rows_at_once);
  for (std::size_t begin = 0; begin < data.keys.rows; begin += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, data.keys.rows - begin);
    std::fill_n(cell.begin(), rows, std::size_t{0});
    for (const std::size_t j : set) {
      const std::int32_t* codes = data.keys.columns[j].codes.data() + begin;
      const auto width = static_cast<std::size_t>(data.keys.columns[j].distinct) + 1;
      for (std::size_t i = 0; i < rows; ++i)
        cell[i] = cell[i] * width + static_cast<std::size_t>(codes[i] + 1);
    }
    for (std::size_t i = 0; i < rows; ++i) add(begin + i, cell[i]);
  }
  return counts;
}

double distance_of(const CellCounts& counts, double originals, double masked, Distance distance) {
  ExactSum sum;  // whatever the order of cells
  for (std::size_t cell = 0; cell < counts.original.size(); ++cell) {
    const double p = counts.original[cell] / originals, q = counts.masked[cell] / masked;
    if (distance == Distance::total_variation) {
      sum.add(std::fabs(p - q));
    } else if (distance == Distance::hellinger) {
      const double difference = std::sqrt(p) - std::sqrt(q);
      sum.add(difference * difference);
    } else if (p != q) {
      const double middle = (p + q) / 2.0;
      if (p > 0.0) sum.add(p * std::log2(p / middle));
      if (q > 0.0) sum.add(q * std::log2(q / middle));
    }
  }
  const double half = std::clamp(sum.value() / 2.0, 0.0, 1.0);
  return distance == Distance::total_variation ? half : std::sqrt(half);
}

// All sets of `size` of the first `count` positions, in lexical order.
std::vector<Positions> sets_of(std::size_t count, std::size_t size) {
  std::vector<Positions> sets;
  Positions set(size);
  std::iota(set.begin(), set.end(), std::size_t{0});
  for (;;) {
    sets.push_back(set);
    std::size_t place = size;
    while (place > 0 && set[place - 1] == count - size + place - 1) --place;
    if (place == 0) return sets;
    ++set[place - 1];
    for (; place < size; ++place) set[place] = set[place - 1] + 1;
  }
}

double number_of_sets(std::size_t count, std::size_t size) {
  double sets = 1.0;
  for (std::size_t i = 0; i < size; ++i) sets *= static_cast<double>(count - i) / static_cast<double>(i + 1);
  return std::round(sets);
}

struct Contingency {
  static constexpr double most_sets = 100000.0;
  static constexpr std::size_t worst_listed = 5;

  std::int64_t order = 2;
  Distance distance = Distance::total_variation;

  static MeasureInfo info() {
    return {
        .name = "contingency",
        .title = "Distance of contingency tables",
        .summary = "Distance between the tables of counts of both files over sets of columns.",
        .side = Side::utility,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n, times sets of columns",
        .reference =
            "Shlomo, Young (2006), Statistical disclosure control methods through a risk-utility framework, "
            "Privacy in Statistical Databases, LNCS 4302; Lin (1991), Divergence measures based on the "
            "Shannon entropy, IEEE Transactions on Information Theory 37",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<Contingency>& list) {
    list.integer("order", &Contingency::order)
        .range(1, 8)
        .unit("columns")
        .doc("How many columns a table has; fewer where fewer are compared.");
    list.choice("distance", &Contingency::distance,
                {{"total-variation", Distance::total_variation},
                 {"hellinger", Distance::hellinger},
                 {"jensen-shannon", Distance::jensen_shannon}})
        .doc("The distance between two tables of shares.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    std::vector<stats::CategoryPair> pairs = stats::categories(original, masked, columns, run);
    Score result;
    stats::describe(pairs, stats::record_counts(original), result.details);
    if (original.rows() == 0 || masked.rows() == 0) {
      result.note = "there are no records";
      return result;
    }
    const std::size_t highest = std::min(static_cast<std::size_t>(order), columns.size());
    if (number_of_sets(columns.size(), highest) > most_sets) {
      result.note = "there are more than " + rounded(most_sets, 6) +
                    " sets of columns: compare fewer columns, or lower the order";
      return result;
    }
    Stacked data = stacked(std::move(pairs));
    data.keys.counts = stacked_counts(original, masked);
    Value orders = Value::array();
    for (std::size_t size = 1; size <= highest; ++size) {
      const std::vector<Positions> sets = sets_of(columns.size(), size);
      const std::vector<double> distances = distances_of(data, sets, run);
      const double mean =
          std::accumulate(distances.begin(), distances.end(), 0.0) / static_cast<double>(sets.size());
      Value entry = Value::object();
      entry.set("order", size).set("sets", sets.size()).set("mean_percent", 100.0 * mean);
      orders.push(
          entry.set("largest_percent", 100.0 * *std::max_element(distances.begin(), distances.end())));
      if (size < highest) continue;
      result.value = 100.0 * mean;
      result.details.set("orders", orders).set("worst_sets", worst(sets, distances, original.names(columns)));
    }
    result.reading = "tables of " + std::to_string(highest) + (highest == 1 ? " column" : " columns") +
                     " lie " + rounded(*result.value, 3) +
                     " % apart on average, where 0 means equal and 100 means nothing in common";
    return result;
  }

  std::vector<double> distances_of(const Stacked& data, const std::vector<Positions>& sets,
                                   const Run& run) const {
    std::vector<double> distances(sets.size());
    const double originals = data.of_original(), all_masked = data.of_masked();
    run.expect(sets.size());
    run.parallel(sets.size(), [&](std::size_t s) {
      distances[s] = distance_of(cell_counts(data, sets[s], run), originals, all_masked, distance);
      run.advance();
    });
    return distances;
  }

  // Of equals the first in the order of columns.
  static Value worst(const std::vector<Positions>& sets, const std::vector<double>& distances,
                     const std::vector<std::string>& names) {
    std::vector<std::size_t> order_of(sets.size());
    std::iota(order_of.begin(), order_of.end(), std::size_t{0});
    std::stable_sort(order_of.begin(), order_of.end(),
                     [&](std::size_t a, std::size_t b) { return distances[a] > distances[b]; });
    order_of.resize(std::min(order_of.size(), worst_listed));
    Value result = Value::array();
    for (const std::size_t s : order_of) {
      Value listed = Value::array();
      for (const std::size_t j : sets[s]) listed.push(names[j]);
      Value entry = Value::object();
      result.push(entry.set("columns", listed).set("percent", 100.0 * distances[s]));
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, contingency, Contingency)
