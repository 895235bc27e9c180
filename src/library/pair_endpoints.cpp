// Requests are those of the job `measure`, with a few members more that say which part of the work is done.
#include "library/pair_endpoints.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "core/error.hpp"
#include "io/json.hpp"
#include "jobs/counted_exposure.hpp"
#include "jobs/joined_documents.hpp"
#include "jobs/mask_parts.hpp"
#include "jobs/measured_pairs.hpp"
#include "jobs/pair_scores.hpp"
#include "report/joined_measures_page.hpp"
#include "report/mask_page.hpp"
#include "report/measure_report.hpp"
#include "risk/household_risk.hpp"

namespace sfumato::library {
namespace {

// Members of the requests about pairs, which the job `measure` does not have.
constexpr std::array members_of_pairs{"what",   "side",    "numbers",    "compared",
                                      "search", "largest", "categories", "as-by-default"};

std::string text_member(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  if (value == nullptr || !value->is_text()) bad_input("the request's \"" + name + "\" must be a text");
  return value->as_text();
}

std::size_t count_member(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  if (value == nullptr || !value->is_integer() || value->as_integer() < 0) {
    bad_input("the request's \"" + name + "\" must be a whole number");
  }
  return static_cast<std::size_t>(value->as_integer());
}

std::vector<std::string> names_member(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  if (value == nullptr || !value->is_array()) bad_input("the request's \"" + name + "\" must be a list");
  std::vector<std::string> names;
  for (const Value& item : value->as_array()) {
    if (!item.is_text()) bad_input("the request's \"" + name + "\" must be a list of texts");
    names.push_back(item.as_text());
  }
  return names;
}

std::vector<Value> documents_member(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  if (value == nullptr || !value->is_array()) bad_input("the request's \"" + name + "\" must be a list");
  return value->as_array();
}

jobs::MeasureRequest pair_request(const Value& request, const Inputs& inputs) {
  Value own = Value::object();
  for (const auto& [name, value] : request.as_object()) {
    if (std::find(members_of_pairs.begin(), members_of_pairs.end(), name) == members_of_pairs.end())
      own.set(name, value);
  }
  auto wanted = jobs::make_request<jobs::MeasureRequest>(params_of(own));
  const Value* by_default = request.find("as-by-default");
  wanted.as_by_default = by_default != nullptr && by_default->is_bool() && by_default->as_bool();
  wanted.original = {{.table = inputs.require("original"), .sidecar = {}, .missing_token = {}}, "original"};
  wanted.masked.push_back(jobs::reader_of(inputs.require("masked"), "masked"));
  return wanted;
}

jobs::PairState state_of(const Inputs& inputs) {
  const std::vector<Value> states = jobs::states_of(inputs.require("state"));
  if (states.size() != 1) bad_input("there must be one state");
  return jobs::PairState(states.front());
}

Outcome state_outcome(const std::string& name, const Value& state) {
  Outcome outcome;
  outcome.add(name, jobs::state_table(state));
  return outcome;
}

// Records of a part, one by one.
Outcome pair_rows(const Value& request, const Inputs& inputs, const Run&) {
  const std::string what = text_member(request, "what");
  Outcome outcome;
  if (what == "values") {
    if (inputs.tables().empty()) inputs.require("records");
    // Under the name of its file, so that the schema of the file holds.
    outcome.add("rows", jobs::pair_values(inputs.tables().front().second, names_member(request, "numbers"),
                                          names_member(request, "compared"), text_member(request, "side")));
  } else if (what == "complete") {
    outcome.add("rows", jobs::complete_pairs_of(inputs.require("records"), state_of(inputs).columns()));
  } else if (what == "distances") {
    outcome.add("rows", jobs::pair_distances(inputs.require("records"), state_of(inputs)));
  } else if (what == "found") {
    const Value* largest = request.find("largest");
    outcome.add("rows", jobs::found_in_parts(inputs.require("records"),
                                             largest != nullptr && largest->is_bool() && largest->as_bool()));
  } else {
    bad_input("the request's \"what\" must be values, complete, distances or found");
  }
  return outcome;
}

Outcome pair_partial(const Value& request, const Inputs& inputs, const Run&) {
  const jobs::PairState state = state_of(inputs);
  const Table& records = inputs.require("records");
  return state_outcome("partial", state.stage() == "categories"
                                      ? state.partial_categories(records, count_member(request, "categories"))
                                      : state.partial(records));
}

Outcome pair_join(const Value&, const Inputs& inputs, const Run&) {
  return state_outcome("partial", state_of(inputs).joined(jobs::states_of(inputs.require("partial"))));
}

Value search_value(const jobs::PairSearch& search) {
  Value places = Value::array();
  for (const std::size_t place : search.searched.rows) places.push(place);
  Value one = Value::object();
  one.set("measure", search.measure)
      .set("ranks", search.by_ranks)
      .set("largest", search.by_largest)
      .set("records", search.searched.rows.size())
      .set("of", search.searched.of)
      .set("places", search.searched.all() ? Value() : places);
  return one;
}

// Without a state the first one; with the partial states of all parts that after the stage.
Outcome pair_merge(const Value& request, const Inputs& inputs, const Run& run) {
  const jobs::PairPlan plan = jobs::pair_plan(pair_request(request, inputs), run);
  jobs::PairState state = inputs.find("state") != nullptr ? state_of(inputs) : jobs::PairState(plan);
  if (inputs.find("state") != nullptr) {
    const Table* partial = inputs.find("partial");
    state.finish(partial == nullptr ? std::vector<Value>{} : jobs::states_of(*partial));
  }
  Outcome outcome = state_outcome("state", state.value());
  Value& document = outcome.report.document;
  document.set("stage", state.stage())
      .set("numbers", Value::array_of(plan.numbers))
      .set("categories", Value::array_of(plan.categories))
      .set("columns", Value::array_of(plan.columns))
      .set("paired", plan.paired);
  if (!state.stage().empty()) return outcome;
  Value searches = Value::array(), quantiles = Value::array();
  for (const jobs::PairSearch& search : jobs::pair_searches(plan, state, run)) {
    searches.push(search_value(search));
    if (!search.by_largest) continue;
    for (const std::size_t place : jobs::quantile_places(search.searched.of)) quantiles.push(place);
  }
  document.set("searches", searches)
      .set("quantiles", quantiles)
      .set("whole", Value::array_of(jobs::measures_of_whole(plan, state)));
  return outcome;
}

Outcome pair_search(const Value& request, const Inputs& inputs, const Run& run) {
  const jobs::MeasureRequest wanted = pair_request(request, inputs);
  const jobs::PairState state = state_of(inputs);
  const auto searches = jobs::pair_searches(jobs::pair_plan(wanted, run), state, run);
  const std::size_t number = count_member(request, "search");
  if (number >= searches.size()) bad_input("there are " + std::to_string(searches.size()) + " searches");
  Outcome outcome;
  outcome.add("found", jobs::found_in_part(searches[number], state, wanted.original.file.table,
                                           inputs.require("queries"), inputs.require("records"), run));
  return outcome;
}

Outcome pair_describe(const Value& request, const Inputs& inputs, const Run& run) {
  std::vector<jobs::PairFound> found;
  for (std::size_t i = 0;; ++i) {
    const Table* queries = inputs.find("queries " + std::to_string(i));
    if (queries == nullptr) break;
    found.push_back({*queries, inputs.require("found " + std::to_string(i))});
  }
  const auto result = std::make_shared<jobs::MeasureResult>(
      jobs::measure_pairs(pair_request(request, inputs), state_of(inputs), found, inputs.find("order"), run));
  result->provenance = provenance_of("measure", request);
  Outcome outcome{.report = report::measure_report(*result)};
  outcome.page = [result] { return report::measure_page(*result); };
  return outcome;
}

// Warnings of what a masked file exposes, from its keys with their counts.
Outcome counted_exposure(const Value& request, const Inputs& inputs, const Run& run) {
  release::CountedFile file;
  for (const Value& one : documents_member(request, "identifiers")) {
    const Value* shared = one.find("shared");
    file.identifiers.push_back({text_member(one, "column"), count_member(one, "unique"),
                                shared != nullptr && shared->is_bool() && shared->as_bool()});
  }
  if (const Value* unit = request.find("unit"); unit != nullptr && unit->is_text()) {
    file.unit = unit->as_text();
    const Value* lacks = request.find("lacks-unit");
    file.lacks_unit = lacks != nullptr && lacks->is_bool() && lacks->as_bool();
  }
  Outcome outcome;
  outcome.report.warnings = jobs::counted_exposure(inputs.require("original"), inputs.require("masked"),
                                                   text_member(request, "count"), std::move(file), run);
  return outcome;
}

std::vector<Value> partial_states(const Inputs& inputs) {
  const Table* partial = inputs.find("partial");
  return partial == nullptr ? std::vector<Value>{} : jobs::states_of(*partial);
}

// Columns that are as they were: what a part of both files says, and what all parts say together.
Outcome exposure_partial(const Value&, const Inputs& inputs, const Run&) {
  return state_outcome("partial",
                       jobs::exposure_partial(inputs.require("original"), inputs.require("masked")));
}

Outcome exposure_merge(const Value& request, const Inputs& inputs, const Run&) {
  const Table &original = inputs.require("original"), &masked = inputs.require("masked");
  if (const Value* classes = request.find("classes")) {
    Outcome outcome;
    outcome.report.warnings = jobs::exposure_describe(original, masked, partial_states(inputs), *classes);
    return outcome;
  }
  const jobs::ExposureSurvey found = jobs::exposure_merge(original, masked, partial_states(inputs));
  Value classes = Value::array(), held = Value::array();
  for (const auto& names : found.classes) classes.push(Value::array_of(names));
  for (const auto& names : found.held) held.push(Value::array_of(names));
  Outcome outcome = state_outcome("partial", found.state);
  outcome.report.document.set("classes", classes).set("held", held).set("holder", found.holder);
  return outcome;
}

// Whether rows at the same place of both tables seem to be the same records.
Outcome row_correspondence(const Value&, const Inputs& inputs, const Run& run) {
  Outcome outcome;
  const auto doubt =
      jobs::row_doubt(inputs.require("original"), "original", inputs.require("masked"), "masked", false, run);
  if (doubt) outcome.report.warnings.push_back(*doubt);
  return outcome;
}

// Risks of the members of whole households, with the number of members that a row stands for.
Outcome household_partial(const Value& request, const Inputs& inputs, const Run&) {
  const Table& records = inputs.require("records");
  const Value* threshold = request.find("threshold");
  if (threshold == nullptr || !threshold->is_number()) bad_input("\"threshold\" must be a number");
  const Integers* counts = records.column(records.require("count")).get_if<Integers>();
  if (counts == nullptr) bad_input("the column 'count' must have whole numbers");
  std::vector<std::uint32_t> times;
  for (const std::int64_t count : counts->values) times.push_back(static_cast<std::uint32_t>(count));
  const risk::HouseholdTally tally = risk::tally_households(
      stats::key_column(records.column(records.require("household"))),
      records.column(records.require("risk")).to_numbers(), times, threshold->as_number());
  return state_outcome("partial", tally.state());
}

// "households" has texts of states for "masked" and "original".
void add_households(const Value& request, Value& document) {
  const Value* households = request.find("households");
  if (households == nullptr || !households->is_object()) return;
  const auto states = [&](const char* name) {
    std::vector<Value> found;
    for (const std::string& text : names_member(*households, name))
      found.push_back(io::parse_json(text, "a state of households"));
    return found;
  };
  const bool masked = households->find("masked") != nullptr;
  for (const char* section : {"measures", "after"}) {
    jobs::set_households(document, section, states(masked ? "masked" : "original"));
  }
  jobs::set_households(document, "before", states("original"));
}

Outcome join_measures(const Value& request, const Inputs&, const Run&) {
  jobs::JoinedMeasures joined =
      jobs::joined_measures(documents_member(request, "documents"), names_member(request, "columns"),
                            names_member(request, "order"), names_member(request, "notes"));
  Outcome outcome;
  outcome.report.document = std::move(joined.document);
  // As the job `measure` has them: first what the masked file exposes.
  if (const Value* exposure = request.find("exposure"); exposure != nullptr && exposure->is_array()) {
    outcome.report.warnings = jobs::joined_warnings(exposure->as_array());
  }
  add_households(request, outcome.report.document);
  outcome.report.warnings.add_new(joined.warnings);
  if (const Value* sampled = request.find("sampled"); sampled != nullptr && sampled->is_object()) {
    const Value* paired = sampled->find("paired");
    jobs::mark_sampled(outcome.report.document, outcome.report.warnings,
                       {names_member(*sampled, "measures"), count_member(*sampled, "sampled"),
                        count_member(*sampled, "records"), paired == nullptr || *paired != Value(false)});
  }
  if (request.find("scores") != nullptr) {
    jobs::add_scores(outcome.report.document, names_member(request, "scores"));
  }
  outcome.report = report::joined_measures_report(outcome.report.document, outcome.report.warnings);
  outcome.page = [document = outcome.report.document, warnings = outcome.report.warnings] {
    return report::joined_measures_page(document, warnings);
  };
  return outcome;
}

// Without "keys": which columns are keys and units, so that their combinations can be inspected, too.
Outcome join_inspections(const Value& request, const Inputs&, const Run&) {
  const std::vector<Value> documents = documents_member(request, "documents");
  Outcome outcome;
  if (const Value* keys = request.find("keys")) {
    outcome.report.document = jobs::joined_inspections(documents, keys);
    outcome.report.warnings = jobs::joined_warnings(documents);
    return outcome;
  }
  const jobs::InspectedKeys named = jobs::inspected_keys(documents);
  outcome.report.document = Value::object();
  outcome.report.document.set("keys", Value::array_of(named.keys)).set("units", Value::array_of(named.units));
  return outcome;
}

}  // namespace

const std::vector<Endpoint>& pair_endpoints() {
  static const std::vector<Endpoint> all{{"pair-rows", pair_rows},
                                         {"pair-partial", pair_partial},
                                         {"pair-join", pair_join},
                                         {"pair-merge", pair_merge},
                                         {"pair-search", pair_search},
                                         {"pair-describe", pair_describe},
                                         {"counted-exposure", counted_exposure},
                                         {"exposure-partial", exposure_partial},
                                         {"exposure-merge", exposure_merge},
                                         {"row-correspondence", row_correspondence},
                                         {"household-partial", household_partial},
                                         {"join-measures", join_measures},
                                         {"join-inspections", join_inspections}};
  return all;
}

}  // namespace sfumato::library
