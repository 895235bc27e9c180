// Hierarchies are read before the steps run; everything else that makes a release is in src/release.
#include "jobs/mask.hpp"

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "masking/registry.hpp"
#include "release/companion_files.hpp"
#include "release/dropped_columns.hpp"
#include "release/hierarchies.hpp"
#include "release/record_order.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::jobs {
namespace {

ParamValues members(const Value& object) {
  if (!object.is_object()) bad_input("'parameters' is not an object", "write {\"NAME\": VALUE, …}");
  return {object.as_object().begin(), object.as_object().end()};
}

// Leaves of a hierarchy declare what a nominal column can hold, which only methods with differential privacy
// ask.
void load_declared_categories(io::TableFile& file, const masking::Recipe& recipe,
                              const std::vector<std::string>& columns, const Run& run) {
  for (const masking::RecipeStep& step : recipe.steps) {
    if (!step.method->info.differential) continue;
    const std::vector<std::string>& named = step.columns.empty() ? columns : step.columns;
    release::load_hierarchies(file, choose_columns(file.table, named), run, true);
  }
}

// Columns that the recipe leaves out and that are no identifiers.
std::size_t dropped_others(const Table& original, const masking::Recipe& recipe) {
  std::size_t count = 0;
  for (const std::string& name : release::dropped_columns(recipe)) {
    count += original.info(original.require(name)).role != Role::identifier ? 1 : 0;
  }
  return count;
}

}  // namespace

JobInfo MaskRequest::info() {
  return {.name = "mask",
          .title = "Mask",
          .summary = "Protects a table with one method, or with several in a recipe.",
          .inputs = {{"original", "The table to protect."}}};
}

void MaskRequest::params(ParamList<MaskRequest>& list) {
  list.text("method", &MaskRequest::method).doc("The method; without it a recipe.");
  list.tree("parameters", &MaskRequest::parameters).doc("Parameters of the method, by name.");
  list.tree("recipe", &MaskRequest::recipe).doc("Steps and rules, as in a recipe file.");
  list.columns("columns", &MaskRequest::columns)
      .doc(
          "Columns to protect; without it the quasi-identifiers and confidential columns, and with no roles "
          "every "
          "numeric column.");
  list.text("within", &MaskRequest::within)
      .value_name("COLUMN")
      .doc("Mask inside each group of records that are equal here.");
  list.flag("fill", &MaskRequest::fill)
      .doc("Leave no protected cell missing: draw it from the masked column.");
  list.flag("keep-bounds", &MaskRequest::keep_bounds)
      .doc("Keep values inside their domain; without one, inside the original's range.");
  list.flag("keep-integers", &MaskRequest::keep_integers).doc("Columns of whole numbers stay whole.");
  list.flag("map", &MaskRequest::map)
      .doc("Give the controller's map: which original record each masked one is. Keep it secret.");
  list.flag("reveal", &MaskRequest::reveal)
      .doc("Give what may be published so that analysts can undo a bias.");
  list.flag("shuffle", &MaskRequest::shuffle)
      .doc("Release the records in random order, so that their order does not say which record is which.");
  list.flag("renumber", &MaskRequest::renumber).doc("Give households random new numbers.");
  list.flag("public", &MaskRequest::for_public)
      .doc("For a release to the public: ‹shuffle›, and ‹renumber› where there are households.");
  list.texts("derive", &MaskRequest::derive)
      .value_name("TOTAL=A+B")
      .doc("Recompute a total after masking, so that it adds up; may be repeated.");
  list.columns("drop", &MaskRequest::drop).doc("Columns to leave out of the release, as identifiers are.");
}

masking::Recipe MaskRequest::steps() const {
  masking::Recipe result;
  if (method.empty() == recipe.is_null()) {
    bad_input("a release is made by one method or by one recipe", "give one of ‹method› and ‹recipe›");
  }
  if (method.empty()) {
    if (!columns.empty()) {
      bad_input("‹columns› does not go with ‹recipe›", "name the columns of each step in the recipe");
    }
    result = masking::parse_recipe(recipe, recipe_name);
  } else {
    const Method& chosen = masking::method(method);
    result.steps.push_back(
        {&chosen, resolve_params(chosen.params, members(parameters), chosen.info.name), {}, within, fill});
  }
  result.keep_bounds = result.keep_bounds || keep_bounds;
  result.keep_integers = result.keep_integers || keep_integers;
  result.derive.insert(result.derive.end(), derive.begin(), derive.end());
  result.drop.insert(result.drop.end(), drop.begin(), drop.end());
  return result;
}

release::DeliveryTerms MaskRequest::terms() const {
  return {.shuffle = shuffle || for_public,
          .renumber = renumber || for_public,
          .map = map,
          .kept_rows = kept_rows,
          .confirm = confirm};
}

MaskResult mask(const MaskRequest& request, const release::Destination& destination, const Run& run) {
  const masking::Recipe recipe = request.steps();
  io::TableFile file = request.original.file;
  if (request.renumber) release::require_households(file.table);
  load_declared_categories(file, recipe, request.columns, run);
  release::load_step_hierarchies(file, recipe, request.columns, run);
  const release::MaskingResult masked =
      release::run_recipe(recipe, file.table, request.columns, request.original.name, run);
  MaskResult result;
  if (request.reveal) result.reveal = release::reveal_document(masked.masked, masked.release);
  result.delivery = destination.deliver(masked, request.terms(), run);
  result.release = release::reported_release(result.delivery.sidecar.at("release"));
  result.details = masked.masked.details;
  result.rows = masked.masked.tables.front().rows();
  result.identifiers = file.table.column_count() -
                       release::released_columns(masked.masked.tables.front()).size() -
                       dropped_others(file.table, recipe);
  result.masked = masked.masked;
  result.warnings = release::all_warnings(masked, result.delivery);
  result.accepted = release::accepted_warnings(result.warnings, request.accepted);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(mask_job, sfumato::jobs::MaskRequest)
