// The release path masks the records, so that warnings and promises are those of a file that is released.
#include "queries/database/masked_records.hpp"

#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "masking/recipe.hpp"
#include "release/dropped_columns.hpp"
#include "release/hierarchies.hpp"
#include "release/recipe_run.hpp"
#include "release/unchanged_columns.hpp"

namespace sfumato::queries {
namespace {

// One column of numbers; the masked one is changed only where a cell must be.
std::size_t clamp_column(const Column& original, Table& masked, ColumnId id,
                         const CatalogueColumn& declared) {
  const double unit = std::pow(10.0, -declared.decimals);
  const double lower = static_cast<double>(declared.lower) * unit,
               upper = static_cast<double>(declared.upper) * unit;
  const Numbers before = original.to_numbers(), after = masked.column(id).to_numbers();
  Numbers kept = after;
  std::size_t moved = 0;
  for (std::size_t row = 0; row < after.size(); ++row) {
    const bool was_inside = before[row] >= lower && before[row] <= upper;
    if (!was_inside || std::isnan(after[row]) || (after[row] >= lower && after[row] <= upper)) continue;
    kept[row] = after[row] < lower ? lower : upper;
    ++moved;
  }
  if (moved > 0) masked.replace(id, std::move(kept));
  return moved;
}

}  // namespace

std::vector<std::pair<std::string, std::size_t>> clamp_moved(const Table& original, Table& masked,
                                                             const CatalogueTable& table) {
  std::vector<std::pair<std::string, std::size_t>> result;
  if (original.rows() != masked.rows()) return result;
  for (const CatalogueColumn& declared : table.columns) {
    const std::optional<ColumnId> before = original.find(declared.name), after = masked.find(declared.name);
    if (declared.kind != ColumnKind::number || declared.date || !before || !after) continue;
    if (original.column(*before).is_text() || masked.column(*after).is_text()) continue;
    const std::size_t moved = clamp_column(original.column(*before), masked, *after, declared);
    if (moved > 0) result.emplace_back(declared.name, moved);
  }
  return result;
}

MaskedRecords mask_records(const std::vector<io::TableFile>& sources, const DatabaseTerms& terms,
                           const std::vector<std::string>& names, const Run& run) {
  if (terms.recipe.empty()) {
    bad_input("the protection input needs a recipe that masks the records", "give the recipe");
  }
  const masking::Recipe recipe =
      masking::parse_recipe(io::parse_toml(terms.recipe, "the recipe"), "the recipe");
  if (!release::dropped_columns(recipe).empty()) {
    bad_input("the recipe drops columns, but a database has the columns of its catalogue",
              "leave these columns out of the catalogue and ‹drop› out of the recipe");
  }
  MaskedRecords all;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    io::TableFile file = sources[i];
    release::load_step_hierarchies(file, recipe, {}, run);
    release::MaskingResult result = release::run_recipe(recipe, file.table, {}, names[i], run);
    if (result.masked.tables.size() != 1) {
      bad_input("the recipe makes " + std::to_string(result.masked.tables.size()) + " masked copies",
                "use a method that makes one copy");
    }
    const std::vector<verify::PromiseFinding> findings =
        release::verify_table(result.masked.tables.front(), result.masked.promises, run, "masked table");
    all.promises.insert(all.promises.end(), findings.begin(), findings.end());
    all.warnings.insert(all.warnings.end(), result.warnings.begin(), result.warnings.end());
    for (Warning& warning : release::unverified_warnings(result.masked.promises, findings)) {
      all.warnings.push_back(std::move(warning));
    }
    // Answers do not depend on the order of the records, and users name households in questions.
    const auto unchanged = release::unchanged_columns(result, result.masked.tables.front());
    for (Warning& warning : release::unchanged_warnings(unchanged, false)) {
      all.warnings.push_back(std::move(warning));
    }
    all.tables.push_back(std::move(result.masked.tables.front()));
  }
  return all;
}

}  // namespace sfumato::queries
