// A target has a value or limits, never both: with a value all methods are equally safe, with limits each is
// at its least protection.
#include "compare/plan_target.hpp"

#include <algorithm>
#include <cmath>

#include "compare/measures.hpp"
#include "compare/tolerance.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "masking/registry.hpp"

namespace sfumato::compare {
namespace {

void require_measure(const PlanSection& section, const std::string& key, const std::string& name) {
  placed(section.where() + ": " + key, [&] { return &measure(name); });
}

// at-most = { distance-linkage = 5, interval-disclosure = 30 }.
std::vector<NamedTarget> target_limits(const PlanSection& section, const Value& table) {
  const std::string example = "such as at-most = { distance-linkage = 5 }";
  for (const char* key : {"measure", "value", "tolerance"}) {
    if (section.find(key) != nullptr) {
      section.wrong(key, "does not go with at-most", "leave one out: a target has a value or limits");
    }
  }
  if (!table.is_object() || table.as_object().empty()) {
    section.wrong("at-most", "must be a table of risks and their limits", example);
  }
  std::vector<NamedTarget> limits;
  for (const auto& [name, value] : table.as_object()) {
    require_measure(section, "at-most", name);
    if (!value.is_number() || !std::isfinite(value.as_number())) {
      section.wrong("at-most", "has no number for " + name, example);
    }
    limits.push_back({name, value.as_number()});
  }
  return limits;
}

NamedTarget target_value(const PlanSection& section) {
  const std::string name = section.required_text("measure", "rank-linkage");
  require_measure(section, "measure", name);
  const std::optional<double> value = section.number("value");
  if (!value) bad_input(section.where() + " has no value", "write value = 0.45, for example");
  return {name, *value};
}

// A number is a share; a text is read as on the command line.
std::optional<double> target_tolerance(const PlanSection& section) {
  const Value* given = section.find("tolerance");
  if (given == nullptr) return std::nullopt;
  if (given->is_text()) {
    const std::optional<double> share = parse_tolerance(given->as_text());
    if (!share) {
      section.wrong("tolerance", "cannot be \"" + io::shown(given->as_text()) + "\"", tolerance_hint);
    }
    return share;
  }
  const double share = *section.number("tolerance");
  if (share <= 0.0) section.wrong("tolerance", "must be above 0", "0.01 is one percent of the value");
  if (share > 1.0) {
    section.wrong("tolerance", "must be at most 1",
                  "a number is a share; write percent as text, such as \"5%\"");
  }
  return share;
}

}  // namespace

std::vector<std::string> PlanTarget::measures() const {
  std::vector<std::string> names;
  if (equal) names.push_back(equal->measure);
  for (const NamedTarget& limit : at_most) names.push_back(limit.measure);
  for (const std::string& ranker : rank_by) {
    if (std::find(names.begin(), names.end(), ranker) == names.end()) names.push_back(ranker);
  }
  return names;
}

std::string PlanTarget::name() const {
  if (equal) return equal->measure + "=" + shortest(equal->value);
  std::string text;
  for (const NamedTarget& limit : at_most) {
    const bool lower = measure(limit.measure).info.better == Better::lower;
    text += (text.empty() ? "" : ", ") + limit.measure + (lower ? "<=" : ">=") + shortest(limit.value);
  }
  return text;
}

PlanTarget parse_plan_target(const PlanSection& section) {
  section.allow({"measure", "value", "at-most", "rank-by", "methods", "tolerance", "release", "keep-draw",
                 "public", "shuffle", "renumber"});
  PlanTarget target;
  if (const Value* limits = section.find("at-most")) {
    target.at_most = target_limits(section, *limits);
  } else {
    target.equal = target_value(section);
    target.tolerance = target_tolerance(section);
  }
  target.rank_by = section.texts("rank-by");
  for (const std::string& name : target.rank_by) require_measure(section, "rank-by", name);
  target.methods = section.texts("methods");
  for (const std::string& name : target.methods) {
    placed(section.where() + ": methods", [&] { return &masking::method(name); });
  }
  target.release = section.flag("release").value_or(false);
  target.keep_draw = section.flag("keep-draw").value_or(false);
  const bool for_public = section.flag("public").value_or(false);
  target.shuffle = section.flag("shuffle").value_or(for_public);
  target.renumber = section.flag("renumber").value_or(for_public);
  for (const char* key : {"public", "shuffle", "renumber"}) {
    if (section.flag(key).value_or(false) && !target.release) {
      section.wrong(key, "is for a winner that is released", "write release = true, too");
    }
  }
  return target;
}

}  // namespace sfumato::compare
