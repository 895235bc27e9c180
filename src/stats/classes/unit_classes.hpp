// Persons or companies with several records: how many different ones have the keys of a record. Records of
// one unit do not protect each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/wildcard_classes.hpp"

namespace sfumato::stats {

// Units are numbered in the order of their first records.
struct Units {
  std::vector<std::uint32_t> of_row;
  std::uint32_t count = 0;
};
// A record without a value is a unit of its own.
Units units_of(const Column& column);
// The units of some of the records, numbered anew.
Units units_of(const Units& units, std::span<const std::size_t> rows);

// One value for each unit: the smallest or largest of its records.
std::vector<double> smallest_of_units(const std::vector<double>& of_row, const Units& units);
std::vector<double> largest_of_units(const std::vector<double>& of_row, const Units& units);

// The place of each code among the texts of the values, in the order of their bytes: an order that a file
// keeps, whatever the codes are.
std::vector<std::uint32_t> text_places(const Column& column, const KeyColumn& codes);

// The different units of each class, ascending.
struct ClassUnits {
  std::vector<std::size_t> begin;  // of each class in `units`, and the end
  std::vector<std::uint32_t> units;

  std::size_t count(std::size_t number) const { return begin[number + 1] - begin[number]; }
  std::span<const std::uint32_t> of(std::size_t number) const {
    return std::span(units).subspan(begin[number], count(number));
  }
};
ClassUnits class_units(const KeyClasses& classes, const Units& units);

// As wildcard_counts, for units: those with a record that matches. A unit counts `alpha` if each of its
// matching records misses a column that the record misses too; a record's own unit counts 1. `weights` has
// one for each unit, or none.
WildcardCounts wildcard_unit_counts(const KeyTable& keys, const Units& units, std::span<const double> weights,
                                    double alpha, const Run& run);

// Units with a combination of values that no other unit has, for each set of columns, by their positions in
// `keys`; missing is a value like others.
std::vector<std::uint32_t> unique_unit_counts(const KeyTable& keys, const Units& units,
                                              const std::vector<std::vector<std::size_t>>& sets,
                                              const Run& run);

}  // namespace sfumato::stats
