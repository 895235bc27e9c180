// Classification accuracy kept: how well a classifier trained on the masked file predicts a column of the
// original, compared with one trained on the original. It matters to users who train models.
#include <algorithm>
#include <map>
#include <numeric>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/category_pairs.hpp"
#include "stats/models/naive_bayes.hpp"

namespace sfumato::utility {
namespace {

// A column as both classifiers use it. A category of the original that is not in the masked file is replaced
// by its lowest ancestor in the hierarchy that is in the masked file.
struct Predictor {
  std::vector<std::int32_t> own;      // the original's, for the classifier trained on it
  std::vector<std::int32_t> trained;  // the masked file's
  std::vector<std::int32_t> asked;    // the original's, in codes of the masked file
  std::size_t own_count = 0;
  std::size_t masked_count = 0;
};

std::vector<std::int32_t> asked_codes(const stats::CategoryPair& pair, const Hierarchy* tree) {
  std::vector<bool> occurs(pair.count(), false);
  std::map<std::string, std::int32_t> code_of;
  for (const std::int32_t code : pair.masked) {
    if (code >= 0) occurs[static_cast<std::size_t>(code)] = true;
  }
  for (std::size_t code = 0; code < pair.count(); ++code) {
    if (occurs[code]) code_of.emplace(pair.texts[code], static_cast<std::int32_t>(code));
  }
  std::vector<std::int32_t> asked_for(pair.count());
  for (std::size_t code = 0; code < pair.count(); ++code) {
    asked_for[code] = occurs[code] ? static_cast<std::int32_t>(code) : stats::CategoryPair::missing;
    if (occurs[code] || tree == nullptr || !tree->has(pair.texts[code])) continue;
    for (std::size_t level = 1; level < tree->levels() && asked_for[code] < 0; ++level) {
      const auto found = code_of.find(tree->at(pair.texts[code], level));
      if (found != code_of.end()) asked_for[code] = found->second;
    }
  }
  std::vector<std::int32_t> result;
  for (const std::int32_t code : pair.original) {
    result.push_back(code < 0 ? code : asked_for[static_cast<std::size_t>(code)]);
  }
  return result;
}

Predictor predictor(const Table& original, const Table& masked, ColumnId id) {
  stats::CategoryPair pair = stats::categories(original, masked, id);
  Predictor result{pair.original, {}, {}, pair.count(), 0};
  // Labels in place of numbers, which have no deciles.
  if (masked.column(id).is_text() && !original.column(id).is_text()) {
    pair = stats::text_categories(original.column(id), masked.column(id));
  }
  result.asked = asked_codes(pair, original.info(id).tree.get());
  result.trained = std::move(pair.masked);
  result.masked_count = pair.count();
  return result;
}

struct Accuracies {
  double original = 0.0;
  double masked = 0.0;
  double baseline = 0.0;
};

struct Classification {
  static constexpr std::size_t most_categories = 1000;

  std::string target;
  std::int64_t folds = 10;

  static MeasureInfo info() {
    return {
        .name = "classification",
        .title = "Classification accuracy kept",
        .summary = "How well a classifier trained on the masked file predicts a column of the original.",
        .side = Side::utility,
        .better = Better::higher,
        .range = "up to about 100 %; below 0 where it is worse than guessing",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n, times columns, classes and folds",
        .reference =
            "Prasser, Eicher, Bild, Spengler, Kuhn (2017), A tool for optimizing de-identified health data "
            "for use in statistical classification, IEEE CBMS; Kohavi (1995), A study of cross-validation "
            "and bootstrap for accuracy estimation and model selection, IJCAI",
        .by_default = ByDefault::never};
  }

  static void params(ParamList<Classification>& list) {
    list.text("target", &Classification::target)
        .doc(
            "The column to predict; without, the last compared one that is confidential, else nominal or "
            "ordinal, else any.");
    list.integer("folds", &Classification::folds)
        .range(2, 100)
        .unit("parts")
        .doc("Parts that are predicted from the others in turn.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const ColumnId wanted = target_column(original, columns);
    Score result;
    const stats::CategoryPair classes = stats::categories(original, masked, wanted);
    const std::vector<Predictor> predictors = usable(original, masked, columns, wanted, result, run);
    result.details.set("target", original.info(wanted).name);
    if (classes.count() > most_categories) {
      result.note = "column '" + original.info(wanted).name + "' has more than 1,000 classes";
    } else if (original.rows() < 2 || masked.rows() < 2) {
      result.note = "needs at least two records";
    } else if (predictors.empty()) {
      result.note = "there is no other column to predict '" + original.info(wanted).name + "' from";
    }
    if (!result.note.empty()) return result;
    const Accuracies found = accuracies(classes, predictors, run);
    result.details.set("masked_accuracy", 100.0 * found.masked)
        .set("original_accuracy", 100.0 * found.original)
        .set("baseline_accuracy", 100.0 * found.baseline);
    if (!(found.original > found.baseline)) {
      result.note = "the other columns of the original do not predict '" + original.info(wanted).name +
                    "' better than its most frequent class does";
      return result;
    }
    result.value = 100.0 * (found.masked - found.baseline) / (found.original - found.baseline);
    result.reading = "a classifier of '" + original.info(wanted).name + "' is right in " +
                     rounded(100.0 * found.masked, 3) +
                     " % of records when trained on the masked file, and " +
                     rounded(100.0 * found.original, 3) + " % when trained on the original";
    return result;
  }

 private:
  ColumnId target_column(const Table& original, const ColumnSet& columns) const {
    if (!target.empty()) return original.require(target);
    const auto last = [&](auto suits) {
      return std::find_if(columns.rbegin(), columns.rend(),
                          [&](ColumnId id) { return suits(original.info(id)); });
    };
    auto found = last([](const ColumnInfo& info) { return info.role == Role::confidential; });
    if (found == columns.rend())
      found = last([](const ColumnInfo& info) { return info.kind != Kind::numeric; });
    return found == columns.rend() ? columns.back() : *found;
  }

  static std::vector<Predictor> usable(const Table& original, const Table& masked, const ColumnSet& columns,
                                       ColumnId target, Score& result, const Run& run) {
    std::vector<Predictor> all(columns.size());
    run.parallel(columns.size(), [&](std::size_t j) { all[j] = predictor(original, masked, columns[j]); });
    std::vector<Predictor> kept;
    Value left_out = Value::array();
    std::size_t incomplete = 0;
    for (std::size_t row = 0; row < original.rows(); ++row) {
      incomplete +=
          std::any_of(all.begin(), all.end(), [&](const Predictor& one) { return one.own[row] < 0; });
    }
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (columns[j] == target) continue;
      if (std::max(all[j].own_count, all[j].masked_count) > most_categories) {
        left_out.push(original.info(columns[j]).name);
      } else {
        kept.push_back(std::move(all[j]));
      }
    }
    result.details.set("records", original.rows());
    if (incomplete > 0) result.details.set("incomplete_records", incomplete);
    if (!left_out.as_array().empty()) result.details.set("left_out", left_out);
    return kept;
  }

  // The part of each row, the same in both files.
  std::vector<std::size_t> drawn_parts(std::size_t rows, const Run& run) const {
    std::vector<std::size_t> order(rows), parts(rows);
    std::iota(order.begin(), order.end(), std::size_t{0});
    Rng rng = run.rng("folds");
    rng.shuffle(std::span(order));
    for (std::size_t i = 0; i < rows; ++i) parts[order[i]] = i % static_cast<std::size_t>(folds);
    return parts;
  }

  Accuracies accuracies(const stats::CategoryPair& classes, const std::vector<Predictor>& predictors,
                        const Run& run) const {
    const std::size_t rows = classes.original.size(), masked_rows = classes.masked.size();
    const std::vector<std::size_t> parts = drawn_parts(std::max(rows, masked_rows), run);
    std::vector<stats::CodedVariable> own, trained;
    std::vector<std::span<const std::int32_t>> own_codes, asked;
    for (const Predictor& one : predictors) {
      own.push_back({one.own, one.own_count});
      trained.push_back({one.trained, one.masked_count});
      own_codes.emplace_back(one.own);
      asked.emplace_back(one.asked);
    }
    const auto count = static_cast<std::size_t>(folds);
    std::vector<std::size_t> own_right(count, 0), masked_right(count, 0);
    run.expect(count);
    run.parallel(count, [&](std::size_t part) {
      const stats::NaiveBayes from_original({classes.original, classes.count()}, own,
                                            rows_outside(parts, part, rows));
      const stats::NaiveBayes from_masked({classes.masked, classes.count()}, trained,
                                          rows_outside(parts, part, masked_rows));
      for (std::size_t row = 0; row < rows; ++row) {
        if (parts[row] != part || classes.original[row] < 0) continue;
        own_right[part] += from_original.predicted(own_codes, row) == classes.original[row] ? 1 : 0;
        masked_right[part] += from_masked.predicted(asked, row) == classes.original[row] ? 1 : 0;
      }
      run.advance();
    });
    return shares(classes, own_right, masked_right);
  }

  static std::vector<std::size_t> rows_outside(const std::vector<std::size_t>& parts, std::size_t part,
                                               std::size_t rows) {
    std::vector<std::size_t> result;
    for (std::size_t row = 0; row < rows; ++row) {
      if (parts[row] != part) result.push_back(row);
    }
    return result;
  }

  static Accuracies shares(const stats::CategoryPair& classes, const std::vector<std::size_t>& own_right,
                           const std::vector<std::size_t>& masked_right) {
    std::vector<std::size_t> frequency(classes.count(), 0);
    std::size_t tested = 0;
    for (const std::int32_t code : classes.original) {
      if (code < 0) continue;
      ++frequency[static_cast<std::size_t>(code)];
      ++tested;
    }
    if (tested == 0) return {};
    const auto share = [&](std::size_t right) {
      return static_cast<double>(right) / static_cast<double>(tested);
    };
    return {share(std::accumulate(own_right.begin(), own_right.end(), std::size_t{0})),
            share(std::accumulate(masked_right.begin(), masked_right.end(), std::size_t{0})),
            share(*std::max_element(frequency.begin(), frequency.end()))};
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, classification, Classification)
