// Intervals for each aggregate, over the vectors of one column.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "queries/camouflage.hpp"
#include "queries/camouflage/extremes.hpp"
#include "queries/camouflage/outward.hpp"
#include "queries/camouflage/query_sets.hpp"
#include "queries/camouflage/sealed_file.hpp"
#include "queries/camouflage/spread.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/exact_answers.hpp"

namespace sfumato::queries {
namespace {

struct Interval {
  double lower = std::numeric_limits<double>::quiet_NaN();
  double upper = std::numeric_limits<double>::quiet_NaN();
};

Interval decimal_interval(Wide lower, Wide upper, int decimals) {
  return {decimal_end(lower, decimals, End::lower), decimal_end(upper, decimals, End::upper)};
}

// Averages are rounded outwards to thousandths of a unit.
Interval sum_interval(Aggregate aggregate, std::int64_t records, std::span<const Wide> sums, int decimals) {
  const auto [least, greatest] = std::minmax_element(sums.begin(), sums.end());
  const Wide lower = *least, upper = *greatest + records;
  if (aggregate == Aggregate::sum) return decimal_interval(lower, upper, decimals);
  if (records == 0) return {};
  return decimal_interval(whole_end(lower * 1000, records, End::lower),
                          whole_end(upper * 1000, records, End::upper), decimals + 3);
}

// The entries of a group's records, all of one record after those of another; for MIN with the other sign.
std::vector<std::int64_t> entries_of(std::span<const std::size_t> records, const VectorSet& vectors,
                                     std::int64_t sign) {
  std::vector<std::int64_t> entries;
  entries.reserve(records.size() * vectors.size());
  for (const std::size_t record : records) {
    for (const auto& vector : vectors) entries.push_back(sign * vector[record]);
  }
  return entries;
}

Interval extreme_interval(Aggregate aggregate, std::span<const std::size_t> records, const VectorSet& vectors,
                          int decimals) {
  const bool greatest = aggregate == Aggregate::greatest;
  const std::vector<std::int64_t> entries = entries_of(records, vectors, greatest ? 1 : -1);
  const std::int64_t far = *std::max_element(entries.begin(), entries.end());
  const std::int64_t near = least_greatest(entries, vectors.size());
  return greatest ? decimal_interval(near, far + 1, decimals) : decimal_interval(-far, 1 - near, decimals);
}

Interval spread_interval(Aggregate aggregate, std::span<const std::size_t> records, const VectorSet& vectors,
                         int decimals) {
  const Spread spread = variance_range(entries_of(records, vectors, 1), vectors.size());
  if (!(spread.upper > 0)) return {0, 0};
  const bool variance = aggregate == Aggregate::variance;
  const long double unit = std::pow(10.0L, -decimals * (variance ? 2 : 1));
  const long double lower = (variance ? spread.lower : std::sqrt(spread.lower)) * unit;
  const long double upper = (variance ? spread.upper : std::sqrt(spread.upper)) * unit;
  return {lower > 0 ? real_end(lower, End::lower) : 0, real_end(upper, End::upper)};
}

struct Boxes {
  std::vector<std::int64_t> lower, upper;  // the least and the greatest entry of each record
};

Boxes boxes_of(std::span<const std::size_t> records, const VectorSet& vectors) {
  Boxes boxes;
  for (const std::size_t record : records) {
    std::int64_t least = vectors[0][record], greatest = least;
    for (const auto& vector : vectors) {
      least = std::min(least, vector[record]);
      greatest = std::max(greatest, vector[record]);
    }
    boxes.lower.push_back(least);
    boxes.upper.push_back(greatest);
  }
  return boxes;
}

// The least value that at least that share of the values does not exceed grows with each of the values.
Interval quantile_interval(std::int64_t millionths, Boxes boxes, int decimals) {
  constexpr Wide whole = 1'000'000;
  const Wide rank = whole_end(static_cast<Wide>(boxes.lower.size()) * millionths, whole, End::upper);
  const auto place = static_cast<std::ptrdiff_t>(rank > 0 ? rank - 1 : 0);
  std::nth_element(boxes.lower.begin(), boxes.lower.begin() + place, boxes.lower.end());
  std::nth_element(boxes.upper.begin(), boxes.upper.begin() + place, boxes.upper.end());
  return decimal_interval(boxes.lower[static_cast<std::size_t>(place)],
                          static_cast<Wide>(boxes.upper[static_cast<std::size_t>(place)]) + 1, decimals);
}

// Whole numbers between the least and the greatest entries: values that hit all intervals are the greatest
// ends of those that no earlier one hit, and there are no more values than the intervals cover units.
Interval distinct_interval(const Boxes& boxes) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ranges;  // by upper end
  for (std::size_t i = 0; i < boxes.lower.size(); ++i) ranges.emplace_back(boxes.upper[i], boxes.lower[i]);
  std::sort(ranges.begin(), ranges.end());
  std::int64_t fewest = 0, last = std::numeric_limits<std::int64_t>::min();
  for (const auto& [upper, lower] : ranges) {
    if (lower <= last) continue;
    ++fewest;
    last = upper;
  }
  Wide covered = 0;
  std::int64_t beyond = std::numeric_limits<std::int64_t>::max();  // units from here on are counted
  std::reverse(ranges.begin(), ranges.end());
  for (const auto& [end, lower] : ranges) {
    const std::int64_t upper = std::min(end, beyond - 1);
    if (lower > upper) continue;
    covered += upper - lower + 1;
    beyond = lower;
  }
  return {static_cast<double>(fewest),
          static_cast<double>(std::min(covered, static_cast<Wide>(boxes.lower.size())))};
}

Interval set_interval(const Query& query, std::span<const std::size_t> records, const VectorSet& vectors,
                      int decimals) {
  if (records.empty()) return query.aggregate == Aggregate::count_distinct ? Interval{0, 0} : Interval{};
  switch (query.aggregate) {
    case Aggregate::least:
    case Aggregate::greatest:
      return extreme_interval(query.aggregate, records, vectors, decimals);
    case Aggregate::variance:
    case Aggregate::deviation:
      return spread_interval(query.aggregate, records, vectors, decimals);
    case Aggregate::quantile:
      return quantile_interval(query.millionths, boxes_of(records, vectors), decimals);
    case Aggregate::count_distinct:
      return distinct_interval(boxes_of(records, vectors));
    default:
      throw Error(ErrorCode::internal, "camouflage was asked for an aggregate that is not its own");
  }
}

std::vector<Interval> intervals(const Query& query, const CatalogueTable& table, const DataTable& data,
                                const VectorSet& vectors, const Run& run) {
  const int decimals = table.columns[*query.column].decimals;
  std::vector<Interval> result;
  if (query.aggregate == Aggregate::sum || query.aggregate == Aggregate::average) {
    const VectorSums found = vector_sums(query, table, data, vectors, run);
    for (std::size_t group = 0; group < found.records.size(); ++group) {
      result.push_back(sum_interval(query.aggregate, found.records[group],
                                    std::span(found.sums).subspan(group * vectors.size(), vectors.size()),
                                    decimals));
    }
    return result;
  }
  const QuerySets sets = query_sets(query, table, data, run);
  result.resize(sets.groups());
  run.blocks(sets.groups(), 64, [&](std::size_t, std::size_t from, std::size_t to) {
    for (std::size_t group = from; group < to; ++group) {
      result[group] = set_interval(query, sets.group(group), vectors, decimals);
    }
  });
  return result;
}

}  // namespace

struct Camouflage::State {
  CamouflageVectors vectors;
};

Camouflage::Camouflage(const std::string& path, const std::string& key_path, const Catalogue& catalogue)
    : state_(std::make_unique<State>()) {
  state_->vectors = parse_vectors(read_sealed_file(path, read_seal_key(key_path)), catalogue, path);
}
Camouflage::Camouflage(Camouflage&&) noexcept = default;
Camouflage& Camouflage::operator=(Camouflage&&) noexcept = default;
Camouflage::~Camouflage() = default;

int Camouflage::vectors() const { return static_cast<int>(state_->vectors.count); }

std::vector<GroupAnswer> Camouflage::answers(const Query& query, const Catalogue& catalogue,
                                             const DataTable& data, const Run& run) const {
  require_camouflage_answers(query, catalogue);
  const CatalogueTable& table = catalogue.tables[query.table];
  const CamouflagedTable& own = state_->vectors.tables.at(query.table);
  if (data.rows != own.rows) {
    bad_input("table '" + table.name + "' does not have the records that were camouflaged",
              "restore the database from a copy");
  }
  const bool asks_values = query.column && query.aggregate != Aggregate::count;
  // Of a column without NULL, COUNT(c) is COUNT(*), whose column is not needed.
  if (!asks_values || !is_camouflaged(table.columns[*query.column])) {
    return exact_answers(query, catalogue, data, run);
  }
  if (query.aggregate == Aggregate::count_values) {
    Query counted = query;
    counted.aggregate = Aggregate::count;
    counted.column.reset();
    return exact_answers(counted, catalogue, data, run);
  }
  std::vector<GroupAnswer> result;
  const std::vector<Interval> found = intervals(query, table, data, own.columns.at(*query.column), run);
  for (std::size_t group = 0; group < found.size(); ++group) {
    const auto [lower, upper] = found[group];
    result.push_back({group_names(query, table, group), lower / 2 + upper / 2, lower, upper});
  }
  return result;
}

}  // namespace sfumato::queries
