// Entropy-based information loss: the uncertainty about each original value given the masked one, as a share
// of the uncertainty without it.
#include <algorithm>
#include <cmath>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/category_pairs.hpp"

namespace sfumato::utility {
namespace {

// In bits, summed over the records of a column.
struct Uncertainty {
  double left = 0.0;   // Σ H(original | masked value)
  double total = 0.0;  // Σ H(original)
};

// Σ −log₂ share of each count within its whole, for runs of equal `whole`.
double summed_entropy(const std::vector<std::size_t>& counts) {
  double records = 0.0, sum = 0.0;
  for (const std::size_t count : counts) records += static_cast<double>(count);
  for (const std::size_t count : counts) {
    const auto part = static_cast<double>(count);
    if (count > 0) sum += part * std::log2(records / part);
  }
  return sum;
}

Uncertainty uncertainty(const stats::CategoryPair& column) {
  std::vector<std::size_t> overall(column.count(), 0);
  std::vector<std::uint64_t> joint;  // masked code, then original code
  for (std::size_t row = 0; row < column.original.size(); ++row) {
    if (column.original[row] == stats::CategoryPair::missing) continue;
    const auto code = static_cast<std::uint32_t>(column.original[row]);
    ++overall[code];
    joint.push_back(std::uint64_t{static_cast<std::uint32_t>(column.masked[row] + 1)} << 32 | code);
  }
  std::sort(joint.begin(), joint.end());
  Uncertainty result{0.0, summed_entropy(overall)};
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < joint.size(); ++i) {
    const bool other_value = i == 0 || joint[i] >> 32 != joint[i - 1] >> 32;
    if (other_value) {
      result.left += summed_entropy(counts);
      counts.clear();
    }
    if (other_value || joint[i] != joint[i - 1]) counts.push_back(0);
    ++counts.back();
  }
  result.left += summed_entropy(counts);
  return result;
}

struct EntropyLoss {
  static MeasureInfo info() {
    return {
        .name = "entropy-loss",
        .title = "Entropy-based information loss",
        .summary = "Uncertainty about the original values when the masked ones are known.",
        .side = Side::utility,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .cost = "n log n",
        .reference =
            "de Waal, Willenborg (1999), Information loss through global recoding and local suppression, "
            "Netherlands Official Statistics 14; Kooiman, Willenborg, Gouweleeuw (1998), PRAM: a method for "
            "disclosure limitation of microdata, Statistics Netherlands",
        .by_default = ByDefault::never};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const std::vector<stats::CategoryPair> pairs = stats::categories(original, masked, columns, run);
    Score result;
    stats::describe(pairs, result.details);
    std::vector<Uncertainty> found(pairs.size());
    run.parallel(pairs.size(), [&](std::size_t j) { found[j] = uncertainty(pairs[j]); });
    Uncertainty sum;
    Value by_column = Value::object();
    for (std::size_t j = 0; j < found.size(); ++j) {
      sum.left += found[j].left;
      sum.total += found[j].total;
      by_column.set(original.info(columns[j]).name,
                    found[j].total > 0.0 ? Value(100.0 * found[j].left / found[j].total) : Value());
    }
    result.details.set("bits_lost", sum.left).set("bits", sum.total).set("columns", by_column);
    if (!(sum.total > 0.0)) {
      result.note = "the compared columns do not vary in the original";
      return result;
    }
    result.value = 100.0 * sum.left / sum.total;
    result.reading = rounded(*result.value, 3) + " % of the information in the values is lost";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, entropy_loss, EntropyLoss)
