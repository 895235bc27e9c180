// Which recipes need all records at once, although their caller can bring records together.
#include "masking/blocks_work.hpp"
#include "release/block_recipe.hpp"
#include "release/dropped_columns.hpp"
#include "release/partition_recipe.hpp"

namespace sfumato::release {
namespace {

std::string blocks_hindrance(const masking::Recipe& recipe, const Table& outline,
                             const std::vector<std::string>& columns, const std::string& source) {
  if (recipe.steps.size() != 1) return "blocks of near records are for one method, not for several steps";
  const std::string& name = recipe.steps.front().method->info.name;
  if (recipe_hindrance(recipe, outline, columns, source, RecordsIn::parts).empty()) {
    bad_param("block-rows", name + " needs no blocks: it gives the values of one machine", "leave it out");
  }
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    if (outline.info(id).role == Role::unit)
      return "units with several records are counted among all records";
  }
  const PreparedSteps prepared = prepared_steps(recipe, leaving_out(outline, recipe), columns, source, true);
  const std::string reason = masking::BlocksWork::hindrance(outline, prepared.steps.front());
  return reason.empty() ? "" : name + ": " + reason;
}

}  // namespace

std::string partition_hindrance(const masking::Recipe& recipe, const Table& outline,
                                const std::vector<std::string>& columns, const std::string& source,
                                std::size_t block_rows) {
  const auto has = [&](Role role) {
    for (ColumnId id = 0; id < outline.column_count(); ++id) {
      if (outline.info(id).role == role) return true;
    }
    return false;
  };
  const bool households = has(Role::household), units = has(Role::unit);
  if (households && units) return "households and units are both declared";
  for (const masking::RecipeStep& step : recipe.steps) {
    const MethodInfo& info = step.method->info;
    if (households && block_rows > 0 && !info.whole_records) {
      return "columns that are equal within households are masked once for each, and blocks of near records "
             "may divide a household";
    }
    if (units && info.whole_records) return "units with several records are counted among all records";
  }
  if (block_rows > 0) return blocks_hindrance(recipe, outline, columns, source);
  return recipe_hindrance(recipe, outline, columns, source, RecordsIn::parts);
}

}  // namespace sfumato::release
