// Tables are small, so that one record matters much; views are coarse where they are combined, so that every
// event occurs often enough for a proof.
#include "support/copula_neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sfumato::testing {
namespace {

constexpr std::size_t places = 3;
constexpr std::array<std::pair<std::size_t, std::size_t>, 3> place_pairs{{{0, 1}, {0, 2}, {1, 2}}};

ColumnInfo info_of(Kind kind, std::size_t number) {
  ColumnInfo info;
  info.name = "x" + std::to_string(number);
  info.kind = kind;
  if (kind == Kind::numeric) info.domain = Domain{0.0, 3.0};
  if (kind == Kind::ordinal) info.order = {"a", "b", "c"};
  if (kind == Kind::nominal) info.categories = {"a", "b", "c"};
  return info;
}

Column column_of(Kind kind, const std::vector<double>& cells) {
  Numbers numbers;
  Codes codes{{}, {"a", "b", "c", "somewhere else"}};
  for (const double cell : cells) {
    numbers.push_back(cell == missing_place ? std::nan("") : cell + 0.5);
    const bool declared = cell < static_cast<double>(places);
    codes.codes.push_back(cell == missing_place ? Codes::missing
                          : declared            ? static_cast<std::int32_t>(cell)
                                                : std::int32_t{places});
  }
  if (kind == Kind::numeric) return numbers;
  return codes;
}

Table table_of(Kind kind, const std::vector<std::vector<double>>& columns) {
  std::vector<ColumnInfo> schema;
  std::vector<Column> data;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    schema.push_back(info_of(kind, j));
    data.push_back(column_of(kind, columns[j]));
  }
  return {schema, data};
}

// 0 where either column has a single value.
double correlation_of(const Numbers& a, const Numbers& b) {
  double sum_a = 0.0, sum_b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0;
  const double n = static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    ab += a[i] * b[i];
  }
  const double variances = (aa - sum_a * sum_a / n) * (bb - sum_b * sum_b / n);
  return variances > 1e-9 ? (ab - sum_a * sum_b / n) / std::sqrt(variances) : 0.0;
}

// The number of edges that the value has reached.
int reached(double value, std::initializer_list<double> edges) {
  return static_cast<int>(std::upper_bound(edges.begin(), edges.end(), value) - edges.begin());
}

int fine(double value, double lower, double upper) {
  return std::clamp(static_cast<int>(40.0 * (value - lower) / (upper - lower)), 0, 39);
}

}  // namespace

CopulaNeighbours copula_neighbours(std::string name, Kind kind, std::vector<std::vector<double>> columns,
                                   const std::vector<double>& replacement) {
  CopulaNeighbours pair{std::move(name), kind, table_of(kind, columns), {}};
  for (std::size_t j = 0; j < columns.size(); ++j) columns[j].back() = replacement.at(j);
  pair.other = table_of(kind, columns);
  return pair;
}

std::vector<CopulaNeighbours> hostile_copulas() {
  constexpr double gone = missing_place, unknown = undeclared_place;
  constexpr Kind number = Kind::numeric, ordinal = Kind::ordinal, nominal = Kind::nominal;
  return {copula_neighbours("all in one bin, one elsewhere", number, {{0, 0}}, {2}),
          copula_neighbours("all in one category, one elsewhere", nominal, {{1, 1, 1, 1, 1, 1}}, {0}),
          copula_neighbours("missing and present number", number, {{2, 2, gone}}, {2}),
          copula_neighbours("missing and present category", ordinal, {{2, 2, gone}}, {2}),
          copula_neighbours("outside and inside the domain", number, {{2, unknown}}, {0}),
          copula_neighbours("undeclared and declared category", nominal, {{2, unknown}}, {2}),
          copula_neighbours("all missing but one", ordinal, {{gone, gone, gone}, {gone, gone, gone}}, {2, 2}),
          copula_neighbours("all undeclared but one", nominal, {{0, unknown}, {2, unknown}}, {1, 1}),
          copula_neighbours("concordant, one discordant", number, {{0, 1, 2}, {0, 1, 2}}, {2, 0}),
          turning_record(ordinal, 2),
          turning_record(nominal, 4),
          turning_record(number, 6)};
}

CopulaNeighbours turning_record(Kind kind, std::size_t records) {
  std::vector<double> first(records, 1.0), second(records, 2.0);
  first.back() = second.back() = 0.0;
  return copula_neighbours("one of " + std::to_string(records) + " turns", kind, {first, second}, {2, 1});
}

CopulaSight sight_of(const Table& released) {
  CopulaSight sight;
  std::vector<Numbers> values;
  for (ColumnId id = 0; id < released.column_count(); ++id) {
    values.push_back(released.column(id).to_numbers());
    std::vector<double> shares(places, 0.0);
    for (const double value : values.back()) {
      shares[std::min(static_cast<std::size_t>(value), places - 1)] +=
          1.0 / static_cast<double>(released.rows());
    }
    sight.shares.push_back(shares);
  }
  if (values.size() > 1) sight.correlation = correlation_of(values[0], values[1]);
  return sight;
}

void CopulaViews::look(const CopulaSight& sight, std::span<int> seen) const {
  std::array<std::array<double, 3>, 2> more{};  // records, of the first place of a pair against the second
  std::array<int, 2> empty{};
  for (std::size_t j = 0; j < sight.shares.size(); ++j) {
    const std::vector<double>& shares = sight.shares[j];
    for (std::size_t p = 0; p < place_pairs.size(); ++p) {
      more[j][p] = records_ * (shares[place_pairs[p].first] - shares[place_pairs[p].second]);
    }
    for (const double share : shares) empty[j] = 2 * empty[j] + static_cast<int>(share < 1e-3);
  }
  const int together = reached(sight.correlation, {-0.5, 0.5});
  std::size_t view = 0;
  for (const double first : more[0]) {
    for (const double second : more[1]) {
      const int differences =
          5 * reached(first, {-1.5, -0.5, 0.5, 1.5}) + reached(second, {-1.5, -0.5, 0.5, 1.5});
      seen[view++] = 3 * differences + together;
    }
  }
  for (const auto& column : more) {
    for (const double difference : column) seen[view++] = fine(difference, -records_, records_);
  }
  seen[view++] = fine(sight.correlation, -1.0, 1.0);
  seen[view++] = 8 * empty[0] + empty[1];
}

}  // namespace sfumato::testing
