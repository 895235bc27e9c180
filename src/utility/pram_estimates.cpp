// How well frequencies can be estimated from a post-randomised release by an analyst who has its matrix: the
// remaining error after correction by the known probabilities.
#include <cmath>
#include <map>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/published_matrices.hpp"
#include "stats/categories/transition_matrix.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::utility {
namespace {

using Counts = std::map<std::string, double>;

// Cells by category; missing ones are not counted.
Counts counts_of(const Column& column) {
  const stats::KeyColumn cells = stats::key_column(column);
  std::vector<double> counts(static_cast<std::size_t>(cells.distinct), 0.0);
  std::vector<std::size_t> donors(counts.size());
  for (std::size_t row = 0; row < cells.codes.size(); ++row) {
    if (cells.codes[row] == stats::KeyColumn::missing) continue;
    const auto code = static_cast<std::size_t>(cells.codes[row]);
    if (counts[code]++ == 0.0) donors[code] = row;
  }
  Counts result;
  for (std::size_t code = 0; code < counts.size(); ++code) result[column.text(donors[code])] += counts[code];
  return result;
}

double total(const Counts& counts) {
  double sum = 0.0;
  for (const auto& [category, count] : counts) sum += count;
  return sum;
}

// ½·Σ|p − q| over the categories of both; counts of a sum that is 0 are shares of 0.
double total_variation(const Counts& one, const Counts& other) {
  const double first = std::max(total(one), 1e-300), second = std::max(total(other), 1e-300);
  double sum = 0.0;
  for (const auto& [category, count] : one) {
    const auto found = other.find(category);
    sum += std::fabs(count / first - (found == other.end() ? 0.0 : found->second / second));
  }
  for (const auto& [category, count] : other) {
    if (!one.contains(category)) sum += std::fabs(count / second);
  }
  return 0.5 * sum;
}

std::size_t incomplete_records(const Table& table, const ColumnSet& columns) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (const ColumnId id : columns) {
      if (!table.column(id).missing(row)) continue;
      ++count;
      break;
    }
  }
  return count;
}

struct PramEstimates {
  std::string matrix;

  static MeasureInfo info() {
    return {
        .name = "pram-estimates",
        .title = "Frequencies estimated after PRAM",
        .summary = "How far frequencies that are estimated with the published matrix are from the truth.",
        .side = Side::utility,
        .better = Better::lower,
        .range = "from 0; to 1 where no estimate is negative",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .needs_mapping = false,
        .cost = "n",
        .reference =
            "Gouweleeuw, Kooiman, Willenborg, de Wolf (1998), Post randomisation for statistical disclosure "
            "control: theory and implementation, Journal of Official Statistics 14(4)",
        .by_default = ByDefault::never};
  }

  static void params(ParamList<PramEstimates>& list) {
    list.table("matrix", &PramEstimates::matrix).doc("File with the published matrix, or matrices.");
  }

  struct Estimated {
    Counts counts;  // of the original, of the release, and estimated with the matrix
    bool corrected = false;
    std::string note = {};
  };

  static Estimated estimated(const Counts& released, const std::string& column,
                             const std::optional<stats::PublishedMatrices>& published) {
    std::vector<std::string> observed;
    for (const auto& [category, count] : released) observed.push_back(category);
    std::optional<stats::CategoryMatrix> known;
    if (published) known = published->of(column, observed);
    if (!known) return {.counts = released};
    std::vector<double> counts;
    for (const std::string& category : known->categories) {
      const auto found = released.find(category);
      counts.push_back(found == released.end() ? 0.0 : found->second);
    }
    const stats::PramCorrection correction = stats::pram_correction(known->shares, counts);
    if (!correction.counts) return {.counts = {}, .corrected = true, .note = correction.note};
    Estimated result{.counts = {}, .corrected = true};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      result.counts[known->categories[i]] = (*correction.counts)[i];
    }
    return result;
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    std::optional<stats::PublishedMatrices> published;
    if (!matrix.empty()) published.emplace(run.table(matrix));
    Score result;
    double corrected = 0.0, uncorrected = 0.0;
    std::vector<std::string> left;
    Value by_column = Value::object();
    for (const ColumnId id : columns) {
      const std::string& name = original.info(id).name;
      const Counts truth = counts_of(original.column(id)), released = counts_of(masked.column(id));
      if (result.note.empty() && (total(truth) == 0.0 || total(released) == 0.0)) {
        result.note = original.rows() == 0 || masked.rows() == 0 ? "there are no records"
                                                                 : "column '" + name + "' has no values";
      }
      const Estimated found = estimated(released, name, published);
      if (!found.note.empty()) result.note = "column '" + name + "': " + found.note;
      if (!found.corrected) left.push_back(name);
      const double after = total_variation(found.counts, truth), before = total_variation(released, truth);
      corrected += after;
      uncorrected += before;
      by_column.set(name, described(found, after, before));
    }
    const double count = static_cast<double>(columns.size());
    result.details.set("uncorrected", uncorrected / count)
        .set("columns", by_column)
        .set("uncorrected_columns", Value::array_of(left))
        .set("incomplete_records", incomplete_records(original, columns));
    if (!result.note.empty()) return result;
    result.value = corrected / count;
    result.reading = "estimated shares are off by " + rounded(100.0 * *result.value, 3) +
                     " % in all, those of the release by " + rounded(100.0 * uncorrected / count, 3) + " %";
    return result;
  }

 private:
  static Value described(const Estimated& found, double after, double before) {
    Value estimates = Value::object();
    for (const auto& [category, count] : found.counts) {
      if (found.corrected) estimates.set(category, count);
    }
    Value entry = Value::object();
    entry.set("corrected", found.corrected && found.note.empty() ? Value(after) : Value())
        .set("uncorrected", before);
    if (found.corrected) entry.set("estimates", estimates);
    return entry;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, pram_estimates, PramEstimates)
