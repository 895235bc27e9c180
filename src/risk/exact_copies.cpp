// Exact copies: records of a synthetic file that are equal to a record of the original in all compared
// columns. A copy of a unique record publishes a person, whatever all other records are like.
#include <algorithm>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/synthetic_tables.hpp"
#include "stats/categories/joint_codes.hpp"

namespace sfumato::risk {
namespace {

// Records of each class in the original, and the first of them.
struct OriginalClasses {
  stats::KeyClasses classes;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> first;
  std::size_t originals = 0;

  OriginalClasses(stats::KeyClasses found, std::size_t rows)
      : classes(std::move(found)), counts(classes.count(), 0), first(classes.count(), 0), originals(rows) {
    for (std::size_t row = rows; row > 0; --row) {
      ++counts[classes.of_row[row - 1]];
      first[classes.of_row[row - 1]] = static_cast<std::uint32_t>(row - 1);
    }
  }
  std::uint32_t count(std::size_t row) const { return counts[classes.of_row[row]]; }
};

// How many of some rows are copies of an original record, and of a unique one.
struct Copies {
  std::size_t rows = 0, all = 0, unique = 0;

  double percent() const { return 100.0 * static_cast<double>(all) / static_cast<double>(rows); }
  double unique_percent() const { return 100.0 * static_cast<double>(unique) / static_cast<double>(rows); }
  stats::Interval interval() const {
    return stats::wilson(static_cast<double>(all), static_cast<double>(rows), interval_level);
  }
  stats::Interval unique_interval() const {
    return stats::wilson(static_cast<double>(unique), static_cast<double>(rows), interval_level);
  }
};

Copies copies_among(const OriginalClasses& original, std::size_t begin, std::size_t rows) {
  Copies result{rows};
  for (std::size_t row = begin; row < begin + rows; ++row) {
    result.all += original.count(row) > 0 ? 1 : 0;
    result.unique += original.count(row) == 1 ? 1 : 0;
  }
  return result;
}

Value copies_value(const Copies& copies) {
  Value result = Value::object();
  result.set("percent", copies.percent())
      .set("interval", percent_interval(copies.interval()))
      .set("of_unique", copies.unique_percent())
      .set("of_unique_interval", percent_interval(copies.unique_interval()));
  return result;
}

struct ExactCopies {
  static constexpr std::size_t most_named = 10;

  std::string holdout;

  static MeasureInfo info() {
    return {.name = "exact-copies",
            .title = "Exact copies in a synthetic file",
            .summary = "Share of synthetic records that are equal to a record of the original.",
            .side = Side::risk,
            .better = Better::lower,
            .range = "0 to 100 %",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n",
            .reference =
                "Article 29 Data Protection Working Party (2014), Opinion 05/2014 on anonymisation "
                "techniques, WP216 (singling out); Wilson (1927), JASA 22",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<ExactCopies>& list) { add_holdout(list); }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const SyntheticTables tables = synthetic_tables(original, masked, columns, holdout, run, result);
    if (!result.note.empty()) return result;
    const OriginalClasses found(
        stats::equal_classes(stats::stacked_keys(tables.all(), tables.names, run), run), original.rows());
    const Copies copies = copies_among(found, original.rows(), masked.rows());
    result.value = copies.percent();
    result.details.set("copies", copies.all)
        .set("unique_copies", copies.unique)
        .set("interval", percent_interval(copies.interval()))
        .set("of_unique", copies.unique_percent())
        .set("of_unique_interval", percent_interval(copies.unique_interval()));
    add_chance(tables, found, result);
    result.details.set("first_copies", named(found, masked.rows()));
    describe(found, copies, masked.rows(), result);
    return result;
  }

 private:
  // Of the holdout, and of the original itself, each record against all others.
  static void add_chance(const SyntheticTables& tables, const OriginalClasses& found, Score& result) {
    const std::size_t records = tables.original.rows();
    Copies repeated{records};
    for (std::size_t row = 0; row < records; ++row) {
      repeated.all += found.count(row) > 1 ? 1 : 0;
      repeated.unique += found.count(row) == 2 ? 1 : 0;
    }
    result.details.set("original", copies_value(repeated));
    if (tables.holdout != nullptr) {
      const Copies chance = copies_among(found, records + tables.synthetic.rows(), tables.holdout->rows());
      result.details.set("holdout", copies_value(chance));
      set_reference(result, chance.percent(), "holdout records that equal an original record",
                    percent_interval(chance.interval()));
      return;
    }
    set_reference(result, repeated.percent(), "original records that equal another original record",
                  percent_interval(repeated.interval()));
  }

  // Row numbers from 1, copies of unique records first.
  static Value named(const OriginalClasses& found, std::size_t synthetic) {
    Value result = Value::array();
    for (const bool unique : {true, false}) {
      for (std::size_t row = found.originals; row < found.originals + synthetic; ++row) {
        if (result.as_array().size() == most_named) return result;
        const std::uint32_t count = found.count(row);
        if (count == 0 || (count == 1) != unique) continue;
        Value pair = Value::object();
        pair.set("synthetic", row - found.originals + 1)
            .set("original", std::int64_t{found.first[found.classes.of_row[row]]} + 1);
        result.push(pair.set("unique", unique));
      }
    }
    return result;
  }

  static void describe(const OriginalClasses& found, const Copies& copies, std::size_t synthetic,
                       Score& result) {
    result.reading = std::to_string(copies.all) + " of " + std::to_string(synthetic) +
                     " synthetic records are copies of an original record, and " +
                     std::to_string(copies.unique) + " of a unique one";
    const Value::Array& first = result.details.at("first_copies").as_array();
    if (!first.empty()) {
      result.reading += ": record " + to_text(first.front().at("synthetic")) + " is original record " +
                        to_text(first.front().at("original")) + (first.size() > 1 ? ", for example" : "");
    }
    // Of an original record: the chance that a copy of it is known to be its own.
    result.per_record.assign(found.originals, 0.0);
    std::vector<bool> copied(found.counts.size(), false);
    for (std::size_t row = found.originals; row < found.originals + synthetic; ++row)
      copied[found.classes.of_row[row]] = true;
    for (std::size_t row = 0; row < found.originals; ++row) {
      if (copied[found.classes.of_row[row]]) result.per_record[row] = 1.0 / found.count(row);
    }
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, exact_copies, ExactCopies)
