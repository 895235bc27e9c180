// The records of file and population are stacked, so that equal values have equal codes, and people have
// weight one and records weight zero.
#include "risk/population_keys.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "core/error.hpp"

namespace sfumato::risk {
namespace {

Column as_text(const Column& column) {
  if (column.is_text()) return column;
  Codes codes;
  std::map<std::string, std::int32_t> numbers;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    const auto [place, fresh] =
        numbers.try_emplace(column.text(row), static_cast<std::int32_t>(codes.labels.size()));
    if (fresh) codes.labels.push_back(place->first);
    codes.codes.push_back(place->second);
  }
  return codes;
}

Column stacked(const Column& file, const Column& population) {
  const bool numbers =
      !file.is_text() && !population.is_text() && !file.is_calendar() && !population.is_calendar();
  if (file.same_type(population) || numbers) {
    return concatenated(std::array{&file, &population});
  }
  const Column above = as_text(file), below = as_text(population);
  return concatenated(std::array{&above, &below});
}

ColumnSet counterparts(const Table& masked, const ColumnSet& keys, const Table& population) {
  ColumnSet result;
  for (const ColumnId id : keys) {
    const std::string& name = masked.info(id).name;
    const std::optional<ColumnId> found = population.find(name);
    if (!found) bad_input("the population has no column '" + name + "'", "its keys need the same names");
    result.push_back(*found);
  }
  return result;
}

double uniques_of(const stats::KeyTable& both, std::size_t records, const Run& run) {
  stats::KeyTable people{both.rows - records, {}};
  for (const stats::KeyColumn& column : both.columns) {
    people.columns.push_back(
        {{column.codes.begin() + static_cast<std::ptrdiff_t>(records), column.codes.end()}, column.distinct});
  }
  const stats::KeyClasses classes = stats::equal_classes(people, run);
  return static_cast<double>(std::count(classes.sizes.begin(), classes.sizes.end(), 1U));
}

}  // namespace

PopulationCounts population_counts(const Table& masked, const ColumnSet& keys, const Table& population,
                                   MissingAs reading, const std::vector<double>& records, const Run& run) {
  const ColumnSet others = counterparts(masked, keys, population);
  stats::KeyTable both{masked.rows() + population.rows(), std::vector<stats::KeyColumn>(keys.size())};
  run.parallel(keys.size(), [&](std::size_t j) {
    both.columns[j] = stats::key_column(stacked(masked.column(keys[j]), population.column(others[j])));
  });
  const stats::RecordCounts own = stats::record_counts(masked);
  if (!own.one_each()) {
    std::vector<std::uint32_t> times(own.of_row().begin(), own.of_row().end());
    times.resize(both.rows, 1);
    both.counts = stats::RecordCounts(std::move(times));
  }
  std::vector<double> one_each(both.rows, 1.0);
  std::fill_n(one_each.begin(), masked.rows(), 0.0);
  PopulationCounts result;
  result.people = key_frequencies(both, one_each, reading, 1.0, run).weights;
  result.people.resize(masked.rows());
  result.people_in_all = population.rows();
  result.uniques = uniques_of(both, masked.rows(), run);
  for (std::size_t row = 0; row < result.people.size(); ++row) {
    if (result.people[row] >= records[row]) continue;
    result.people[row] = records[row];
    result.outnumbered += own[row];
  }
  return result;
}

double people_known(const std::optional<double>& given, const std::vector<double>& weights) {
  return given ? *given : exact_sum(weights);
}

}  // namespace sfumato::risk
