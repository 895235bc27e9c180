// Hierarchies are read before the steps run; everything else that makes a release is in src/release.
#include "jobs/mask.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "jobs/block_release.hpp"
#include "jobs/record_sequence.hpp"
#include "masking/registry.hpp"
#include "release/companion_files.hpp"
#include "release/dropped_columns.hpp"
#include "release/fitting.hpp"
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

}  // namespace

bool draws_at_random(const masking::Recipe& recipe, const release::DeliveryTerms& terms) {
  return terms.shuffle || terms.renumber ||
         std::any_of(recipe.steps.begin(), recipe.steps.end(),
                     [](const masking::RecipeStep& step) { return step.method->info.random || step.fill; });
}

std::size_t dropped_others(const Table& original, const masking::Recipe& recipe) {
  std::size_t count = 0;
  for (const std::string& name : release::dropped_columns(recipe)) {
    count += original.info(original.require(name)).role != Role::identifier ? 1 : 0;
  }
  return count;
}

JobInfo MaskRequest::info() {
  return {.name = "mask",
          .title = "Mask",
          .summary = "Protects a table with one method, or with several in a recipe.",
          .inputs = {{"original", "The table to protect."},
                     {.name = "earlier",
                      .doc = "Earlier releases, which an intruder may have too.",
                      .required = false,
                      .several = true}}};
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
  list.flag("fit", &MaskRequest::fit)
      .doc(
          "Give what was fitted (levels, cuts, limits, hierarchies), so that the next file is treated "
          "alike.");
  list.tree("fitted", &MaskRequest::fitted)
      .doc("In place of a method: what ‹fit› gave for an earlier file. What is new in this one is counted.");
  list.table("key", &MaskRequest::key)
      .doc("With ‹fitted›: the secret key of the earlier release, where it is not where it was.");
  list.columns("link", &MaskRequest::link)
      .doc(
          "With earlier releases: columns that link a person's records in them; without it the unit, or else "
          "all "
          "columns that are not keys.");
  list.text("row-number", &MaskRequest::row_number)
      .value_name("COLUMN")
      .doc(
          "A column with the number of each record, from 0: a record's random draws belong to its number, in "
          "whatever order records come. The column is left out of the release.");
  list.text("record-key", &MaskRequest::record_key)
      .value_name("COLUMN")
      .doc("In place of a number: a column whose values are all different. It is left out, too.");
  list.columns("drop", &MaskRequest::drop).doc("Columns to leave out of the release, as identifiers are.");
}

namespace {

// What a fitted file says by itself.
void refuse_beside_fitted(const MaskRequest& request) {
  const std::pair<const char*, bool> given[] = {{"columns", !request.columns.empty()},
                                                {"within", !request.within.empty()},
                                                {"fill", request.fill},
                                                {"keep-bounds", request.keep_bounds},
                                                {"keep-integers", request.keep_integers},
                                                {"derive", !request.derive.empty()},
                                                {"fit", request.fit}};
  for (const auto& [name, there] : given) {
    if (!there) continue;
    bad_param(name, param_reference(name) + " does not go with ‹fitted›, which has it from the earlier file",
              "leave it out, or fit again");
  }
}

masking::Recipe fitted_recipe(const MaskRequest& request) {
  refuse_beside_fitted(request);
  masking::Recipe result = release::parse_fitted(request.fitted, request.fitted_name).recipe;
  result.drop.insert(result.drop.end(), request.drop.begin(), request.drop.end());
  return result;
}

// Keys that lie elsewhere now.
void set_key(masking::Recipe& recipe, const std::string& key) {
  bool any = false;
  for (masking::RecipeStep& step : recipe.steps) {
    for (auto& [name, value] : step.params) {
      if (!step.method->info.secret_key || name != "key" || value.as_text().empty()) continue;
      value = key;
      any = true;
    }
  }
  if (!any) bad_param("key", "the fitted file uses no key", "leave out ‹key›");
}

}  // namespace

namespace {

// A number or a key of a record leads to it, and is left out unless a step replaces it by pseudonyms.
void leave_out_numbers(const MaskRequest& request, masking::Recipe& recipe) {
  if (!request.row_number.empty() && !request.record_key.empty()) {
    bad_param("record-key", "records have numbers, so that they need no key", "leave one of them out");
  }
  const std::string& name = request.row_number.empty() ? request.record_key : request.row_number;
  if (name.empty()) return;
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const bool replaced =
      std::any_of(recipe.steps.begin(), recipe.steps.end(), [&](const masking::RecipeStep& step) {
        return step.method->info.identifiers && has(step.columns.empty() ? request.columns : step.columns);
      });
  if (!replaced && !has(recipe.drop)) recipe.drop.push_back(name);
}

}  // namespace

masking::Recipe MaskRequest::steps() const {
  masking::Recipe result = own_steps();
  leave_out_numbers(*this, result);
  return result;
}

masking::Recipe MaskRequest::own_steps() const {
  masking::Recipe result;
  if ((method.empty() ? 0 : 1) + (recipe.is_null() ? 0 : 1) + (fitted.is_null() ? 0 : 1) != 1) {
    bad_input("a release is made by one method, by one recipe or by what was fitted",
              "give one of ‹method›, ‹recipe› and ‹fitted›");
  }
  if (!key.empty() && fitted.is_null()) {
    bad_param("key", "‹key› goes with ‹fitted›; a method has a key among its own parameters", "leave it out");
  }
  if (!fitted.is_null()) {
    result = fitted_recipe(*this);
    if (!key.empty()) set_key(result, key);
    return result;
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

namespace {

// A file that follows one that was fitted is declared as that one was; its recipe is then that of the columns
// it has.
masking::Recipe following(const MaskRequest& request, io::TableFile& file, MaskResult& result,
                          const Run& run) {
  release::Fitted fitted = release::parse_fitted(request.fitted, request.fitted_name);
  if (!request.key.empty()) set_key(fitted.recipe, request.key);
  release::require_same_keys(fitted, run);
  result.fresh = release::apply_fitted(fitted, file.table, request.drop, request.original.name);
  return result.fresh->recipe;
}

// What is found out before anything is released: what is new in the file, and what earlier releases add.
void add_findings(const MaskRequest& request, release::MaskingResult& masked, MaskResult& result,
                  const Run& run) {
  if (result.fresh) masked.warnings.add_new(release::new_record_warnings(*result.fresh));
  if (request.earlier.empty() && !request.link.empty()) {
    bad_param("link", "‹link› goes with earlier releases", "give these with ‹earlier›, or leave it out");
  }
  if (request.earlier.empty()) return;
  result.earlier = release::compare_with_earlier(masked, request.earlier, request.link, run);
  masked.warnings.add_new(release::earlier_warnings(*result.earlier));
}

}  // namespace

MaskResult mask(const MaskRequest& request, const release::Destination& destination, const Run& run) {
  masking::Recipe recipe = request.steps();
  io::TableFile file = request.original.file;
  MaskResult result;
  result.hidden = request.for_public;
  if (!request.fitted.is_null()) recipe = following(request, file, result, run);
  if (request.renumber) release::require_households(file.table);
  const RecordSequence sequence = record_sequence(file.table, request.row_number, request.record_key);
  if (sequence.moved()) file.table = file.table.taking_rows(sequence.order);
  const Run numbered = sequence.gaps() ? run.with_record_numbers(sequence.numbers) : run;
  load_declared_categories(file, recipe, request.columns, run);
  release::load_step_hierarchies(file, recipe, request.columns, run);
  Warnings fitting;
  if (request.fit) {
    release::Fitting fit =
        release::fit_recipe(recipe, file.table, request.columns, request.original.name, run);
    recipe = fit.fitted.recipe;
    fitting = std::move(fit.warnings);
    result.fitted = std::move(fit.fitted);
  }
  release::MaskingResult masked =
      release::run_recipe(recipe, file.table, request.columns, request.original.name, numbered);
  if (sequence.moved()) sequence.restore(masked);
  masked.warnings.add_new(fitting);
  if (result.fitted) masked.fitted = release::fitted_text(*result.fitted);
  add_findings(request, masked, result, run);
  if (request.reveal) result.reveal = release::reveal_document(masked.masked, masked.release);
  // The order of the records and new numbers of households belong to the numbers of the records, too.
  const Run delivering = sequence.moved() || sequence.gaps()
                             ? run.with_record_numbers(sequence.in_table_order(file.table.rows()))
                             : run;
  result.delivery = destination.deliver(masked, request.terms(), delivering);
  result.release = release::reported_release(result.delivery.sidecar.at("release"));
  result.details = masked.masked.details;
  result.rows = masked.masked.tables.front().rows();
  result.identifiers = file.table.column_count() -
                       release::released_columns(masked.masked.tables.front()).size() -
                       dropped_others(file.table, recipe);
  result.masked = masked.masked;
  result.repeatable = run.seeded() || !draws_at_random(recipe, request.terms());
  result.warnings = release::all_warnings(masked, result.delivery);
  result.accepted = release::accepted_warnings(result.warnings, request.accepted);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(mask_job, sfumato::jobs::MaskRequest)
