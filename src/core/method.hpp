// A masking method: a record of what it is, its parameters, and one function. A method's source
// file defines a struct with info(), params() and apply(); make_method turns it into this record.
#pragma once

#include <functional>
#include <string>
#include <vector>

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
};

// How the records of a release relate to those of the original.
enum class Mapping { same_rows, subset, none };
std::string_view to_text(Mapping mapping);

struct Masked {
  std::vector<Table> tables;  // one, or M copies
  Value details = Value::object();
  Mapping mapping = Mapping::same_rows;
  std::vector<std::size_t> rows = {};  // of a subset: the original row of each released record
  Value reveal = Value::object();      // what may be published, so that analysts can undo a bias
};

struct Method {
  MethodInfo info;
  std::vector<ParamInfo> params;
  // Parameters need not be complete: what is left out has its default.
  std::function<Masked(const Table& original, const ColumnSet& columns, const ParamValues& params,
                       const Run& run)>
      apply;
};

// Refuses, by name, an empty column set, columns of a kind that the owner does not accept, and numbers
// beyond ±1e150, whose squares overflow.
void require_usable(const Table& table, const ColumnSet& columns, Kinds accepted, std::string_view owner);

template <class T>
Method make_method() {
  const MethodInfo info = T::info();
  const std::vector<ParamInfo> infos = param_list<T>().infos();
  return {info, infos,
          [info, infos](const Table& original, const ColumnSet& columns, const ParamValues& params,
                        const Run& run) {
            require_usable(original, columns, info.accepts, info.name);
            const T method = param_list<T>().bind(resolve_params(infos, params, info.name));
            return method.apply(original, columns, run.within(info.name));
          }};
}

}  // namespace sfumato

// At the end of a method's source file; masking.def lists the same name.
#define SFUMATO_METHOD(function, Type)              \
  namespace sfumato::masking {                      \
  Method function() { return make_method<Type>(); } \
  }
