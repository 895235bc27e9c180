// How many people of a population file have the keys of each record: these replace estimates of risk by
// counts.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::risk {

// The people with the keys of each masked record. A file whose population this is cannot have more records of
// a key than there are people, but a masked one can: then its own records are counted.
struct PopulationCounts {
  std::vector<double> people;     // of each record, at least as many as the records that agree with it
  std::size_t people_in_all = 0;  // rows of the population file
  double uniques = 0.0;           // people who are unique on their keys there
  std::size_t outnumbered = 0;    // records whose keys are more frequent in the file than in the population
};

// `keys` are columns of the masked table, which the population has under the same names; values are compared
// as numbers, or as texts where one side has text. `records` are those that agree with each record under that
// interpretation.
PopulationCounts population_counts(const Table& masked, const ColumnSet& keys, const Table& population,
                                   MissingAs reading, const std::vector<double>& records, const Run& run);

// Adds "population", a parameter for such a file, and "population-size"; T has members population and
// population_size.
template <class T>
void add_population(ParamList<T>& list) {
  list.table("population", &T::population).doc("A file of the whole population, with the same keys.");
  list.number("population-size", &T::population_size)
      .at_least(1.0)
      .unit("people")
      .doc("Size of the population, where no file of it is given; without, the sum of the weights.");
}

// The size of the population without a file of it: the given size, else the sum of the
// weights, and 0 where there is neither.
double people_known(const std::optional<double>& given, const std::vector<double>& weights);

}  // namespace sfumato::risk
