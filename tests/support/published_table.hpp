// Table 2 of Domingo-Ferrer, Mateo, Torres, "Concepts for the evaluation of anonymized data": 109 maskings
// of Census with their losses and risks, and how to make again those that draw nothing at random.
#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "core/method.hpp"
#include "core/table.hpp"

namespace sfumato::testing {

struct PublishedRow {
  double information_loss = 0.0;
  double distance_linkage = 0.0;
  double probabilistic_linkage = 0.0;
  double interval_disclosure = 0.0;
  double score = 0.0;
};

// By name of the row, from the reference file table2.csv.
std::map<std::string, PublishedRow> published_rows(const std::string& path);

// Rows "MicIR03" to "MicIR10": a name, and the value of a dial.
struct PublishedFamily {
  std::string name;
  std::string method;
  ParamValues params;
  std::string dial;
  int first = 3, step = 1, last = 10, digits = 2;
  bool exact = true;  // reached to the digits printed; the others were made by other software
};
void PrintTo(const PublishedFamily& family, std::ostream* out);

const std::vector<PublishedFamily>& published_families();

// Of rows that take long to measure, use every n-th one: sanitizers make them slower.
#ifdef SFUMATO_SANITIZED
inline constexpr std::size_t slow_row_stride = 9;
#else
inline constexpr std::size_t slow_row_stride = 1;
#endif

// Calls visit(row name, masked table) for the rows of a family.
void for_each_row(const PublishedFamily& family, const Table& census,
                  const std::function<void(const std::string&, const Table&)>& visit);

}  // namespace sfumato::testing
