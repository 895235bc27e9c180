// A measure of disclosure risk or of utility: a record that describes it and one function. A
// measure's source file defines a struct with info(), params() and score(), as methods do.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/method.hpp"
#include "core/params.hpp"
#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato {

enum class Side { risk, utility, both };
// Which direction is better: for the data subject (risk) or for the data user (utility).
enum class Better { higher, lower };
std::string_view to_text(Side side);
std::string_view to_text(Better better);

// Whether a measure is computed when none is named.
enum class ByDefault {
  always,
  never,
  unmapped,  // only where no record mapping is known
  synthetic  // only of a synthetic file, the records of which correspond to no original record
};

struct MeasureInfo {
  std::string name;
  std::string title;
  std::string summary;  // one sentence
  Side side = Side::risk;
  Better better = Better::lower;
  std::string range;  // "0 to 100 %"
  Kinds accepts = Kind::numeric;
  bool needs_mapping = true;  // does it need the mapping from masked to original records?
  std::string cost;           // "n log n", "n²"
  std::string reference;
  ByDefault by_default = ByDefault::always;
  // Does it read a label as the original values that it covers? Other measures compare labels as categories.
  bool covers = false;
  // Does it take rows that stand for several equal records, by a column with the role `count`?
  bool counted = false;
};

struct Score {
  std::optional<double> value;  // none: `note` says why
  std::string note = {};
  Value details = Value::object();
  std::string reading = {};             // the value in plain words: "18 % of records re-identified …"
  std::vector<double> per_record = {};  // risk of each original row, NaN where it has none; or empty
  double standard_error = 0.0;          // of a value estimated from a sample of the records; 0: exact
};

// The value was estimated from `records` of `of` records: sets its standard error, says so in the note, and
// adds "sampled": {"records", "of", "standard_error"} to the details.
void mark_sampled(Score& score, std::size_t records, std::size_t of, double standard_error);

struct Measure {
  MeasureInfo info;
  std::vector<ParamInfo> params;
  // Both tables hold the compared columns under the same ids; with a mapping, row i came from row i.
  std::function<Score(const Table& original, const Table& masked, const ColumnSet& columns,
                      const ParamValues& params, const Run& run)>
      score;
};

// A measure's struct with its parameters bound, as a plain function of resolved parameters.
using ScoreFunction = Score (*)(const ParamValues& resolved, const Table& original, const Table& masked,
                                const ColumnSet& columns, const Run& run);

// The record, with the checks that all measures share.
Measure assemble_measure(MeasureInfo info, std::vector<ParamInfo> params, ScoreFunction score);

template <class T>
Measure make_measure() {
  return assemble_measure(T::info(), param_list<T>().infos(),
                          [](const ParamValues& resolved, const Table& original, const Table& masked,
                             const ColumnSet& columns, const Run& run) -> Score {
                            return param_list<T>().bind(resolved).score(original, masked, columns, run);
                          });
}

}  // namespace sfumato

// At the end of a measure's source file; risk.def or utility.def lists the same name.
#define SFUMATO_MEASURE(space, function, Type)        \
  namespace sfumato::space {                          \
  Measure function() { return make_measure<Type>(); } \
  }
