// Missing cells are filled by the method itself where it has a parameter for it.
#include "masking/stratum_step.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/record_groups.hpp"

namespace sfumato::masking {
namespace {

bool has_param(const Method& method, std::string_view name) {
  return std::any_of(method.params.begin(), method.params.end(),
                     [&](const ParamInfo& info) { return info.name == name; });
}

// Missing cells get values drawn from those present; a column without any stays missing. With households,
// members that are equal stay equal.
void fill_missing(Table& masked, const ColumnSet& columns, const std::optional<RecordGroups>& households,
                  const Run& run) {
  for (const ColumnId id : columns) {
    const Column& column = masked.column(id);
    if (column.missing_count() == 0) continue;
    const bool together = households && equal_within(column, *households);
    std::vector<std::size_t> donors, source(column.size());
    for (std::size_t row = 0; row < column.size(); ++row) {
      source[row] = row;
      if (!column.missing(row)) donors.push_back(row);
    }
    if (donors.empty()) continue;
    Rng rng = run.rng("fill", id);
    const auto donor = [&] { return donors[rng.below(donors.size())]; };
    for (std::size_t row = 0; !together && row < column.size(); ++row) {
      if (column.missing(row)) source[row] = donor();
    }
    for (std::size_t h = 0; together && h < households->size(); ++h) {
      const std::vector<std::size_t>& members = (*households)[h];
      if (!column.missing(members.front())) continue;
      const std::size_t from = donor();
      for (const std::size_t row : members) source[row] = from;
    }
    masked.replace(id, column.taking(source));
  }
}

}  // namespace

Masked apply_plain(const Table& original, const Step& step, const Run& run) {
  ParamValues params = step.params;
  const bool own_fill = has_param(*step.method, "fill");
  if (step.fill && own_fill) {
    std::erase_if(params, [](const auto& param) { return param.first == "fill"; });
    params.emplace_back("fill", true);
  }
  Masked masked = step.method->apply(original, step.columns, params, run);
  if (step.fill && !own_fill) {
    if (!masked.promises.empty()) {
      bad_param("fill", "filling missing cells would break the promise of " + step.method->info.name,
                "leave out ‹fill›, or fill before it in a recipe");
    }
    for (Table& table : masked.tables) {
      const std::optional<ColumnId> household = column_of(table, Role::household);
      std::optional<RecordGroups> groups;
      if (household && step.method->info.draws_values) groups = record_groups(table.column(*household));
      fill_missing(table, step.columns, groups, run);
    }
  }
  return masked;
}

Masked apply_stratum(const Table& records, const Step& step, std::size_t stratum, const std::string& name,
                     const Run& run) {
  try {
    return apply_plain(records, step, run.within("stratum", stratum).without_record_numbers());
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    const std::string where = step.within ? "where " + records.info(*step.within).name + " is " : "in ";
    bad_input(where + name + " (" + std::to_string(records.rows()) + " records): " + failure.message,
              failure.hint + (step.within ? ", or join small strata" : ", or choose larger blocks"));
  }
}

}  // namespace sfumato::masking
