// The table is shared by all calls, since tables share their columns.
#include "compare/finished_release.hpp"

namespace sfumato::compare {

Method finished_release(const std::string& name, Table table, Mapping mapping) {
  Method result;
  result.info = {.name = name,
                 .title = name,
                 .family = Family::synthesis,
                 .summary = "A finished release.",
                 .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
                 .reference = "none: made elsewhere",
                 .random = false,
                 .households = true};
  result.apply = [released = std::move(table), mapping](const Table&, const ColumnSet&, const ParamValues&,
                                                        const Run&) {
    Masked masked;
    masked.tables = {released};
    masked.mapping = mapping;
    return masked;
  };
  result.refused = [](const ParamValues&) { return std::string(); };
  result.forecast = [](const Table&, const ColumnSet&, const ParamValues&) { return Value(); };
  return result;
}

}  // namespace sfumato::compare
