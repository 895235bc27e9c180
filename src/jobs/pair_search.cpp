// Distances are computed from the same coordinates by the same functions as on one machine.
#include "jobs/pair_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "jobs/pair_ranks.hpp"
#include "risk/searched_records.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/neighbours/partner_search.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::jobs {
namespace {

using stats::Matrix;
using stats::Nearest;

std::int64_t sample_of(const ParamValues& params) {
  for (const auto& [name, value] : params) {
    if (name == "sample" && value.is_integer()) return value.as_integer();
  }
  return 0;
}

ColumnSet compared_of(const Table& original, const PairState& state) {
  ColumnSet columns;
  for (const std::string& name : state.numbers()) columns.push_back(original.require(name));
  return columns;
}

// The scaled numbers of one side, of the rows where all of that side are there.
Matrix coordinates(const Table& values, char side, std::size_t columns, const risk::DistanceSpace& space) {
  std::vector<Numbers> own;
  for (std::size_t j = 0; j < columns; ++j) {
    own.push_back(values.column(values.require(side + std::to_string(j))).to_numbers());
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < values.rows(); ++row) {
    if (std::none_of(own.begin(), own.end(), [&](const Numbers& one) { return std::isnan(one[row]); })) {
      rows.push_back(row);
    }
  }
  Matrix result(rows.size(), space.columns.size());
  for (std::size_t at = 0; at < space.columns.size(); ++at) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      result(i, at) = space.scales[at](own[space.columns[at]][rows[i]]);
    }
  }
  return result;
}

Matrix first_columns(const Matrix& all, std::size_t size) {
  Matrix result(all.rows(), size);
  for (std::size_t j = 0; j < size; ++j) {
    std::copy(all.column(j).begin(), all.column(j).end(), result.column(j).begin());
  }
  return result;
}

// Rows of what was found.
struct FoundRows {
  std::vector<std::int64_t> query, linkage, count, second_count;
  Numbers squared, second;

  void add(std::size_t row, std::size_t link, const Nearest& one) {
    query.push_back(static_cast<std::int64_t>(row));
    linkage.push_back(static_cast<std::int64_t>(link));
    squared.push_back(one.squared);
    count.push_back(static_cast<std::int64_t>(one.count));
    second.push_back(one.second_count > 0 ? one.second_squared : std::nan(""));  // tables have no infinities
    second_count.push_back(static_cast<std::int64_t>(one.second_count));
  }

  Table table() && {
    std::vector<ColumnInfo> schema;
    for (const char* name : {"query", "linkage", "squared", "count", "second", "second_count"}) {
      schema.emplace_back().name = name;
    }
    std::vector<Column> columns;
    columns.emplace_back(Integers{std::move(query), {}});
    columns.emplace_back(Integers{std::move(linkage), {}});
    columns.emplace_back(std::move(squared));
    columns.emplace_back(Integers{std::move(count), {}});
    columns.emplace_back(std::move(second));
    columns.emplace_back(Integers{std::move(second_count), {}});
    return {std::move(schema), std::move(columns)};
  }
};

const std::vector<std::int64_t>& wholes(const Table& table, const std::string& name) {
  const Integers* numbers = table.column(table.require(name)).get_if<Integers>();
  if (numbers == nullptr) bad_input("column '" + name + "' of what was found has no whole numbers");
  return numbers->values;
}

// Points that are nearer and as near are counted, and their counts add up.
using FoundByQuery = std::map<std::pair<std::int64_t, std::int64_t>, Nearest>;  // by linkage and query

FoundByQuery found_by_query(const Table& found, bool by_largest) {
  const auto &query = wholes(found, "query"), &linkage = wholes(found, "linkage"),
             &count = wholes(found, "count"), &second_count = wholes(found, "second_count");
  const Numbers squared = found.column(found.require("squared")).to_numbers(),
                second = found.column(found.require("second")).to_numbers();
  FoundByQuery result;
  for (std::size_t row = 0; row < found.rows(); ++row) {
    Nearest& best = result[{linkage[row], query[row]}];
    const Nearest one{squared[row], static_cast<std::uint64_t>(count[row]), second[row],
                      static_cast<std::uint64_t>(second_count[row])};
    if (by_largest) {
      best.count += one.count;
      best.second_count += one.second_count;
      best.squared = best.second_squared = 0.0;
    } else {
      stats::merge(best, one);
    }
  }
  return result;
}

// Of each query, in order.
std::vector<Nearest> found_in_order(const FoundByQuery& found, std::size_t linkage, std::size_t queries) {
  std::vector<Nearest> result(queries);
  for (std::size_t i = 0; i < queries; ++i) {
    const auto one = found.find({static_cast<std::int64_t>(linkage), static_cast<std::int64_t>(i)});
    if (one != found.end()) result[i] = one->second;
  }
  return result;
}

Value quantiles_of(const Table& order, std::size_t records) {
  const auto &twice = wholes(order, "twice"), &count = wholes(order, "count"),
             &below = wholes(order, "below");
  Value result = Value::object();
  for (const int percent : risk::permutation_percents) {
    result.set(std::to_string(percent), stats::quantile_of(records, percent / 100.0, [&](std::size_t place) {
                 for (std::size_t row = 0; row < twice.size(); ++row) {
                   const auto at = static_cast<std::int64_t>(place);
                   if (below[row] <= at && at < below[row] + count[row]) {
                     return static_cast<double>(twice[row]) / 2.0;
                   }
                 }
                 bad_input("a place of the order of changes is missing");
               }));
  }
  return result;
}

}  // namespace

std::vector<std::string> measures_of_whole(const PairPlan& plan, const PairState& state) {
  if (plan.find("distance-linkage") == nullptr || !state.facts().any_coarse()) return {};
  return {"distance-linkage"};
}

std::vector<PairSearch> pair_searches(const PairPlan& plan, const PairState& state, const Run& run) {
  const PairFacts facts = state.facts();
  std::vector<PairSearch> result;
  for (const PairMeasure& measure : plan.measures) {
    const bool distances = measure.name == "distance-linkage";
    const bool largest = measure.name == "permutation-distance";
    if (!distances && !largest && measure.name != "rank-linkage") continue;
    if (distances && facts.any_coarse()) continue;  // one of measures_of_whole()
    const std::size_t records = distances ? facts.complete : facts.known;
    if (records == 0) continue;
    PairSearch search{measure.name, measure.params, !distances, largest,
                      risk::searched_records(sample_of(measure.params), records, run.within(measure.name))};
    if (search.searched.rows.size() > most_searched) {
      bad_param("set",
                measure.name + " of records in parts searches for at most " + std::to_string(most_searched) +
                    " of them",
                "set " + measure.name + ".sample to that number or less");
    }
    result.push_back(std::move(search));
  }
  return result;
}

std::optional<risk::DistanceSpace> space_of(const PairSearch& search, const PairState& state,
                                            const Table& original, Score& result) {
  const PairFacts facts = state.facts();
  const PairSquares squares = state.squares();
  const ColumnSet columns = compared_of(original, state);
  const auto alone = risk::searches_originals(search.params) ? PairColumnFacts::originals_alone
                                                             : PairColumnFacts::masked_alone;
  std::vector<risk::PairedColumn> known;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const PairColumnFacts& own = facts.columns[j];
    const ColumnInfo& info = original.info(columns[j]);
    known.push_back(
        {info.name,
         info.domain,
         moments_of(facts, squares, j).sd(),
         {own.sides[PairColumnFacts::original], own.sides[PairColumnFacts::masked], own.sides[alone]}});
  }
  return risk::distance_space(search.params, original, columns, known, result);
}

Table complete_pairs_of(const Table& values, std::size_t columns) {
  Integers complete{std::vector<std::int64_t>(values.rows(), 1), {}};
  for (std::size_t j = 0; j < columns; ++j) {
    for (const char* side : {"x", "y"}) {
      const Numbers own = values.column(values.require(side + std::to_string(j))).to_numbers();
      for (std::size_t row = 0; row < own.size(); ++row) {
        if (std::isnan(own[row])) complete.values[row] = 0;
      }
    }
  }
  std::vector<ColumnInfo> schema(1);
  schema[0].name = "complete";
  return {std::move(schema), {std::move(complete)}};
}

Table pair_distances(const Table& ranks, const PairState& state) {
  const PairFacts facts = state.facts();
  const PairRanks own(ranks, facts);
  Integers twice;
  for (const double change : stats::largest_differences(own.originals(), own.masked())) {
    twice.values.push_back(static_cast<std::int64_t>(2.0 * change));
  }
  std::vector<ColumnInfo> schema(1);
  schema[0].name = "twice";
  return {std::move(schema), {std::move(twice)}};
}

Table found_in_part(const PairSearch& search, const PairState& state, const Table& original,
                    const Table& queries, const Table& points, const Run& run) {
  FoundRows rows;
  const auto add = [&](std::size_t linkage, const Matrix& from, const Matrix& to, bool second) {
    const std::vector<Nearest> nearest =
        stats::nearest_rows(from, to, std::span<const std::size_t>{}, second, run);
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      if (nearest[i].count == 0) continue;
      Nearest one = nearest[i];
      if (!second) one.second_count = 0;
      rows.add(i, linkage, one);
    }
  };
  if (search.by_ranks) {
    const PairFacts facts = state.facts();
    const PairRanks asked(queries, facts), own(points, facts);
    const Matrix from = asked.originals(), to = own.masked();
    if (to.rows() == 0) return std::move(rows).table();
    if (!search.by_largest) {
      add(0, from, to, false);
      return std::move(rows).table();
    }
    const std::vector<double> partners = stats::largest_differences(from, asked.masked());
    const auto counts = stats::count_partners(from, partners, to, run);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i].nearer + counts[i].ties == 0) continue;
      rows.add(i, 0, {0.0, counts[i].ties, 0.0, counts[i].nearer});
    }
    return std::move(rows).table();
  }
  Score ignored;
  const std::optional<risk::DistanceSpace> space = space_of(search, state, original, ignored);
  if (!space) return std::move(rows).table();
  const Matrix from = coordinates(queries, space->from_masked ? 'y' : 'x', state.columns(), *space);
  const Matrix to = coordinates(points, space->from_masked ? 'x' : 'y', state.columns(), *space);
  for (std::size_t at = 0; at < space->sizes.size() && to.rows() > 0; ++at) {
    add(at, first_columns(from, space->sizes[at]), first_columns(to, space->sizes[at]), true);
  }
  return std::move(rows).table();
}

Table found_in_parts(const Table& found, bool by_largest) {
  FoundRows rows;
  for (const auto& [place, nearest] : found_by_query(found, by_largest)) {
    rows.add(static_cast<std::size_t>(place.second), static_cast<std::size_t>(place.first), nearest);
  }
  return std::move(rows).table();
}

std::vector<std::size_t> quantile_places(std::size_t records) {
  std::vector<std::size_t> places;
  for (const int percent : risk::permutation_percents) {
    stats::quantile_of(records, percent / 100.0, [&](std::size_t place) {
      places.push_back(place);
      return 0.0;
    });
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

void set_linkage(const PairSearch& search, const PairState& state, const Table& original,
                 const Table& queries, const Table& found, const Table* order, Score& result) {
  const PairFacts facts = state.facts();
  const std::size_t asked = search.searched.rows.size();
  if (queries.rows() != asked) {
    bad_input("a linkage searches for " + std::to_string(asked) + " records, and " +
              std::to_string(queries.rows()) + " came");
  }
  const FoundByQuery all = found_by_query(found, search.by_largest);
  const std::string note = facts.any_coarse() ? stats::suppressed_note : "";
  if (!search.by_ranks) {
    const std::optional<risk::DistanceSpace> space = space_of(search, state, original, result);
    if (!space) return;
    const Matrix masked = coordinates(queries, 'y', state.columns(), *space);
    const Matrix originals = coordinates(queries, 'x', state.columns(), *space);
    const Matrix &from = space->from_masked ? masked : originals,
                 &to = space->from_masked ? originals : masked;
    std::vector<risk::FoundNearest> linkages;
    for (std::size_t at = 0; at < space->sizes.size(); ++at) {
      const Matrix a = first_columns(from, space->sizes[at]), b = first_columns(to, space->sizes[at]);
      risk::FoundNearest& one = linkages.emplace_back();
      one.nearest = found_in_order(all, at, asked);
      for (std::size_t i = 0; i < asked; ++i) one.partner.push_back(stats::squared_distance(a, i, b, i));
    }
    risk::set_distance_linkage(search.params, *space, linkages, search.searched, result);
    return;
  }
  const std::vector<Nearest> nearest = found_in_order(all, 0, asked);
  if (!search.by_largest) {
    std::vector<double> distances;
    for (const Nearest& one : nearest) distances.push_back(std::sqrt(one.squared));
    risk::set_rank_linkage(search.params, std::move(distances), state.columns(), search.searched, note,
                           result);
    return;
  }
  if (order == nullptr) bad_input("the order of changes of rank is missing");
  std::vector<double> chances;
  for (const Nearest& one : nearest) {
    chances.push_back(stats::PartnerCounts{one.second_count, one.count}.chance());
  }
  const double mean = static_cast<double>(state.changes().twice) / 2.0 / static_cast<double>(facts.known);
  risk::set_permutation_distance(mean, quantiles_of(*order, facts.known), facts.known, chances,
                                 search.searched, note, result);
}

}  // namespace sfumato::jobs
