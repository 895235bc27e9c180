// Probabilistic record linkage: the share of records re-identified by an intruder who weights the columns in
// which two records agree. The weights are estimated from all pairs, without a key.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/measure.hpp"
#include "risk/mixed_linkage.hpp"
#include "risk/nearest_linkage.hpp"
#include "risk/pattern_links.hpp"
#include "risk/searched_records.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/records.hpp"
#include "stats/linkage/agreement_patterns.hpp"
#include "stats/linkage/cover_patterns.hpp"
#include "stats/linkage/pair_weights.hpp"
#include "stats/models/latent_classes.hpp"

namespace sfumato::risk {
namespace {

using CoarseColumns = std::vector<std::optional<stats::CoveredColumn>>;

enum class Link { assignment, argmax };

// The records that are compared: partners have equal row numbers, and further masked records follow.
struct Compared {
  stats::Matrix original;
  stats::Matrix masked;
  std::vector<double> tolerances;
};

struct ProbabilisticLinkage {
  static constexpr double constant = -1.0;  // in place of the tolerance of a column that does not vary
  static constexpr SearchLimits limits{50'000, 5'000};  // every pair is compared, so that it takes longer

  double agreement = 0.1;
  Link link = Link::assignment;
  std::int64_t assignment_limit = 5000;
  std::int64_t prefixes = 0;
  bool known_rates = false;
  double false_match = 0.01;
  double false_non_match = 0.01;
  std::int64_t sample = 0;

  static MeasureInfo info() {
    return {
        .name = "probabilistic-linkage",
        .title = "Probabilistic record linkage",
        .summary =
            "Share of records re-identified by the columns in which they agree, weighed by what that is "
            "worth.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .cost = "n², with link=assignment up to n³",
        .reference =
            "Fellegi, Sunter (1969), A theory for record linkage, JASA 64; Jaro (1989), Advances in "
            "record-linkage methodology as applied to matching the 1985 Census of Tampa, Florida, JASA 84; "
            "Domingo-Ferrer, Mateo-Sanz, Torres: concepts for the evaluation of anonymized data, §4.2",
        .covers = true};
  }

  static void params(ParamList<ProbabilisticLinkage>& list) {
    list.number("agreement", &ProbabilisticLinkage::agreement)
        .range(0.0, 10.0)
        .unit("standard deviations")
        .doc("Largest difference at which two values agree.");
    list.choice("link", &ProbabilisticLinkage::link,
                {{"assignment", Link::assignment}, {"argmax", Link::argmax}})
        .doc("One-to-one with the largest total weight, or each original to its heaviest records.");
    list.integer("assignment-limit", &ProbabilisticLinkage::assignment_limit)
        .range(1, 50000)
        .unit("records")
        .doc("Largest number of records for an assignment; it takes four bytes for each pair.");
    list.integer("prefixes", &ProbabilisticLinkage::prefixes)
        .range(0, 20)
        .unit("columns")
        .doc("Average over the first 1, 2, …, q columns; 0 links on all columns at once.");
    list.flag("known-rates", &ProbabilisticLinkage::known_rates)
        .doc("The worst case: an intruder who knows how often true pairs and others agree.");
    list.number("false-match", &ProbabilisticLinkage::false_match)
        .range(0.0, 1.0)
        .doc("Largest share of other pairs that may be labelled as linked.");
    list.number("false-non-match", &ProbabilisticLinkage::false_non_match)
        .range(0.0, 1.0)
        .doc("Largest share of matches that may be labelled as not linked.");
    list.integer("sample", &ProbabilisticLinkage::sample)
        .range(0, 1e9)
        .unit("records")
        .doc(
            "Originals that are linked, drawn at random; 0: all of them up to 50,000, and 5,000 of a larger "
            "file. An assignment is of all records.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const CoarseColumns coarse = stats::coarse_columns(original, masked, columns, true);
    result.note = stats::cover_reason(coarse);
    if (!result.note.empty()) return result;
    if (std::any_of(coarse.begin(), coarse.end(), [](const auto& one) { return one.has_value(); })) {
      return coarse_score(original, masked, columns, coarse, run);
    }
    std::vector<std::size_t> rows;
    Compared data = has_categories(original, masked, columns)
                        ? mixed(original, masked, columns, rows, result)
                        : complete(original, masked, columns, rows, result);
    if (data.tolerances.empty()) return result;
    const stats::RecordSample linked = linked_records(data.original.rows(), data.masked.rows(), run);
    if (!linked.all()) {
      data.original = stats::taking_rows(data.original, linked.rows);
      data.masked = stats::taking_rows(data.masked, partners_first(linked, data.masked.rows()));
    }
    const stats::AgreementPatterns patterns(data.original, data.masked, data.tolerances, run);
    link_records(patterns, linked, data.masked.rows(), run, result);
    result.per_record = stats::at_rows(result.per_record, searched_rows(rows, linked), original.rows());
    return result;
  }

  // An assignment is one of all records.
  stats::RecordSample linked_records(std::size_t records, std::size_t others, const Run& run) const {
    const bool one_to_one = link == Link::assignment && others <= static_cast<std::size_t>(assignment_limit);
    return searched_records(one_to_one ? std::numeric_limits<std::int64_t>::max() : sample, records, run,
                            limits);
  }

  // Learns the weights and links; value and details.
  void link_records(const stats::PairPatterns& patterns, const stats::RecordSample& linked,
                    std::size_t others, const Run& run, Score& result) const {
    const std::size_t records = linked.rows.size();
    const std::vector<Linkage> linkages = learned(patterns, linked, run);
    const bool one_to_one = link == Link::assignment && codes_suffice(linkages.back()) &&
                            others <= static_cast<std::size_t>(assignment_limit);
    summarize(one_to_one ? assignment_links(patterns, linkages, records, others, run)
                         : argmax_links(patterns, linkages, records, run),
              linked, result);
    result.details.set("link", one_to_one ? "assignment" : "argmax");
    if (!one_to_one && link == Link::assignment) {
      result.details.set("link_reason", "more records or weights than an assignment supports");
    }
    describe(linkages.back(), patterns.layout(), linked, result.details);
  }

  // Labels agree with what they cover, and suppressed cells say nothing.
  Score coarse_score(const Table& original, const Table& masked, const ColumnSet& columns,
                     const CoarseColumns& coarse, const Run& run) const {
    Score result;
    result.details.set("records", original.rows());
    const std::size_t lacking = records_lacking(original, masked, columns);
    if (lacking > 0) result.details.set("incomplete_records", lacking);
    std::vector<stats::PatternColumn> used;
    Value constants = Value::array();
    std::size_t varying = 0, bits = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnId id = columns[j];
      if (!varies(original.column(id))) {
        constants.push(original.info(id).name);
        continue;
      }
      ++varying;
      stats::PatternColumn column = coarse[j] ? coarse_pattern_column(*coarse[j], tolerance(original, id))
                                              : pattern_column(original, masked, id, tolerance(original, id));
      const bool unknown = std::find(column.masked.begin(), column.masked.end(), -1) != column.masked.end();
      if (bits + (unknown ? 2 : 1) > stats::CoverPatterns::most_bits) continue;
      if (prefixes > 0 && used.size() == static_cast<std::size_t>(prefixes)) continue;
      bits += unknown ? 2 : 1;
      used.push_back(std::move(column));
    }
    if (!constants.as_array().empty()) result.details.set("constant_columns", constants);
    if (used.empty()) {
      result.note = original.rows() == 0 ? "there are no records" : "every compared column is constant";
      return result;
    }
    result.note = stats::cover_note(coarse);
    if (prefixes == 0 && used.size() < varying) {
      result.note = stats::joined_notes(
          "links on " + std::to_string(used.size()) + " of " + std::to_string(varying) + " columns",
          result.note);
    }
    const stats::RecordSample linked = linked_records(original.rows(), masked.rows(), run);
    if (!linked.all()) {
      const std::vector<std::size_t> order = partners_first(linked, masked.rows());
      for (stats::PatternColumn& column : used) {
        column.original = taken(column.original, linked.rows);
        column.masked = taken(column.masked, order);
      }
    }
    const stats::CoverPatterns patterns(used, run);
    link_records(patterns, linked, masked.rows(), run, result);
    result.per_record = stats::at_rows(result.per_record, linked.rows, original.rows());
    return result;
  }

  static std::vector<std::int32_t> taken(const std::vector<std::int32_t>& values,
                                         const std::vector<std::size_t>& rows) {
    std::vector<std::int32_t> result;
    result.reserve(rows.size());
    for (const std::size_t row : rows) result.push_back(values[row]);
    return result;
  }

  // Of numbers; 0 for categories.
  double tolerance(const Table& original, ColumnId id) const {
    const bool number = original.info(id).kind == Kind::numeric && !original.column(id).is_text();
    return number ? agreement * stats::moments(original.column(id).to_numbers()).sd() : 0.0;
  }

  // Value, counts per linkage, and the mean probability of each record.
  static void summarize(const LinkShares& shares, const stats::RecordSample& linked, Score& result) {
    const auto linkages = static_cast<double>(shares.size());
    result.per_record.assign(shares.front().size(), 0.0);
    Value counts = Value::array();
    double sum = 0.0;
    for (const std::vector<double>& share : shares) {
      double count = 0.0;
      for (std::size_t i = 0; i < share.size(); ++i) {
        count += share[i];
        result.per_record[i] += share[i] / linkages;
      }
      counts.push(count);
      sum += count;
    }
    result.value = 100.0 * sum / (linkages * static_cast<double>(result.per_record.size()));
    result.details.set(linked.all() ? "counts" : "counts_in_sample", counts);
    result.reading = linkage_reading(*result.value, "the columns in which they agree");
    if (linked.all()) return;
    mark_sampled(result, linked.rows.size(), linked.of, error_of_percent(result.per_record, linked));
  }

  // Records that have all numbers, and which they are.
  Compared complete(const Table& original, const Table& masked, const ColumnSet& columns,
                    std::vector<std::size_t>& rows, Score& result) const {
    const stats::CompletePairs pairs = stats::complete_pairs(original, masked, columns);
    stats::describe(pairs, result.details);
    if (pairs.rows.empty()) {
      result.note = "no record is complete in the compared columns";
      return {};
    }
    rows = pairs.rows;
    std::vector<double> widths;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double sd = stats::moments(pairs.original.column(j)).sd();
      widths.push_back(sd > 0.0 ? agreement * sd : constant);
    }
    const stats::Matrix others = stats::without_partner(masked, original, columns);
    Compared data = compared(pairs.original, stats::stacked(pairs.masked, others), widths,
                             original.names(columns), result);
    if (others.rows() > 0) result.details.set("candidates_without_partner", others.rows());
    return data;
  }

  // All records, with categories as numbers that agree when they are equal.
  Compared mixed(const Table& original, const Table& masked, const ColumnSet& columns,
                 std::vector<std::size_t>& rows, Score& result) const {
    result.details.set("records", original.rows());
    const std::size_t lacking = records_lacking(original, masked, columns);
    if (lacking > 0) result.details.set("incomplete_records", lacking);
    if (original.rows() == 0) {
      result.note = "there are no records";
      return {};
    }
    rows.resize(original.rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::vector<double> widths;
    for (const ColumnId id : columns) {
      const bool category = is_category(original, masked, id);
      widths.push_back(category ? 0.0 : agreement * stats::moments(original.column(id).to_numbers()).sd());
      if (!varies(original.column(id))) widths.back() = constant;
    }
    const AgreementNumbers numbers = agreement_numbers(original, masked, columns);
    return compared(numbers.original, numbers.masked, widths, original.names(columns), result);
  }

  // The columns that vary, at most twenty, or as many as the prefixes need.
  Compared compared(const stats::Matrix& original, const stats::Matrix& masked,
                    const std::vector<double>& widths, const std::vector<std::string>& names,
                    Score& result) const {
    std::vector<std::size_t> kept;
    std::vector<double> tolerances;
    Value constants = Value::array();
    std::size_t varying = 0;
    const std::size_t most =
        prefixes == 0 ? stats::AgreementPatterns::most_columns : static_cast<std::size_t>(prefixes);
    for (std::size_t j = 0; j < names.size(); ++j) {
      if (widths[j] == constant) {
        constants.push(names[j]);
      } else if (++varying <= most) {
        kept.push_back(j);
        tolerances.push_back(widths[j]);
      }
    }
    if (!constants.as_array().empty()) result.details.set("constant_columns", constants);
    if (kept.empty()) result.note = "every compared column is constant";
    if (prefixes == 0 && varying > most) {
      result.note = "links on the first 20 of " + std::to_string(varying) + " columns";
    }
    return {stats::taking_columns(original, kept), stats::taking_columns(masked, kept), tolerances};
  }

  // From the pairs of the drawn originals with all masked records, of which as large a share are matches.
  std::vector<Linkage> learned(const stats::PairPatterns& patterns, const stats::RecordSample& linked,
                               const Run& run) const {
    const std::vector<std::uint64_t> counts = patterns.counts(run);
    const stats::PatternLayout& layout = patterns.layout();
    std::vector<Linkage> result;
    for (std::size_t size = prefixes == 0 ? layout.columns() : 1; size <= layout.columns(); ++size) {
      Linkage linkage{size, stats::first_columns(counts, layout.bits(size)), {}, {}};
      if (known_rates) {
        linkage.classes = stats::with_likelihood(true_classes(patterns, linkage, linked.rows.size()),
                                                 linkage.counts, layout);
      } else {
        linkage.classes = stats::fitted_classes(linkage.counts, layout,
                                                {.prevalence = 1.0 / static_cast<double>(linked.of),
                                                 .match = std::vector<double>(size, 0.9),
                                                 .other = std::vector<double>(size, 0.1)},
                                                run);
      }
      linkage.weights = stats::pair_weights(linkage.classes, layout);
      result.push_back(std::move(linkage));
    }
    return result;
  }

  void describe(const Linkage& linkage, const stats::PatternLayout& layout,
                const stats::RecordSample& sampled, Value& details) const {
    const auto array = [](const std::vector<double>& numbers) {
      Value result = Value::array();
      for (const double number : numbers) result.push(number);
      return result;
    };
    details.set("m", array(linkage.classes.match));
    details.set("u", array(linkage.classes.other));
    details.set("prevalence", linkage.classes.prevalence);
    details.set("iterations", linkage.classes.iterations);
    details.set("converged", linkage.classes.converged);
    details.set("log_likelihood", linkage.classes.log_likelihood);
    const auto [upper, lower] =
        stats::link_thresholds(linkage.classes, layout, unknown_shares(linkage, layout), linkage.weights,
                               false_match, false_non_match);
    std::uint64_t linked = 0, apart = 0, review = 0;
    for (std::size_t pattern = 0; pattern < linkage.counts.size(); ++pattern) {
      const double weight = linkage.weights[pattern];
      (weight >= upper                     ? linked
       : weight <= lower || upper <= lower ? apart
                                           : review) += linkage.counts[pattern];
    }
    const auto bounded = [](double threshold) {
      return std::isfinite(threshold) ? Value(threshold) : Value();
    };
    Value pairs = Value::object();
    pairs.set("upper_threshold", bounded(upper));
    pairs.set("lower_threshold", bounded(lower));
    pairs.set("linked", linked);
    pairs.set("review", review);
    pairs.set("not_linked", apart);
    details.set(sampled.all() ? "pairs" : "pairs_in_sample", pairs);
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, probabilistic_linkage, ProbabilisticLinkage)
