// A suppression algorithm: a registry record with its description, its requirements and one function. Each
// algorithm's source file defines a struct with info() and run(); only algorithms.def lists it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato::tables {

class SuppressionSearch;

struct AlgorithmInfo {
  std::string name;
  std::string title;
  std::string summary;     // one sentence
  std::string needs = {};  // what a table must have, after "it needs"; empty if any table will do
  std::string reference = {};
  bool chooses = false;  // it only chooses one of the others, and is left out of comparisons
};

struct SuppressionAlgorithm {
  AlgorithmInfo info;
  // Passes its pattern to the search; false if it cannot be used for the table.
  bool (*run)(SuppressionSearch& search);
};

// In the order of algorithms.def.
const std::vector<SuppressionAlgorithm>& suppression_algorithms();

// The algorithm of that name; an error that lists all of them if there is none.
const SuppressionAlgorithm& suppression_algorithm(std::string_view name);

}  // namespace sfumato::tables

// At the end of an algorithm's source file; algorithms.def lists the same name.
#define SFUMATO_SUPPRESSION(function, Type)                             \
  namespace sfumato::tables {                                           \
  SuppressionAlgorithm function() { return {Type::info(), Type::run}; } \
  }
