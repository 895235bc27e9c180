// A state goes in and out as a table with one text.
#include "library/parts_endpoints.hpp"

#include "core/error.hpp"
#include "jobs/count_keys.hpp"
#include "jobs/generalize_keys.hpp"
#include "jobs/mask_parts.hpp"
#include "library/record_inputs.hpp"
#include "report/mask_page.hpp"
#include "report/mask_report.hpp"

namespace sfumato::library {
namespace {

// Members of requests about parts of a table, which the job `mask` does not have.
jobs::MaskPartsRequest parts_request(const Value& request, const Inputs& inputs) {
  Value own = Value::object();
  jobs::MaskPartsRequest wanted;
  for (const auto& [name, value] : request.as_object()) {
    if (name == "number-column" || name == "place") {
      if (!value.is_text()) bad_input("the request's \"" + name + "\" must be a text");
      (name == "place" ? wanted.place : wanted.number_column) = value.as_text();
    } else if (name == "block-rows") {
      if (!value.is_integer() || value.as_integer() < 1) {
        bad_param("block-rows", "‹block-rows› must be a whole number from 1 on");
      }
      wanted.block_rows = static_cast<std::size_t>(value.as_integer());
    } else if (name != "classes" && name != "distinct" && name != "supplying" && name != "promise") {
      own.set(name, value);
    }
  }
  wanted.mask = jobs::make_request<jobs::MaskRequest>(params_of(with_document(own, "recipe")));
  wanted.mask.original = data_of(inputs, "original");
  if (const Table* state = inputs.find("state")) wanted.state = jobs::states_of(*state).at(0);
  return wanted;
}

Outcome mask_partial(const Value& request, const Inputs& inputs, const Run& run) {
  const Value partial = jobs::mask_partial(parts_request(request, inputs), with_inputs(run, inputs));
  Outcome outcome;
  outcome.add("partial", jobs::state_table(partial));
  return outcome;
}

Outcome mask_merge(const Value& request, const Inputs& inputs, const Run& run) {
  const jobs::MaskParts made = jobs::mask_merge(
      parts_request(request, inputs), jobs::states_of(inputs.require("partial")), with_inputs(run, inputs));
  Outcome outcome;
  outcome.add("state", jobs::state_table(made.state));
  Value sets = Value::array();
  for (const auto& names : made.wanted_classes) sets.push(Value::array_of(names));
  Value held = Value::array();
  for (const auto& names : made.held_classes) held.push(Value::array_of(names));
  outcome.report.document.set("stage", made.stage)
      .set("fitted", made.fitted)
      .set("finished", made.stage.empty())
      .set("classes", std::move(sets))
      .set("distinct", Value::array_of(made.wanted_values))
      .set("keys", Value::array_of(made.wanted_keys))
      .set("holder", made.holder)
      .set("held", std::move(held));
  Value promises = Value::array();
  for (const ClassPromise& promise : made.promises) promises.push(to_value(promise));
  outcome.report.document.set("promises", std::move(promises));
  if (made.values) {
    Value supply = Value::object();
    supply.set("step", made.values->step)
        .set("round", made.values->round - made.values->plan.before)
        .set("last", made.values->last)
        .set("how", made.values->plan.how)
        .set("columns", Value::array_of(made.value_columns))
        .set("needs", Value::array_of(made.value_needs))
        .set("by", made.values->plan.by)
        .set("facts", made.values->plan.facts);
    outcome.report.document.set("supply", std::move(supply));
  }
  return outcome;
}

// A table none of whose columns is lent from the caller: cells without codes of missing values, and numbers
// as the library has them, so that what replaces them need not fit a decimal of the caller's.
Outcome own_columns(const std::string& name, Table table) {
  Outcome outcome;
  Value names = Value::array();
  for (const ColumnInfo& info : table.schema()) names.push(info.name);
  outcome.report.document.set("columns", std::move(names));
  outcome.add(name, std::move(table));
  return outcome;
}

Outcome mask_before(const Value& request, const Inputs& inputs, const Run& run) {
  return own_columns("before", jobs::mask_before(parts_request(request, inputs), with_inputs(run, inputs)));
}

Outcome mask_supply(const Value& request, const Inputs& inputs, const Run& run) {
  const Value* wanted = request.find("supplying");
  if (wanted != nullptr && !wanted->is_object()) bad_input("the request's \"supplying\" must be an object");
  const jobs::SuppliedPart made = jobs::mask_supply(parts_request(request, inputs), inputs.require("values"),
                                                    wanted == nullptr ? Value::object() : *wanted,
                                                    inputs.find("continuation"), with_inputs(run, inputs));
  Outcome outcome = own_columns("values", made.values);
  outcome.add("partial", jobs::state_table(made.tally));
  if (made.continuation) outcome.add("continuation", *made.continuation);
  return outcome;
}

Outcome mask_join(const Value& request, const Inputs& inputs, const Run& run) {
  Outcome outcome;
  outcome.add("partial", jobs::state_table(jobs::mask_join(parts_request(request, inputs),
                                                           jobs::states_of(inputs.require("partial")),
                                                           with_inputs(run, inputs))));
  return outcome;
}

Outcome mask_apply(const Value& request, const Inputs& inputs, const Run& run) {
  const jobs::MaskedPart made = jobs::mask_apply(parts_request(request, inputs), with_inputs(run, inputs));
  Outcome outcome;
  outcome.report.document.set("columns", Value::array_of(made.columns));
  outcome.add("masked", made.table);
  return outcome;
}

std::size_t promise_of(const Value& request) {
  const Value* wanted = request.find("promise");
  if (wanted == nullptr || !wanted->is_integer() || wanted->as_integer() < 0) {
    bad_input("the request's \"promise\" must be the place of a promise, from 0");
  }
  return static_cast<std::size_t>(wanted->as_integer());
}

Outcome mask_promised(const Value& request, const Inputs& inputs, const Run& run) {
  return own_columns("promised", jobs::mask_promised(parts_request(request, inputs), promise_of(request),
                                                     with_inputs(run, inputs)));
}

Outcome mask_verify(const Value& request, const Inputs& inputs, const Run& run) {
  Outcome outcome;
  outcome.add("partial",
              jobs::state_table(jobs::mask_verify(parts_request(request, inputs), promise_of(request),
                                                  inputs.require("promised"), with_inputs(run, inputs))));
  return outcome;
}

Outcome mask_describe(const Value& request, const Inputs& inputs, const Run& run) {
  const Value* classes = request.find("classes");
  const Value* distinct = request.find("distinct");
  const Table* findings = inputs.find("findings");
  jobs::MaskResult result = jobs::mask_describe(
      parts_request(request, inputs), classes == nullptr ? Value::array() : *classes,
      distinct == nullptr ? Value::object() : *distinct, inputs.find("keys"),
      findings == nullptr ? std::vector<Value>() : jobs::states_of(*findings), with_inputs(run, inputs));
  result.provenance = provenance_of("mask", request);
  return {.report = report::mask_report(result)};
}

Outcome count_keys(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::CountKeysRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  const jobs::CountKeysResult result = jobs::count_keys(wanted, run);
  Outcome outcome;
  outcome.report.document.set("records", result.records).set("rows", result.table.rows());
  outcome.add("counts", result.table);
  return outcome;
}

Outcome generalize_keys(const Value& request, const Inputs& inputs, const Run& run) {
  auto wanted = jobs::make_request<jobs::GeneralizeKeysRequest>(params_of(request));
  wanted.original = data_of(inputs, "original");
  if (const Table* released = inputs.find("released")) wanted.released = *released;
  const jobs::GeneralizeKeysResult result = jobs::generalize_keys(wanted, with_inputs(run, inputs));
  Outcome outcome;
  outcome.report.document.set("columns", Value::array_of(result.columns))
      .set("needed", Value::array_of(result.needed))
      .set("parameters", result.parameters)
      .set("details", result.details)
      .set("verification", result.finding ? verify::to_value(*result.finding) : Value())
      .set("words", result.finding ? Value(verify::words(*result.finding)) : Value());
  outcome.yes = !result.finding || !result.finding->broken();
  if (result.table) outcome.add("masked", *result.table);
  return outcome;
}

}  // namespace

const std::vector<Endpoint>& parts_endpoints() {
  static const std::vector<Endpoint> all{{"mask-partial", mask_partial},      {"mask-join", mask_join},
                                         {"mask-merge", mask_merge},          {"mask-before", mask_before},
                                         {"mask-supply", mask_supply},        {"mask-apply", mask_apply},
                                         {"mask-promised", mask_promised},    {"mask-verify", mask_verify},
                                         {"mask-describe", mask_describe},    {"count-keys", count_keys},
                                         {"generalize-keys", generalize_keys}};
  return all;
}

}  // namespace sfumato::library
