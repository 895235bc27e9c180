// t-closeness: how far the distribution of a confidential column among records that share their keys lies
// from that of all records. The difference is what the keys reveal beyond public knowledge.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/hierarchy.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/class_values.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::risk {
namespace {

enum class Distance { equal, ordered, hierarchical };

// For each level above the leaves, the node of every node one level below.
using Parents = std::vector<std::vector<std::uint32_t>>;

struct TCloseness {
  std::vector<std::string> keys;
  std::string column;
  Distance distance = Distance::equal;

  static MeasureInfo info() {
    return {.name = "t-closeness",
            .title = "t-closeness",
            .summary =
                "The largest distance of a confidential column among records that share their keys from "
                "all records.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 1",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n; classes times values, unless equal",
            .reference =
                "Li, Li, Venkatasubramanian (2007), t-closeness: privacy beyond k-anonymity and l-diversity, "
                "IEEE 23rd International Conference on Data Engineering",
            .by_default = ByDefault::never,
            .counted = true};
  }

  static void params(ParamList<TCloseness>& list) {
    add_keys(list);
    add_confidential_column(list);
    list.choice("distance", &TCloseness::distance,
                {{"equal", Distance::equal},
                 {"ordered", Distance::ordered},
                 {"hierarchical", Distance::hierarchical}})
        .doc("Distance of values: all equal, by their order, or by the column's hierarchy.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const ConfidentialClasses found =
        confidential_classes(original, masked, columns, keys, column, UnitValues::in_parts, run, result);
    if (!result.note.empty()) return result;
    Parents parents;
    if (distance == Distance::hierarchical) {
      parents = parents_of(original.info(found.column), masked.column(found.column), found.codes, result);
      if (!result.note.empty()) return result;
    }
    const std::vector<double> distances = of_classes(found.values, parents, run);
    result.value = *std::max_element(distances.begin(), distances.end());
    result.per_record = by_record(found.values, distances);
    if (!found.unit.empty()) {
      Score score;
      const auto used = original.names(key_columns(original, columns, keys, found.column));
      const ConfidentialClasses records = confidential_classes(without_units(original), masked, columns, used,
                                                               column, UnitValues::in_parts, run, score);
      const std::vector<double> own = of_classes(records.values, parents, run);
      Value by_records = Value::object();
      result.details.set("by_records", by_records.set("value", *std::max_element(own.begin(), own.end())));
    }
    result.reading = std::string("among ") +
                     (found.unit.empty() ? "records" : "units of '" + found.unit + "'") +
                     " with the same keys '" + original.info(found.column).name +
                     "' is distributed as among all, up to a distance of " + rounded(*result.value, 3);
    return result;
  }

  std::vector<double> of_classes(const ClassValues& values, const Parents& parents, const Run& run) const {
    std::vector<double> distances(values.classes());
    run.blocks(distances.size(), 1024, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t number = begin; number < end; ++number) {
        distances[number] = of(values, number, parents);
      }
    });
    return distances;
  }

  double of(const ClassValues& values, std::size_t number, const Parents& parents) const {
    const double all = values.known;
    double records = 0.0;
    for (const ValueCount& count : values.of(number)) records += count.records;
    std::vector<double> excess;  // p − q of each value
    if (distance != Distance::equal) {
      for (const double one : values.overall) excess.push_back(-one / all);
    }
    ExactSum gained;
    for (const ValueCount& count : values.of(number)) {
      const auto value = static_cast<std::size_t>(count.value);
      const double more = count.records / records - values.overall[value] / all;
      gained.add(std::max(0.0, more));
      if (distance != Distance::equal) excess[value] = more;
    }
    if (distance == Distance::equal) return gained.value();  // equal to the sum of losses
    return distance == Distance::ordered ? ordered(excess) : hierarchical(excess, parents);
  }

  static double ordered(const std::vector<double>& excess) {
    if (excess.size() < 2) return 0.0;
    double carried = 0.0, work = 0.0;
    for (const double one : excess) work += std::abs(carried += one);
    return work / static_cast<double>(excess.size() - 1);
  }

  static double hierarchical(std::vector<double> excess, const Parents& parents) {
    ExactSum work;
    for (std::size_t level = 0; level < parents.size(); ++level) {
      const std::size_t nodes = 1 + *std::max_element(parents[level].begin(), parents[level].end());
      std::vector<double> more(excess.size(), 0.0), less(excess.size(), 0.0);
      for (std::size_t child = 0; child < excess.size(); ++child) {
        (excess[child] > 0.0 ? more : less)[child] = std::abs(excess[child]);
      }
      const std::vector<std::uint32_t>& parent = parents[level];
      const std::vector<double> gained = exact_sums(more, {}, parent, nodes);
      const std::vector<double> lost = exact_sums(less, {}, parent, nodes);
      excess.assign(nodes, 0.0);
      for (std::size_t node = 0; node < nodes; ++node) {
        work.add(static_cast<double>(level + 1) * std::min(gained[node], lost[node]));
        excess[node] = gained[node] - lost[node];
      }
    }
    return work.value() / static_cast<double>(parents.size());
  }

  static Parents parents_of(const ColumnInfo& info, const Column& column, const stats::KeyColumn& coded,
                            Score& result) {
    if (!info.tree || info.tree->levels() < 2) {
      result.note = "distance=hierarchical needs a hierarchy, and column '" + info.name + "' has none";
      return {};
    }
    std::vector<std::string> leaves(static_cast<std::size_t>(coded.distinct));
    for (std::size_t row = 0; row < coded.codes.size(); ++row) {
      if (coded.codes[row] == stats::KeyColumn::missing) continue;
      std::string& leaf = leaves[static_cast<std::size_t>(coded.codes[row])];
      if (leaf.empty()) leaf = column.text(row);
    }
    if (const std::vector<std::string> unknown = info.tree->uncovered(leaves); !unknown.empty()) {
      result.note = "the hierarchy of '" + info.name + "' does not contain " +
                    std::to_string(unknown.size()) + " of its values";
      return {};
    }
    Parents parents;
    std::vector<std::size_t> below(leaves.size());  // node of each leaf, level by level
    for (std::size_t i = 0; i < below.size(); ++i) below[i] = i;
    std::size_t nodes = leaves.size();
    for (std::size_t level = 1; level < info.tree->levels(); ++level) {
      std::map<std::string, std::uint32_t> numbers;
      std::vector<std::uint32_t> parent(nodes, 0);
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        const auto number =
            numbers.try_emplace(info.tree->at(leaves[i], level), static_cast<std::uint32_t>(numbers.size()))
                .first->second;
        parent[below[i]] = number;
        below[i] = number;
      }
      nodes = numbers.size();
      parents.push_back(std::move(parent));
    }
    return parents;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, t_closeness, TCloseness)
