// What a method promises about classes of records that have equal key columns, in a form that independent
// code can verify in the released table.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

struct ClassPromise {
  std::vector<std::string> keys;    // names of columns
  std::vector<std::string> models;  // "k-anonymity:5", "l-diversity:COLUMN:distinct:3", ...
  bool wildcard = false;   // true: a missing key agrees with every value; false: only with a missing one
  std::size_t subset = 0;  // the models hold for every subset of this many keys; 0: for all keys together
  std::string suppressed = {};  // a record with this text in every key is suppressed and belongs to no class
  std::string within = {};      // the models hold inside each value of this column
  std::string population = {};  // the file whose records some models count
  std::string unit = {};  // the column of persons or companies, which the models count; without: records
};

Value to_value(const ClassPromise& promise);

}  // namespace sfumato
