// A catalogue for the tests of the query language: every kind of column, small enough to enumerate all
// values.
#pragma once

#include "io/toml.hpp"
#include "queries/catalogue.hpp"

namespace sfumato::testing {

inline queries::Catalogue language_catalogue() {
  constexpr const char* text = R"(
[table.patients]
person = "patient_id"
rows-per-person = 5
[table.patients.column.age]
kind = "number"
domain = [0, 12]
null = true
[table.patients.column.height]
kind = "number"
domain = [-0.5, 1.25]
decimals = 2
[table.patients.column.sex]
kind = "category"
categories = ["f", "m"]
[table.patients.column.Ward]
kind = "category"
categories = ["a1", "a2", "b1", "it's", "A1", "a%b", "größer"]
null = true
[table.patients.column.income]
kind = "number"
domain = [-9007199254740992, 9007199254740992]
null = true
[table.visits.column.cost]
kind = "number"
domain = [0, 1000000]
decimals = 2
[table.visits.column.year]
kind = "number"
domain = [1001, 2000]
)";
  return queries::parse_catalogue(io::parse_toml(text, "test"), "test");
}

}  // namespace sfumato::testing
