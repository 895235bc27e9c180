// Requests on records: each endpoint reads its members, does the work and describes it.
#include "library/microdata_endpoints.hpp"

#include "core/error.hpp"
#include "masking/recipe.hpp"
#include "masking/registry.hpp"
#include "profile/profile.hpp"
#include "release/recipe_run.hpp"
#include "report/profile.hpp"
#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::library {
namespace {

Outcome inspect(const Value&, const Inputs& inputs, const Run& run) {
  return {.report = report::describe(profile::profile_table(inputs.require("original"), run), "original")};
}

std::vector<std::string> listed(const Value& request, std::string_view name) {
  std::vector<std::string> texts;
  const Value* list = request.find(name);
  if (list == nullptr) return texts;
  if (!list->is_array()) bad_input(std::string(name) + " must be a list of texts");
  for (const Value& item : list->as_array()) {
    if (!item.is_text()) bad_input(std::string(name) + " must be a list of texts");
    texts.push_back(item.as_text());
  }
  return texts;
}

Outcome mask(const Value& request, const Inputs& inputs, const Run& run) {
  const Value* method = request.find("method");
  if (method == nullptr || !method->is_text())
    bad_input("the request names no method", "such as \"method\": \"mdav\"");
  masking::RecipeStep step;
  step.method = &masking::method(method->as_text());
  if (const Value* parameters = request.find("parameters"); parameters != nullptr) {
    if (!parameters->is_object()) bad_input("parameters must be an object");
    step.params = params_of(*parameters);
  }
  step.params = resolve_params(step.method->params, step.params, step.method->info.name);
  masking::Recipe recipe;
  recipe.steps = {step};
  const release::MaskingResult result =
      release::run_recipe(recipe, inputs.require("original"), listed(request, "columns"), "original", run);
  Outcome outcome;
  outcome.outputs = result.masked.tables;
  outcome.report.document = result.release;
  outcome.report.warnings = result.warnings;
  return outcome;
}

Outcome sample_records(const Value& request, const Inputs&, const Run& run) {
  const Value* name = request.find("sample");
  const Value* rows = request.find("rows");
  if (name == nullptr || !name->is_text())
    bad_input("the request names no sample", "such as \"sample\": \"people\"");
  if (rows != nullptr && (!rows->is_integer() || rows->as_integer() < 0))
    bad_input("rows must be a whole number");
  const auto count = static_cast<std::size_t>(rows != nullptr ? rows->as_integer() : 1000);
  Outcome outcome;
  outcome.outputs = {sample::draw_table(sample::sample(name->as_text()), count, run)};
  outcome.report.document.set("sample", *name).set("rows", count);
  return outcome;
}

}  // namespace

const std::vector<Endpoint>& microdata_endpoints() {
  static const std::vector<Endpoint> all{{"inspect", inspect}, {"mask", mask}, {"sample", sample_records}};
  return all;
}

}  // namespace sfumato::library
