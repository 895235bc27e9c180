// What a method promises of classes of records that are alike in key columns, in words that somebody else
// can check in the file as written.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

struct ClassPromise {
  std::vector<std::string> keys;    // names of columns
  std::vector<std::string> models;  // "k-anonymity:5", "l-diversity:COLUMN:distinct:3", ...
  bool wildcard = false;            // does a missing key agree with anything, or only with a missing one?
  std::size_t subset = 0;           // the models hold for every choice of so many keys; 0: for all together
  std::string suppressed = {};      // a record with this text in every key tells nothing and is of no class
  std::string within = {};          // the models hold inside each value of this column
  std::string population = {};      // the file whose records some models count
};

Value to_value(const ClassPromise& promise);

}  // namespace sfumato
