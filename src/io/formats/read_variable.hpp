// A variable as a statistics package stores it, doubles or texts with a display format, and its
// conversion into a column. It does not use ReadStat's types.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/column.hpp"
#include "core/schema.hpp"
#include "io/code_collector.hpp"

namespace sfumato::io {

enum class Package { spss, stata, sas };

struct ReadVariable {
  ColumnInfo info;  // name and label
  bool text = false;
  bool stored_integers = false;        // of a type that holds integers only
  std::optional<Kind> declared_kind;   // where the file says so
  std::string format;                  // F8.2, %td, DATE9
  std::string label_set;               // name of its value labels; empty: none
  std::set<std::string> missing_seen;  // codes that stood for a missing value
  Numbers numbers;
  CodeCollector texts;
};

// What a number means by its display format.
enum class Shown { number, whole_number, day, moment };
Shown shown_as(const std::string& format, Package package);

// The column, and in `variable.info` its kind, labels and missing codes. Errors name `source`, the column
// and the row.
Column finished_column(ReadVariable& variable, const std::map<std::string, ValueLabels>& label_sets,
                       Package package, const std::string& source);

}  // namespace sfumato::io
