// Pages are made when the job runs, because a result keeps numbers and not the report that explains them.
#include "library/pages.hpp"

#include <variant>

#include "core/error.hpp"
#include "core/warning.hpp"
#include "io/utf8.hpp"
#include "library/release_page.hpp"
#include "report/chart_file.hpp"
#include "report/html.hpp"
#include "report/text.hpp"

namespace sfumato::library {
namespace {

std::string page_text(const report::Report& report) {
  std::string text = report::text_document(report, {});
  for (const Warning& warning : report.warnings.worst_first()) {
    text += std::string(label(warning.grade)) + ": " + warning.text + "\n";
  }
  return text;
}

const Value& pages_of(const Value& request) {
  const Value* result = request.find("result");
  const Value* pages = result != nullptr ? result->find("report") : nullptr;
  if (pages == nullptr || !pages->is_object()) {
    bad_input("the request has no \"result\" with a report",
              "run the job with \"report\": true and give its result");
  }
  return *pages;
}

const Value& picture(const Value& pages, const Value* wanted) {
  const Value* pictures = pages.find("svg");
  if (wanted != nullptr && !wanted->is_integer())
    bad_input("\"figure\" must be a whole number", "the first figure is 1");
  const std::int64_t number = wanted != nullptr ? wanted->as_integer() : 1;
  const std::int64_t count = pictures != nullptr && pictures->is_array()
                                 ? static_cast<std::int64_t>(pictures->as_array().size())
                                 : 0;
  if (number < 1 || number > count) {
    bad_input(
        "the report has " + std::to_string(count) + " figures, and not a figure " + std::to_string(number),
        "the first figure is 1");
  }
  const Value* found = pictures->as_array()[static_cast<std::size_t>(number - 1)].find("picture");
  if (found == nullptr) bad_input("the report of the result is damaged");
  return *found;
}

Value& add_pictures(Value& pages, const report::Report& page, const std::string& title,
                    ParameterSpelling spelling) {
  Value pictures = Value::array();
  for (const report::Block& block : page.blocks) {
    const auto* figure = std::get_if<report::Figure>(&block);
    if (figure == nullptr) continue;
    Value entry = Value::object();
    pictures.push(entry.set("title", figure->title).set("picture", report::chart_file(*figure)));
  }
  return pages.set("html", spelled(report::html_document(page, {.title = title}), spelling))
      .set("svg", std::move(pictures));
}

Value pages_made_later(const Value& request, const Inputs& inputs, const Run& run) {
  const Value* made = request.find("request");
  if (made == nullptr || !made->is_object()) {
    bad_input("the report of the result is not made yet, and the report has no \"request\"",
              "give it the request of the result, and its data as inputs");
  }
  const Value* measured = request.find("measures");
  const bool changes_alone = measured != nullptr && *measured == Value(false);
  Value pages = Value::object();
  return add_pictures(pages, release_page(*request.find("result"), *made, inputs, !changes_alone, run), "",
                      ParameterSpelling::plain);
}

}  // namespace

Value rendered_pages(const Outcome& outcome, const std::string& title, const Request& request) {
  Value pages = Value::object();
  pages.set("text", page_text(outcome.report));
  if (request.report == PagesWanted::text) {
    return outcome.page_costs_more ? pages.set("blocks", blocks_value(outcome.report.blocks)) : pages;
  }
  const report::Report page = outcome.page ? outcome.page() : outcome.report;
  return add_pictures(pages, page, outcome.page ? "" : title, request.spelling);
}

Outcome report_page(const Value& request, const Inputs& inputs, const Run& run) {
  const Value& given = pages_of(request);
  const Value* wanted = request.find("format");
  if (wanted != nullptr && !wanted->is_text()) bad_input("\"format\" must be a text", "html, text or svg");
  const std::string format = wanted != nullptr ? wanted->as_text() : "html";
  if (format != "html" && format != "text" && format != "svg" && format != "pictures") {
    bad_input("there is no format '" + io::shown(format) + "' of a report", "html, text, svg or pictures");
  }
  const bool later = format != "text" && given.find("html") == nullptr && given.find("blocks") != nullptr;
  const Value made = later ? pages_made_later(request, inputs, run) : Value();
  const Value& pages = later ? made : given;
  Outcome outcome;
  if (format == "pictures") {
    const Value* all = pages.find("svg");
    outcome.report.document.set("report", all != nullptr ? *all : Value::array());
    return outcome;
  }
  const Value* page = format == "svg" ? &picture(pages, request.find("figure")) : pages.find(format);
  if (page == nullptr || !page->is_text()) bad_input("the report of the result is damaged");
  outcome.report.document.set("report", *page);
  return outcome;
}

}  // namespace sfumato::library
