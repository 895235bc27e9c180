// Ranges are divided with a portable logarithm and exponential, so that grids are the same on every machine.
#include "compare/plan_grid.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "compare/plan_label.hpp"
#include "core/elementary.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/utf8.hpp"
#include "masking/registry.hpp"

namespace sfumato::compare {
namespace {

constexpr std::int64_t most_replicates = 100'000;
const std::vector<std::string> own_keys = {"method", "label", "columns", "replicates"};

const ParamInfo* find_param(const Method& method, const std::string& name) {
  for (const ParamInfo& info : method.params) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

// Rounded to as many digits as given, which removes rounding errors.
double neat(double number, int digits) { return parse_number(rounded(number, digits)).value_or(number); }

// The points of { from = 0.01, to = 10, count = 13, scale = "log" } or { from = 2, to = 100, step = 1 }.
class Range {
 public:
  explicit Range(const PlanSection& section) : section_(section) {
    section.allow({"from", "to", "count", "scale", "step"});
    from_ = required("from");
    to_ = required("to");
    if (from_ >= to_) section.wrong("from", "must be less than to", "swap them");
  }

  std::vector<double> points() const {
    if (section_.find("step") != nullptr) return by_step();
    const auto count = section_.whole("count", 2, static_cast<std::int64_t>(most_cells));
    if (!count) section_.wrong("count", "is missing", "say how many values, or give a step");
    const std::string scale = section_.text("scale").value_or("linear");
    if (scale != "linear" && scale != "log") section_.wrong("scale", "must be linear or log", "in quotes");
    if (scale == "log" && from_ <= 0.0) section_.wrong("from", "must be above 0", "the scale is logarithmic");
    return by_count(static_cast<std::size_t>(*count), scale == "log");
  }

 private:
  double required(const std::string& key) const {
    const std::optional<double> number = section_.number(key);
    if (!number) section_.wrong(key, "is missing", "such as { from = 1, to = 10, count = 4 }");
    return *number;
  }

  // A point of a linear scale: 0 for values that are negligible compared with the ends.
  double between(double point) const {
    const bool nothing = std::abs(point) < 1e-12 * std::max(std::abs(from_), std::abs(to_));
    return nothing ? 0.0 : neat(point, 10);
  }

  std::vector<double> by_count(std::size_t count, bool logarithmic) const {
    std::vector<double> points{from_};
    for (std::size_t i = 1; i + 1 < count; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(count - 1);
      points.push_back(logarithmic ? neat(from_ * portable_exp(share * portable_log(to_ / from_)), 6)
                                   : between(from_ + share * (to_ - from_)));
    }
    points.push_back(to_);
    return points;
  }

  std::vector<double> by_step() const {
    for (const char* other : {"count", "scale"}) {
      if (section_.find(other) != nullptr) section_.wrong(other, "does not go with step", "leave one out");
    }
    const double step = *section_.number("step");
    if (step <= 0.0) section_.wrong("step", "must be above 0", "it goes from `from` to `to`");
    // A last point that rounding puts slightly beyond `to` counts as `to`.
    const double steps = std::floor((to_ - from_) / step + 1e-9);
    if (!(steps < static_cast<double>(most_cells)))
      section_.wrong("step", "makes too many values", "choose a larger one");
    std::vector<double> points{from_};
    for (double i = 1.0; i <= steps; ++i) points.push_back(between(from_ + i * step));
    return points;
  }

  const PlanSection& section_;
  double from_ = 0.0;
  double to_ = 0.0;
};

std::vector<Value> range_values(const PlanSection& section, const ParamInfo& info) {
  if (info.kind != ParamKind::integer && info.kind != ParamKind::number) {
    bad_input(section.where() + " is a range, but the parameter is not a number", "list its values");
  }
  std::vector<Value> values;
  for (const double point : Range(section).points()) {
    if (info.kind == ParamKind::number) {
      values.emplace_back(point);
    } else if (std::abs(point) < 9e15) {
      const Value whole(static_cast<std::int64_t>(std::llround(point)));
      if (values.empty() || values.back() != whole) values.push_back(whole);
    } else {
      bad_input(section.where() + " exceeds the range of integers", "choose ends nearer to 0");
    }
  }
  return values;
}

// The values that a plan gives a parameter: several make an axis.
std::vector<Value> given_values(const PlanSection& section, const std::string& key, const ParamInfo& info) {
  const Value& given = *section.find(key);
  if (given.is_object() && info.kind == ParamKind::pairs) return {given};
  if (given.is_object()) return range_values(PlanSection(given, section.where() + ": " + key), info);
  if (!given.is_array()) return {given};
  const Value::Array& items = given.as_array();
  if (items.empty()) {
    if (info.kind == ParamKind::columns) return {given};
    section.wrong(key, "is an empty list", "leave it out for the default");
  }
  if (info.kind == ParamKind::columns && !items.front().is_array()) return {given};
  return items;
}

void add_param(const PlanSection& section, const std::string& key, PlanMethod& result) {
  const ParamInfo* info = find_param(*result.method, key);
  if (info == nullptr) {
    std::vector<std::string> known = own_keys;
    for (const ParamInfo& param : result.method->params) known.push_back(param.name);
    const std::string close = suggestion(key, known);
    bad_input(
        section.where() + ": " + result.method->info.name + " has no parameter '" + io::shown(key) + "'",
        close.empty() ? "allowed: " + enumerated(known) : close);
  }
  GridAxis axis{key, {}};
  std::unordered_set<std::string> seen;
  for (const Value& value : given_values(section, key, *info)) {
    const Value checked = placed(section.where(), [&] { return checked_param(*info, value); });
    if (!seen.insert(grid_text(checked)).second) {
      section.wrong(key, "lists " + grid_text(checked) + " twice", "once is enough");
    }
    axis.values.push_back(checked);
  }
  result.named.push_back(key);
  for (auto& [name, value] : result.params) {
    if (name == key) value = axis.values.front();
  }
  if (axis.values.size() > 1) result.axes.push_back(std::move(axis));
}

// Of parameters that name a file, all values.
void add_tables(const PlanSection& section, const std::string& source, PlanMethod& result) {
  for (const ParamInfo& info : result.method->params) {
    if (info.kind != ParamKind::table) continue;
    std::vector<Value> values;
    for (const auto& [name, value] : result.params) {
      if (name == info.name) values = {value};
    }
    for (const GridAxis& axis : result.axes) {
      if (axis.parameter == info.name) values = axis.values;
    }
    for (const Value& value : values) {
      const std::string& written = value.as_text();
      if (!written.empty())
        result.tables.emplace_back(written, plan_path(section, info.name, written, source));
    }
  }
}

// Hierarchies are named by column, or all at once by their folder; those that are built may have the values
// of a population.
void add_located(const PlanSection& section, const std::string& source, PlanMethod& result) {
  result.located = result.params;
  for (auto& [name, value] : result.located) {
    if ((name == "hierarchies" || name == "population") && value.is_text() && !value.as_text().empty()) {
      value = plan_path(section, name, value.as_text(), source);
    }
    if ((name != "hierarchy" && name != "recode") || !value.is_object()) continue;
    for (const GridAxis& axis : result.axes) {
      if (axis.parameter == name) section.wrong(name, "is a list", "give each hierarchy a method of its own");
    }
    Value located = Value::object();
    for (const auto& [column, path] : value.as_object()) {
      located.set(column, plan_path(section, name, path.as_text(), source));
    }
    value = located;
  }
}

// Parameters, and what distinguishes subjects.
std::vector<std::string> label_values(const Method& method) {
  std::vector<std::string> known;
  for (const ParamInfo& info : method.params) known.push_back(info.name);
  for (const char* name : {"data", "columns"}) known.emplace_back(name);
  return known;
}

}  // namespace

std::string grid_text(const Value& value) {
  if (value.is_bool()) return value.as_bool() ? "true" : "false";
  return to_text(value);
}

std::size_t PlanMethod::cells() const {
  std::size_t count = 1;
  for (const GridAxis& axis : axes) count *= axis.values.size();
  return count;
}

Candidate PlanMethod::candidate(std::size_t cell) const {
  Candidate result{method, params, columns, replicates};
  for (std::size_t a = axes.size(); a-- > 0;) {
    const std::size_t position = cell % axes[a].values.size();
    cell /= axes[a].values.size();
    for (auto& [name, value] : result.params) {
      if (name == axes[a].parameter) value = axes[a].values[position];
    }
  }
  return result;
}

ParamValues PlanMethod::named_params(std::size_t cell) const {
  const Candidate whole = candidate(cell);
  ParamValues result;
  for (const std::string& wanted : named) {
    for (const auto& entry : whole.params) {
      if (entry.first == wanted) result.push_back(entry);
    }
  }
  return result;
}

std::string PlanMethod::label_of(std::size_t cell, const SubjectNames& subject) const {
  if (label.empty()) {
    std::string result = method->info.name;
    for (const auto& [name, value] : named_params(cell)) result += " " + name + "=" + grid_text(value);
    return result;
  }
  const Candidate whole = candidate(cell);
  return filled_label(label, [&](const std::string& wanted) {
    for (const auto& [name, value] : whole.params) {
      if (name == wanted) return grid_text(value);
    }
    return wanted == "data" ? subject.data : subject.columns;
  });
}

PlanMethod parse_plan_method(const PlanSection& section, const std::string& source) {
  PlanMethod result;
  const std::string name = section.required_text("method", "mdav");
  result.method = placed(section.where(), [&] { return &masking::method(name); });
  result.params = resolve_params(result.method->params, {}, name);
  for (const auto& [key, value] : section.table().as_object()) {
    if (std::find(own_keys.begin(), own_keys.end(), key) == own_keys.end()) add_param(section, key, result);
  }
  double cells = 1.0;
  for (const GridAxis& axis : result.axes) cells *= static_cast<double>(axis.values.size());
  if (cells > static_cast<double>(most_cells)) {
    bad_input(section.where() + " has a grid of " + rounded(cells) + " cells",
              "a plan may have " + std::to_string(most_cells) + " of them");
  }
  result.columns = section.texts("columns");
  result.replicates = static_cast<std::size_t>(section.whole("replicates", 1, most_replicates).value_or(0));
  result.label = section.text("label").value_or("");
  check_label(section, result.label, label_values(*result.method), "a parameter of the method");
  add_tables(section, source, result);
  add_located(section, source, result);
  return result;
}

}  // namespace sfumato::compare
