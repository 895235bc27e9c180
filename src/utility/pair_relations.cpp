// Pair relations: how far the associations of pairs of columns in a synthetic file are from those of the
// original. Analyses rest on relations, which a file with perfect marginals can lack.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/joint_codes.hpp"
#include "stats/ranks/association.hpp"
#include "stats/ranks/marginal_distances.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::utility {
namespace {

// The columns of two tables for associations, with the same codes in both.
struct RelatedColumns {
  std::vector<stats::AssociatedColumn> first, second;
};

stats::AssociatedColumn number_column(const Column& column) {
  stats::AssociatedColumn result{.numbers = column.to_numbers()};
  if (column.missing_count() == 0) result.ranks = stats::average_ranks(result.numbers);
  return result;
}

RelatedColumns related_columns(const Table& first, const Table& second, const std::vector<std::string>& names,
                               const Run& run) {
  RelatedColumns result{std::vector<stats::AssociatedColumn>(names.size()),
                        std::vector<stats::AssociatedColumn>(names.size())};
  run.parallel(names.size(), [&](std::size_t j) {
    const Column &a = first.column(first.require(names[j])), &b = second.column(second.require(names[j]));
    if (stats::numbers_in_both(first, second, names[j])) {
      result.first[j] = number_column(a);
      result.second[j] = number_column(b);
      return;
    }
    const std::vector<const Column*> both{&a, &b};
    stats::JointCodes codes = stats::joint_codes(both);
    const auto count = static_cast<std::size_t>(codes.distinct);
    result.first[j] = {true, {}, std::move(codes.codes[0]), count};
    result.second[j] = {true, {}, std::move(codes.codes[1]), count};
  });
  return result;
}

// A pair of columns, by their positions, and its association in either table.
struct Relation {
  std::size_t a = 0, b = 0;
  std::optional<double> first, second;

  bool known() const { return first && second; }
  double difference() const { return std::fabs(*first - *second); }
};

std::vector<Relation> relations_of(const RelatedColumns& columns, const Run& run) {
  std::vector<Relation> pairs;
  for (std::size_t a = 0; a < columns.first.size(); ++a) {
    for (std::size_t b = a + 1; b < columns.first.size(); ++b)
      pairs.push_back({a, b, std::nullopt, std::nullopt});
  }
  run.expect(pairs.size());
  run.parallel(pairs.size(), [&](std::size_t i) {
    pairs[i].first = stats::association(columns.first[pairs[i].a], columns.first[pairs[i].b]);
    pairs[i].second = stats::association(columns.second[pairs[i].a], columns.second[pairs[i].b]);
    run.advance();
  });
  return pairs;
}

std::optional<double> mean_difference(const std::vector<Relation>& pairs) {
  double sum = 0.0;
  std::size_t known = 0;
  for (const Relation& pair : pairs) {
    if (!pair.known()) continue;
    sum += pair.difference();
    ++known;
  }
  if (known == 0) return std::nullopt;
  return sum / static_cast<double>(known);
}

struct PairRelations {
  static constexpr std::size_t worst_listed = 5;

  std::string holdout;

  static MeasureInfo info() {
    return {.name = "pair-relations",
            .title = "Relations of pairs of columns",
            .summary = "Mean absolute difference of the associations of all pairs of columns.",
            .side = Side::utility,
            .better = Better::lower,
            .range = "0 to 2",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n, times pairs of columns",
            .reference =
                "Spearman (1904), American Journal of Psychology 15; Cramér (1946), Mathematical Methods of "
                "Statistics, §21.9; Fisher (1925), Statistical Methods for Research Workers (correlation "
                "ratio)",
            .by_default = ByDefault::synthetic};
  }

  static void params(ParamList<PairRelations>& list) {
    list.table("holdout", &PairRelations::holdout)
        .doc("Records of the same population: what another sample of it would give.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    stats::describe_files(original, masked, columns, result.details);
    const std::vector<std::string> names = original.names(columns);
    if (original.rows() == 0 || masked.rows() == 0) {
      result.note = "there are no records";
    } else if (names.size() < 2) {
      result.note = "needs two columns";
    }
    if (!result.note.empty()) return result;
    const std::vector<Relation> pairs =
        relations_of(related_columns(original, stats::named_as(original, masked), names, run), run);
    result.value = mean_difference(pairs);
    const auto known =
        std::count_if(pairs.begin(), pairs.end(), [](const Relation& one) { return one.known(); });
    result.details.set("pairs", static_cast<std::size_t>(known));
    if (static_cast<std::size_t>(known) < pairs.size())
      result.details.set("undefined_pairs", pairs.size() - static_cast<std::size_t>(known));
    if (!result.value) {
      result.note = "no pair of columns varies in both files";
      return result;
    }
    result.details.set("worst_pairs", worst(pairs, names));
    if (!holdout.empty() && run.table(holdout).rows() > 0) {
      const auto chance =
          mean_difference(relations_of(related_columns(original, run.table(holdout), names, run), run));
      Value reference = Value::object();
      reference.set("value", chance ? Value(*chance) : Value())
          .set("of", "the holdout in place of the synthetic file");
      result.details.set("reference", reference);
    }
    result.reading =
        "associations of pairs of columns differ by " + rounded(*result.value, 3) + " on average";
    return result;
  }

 private:
  // Of equals the first in the order of columns.
  static Value worst(std::vector<Relation> pairs, const std::vector<std::string>& names) {
    std::erase_if(pairs, [](const Relation& one) { return !one.known(); });
    std::stable_sort(pairs.begin(), pairs.end(), [](const Relation& one, const Relation& other) {
      return one.difference() > other.difference();
    });
    if (pairs.size() > worst_listed) pairs.resize(worst_listed);
    Value result = Value::array();
    for (const Relation& pair : pairs) {
      Value entry = Value::object();
      entry.set("columns", Value::array_of({names[pair.a], names[pair.b]}))
          .set("original", *pair.first)
          .set("synthetic", *pair.second);
      result.push(entry);
    }
    return result;
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, pair_relations, PairRelations)
