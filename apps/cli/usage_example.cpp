// Made from the registries' records alone, so that every entry has its example.
#include "cli/usage_example.hpp"

#include <algorithm>

namespace sfumato::cli {
namespace {

constexpr std::size_t widest = 76;  // a terminal of 80 columns, indented

// A command that is too long goes on in further lines, each of which begins with an option.
std::string folded(const std::string& command) {
  std::string text;
  std::size_t line = 0;  // where the last one begins
  for (std::size_t begin = 0; begin < command.size();) {
    const std::size_t end = std::min(command.find(" -", begin + 1), command.size());
    if (begin > 0 && text.size() - line + end - begin > widest) {
      text += " \\\n   ";
      line = text.size() - 3;
    }
    text += command.substr(begin, end - begin);
    begin = end;
  }
  return text;
}

}  // namespace

std::string usage_example(const Method& method) {
  std::string usage = "sfumato mask " + method.info.name + " data.csv -o masked.csv";
  for (const ParamInfo& info : method.params) {
    if (info.kind == ParamKind::flag || info.dial == Dial::none) continue;
    usage += " --" + info.name + " " + to_text(info.initial);
  }
  return folded(usage);
}

// The parameter that is shown is the first with a default that can be written.
std::string usage_example(const Measure& measure) {
  std::string usage = "sfumato measure data.csv masked.csv --measures " + measure.info.name;
  for (const ParamInfo& info : measure.params) {
    const std::string value =
        info.kind == ParamKind::flag ? (info.initial.as_bool() ? "true" : "false") : to_text(info.initial);
    if (value.empty()) continue;
    usage += " --set " + measure.info.name + "." + info.name + "=" + value;
    break;
  }
  return folded(usage);
}

std::string usage_example(const tables::Protection& protection) {
  std::string usage = "sfumato table protect " + protection.info.name + " checked.json -o table.json";
  for (const ParamInfo& info : protection.params) {
    if (!info.required) continue;
    usage += " --" + info.name + " " + (info.kind == ParamKind::text ? "FILE" : to_text(info.initial));
  }
  return folded(usage);
}

std::string usage_example(const tables::RuleType& rule) {
  const bool range = rule.takes_range != nullptr && rule.info.own_range.empty();
  return folded("sfumato table check table.json --rule " + rule.info.example +
                (range ? " --safety-range 20" : "") + " -o checked.json");
}

}  // namespace sfumato::cli
