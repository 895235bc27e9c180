// A parameter is a definition: its range, unit, default and dial in few words, and what it means.
#include "report/catalogue_parts.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "report/catalogue.hpp"

namespace sfumato::report {
namespace {

Value optional_number(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

}  // namespace

std::string option_name(const std::string& name) { return param_reference(name); }
std::string own_name(const std::string& name) { return name; }

void add_usage(Report& report, const std::string& usage) {
  if (usage.empty()) return;
  Verbatim lines;
  for (std::size_t begin = 0; begin < usage.size();) {
    const std::size_t end = std::min(usage.find('\n', begin), usage.size());
    lines.lines.push_back(usage.substr(begin, end - begin));
    begin = end + 1;
  }
  report.blocks.emplace_back(Heading{"Usage"});
  report.blocks.emplace_back(std::move(lines));
}

void add_parameters(Report& report, const std::vector<ParamInfo>& params, const ShownName& shown) {
  if (params.empty()) return;
  Definitions list{{"parameter", "range and default", "meaning"}, {}};
  for (const ParamInfo& info : params) {
    std::string facts = param_summary(info);
    const std::string initial = default_text(info);
    if (info.kind == ParamKind::flag) facts += (facts.empty() ? "default " : "; default ") + initial;
    list.entries.push_back({shown(info.name), facts, info.doc});
  }
  report.blocks.emplace_back(Heading{"Parameters"});
  report.blocks.emplace_back(list);
}

void add_reference(Report& report, const std::string& reference) {
  if (reference.empty()) return;
  report.blocks.emplace_back(Heading{"Reference"});
  report.blocks.emplace_back(Paragraph{reference});
}

std::string yes_or_no(bool truth) { return truth ? "yes" : "no"; }

std::string default_text(const ParamInfo& info) {
  if (info.kind == ParamKind::flag) return info.initial.as_bool() ? "on" : "off";
  const std::string text = to_text(info.initial);
  return text.empty() ? "none" : text;
}

std::string param_summary(const ParamInfo& info) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  const std::string range = range_text(info);
  if (!range.empty()) add(range + (info.unit.empty() ? "" : " " + info.unit));
  if (range.empty() && !info.unit.empty()) add(info.unit);
  const std::string initial = default_text(info);
  if (info.kind != ParamKind::flag && !info.required && initial != "none") add("default " + initial);
  if (info.dial != Dial::none) add(std::string(to_text(info.dial)));
  return text;
}

Value param_infos_value(const std::vector<ParamInfo>& params) {
  Value list = Value::array();
  for (const ParamInfo& info : params) {
    Value entry = Value::object();
    entry.set("name", info.name)
        .set("kind", to_text(info.kind))
        .set("default", info.initial)
        .set("required", info.required)
        .set("lower", optional_number(info.lower))
        .set("upper", optional_number(info.upper))
        .set("choices", Value::array_of(info.choices))
        .set("unit", info.unit)
        .set("doc", info.doc)
        .set("dial", to_text(info.dial));
    list.push(entry);
  }
  return list;
}

}  // namespace sfumato::report
