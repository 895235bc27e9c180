// The page of the comparison on the sample stands as it is below what was found on all records.
#include "library/comparison_endpoints.hpp"

#include "core/error.hpp"
#include "jobs/confirmation.hpp"
#include "report/confirmation_report.hpp"
#include "report/html.hpp"
#include "report/text.hpp"

namespace sfumato::library {
namespace {

const Value& required(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  if (value == nullptr || !value->is_object()) bad_input("the request's \"" + name + "\" must be an object");
  return *value;
}

const Value::Array& list_member(const Value& request, const std::string& name) {
  static const Value::Array none;
  const Value* value = request.find(name);
  if (value == nullptr || value->is_null()) return none;
  if (!value->is_array()) bad_input("the request's \"" + name + "\" must be a list");
  return value->as_array();
}

std::vector<std::string> texts_member(const Value& request, const std::string& name) {
  std::vector<std::string> texts;
  for (const Value& item : list_member(request, name)) {
    if (!item.is_text()) bad_input("the request's \"" + name + "\" must be a list of texts");
    texts.push_back(item.as_text());
  }
  return texts;
}

std::size_t whole_member(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  if (value == nullptr || !value->is_integer() || value->as_integer() < 0) {
    bad_input("the request's \"" + name + "\" must be a whole number");
  }
  return static_cast<std::size_t>(value->as_integer());
}

std::string optional_text(const Value& request, const std::string& name) {
  const Value* value = request.find(name);
  return value != nullptr && value->is_text() ? value->as_text() : std::string();
}

Outcome plan_confirmation(const Value& request, const Inputs& inputs, const Run& run) {
  const jobs::ConfirmationPlan plan =
      jobs::confirmation_plan(required(request, "comparison"), texts_member(request, "set"),
                              inputs.require("original"), inputs.require("masked"), run);
  Value calls = Value::array(), lacking = Value::array();
  for (const jobs::ConfirmationCall& call : plan.calls) {
    Value one = Value::object();
    calls.push(one.set("measures", Value::array_of(call.measures))
                   .set("columns", Value::array_of(call.columns))
                   .set("keys", Value::array_of(call.keys))
                   .set("set", Value::array_of(call.settings)));
  }
  for (const jobs::NotMeasured& measure : plan.not_measured) {
    Value one = Value::object();
    lacking.push(one.set("measure", measure.measure).set("reason", measure.reason));
  }
  Outcome outcome;
  outcome.report.document.set("calls", calls).set("not_measured", lacking);
  return outcome;
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

// What stands between the tags of the page of the comparison; empty where there is no such page.
std::string main_part(const std::string& page) {
  const std::string open = "<main>", close = "</main>";
  const std::size_t begin = page.find(open), end = page.rfind(close);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  std::string part = page.substr(begin + open.size(), end - begin - open.size());
  replace_all(part, "section-", "sample-section-");
  replace_all(part, "<h1>", "<h2>");
  replace_all(part, "</h1>", "</h2>");
  return part;
}

Value pages_of_both(const report::Report& report, const Value& comparison) {
  const Value* known = comparison.find("report");
  const auto page = [&](const char* name) { return known == nullptr ? "" : optional_text(*known, name); };
  std::string text = report::text_document(report, {}) + page("text");
  for (const Warning& warning : report.warnings.worst_first()) {
    text += std::string(label(warning.grade)) + ": " + warning.text + "\n";
  }
  Value pages = Value::object();
  const Value* pictures = known == nullptr ? nullptr : known->find("svg");
  return pages.set("text", text)
      .set("html", report::html_document(
                       report, {.title = "Comparison of methods", .markup = {{2, main_part(page("html"))}}}))
      .set("svg", pictures == nullptr ? Value::array() : *pictures);
}

Outcome confirm_comparison(const Value& request, const Inputs&, const Run&) {
  jobs::ConfirmationRequest wanted;
  wanted.comparison = required(request, "comparison");
  wanted.settings = texts_member(request, "set");
  wanted.records = whole_member(request, "records");
  wanted.sampled = whole_member(request, "sampled");
  wanted.strengthened = whole_member(request, "strengthened");
  wanted.failure = optional_text(request, "failure");
  wanted.measured = list_member(request, "measured");
  if (const Value* parameters = request.find("parameters")) wanted.parameters = *parameters;
  if (const Value* release = request.find("release")) wanted.release = *release;
  for (const Value& one : list_member(request, "not_measured")) {
    wanted.not_measured.push_back({optional_text(one, "measure"), optional_text(one, "reason")});
  }
  const jobs::Confirmation found = jobs::confirmed_comparison(wanted);
  Outcome outcome{.report = report::confirmation_report(found), .yes = found.reached};
  Value& document = outcome.report.document;
  document.set("rows", wanted.records).set("sample_rows", wanted.sampled);
  document.set("report", pages_of_both(outcome.report, wanted.comparison));
  return outcome;
}

}  // namespace

const std::vector<Endpoint>& comparison_endpoints() {
  static const std::vector<Endpoint> all{{"plan-confirmation", plan_confirmation},
                                         {"confirm-comparison", confirm_comparison}};
  return all;
}

}  // namespace sfumato::library
