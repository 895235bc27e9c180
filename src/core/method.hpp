// A masking method: a record of what it is, its parameters, and one function. A method's source
// file defines a struct with info(), params() and apply(); make_method turns it into this record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/class_promise.hpp"
#include "core/guarantee.hpp"
#include "core/params.hpp"
#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato {

// What a method does to values, in one word; methods of a family are shown side by side.
enum class Family { noise, microaggregation, swapping, synthesis, compression, reduction };
std::string_view to_text(Family family);
const std::vector<Family>& families();

// The values that a method is made for: any; few different ones, since it counts records with equal values;
// those of a hierarchy, which it coarsens along; dates; or sampling weights, whose columns it takes where
// none are named, and whose households it treats itself.
enum class MadeFor { any_values, few_values, hierarchies, dates, weights };

struct MethodInfo {
  std::string name;
  std::string title;
  Family family = Family::noise;
  std::string summary;  // one sentence
  Kinds accepts = Kind::numeric;
  std::string reference;
  bool random = true;    // does it draw random numbers?
  bool samples = false;  // does it release some of the records only?
  // Does it promise differential privacy? Then it fills missing cells, whose positions would reveal
  // something, and masks each record separately, also where households are known.
  bool differential = false;
  // Does it promise something about all its columns together, such as groups of k equal records? Then
  // household columns are not masked separately.
  bool whole_records = false;
  bool households = false;  // does it treat households itself, so that it needs all their members?
  // Does it give all members of a household the same values in the columns that belong to households? Then
  // these are not masked separately.
  bool keeps_households = false;
  bool draws_values = false;  // do synthetic records get values of original ones?
  bool identifiers = false;   // does it replace identifiers by pseudonyms, so that they can be released? Its
                              // columns become nominal
  bool secret_key = false;    // can it be given a file with a secret key, as `key`?
  MadeFor made_for = MadeFor::any_values;
  // Records beyond which it takes so long that a comparison leaves it out, unless it is named; 0: any number.
  std::size_t practical_rows = 0;
};

// How the records of a release relate to those of the original.
enum class Mapping { same_rows, subset, none };
std::string_view to_text(Mapping mapping);

struct Masked {
  std::vector<Table> tables;  // one, or M copies
  Value details = Value::object();
  Mapping mapping = Mapping::same_rows;
  std::vector<std::size_t> rows = {};       // of a subset: the original row of each released record
  Value reveal = Value::object();           // what may be published, so that analysts can undo a bias
  Guarantee guarantee = {};                 // the guarantee of this release
  std::vector<ClassPromise> promises = {};  // promises about classes of records in it
};

struct Method {
  MethodInfo info;
  std::vector<ParamInfo> params;
  // Parameters need not be complete: what is left out has its default.
  std::function<Masked(const Table& original, const ColumnSet& columns, const ParamValues& params,
                       const Run& run)>
      apply;
  // Why these parameters do not go together, whatever the data; empty when they do.
  std::function<std::string(const ParamValues& params)> refused;
  // A forecast of the release: it reads the schema and the number of records, and no value. Null where there
  // is none; `error_percent` is the expected error of a released number from noise alone, in percent of the
  // width of its domain.
  std::function<Value(const Table& original, const ColumnSet& columns, const ParamValues& params)> forecast;
};

// Refuses, by name, an empty column set, columns of a kind that the owner does not accept, and numbers
// beyond ±1e150, whose squares overflow. Owners that first clamp values to a domain are exempt: their
// refusals must not depend on a value.
void require_usable(const Table& table, const ColumnSet& columns, Kinds accepted, std::string_view owner,
                    bool of_any_size = false);

// A method's struct with its parameters bound, as plain functions of resolved parameters.
// `refused` and `forecast` are null where the struct has none.
struct MethodFunctions {
  Masked (*apply)(const ParamValues& resolved, const Table& original, const ColumnSet& columns,
                  const Run& run);
  std::string (*refused)(const ParamValues& resolved) = nullptr;
  Value (*forecast)(const ParamValues& resolved, const Table& original, const ColumnSet& columns) = nullptr;
};

// The record, with the checks that all methods share.
Method assemble_method(MethodInfo info, std::vector<ParamInfo> params, MethodFunctions functions);

template <class T>
Method make_method() {
  MethodFunctions functions{
      [](const ParamValues& resolved, const Table& original, const ColumnSet& columns, const Run& run) {
        return param_list<T>().bind(resolved).apply(original, columns, run);
      }};
  if constexpr (requires(const T& method) { method.refused(); }) {
    functions.refused = [](const ParamValues& resolved) { return param_list<T>().bind(resolved).refused(); };
  }
  if constexpr (requires(const T& method, const Table& table, const ColumnSet& columns) {
                  method.forecast(table, columns);
                }) {
    functions.forecast = [](const ParamValues& resolved, const Table& original, const ColumnSet& columns) {
      return param_list<T>().bind(resolved).forecast(original, columns);
    };
  }
  return assemble_method(T::info(), param_list<T>().infos(), functions);
}

}  // namespace sfumato

// At the end of a method's source file; masking.def lists the same name.
#define SFUMATO_METHOD(function, Type)              \
  namespace sfumato::masking {                      \
  Method function() { return make_method<Type>(); } \
  }
