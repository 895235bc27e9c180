// Categories of both files are matched by text; numbers of a column that has become text are texts too.
#include "risk/mixed_linkage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/hierarchy.hpp"
#include "core/number_limits.hpp"
#include "stats/categories/category_pairs.hpp"
#include "stats/neighbours/exact_scale.hpp"

namespace sfumato::risk {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// The places of the categories in the order of the original; NaN for those it does not have.
std::vector<double> places_of(const stats::CategoryPair& pair, const Column& original) {
  std::vector<double> places(pair.count(), nothing);
  if (const Codes* codes = original.get_if<Codes>()) {
    const std::vector<double> even = stats::even_places(codes->labels.size());
    std::unordered_map<std::string, double> place;
    for (std::size_t i = 0; i < even.size(); ++i) place.emplace(codes->labels[i], even[i]);
    for (std::size_t code = 0; code < places.size(); ++code) {
      const auto found = place.find(pair.texts[code]);
      if (found != place.end()) places[code] = found->second;
    }
    return places;
  }
  const std::int32_t highest =
      pair.original.empty() ? -1 : *std::max_element(pair.original.begin(), pair.original.end());
  const std::vector<double> even = stats::even_places(static_cast<std::size_t>(std::int64_t{highest} + 1));
  std::copy(even.begin(), even.end(), places.begin());
  return places;
}

bool all_known(const std::vector<double>& places) {
  return std::none_of(places.begin(), places.end(), [](double place) { return std::isnan(place); });
}

Numbers at_places(const std::vector<std::int32_t>& codes, const std::vector<double>& places) {
  Numbers result(codes.size(), nothing);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (codes[row] >= 0) result[row] = places[static_cast<std::size_t>(codes[row])];
  }
  return result;
}

stats::MixedColumn number_column(Numbers before, Numbers after, double factor, bool from_masked) {
  stats::MixedColumn result;
  double lower = std::numeric_limits<double>::infinity(), upper = -lower;
  stats::scale_exactly({before, after}, factor);
  for (const Numbers* side : {&before, &after}) {
    for (const double value : *side) {
      if (std::isnan(value)) continue;
      lower = std::min(lower, value);
      upper = std::max(upper, value);
    }
  }
  result.missing = upper > lower ? (upper - lower) * (upper - lower) : 1.0;
  result.queries = std::move(from_masked ? after : before);
  result.points = std::move(from_masked ? before : after);
  return result;
}

}  // namespace

bool is_category(const Table& original, const Table& masked, ColumnId column) {
  return original.info(column).kind != Kind::numeric || original.column(column).is_text() ||
         masked.column(column).is_text();
}

bool has_categories(const Table& original, const Table& masked, const ColumnSet& columns) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](ColumnId id) { return is_category(original, masked, id); });
}

bool varies(const Column& column) {
  const Numbers values = column.to_numbers();
  double first = nothing;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (!std::isnan(first) && value != first) return true;
    first = value;
  }
  return false;
}

stats::MixedColumn mixed_column(const Table& original, const Table& masked, ColumnId column, double divisor,
                                double weight, bool from_masked) {
  const Column &before = original.column(column), &after = masked.column(column);
  if (!is_category(original, masked, column)) {
    return number_column(before.to_numbers(), after.to_numbers(), std::sqrt(weight) / divisor, from_masked);
  }
  stats::CategoryPair pair = stats::text_categories(before, after);
  const ColumnInfo& info = original.info(column);
  const std::vector<double> places =
      info.kind == Kind::ordinal ? places_of(pair, before) : std::vector<double>{};
  if (!places.empty() && all_known(places)) {
    // Whole ranks, divided when they are scaled, so that equal differences of ranks stay equal.
    const auto steps = static_cast<double>(std::max<std::size_t>(places.size(), 2) - 1);
    std::vector<double> ranks = places;
    for (double& rank : ranks) rank = std::nearbyint(rank * steps);
    stats::MixedColumn result = number_column(at_places(pair.original, ranks), at_places(pair.masked, ranks),
                                              std::sqrt(weight) / steps, from_masked);
    result.missing = std::max(weight, result.missing);
    return result;
  }
  stats::MixedColumn result;
  result.categorical = true;
  if (info.tree != nullptr) {
    result.distance = stats::CategoryDistance::hierarchical(pair.texts, *info.tree);
  } else if (!places.empty()) {
    result.distance = stats::CategoryDistance::ordinal(places);
  }
  result.weight = weight;
  result.missing = weight;
  result.query_codes = std::move(from_masked ? pair.masked : pair.original);
  result.point_codes = std::move(from_masked ? pair.original : pair.masked);
  return result;
}

NearestLinks mixed_links(const std::vector<stats::MixedColumn>& columns, std::span<const std::size_t> rows,
                         Ties ties, const Run& run) {
  const bool fewest = std::any_of(columns.begin(), columns.end(), [](const stats::MixedColumn& column) {
    return column.covers != nullptr && !column.covers->in_queries;
  });
  const std::vector<stats::PartnerPlace> places = stats::partner_places(columns, rows, run, fewest);
  NearestLinks links;
  links.probability.resize(places.size());
  links.counted.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].closer >= 2) continue;
    const double share = 1.0 / static_cast<double>(places[i].equal);
    const double counted = ties == Ties::hit ? 1.0 : share;
    if (places[i].closer == 1) {
      links.second += counted;
      continue;
    }
    links.probability[i] = share;
    links.counted[i] = counted;
    links.nearest += counted;
    if (ties == Ties::expected && places[i].equal > 1) links.second += share;
  }
  return links;
}

AgreementNumbers agreement_numbers(const Table& original, const Table& masked, const ColumnSet& columns) {
  AgreementNumbers result{stats::Matrix(original.rows(), columns.size()),
                          stats::Matrix(masked.rows(), columns.size())};
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column &before = original.column(columns[j]), &after = masked.column(columns[j]);
    const bool category = is_category(original, masked, columns[j]);
    const stats::CategoryPair pair = category ? stats::text_categories(before, after) : stats::CategoryPair{};
    const auto fill = [&](const Column& column, const std::vector<std::int32_t>& codes, double missing,
                          std::span<double> target) {
      const Numbers values = category ? Numbers{} : column.to_numbers();
      for (std::size_t i = 0; i < target.size(); ++i) {
        const bool lacking = category ? codes[i] < 0 : std::isnan(values[i]);
        target[i] = lacking ? missing : category ? static_cast<double>(codes[i]) : values[i];
      }
    };
    fill(before, pair.original, -infinity, result.original.column(j));
    fill(after, pair.masked, infinity, result.masked.column(j));
  }
  return result;
}

std::size_t records_lacking(const Table& original, const Table& masked, const ColumnSet& columns) {
  std::vector<bool> lacking(original.rows(), false);
  for (const ColumnId id : columns) {
    for (std::size_t row = 0; row < lacking.size(); ++row) {
      if (original.column(id).missing(row) || masked.column(id).missing(row)) lacking[row] = true;
    }
  }
  return static_cast<std::size_t>(std::count(lacking.begin(), lacking.end(), true));
}

}  // namespace sfumato::risk
