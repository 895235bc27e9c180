#include "report/fitting_methods_report.hpp"

#include "core/text_list.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

Value fit_value(const jobs::MethodFit& fit) {
  Value entry = Value::object();
  return entry.set("method", fit.method->info.name)
      .set("fits", fit.fits())
      .set("columns", Value::array_of(fit.columns))
      .set("left_out", Value::array_of(fit.left_out))
      .set("reason", fit.fits() ? Value() : Value(fit.reason))
      .set("hint", fit.hint.empty() ? Value() : Value(fit.hint));
}

std::string why_not(const jobs::MethodFit& fit) {
  return fit.hint.empty() ? fit.reason : fit.reason + " (" + fit.hint + ")";
}

void add_section(Report& report, const std::string& title, const KeyValues& entries) {
  if (entries.entries.empty()) return;
  report.blocks.push_back(Heading{title, 2});
  report.blocks.push_back(entries);
}

}  // namespace

Report fitting_methods_report(const jobs::FittingMethodsResult& result) {
  Report report;
  Value list = Value::array();
  KeyValues all, some, none;
  for (const jobs::MethodFit& fit : result.methods) {
    list.push(fit_value(fit));
    const std::string& name = fit.method->info.name;
    if (!fit.fits()) {
      none.entries.emplace_back(name, why_not(fit));
    } else if (fit.columns == result.columns) {
      all.entries.emplace_back(name, fit.method->info.summary);
    } else {
      some.entries.emplace_back(name, "takes " + quoted_names(fit.columns));
    }
  }
  report.document.set("data", result.data)
      .set("columns", Value::array_of(result.columns))
      .set("tried_rows", result.tried_rows)
      .set("methods", list);
  report.blocks.push_back(Paragraph{"Columns to protect: " + quoted_names(result.columns) +
                                    ". Each method was tried with its defaults on " +
                                    counted(result.tried_rows, "record", "records") + "."});
  add_section(report, "Methods that fit all of them", all);
  add_section(report, "Methods that fit some of them", some);
  add_section(report, "Methods that do not fit", none);
  return report;
}

}  // namespace sfumato::report
