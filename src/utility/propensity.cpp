// Propensity score: how well a model distinguishes masked records from original ones. Where it cannot,
// results from the masked file are close to those from the original.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/covers/cell_shares.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/linear/stacked_records.hpp"
#include "stats/models/binary_logistic.hpp"
#include "stats/models/classification_tree.hpp"

namespace sfumato::utility {
namespace {

enum class Terms { main, squares, products, all };

// The terms of a logistic regression on stacked records: numbers and indicators of all categories but
// the first, which is the most frequent, then their squares and products. Indicators have no squares, and no
// products within one column.
class PropensityTerms {
 public:
  PropensityTerms(const stats::StackedRecords& stacked, Terms terms) : values_(stacked.values) {
    for (std::size_t j = 0; j < stacked.categories.size(); ++j) {
      if (stacked.categories[j] == 0) bases_.push_back({j, 0});
      for (std::size_t c = 1; c < stacked.categories[j]; ++c) bases_.push_back({j, c});
    }
    for (std::size_t a = 0; a < bases_.size(); ++a) {
      const bool number = bases_[a].category == 0 && stacked.indicators[bases_[a].column] == 0;
      if (number && (terms == Terms::squares || terms == Terms::all)) pairs_.emplace_back(a, a);
      if (terms == Terms::main || terms == Terms::squares) continue;
      for (std::size_t b = a + 1; b < bases_.size(); ++b) {
        if (stacked.columns[bases_[a].column] != stacked.columns[bases_[b].column]) pairs_.emplace_back(a, b);
      }
    }
  }

  std::size_t count() const { return bases_.size() + pairs_.size(); }

  stats::TiledDesign design() const {
    return {values_.rows(), count(),
            [this](std::size_t begin, std::size_t end, stats::Matrix& tile) { fill(begin, end, tile); }};
  }

 private:
  struct Base {
    std::size_t column;
    std::size_t category;  // 0: numbers
  };

  void fill(std::size_t begin, std::size_t end, stats::Matrix& tile) const {
    const std::size_t rows = end - begin;
    for (std::size_t a = 0; a < bases_.size(); ++a) {
      const double* source = values_.column(bases_[a].column).data() + begin;
      double* target = tile.column(a).data();
      const auto category = static_cast<double>(bases_[a].category);
      for (std::size_t i = 0; i < rows; ++i) {
        target[i] = category == 0.0 ? source[i] : source[i] == category ? 1.0 : 0.0;
      }
    }
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const double* left = tile.column(pairs_[p].first).data();
      const double* right = tile.column(pairs_[p].second).data();
      double* target = tile.column(bases_.size() + p).data();
      for (std::size_t i = 0; i < rows; ++i) target[i] = left[i] * right[i];
    }
  }

  const stats::Matrix& values_;
  std::vector<Base> bases_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// mean((p̂ − c)²).
double mean_square(const std::vector<double>& probabilities, double share) {
  double sum = 0.0;
  for (const double each : probabilities) sum += (each - share) * (each - share);
  return sum / static_cast<double>(probabilities.size());
}

// Are both files the same records, up to rounding? Rows are compared in lexicographic order.
bool same_records(const stats::StackedRecords& stacked) {
  const stats::Matrix& values = stacked.values;
  if (2 * stacked.original != values.rows()) return false;
  std::vector<std::size_t> order(values.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    for (std::size_t j = 0; j < values.columns(); ++j) {
      if (values(a, j) != values(b, j)) return values(a, j) < values(b, j);
    }
    return false;
  };
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(stacked.original);
  std::sort(order.begin(), middle, before);
  std::sort(middle, order.end(), before);
  double sum = 0.0;
  for (std::size_t i = 0; i < stacked.original; ++i) {
    for (std::size_t j = 0; j < values.columns(); ++j) {
      sum += std::fabs(values(order[i], j) - values(order[stacked.original + i], j));
    }
  }
  return sum <= 1e-6 * static_cast<double>(stacked.original);
}

struct Propensity {
  enum class Model { logistic, cart };
  static constexpr std::size_t most_terms = 1000;

  Model model = Model::logistic;
  Terms terms = Terms::products;
  double penalty = 1.0;
  std::int64_t leaf = 20;
  std::int64_t permutations = 0;

  static MeasureInfo info() {
    return {
        .name = "propensity",
        .title = "Propensity score",
        .summary =
            "Mean squared distance of the estimated probability that a record is masked from the share of "
            "masked records.",
        .side = Side::utility,
        .better = Better::lower,
        .range = "0 to 0.25",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .needs_mapping = false,
        .cost = "n·terms² (logistic); n·log n·m (cart)",
        .reference =
            "Woo, Reiter, Oganian, Karr (2009), Global measures of data utility for microdata masked for "
            "disclosure limitation, Journal of Privacy and Confidentiality 1; Snoke, Raab, Nowok, Dibben, "
            "Slavkovic (2018), General and specific utility measures for synthetic data, JRSS A 181",
        .covers = true};
  }

  static void params(ParamList<Propensity>& list) {
    list.choice("model", &Propensity::model, {{"logistic", Model::logistic}, {"cart", Model::cart}})
        .doc("The model that distinguishes the files: a logistic regression or a classification tree.");
    list.choice("terms", &Propensity::terms,
                {{"main", Terms::main},
                 {"squares", Terms::squares},
                 {"products", Terms::products},
                 {"all", Terms::all}})
        .doc("Terms of the logistic regression besides the columns: squares, products of pairs, or both.");
    list.number("penalty", &Propensity::penalty)
        .range(0.0, 1e6)
        .doc("Ridge penalty of the logistic regression; 0 is plain maximum likelihood.");
    list.integer("leaf", &Propensity::leaf)
        .range(1, 1e6)
        .unit("records")
        .doc("Fewest records of both files in a leaf of the classification tree.");
    list.integer("permutations", &Propensity::permutations)
        .range(0, 1000)
        .doc("Shuffles of the labels that estimate the value expected under no difference; 0 is none.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const stats::LabelMeans means = stats::with_label_means(original, masked, columns);
    const std::vector<std::optional<stats::CoveredColumn>> coarse =
        stats::coarse_columns(original, masked, columns, original.rows() == masked.rows());
    if (const std::string reason = stats::cover_reason(coarse); !reason.empty()) {
      return {.value = std::nullopt, .note = reason};
    }
    stats::UnpairedRows records = stats::unpaired_rows(original, means.masked, columns);
    stats::leave_out_missing(records, original, columns, coarse);
    Score result;
    stats::describe(records, result.details);
    if (records.original.empty() || records.masked.empty()) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    const stats::StackedRecords stacked =
        stats::stacked_records(original, means.masked, columns, records, coarse);
    std::vector<std::uint8_t> classes(stacked.values.rows(), 0);
    std::fill(classes.begin() + static_cast<std::ptrdiff_t>(stacked.original), classes.end(),
              std::uint8_t{1});
    if (model == Model::logistic) {
      score_logistic(stacked, classes, result, run);
    } else {
      score_tree(stacked, classes, result, run);
    }
    if (!result.value) return result;
    result.note = stats::joined_notes(
        result.note, stats::joined_notes(means.note, stats::share_note(original, columns, coarse)));
    const double c = masked_share(classes);
    result.reading = rounded(100.0 * *result.value / (c * (1.0 - c)), 3) +
                     " % of the value of two files that can always be distinguished";
    return result;
  }

 private:
  static double masked_share(const std::vector<std::uint8_t>& classes) {
    const auto ones = std::count(classes.begin(), classes.end(), std::uint8_t{1});
    return static_cast<double>(ones) / static_cast<double>(classes.size());
  }

  void score_logistic(const stats::StackedRecords& stacked, const std::vector<std::uint8_t>& classes,
                      Score& result, const Run& run) const {
    const PropensityTerms terms_of(stacked, terms);
    result.details.set("model", "logistic").set("parameters", terms_of.count() + 1);
    if (terms_of.count() > most_terms) {
      result.note = "the regression would have " + std::to_string(terms_of.count()) +
                    " terms; name fewer columns, or set terms=main or model=cart";
      return;
    }
    const stats::TiledDesign design = terms_of.design();
    const stats::BinaryLogisticFit fit = stats::binary_logistic(design, classes, penalty, run);
    const double c = masked_share(classes), value = mean_square(fit.probabilities, c);
    result.value = value;
    const double each = (1.0 - c) * (1.0 - c) * c / static_cast<double>(classes.size());
    set_ratio(result.details, "expected", "ratio", value, each * static_cast<double>(terms_of.count()));
    result.details.set("effective_parameters", 1.0 + fit.effective_terms);
    set_ratio(result.details, "effective_expected", "effective_ratio", value, each * fit.effective_terms);
    result.details.set("iterations", fit.iterations).set("converged", fit.converged);
    flag_structural_zero(stacked, result);
    if (penalty == 0.0) describe_separation(fit, classes, result);
    describe_permutations(classes, result, run, [&](const std::vector<std::uint8_t>& shuffled) {
      return stats::binary_logistic(design, shuffled, penalty, run).probabilities;
    });
  }

  void score_tree(const stats::StackedRecords& stacked, const std::vector<std::uint8_t>& classes,
                  Score& result, const Run& run) const {
    const stats::TreeLimits limits{.leaf = static_cast<std::size_t>(leaf)};
    const stats::TreeGrower grower(stacked.values, stacked.categories, limits, run);
    const stats::TreeFit fit = grower.grow(classes);
    result.value = mean_square(fit.shares, masked_share(classes));
    result.details.set("model", "cart").set("leaves", fit.leaves).set("depth", fit.depth);
    describe_permutations(classes, result, run, [&](const std::vector<std::uint8_t>& shuffled) {
      return grower.grow(shuffled).shares;
    });
    if (const Value* ratio = result.details.find("permutation_ratio")) {
      const Value copy = *ratio;
      result.details.set("ratio", copy);
    }
  }

  static void set_ratio(Value& details, const char* expected_name, const char* ratio_name, double value,
                        double expected) {
    details.set(expected_name, expected);
    details.set(ratio_name, expected > 0.0 ? Value(value / expected) : Value());
  }

  // p̂ within 1e-8 of c throughout, though the files differ.
  static void flag_structural_zero(const stats::StackedRecords& stacked, Score& result) {
    const bool structural = *result.value < 1e-16 && !same_records(stacked);
    result.details.set("structural_zero", structural);
    if (structural) {
      result.note =
          "0 by construction: the files agree in everything the regression sees and still differ; use "
          "model=cart, or more terms";
    }
  }

  static void describe_separation(const stats::BinaryLogisticFit& fit,
                                  const std::vector<std::uint8_t>& classes, Score& result) {
    constexpr double certain = 1e-8;
    std::size_t sure = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const double p = fit.probabilities[i];
      sure += (classes[i] != 0 ? 1.0 - p : p) < certain ? 1 : 0;
    }
    const bool complete = sure == classes.size(), partial = !complete && (sure > 0 || !fit.converged);
    result.details.set("separation", complete ? "complete" : partial ? "partial" : "none");
    if (complete || partial) {
      result.note = std::string(complete ? "the terms separate the files completely"
                                         : "the terms separate some records") +
                    ", so that the fit without a penalty has no finite maximum; set a penalty";
    }
  }

  template <class Fit>
  void describe_permutations(const std::vector<std::uint8_t>& classes, Score& result, const Run& run,
                             const Fit& fitted) const {
    if (permutations == 0) return;
    const auto count = static_cast<std::uint64_t>(permutations);
    run.expect(count);
    double sum = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<std::uint8_t> shuffled = classes;
      run.rng("permutation", i).shuffle(std::span(shuffled));
      sum += mean_square(fitted(shuffled), masked_share(classes));
      run.advance();
    }
    set_ratio(result.details, "permutation_expected", "permutation_ratio", *result.value,
              sum / static_cast<double>(permutations));
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, propensity, Propensity)
