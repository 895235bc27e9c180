// Made from the registries' records alone, so that every entry has its example.
#include "cli/usage_example.hpp"

namespace sfumato::cli {

std::string usage_example(const Method& method) {
  std::string usage = "sfumato mask " + method.info.name + " data.csv -o masked.csv";
  for (const ParamInfo& info : method.params) {
    if (info.kind == ParamKind::flag || info.dial == Dial::none) continue;
    usage += " --" + info.name + " " + to_text(info.initial);
  }
  return usage;
}

std::string usage_example(const Measure& measure) {
  std::string usage = "sfumato measure data.csv masked.csv --measures " + measure.info.name;
  if (!measure.params.empty()) {
    const ParamInfo& info = measure.params.front();
    const std::string value =
        info.kind == ParamKind::flag ? (info.initial.as_bool() ? "true" : "false") : to_text(info.initial);
    usage += " --set " + measure.info.name + "." + info.name + "=" + value;
  }
  return usage;
}

std::string usage_example(const tables::Protection& protection) {
  std::string usage = "sfumato table protect " + protection.info.name + " checked.json -o table.json";
  for (const ParamInfo& info : protection.params) {
    if (!info.required) continue;
    usage += " --" + info.name + " " + (info.kind == ParamKind::text ? "FILE" : to_text(info.initial));
  }
  return usage;
}

std::string usage_example(const tables::RuleType& rule) {
  const bool range = rule.takes_range != nullptr && rule.info.own_range.empty();
  return "sfumato table check table.json --rule " + rule.info.example + (range ? " --safety-range 20" : "") +
         " -o checked.json";
}

}  // namespace sfumato::cli
