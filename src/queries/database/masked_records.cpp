// The release path masks the records, so that warnings and promises are those of a file that is released.
#include "queries/database/masked_records.hpp"

#include "core/error.hpp"
#include "io/toml.hpp"
#include "masking/recipe.hpp"
#include "release/hierarchies.hpp"
#include "release/recipe_run.hpp"
#include "release/record_order.hpp"

namespace sfumato::queries {

MaskedRecords mask_records(const std::vector<io::TableFile>& sources, const DatabaseTerms& terms,
                           const std::vector<std::string>& names, const Run& run) {
  if (terms.recipe.empty()) {
    bad_input("the protection input needs a recipe that masks the records", "give the recipe");
  }
  const masking::Recipe recipe =
      masking::parse_recipe(io::parse_toml(terms.recipe, "the recipe"), "the recipe");
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
    for (std::string& warning : release::unverified_warnings(result.masked.promises, findings)) {
      all.warnings.push_back(std::move(warning));
    }
    // Answers do not depend on the order of the records, and users name households in questions.
    for (std::string& warning : release::unchanged_warnings(result, result.masked.tables.front(), false)) {
      all.warnings.push_back(std::move(warning));
    }
    all.tables.push_back(std::move(result.masked.tables.front()));
  }
  return all;
}

}  // namespace sfumato::queries
