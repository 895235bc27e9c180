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

struct MethodInfo {
  std::string name;
  std::string title;
  Family family = Family::noise;
  std::string summary;  // one sentence
  Kinds accepts = Kind::numeric;
  std::string reference;
  std::string notes = {};  // for the reference page: ties, missing values, what is kept
  bool random = true;      // does it draw random numbers?
  bool samples = false;    // does it release some of the records only?
  // Does it promise differential privacy? Then it fills missing cells, whose marks would tell, and takes
  // every record for itself, also where households are known.
  bool differential = false;
  // Does it promise something of all its columns together, such as k records alike? Then columns that belong
  // to households are not masked apart from the others.
  bool whole_records = false;
  bool households = false;   // does it see to households itself, so that it needs all their members?
  bool identifiers = false;  // does it put names that tell nothing in place of identifiers, so that they can
                             // be released? Its columns become nominal
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
  Guarantee guarantee = {};                 // what the method promises of this release
  std::vector<ClassPromise> promises = {};  // and of classes of records in it
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
  // What can be said of the release beforehand: it reads the schema and the number of records, and no
  // value. Null where there is nothing to say; `error_percent` is how far off a released number is to be
  // expected by noise alone, in percent of the width of its domain.
  std::function<Value(const Table& original, const ColumnSet& columns, const ParamValues& params)> forecast;
};

// Refuses, by name, an empty column set, columns of a kind that the owner does not accept, and numbers
// beyond ±1e150, whose squares overflow. Not so for owners that bring values into a domain first: what
// they refuse must not depend on a value.
void require_usable(const Table& table, const ColumnSet& columns, Kinds accepted, std::string_view owner,
                    bool of_any_size = false);

template <class T>
Method make_method() {
  const MethodInfo info = T::info();
  const std::vector<ParamInfo> infos = param_list<T>().infos();
  return {
      info, infos,
      [info, infos](const Table& original, const ColumnSet& columns, const ParamValues& params,
                    const Run& run) {
        require_usable(original, columns, info.accepts, info.name, info.differential);
        const T method = param_list<T>().bind(resolve_params(infos, params, info.name));
        return method.apply(original, columns, run.within(info.name));
      },
      [info, infos](const ParamValues& params) -> std::string {
        if constexpr (requires(const T& method) { method.refused(); }) {
          return param_list<T>().bind(resolve_params(infos, params, info.name)).refused();
        }
        return {};
      },
      [info, infos](const Table& original, const ColumnSet& columns, const ParamValues& params) -> Value {
        if constexpr (requires(const T& method) { method.forecast(original, columns); }) {
          return param_list<T>().bind(resolve_params(infos, params, info.name)).forecast(original, columns);
        }
        return {};
      }};
}

}  // namespace sfumato

// At the end of a method's source file; masking.def lists the same name.
#define SFUMATO_METHOD(function, Type)              \
  namespace sfumato::masking {                      \
  Method function() { return make_method<Type>(); } \
  }
