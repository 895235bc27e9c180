// Names of mappings, sides and directions, and what all methods and measures share: the check of their
// columns, and the records that the registries hold.
#include "core/method.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/measure.hpp"

namespace sfumato {

std::string_view to_text(Family family) {
  switch (family) {
    case Family::noise:
      return "noise";
    case Family::microaggregation:
      return "microaggregation";
    case Family::swapping:
      return "swapping";
    case Family::synthesis:
      return "synthesis";
    case Family::compression:
      return "compression";
    case Family::reduction:
      return "reduction";
  }
  return {};
}

const std::vector<Family>& families() {
  static const std::vector<Family> all = {Family::noise,     Family::microaggregation, Family::swapping,
                                          Family::synthesis, Family::compression,      Family::reduction};
  return all;
}

std::string_view to_text(Mapping mapping) {
  switch (mapping) {
    case Mapping::same_rows:
      return "same-rows";
    case Mapping::subset:
      return "subset";
    case Mapping::none:
      return "none";
  }
  return {};
}

std::string_view to_text(Side side) {
  switch (side) {
    case Side::risk:
      return "risk";
    case Side::utility:
      return "utility";
    case Side::both:
      return "both";
  }
  return {};
}

std::string_view to_text(Better better) { return better == Better::higher ? "higher" : "lower"; }

void require_usable(const Table& table, const ColumnSet& columns, Kinds accepted, std::string_view owner,
                    bool of_any_size) {
  if (columns.empty()) {
    bad_param("columns", "no columns for " + std::string(owner),
              "name some with ‹columns›; it takes " + to_text(accepted) + " columns");
  }
  for (const ColumnId id : columns) {
    const ColumnInfo& info = table.info(id);
    if (!accepted.has(info.kind)) {
      bad_param("columns",
                "column '" + info.name + "' is " + std::string(to_text(info.kind)) + ", and " +
                    std::string(owner) + " takes " + to_text(accepted) + " columns",
                "leave it out of ‹columns›, or declare its kind in the sidecar");
    }
    if (const Numbers* numbers = table.column(id).get_if<Numbers>(); numbers != nullptr && !of_any_size) {
      constexpr double largest = 1e150;
      if (std::any_of(numbers->begin(), numbers->end(),
                      [](double value) { return std::fabs(value) > largest; })) {
        bad_param("columns", "column '" + info.name + "' has numbers beyond ±1e150, whose squares overflow",
                  "rescale the column, or leave it out of ‹columns›");
      }
    }
  }
}

Method assemble_method(MethodInfo info, std::vector<ParamInfo> params, MethodFunctions functions) {
  Method method;
  method.apply = [info, params, functions](const Table& original, const ColumnSet& columns,
                                           const ParamValues& given, const Run& run) {
    require_usable(original, columns, info.accepts, info.name, info.differential);
    return functions.apply(resolve_params(params, given, info.name), original, columns,
                           run.within(info.name));
  };
  method.refused = [name = info.name, params, functions](const ParamValues& given) -> std::string {
    if (functions.refused == nullptr) return {};
    return functions.refused(resolve_params(params, given, name));
  };
  method.forecast = [name = info.name, params, functions](const Table& original, const ColumnSet& columns,
                                                          const ParamValues& given) -> Value {
    if (functions.forecast == nullptr) return {};
    return functions.forecast(resolve_params(params, given, name), original, columns);
  };
  method.info = std::move(info);
  method.params = std::move(params);
  return method;
}

Measure assemble_measure(MeasureInfo info, std::vector<ParamInfo> params, ScoreFunction score) {
  Measure measure;
  measure.score = [info, params, score](const Table& original, const Table& masked, const ColumnSet& columns,
                                        const ParamValues& given, const Run& run) -> Score {
    require_usable(original, columns, info.accepts, info.name);
    const ParamValues resolved = resolve_params(params, given, info.name);
    if (info.needs_mapping && original.rows() != masked.rows()) {
      return {.value = std::nullopt,
              .note = "needs the mapping of records, and the files have " + std::to_string(original.rows()) +
                      " and " + std::to_string(masked.rows()) + " records"};
    }
    return score(resolved, original, masked, columns, run.within(info.name));
  };
  measure.info = std::move(info);
  measure.params = std::move(params);
  return measure;
}

}  // namespace sfumato
