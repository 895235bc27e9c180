// l-diversity: how many different confidential values records, or units, with the same keys have. Records
// with equal keys reveal a value that all of them share, however many they are.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/class_values.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::risk {
namespace {

enum class Model { distinct, entropy, recursive };

struct LDiversity {
  std::vector<std::string> keys;
  std::string column;
  Model model = Model::distinct;
  double c = 2.0;
  std::int64_t l = 2;

  static MeasureInfo info() {
    return {.name = "l-diversity",
            .title = "l-diversity",
            .summary = "The smallest diversity of a confidential column among records that share their keys.",
            .side = Side::risk,
            .better = Better::higher,
            .range = "at least 0 values",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n",
            .reference =
                "Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam (2007), l-diversity: privacy beyond "
                "k-anonymity, ACM Transactions on Knowledge Discovery from Data 1(1)",
            .by_default = ByDefault::never,
            .counted = true};
  }

  static void params(ParamList<LDiversity>& list) {
    add_keys(list);
    add_confidential_column(list);
    list.choice("model", &LDiversity::model,
                {{"distinct", Model::distinct}, {"entropy", Model::entropy}, {"recursive", Model::recursive}})
        .doc("How the diversity of a class is counted.");
    list.number("c", &LDiversity::c)
        .range(0.001, 1000.0)
        .doc("For recursive: the largest ratio of the most frequent value to the rarer ones.");
    list.integer("l", &LDiversity::l)
        .range(1, 1000000)
        .doc("Records in classes of smaller diversity are counted.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const ConfidentialClasses found =
        confidential_classes(original, masked, columns, keys, column, UnitValues::commonest, run, result);
    if (!result.note.empty()) return result;
    if (!found.values.valueless.empty()) {
      result.details.set("valueless_records", found.values.valueless_records);
    }
    result.per_record = diversities(found.values);
    result.value = smallest(result.per_record);
    result.details.set("l", l).set("below", below(result.per_record, found));
    if (!found.unit.empty())
      result.details.set("by_records", of_records(original, masked, columns, found.column, run));
    const std::string counted = found.unit.empty() ? "records" : "units of '" + found.unit + "'";
    result.reading = "every class of " + counted + " with equal keys has a diversity of " +
                     rounded(*result.value) + " or more in '" + original.info(found.column).name + "'; " +
                     to_text(result.details.at("below")) + " " + counted + " have less than " +
                     std::to_string(l);
    return result;
  }

  // By record; NaN where it was left out.
  std::vector<double> diversities(const ClassValues& values) const {
    std::vector<double> diversity(values.classes());
    for (std::size_t number = 0; number < diversity.size(); ++number)
      diversity[number] = of(values.of(number));
    std::vector<double> result = by_record(values, diversity);
    for (const std::size_t row : values.valueless) result[row] = 0.0;
    return result;
  }

  static double smallest(const std::vector<double>& of_record) {
    double result = std::numeric_limits<double>::infinity();
    for (const double one : of_record) result = one < result ? one : result;
    return result;
  }

  // Records, or units with a record, of smaller diversity.
  std::size_t below(const std::vector<double>& of_record, const ConfidentialClasses& found) const {
    const auto less = [&](double diversity) { return diversity < static_cast<double>(l); };
    if (found.unit.empty()) return found.counts.count_if(of_record, less);
    std::vector<bool> found_below(found.units.count, false);
    for (std::size_t row = 0; row < of_record.size(); ++row) {
      if (less(of_record[row])) found_below[found.units.of_row[row]] = true;
    }
    return static_cast<std::size_t>(std::count(found_below.begin(), found_below.end(), true));
  }

  Value of_records(const Table& original, const Table& masked, const ColumnSet& columns,
                   ColumnId confidential, const Run& run) const {
    Score score;
    const std::vector<std::string> used = original.names(key_columns(original, columns, keys, confidential));
    const ConfidentialClasses found = confidential_classes(without_units(original), masked, columns, used,
                                                           column, UnitValues::commonest, run, score);
    const std::vector<double> of_record = diversities(found.values);
    Value result = Value::object();
    return result.set("value", smallest(of_record)).set("below", below(of_record, found));
  }

  double of(std::span<const ValueCount> counts) const {
    if (model == Model::distinct) return static_cast<double>(counts.size());
    std::vector<double> records;
    double sum = 0.0;
    for (const ValueCount& count : counts) {
      records.push_back(count.records);
      sum += count.records;
    }
    if (model == Model::entropy) {
      ExactSum entropy;
      for (const double one : records) entropy.add(-(one / sum * std::log(one / sum)));
      return std::exp(entropy.value());
    }
    std::sort(records.begin(), records.end(), std::greater<>());
    double rest = sum;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < records.size() && records[0] < c * rest; rest -= records[i++])
      largest = i + 1;
    return static_cast<double>(largest);
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, l_diversity, LDiversity)
