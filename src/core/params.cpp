// Checking of parameters: every message names the parameter, what was given and what is allowed.
#include "core/params.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato {
namespace {

[[noreturn]] void refuse(const ParamInfo& info, std::string_view given, const std::string& wanted) {
  bad_param(info.name, "parameter '" + info.name + "' cannot be '" + std::string(given) + "'",
            "it must be " + wanted);
}

// Bounds of whole numbers in full: 1000000000 rather than 1e+09.
std::string bound_text(const ParamInfo& info, double bound) {
  return info.kind == ParamKind::integer ? std::to_string(static_cast<std::int64_t>(bound)) : shortest(bound);
}

std::string wanted_text(const ParamInfo& info) {
  std::string range = range_text(info);
  switch (info.kind) {
    case ParamKind::flag:
      return "true or false";
    case ParamKind::integer:
      return "a whole number" + (range.empty() ? "" : ", " + range);
    case ParamKind::number:
      return "a number" + (range.empty() ? "" : ", " + range);
    case ParamKind::choice:
      return range;
    case ParamKind::text:
      return "text";
    case ParamKind::columns:
      return "column names, separated by commas";
    case ParamKind::table:
      return "the path of a data file";
    case ParamKind::pairs:
      return "COLUMN=VALUE, each column once, several separated by commas";
    case ParamKind::texts:
      return "a list of texts";
    case ParamKind::tree:
      return "a value";
  }
  return {};
}

std::vector<std::string> split(std::string_view typed) {
  std::vector<std::string> items;
  while (!typed.empty()) {
    const std::size_t comma = std::min(typed.find(','), typed.size());
    if (comma > 0) items.emplace_back(typed.substr(0, comma));
    typed.remove_prefix(std::min(comma + 1, typed.size()));
  }
  return items;
}

bool is_pairs(const Value::Object& members) {
  for (const auto& [column, value] : members) {
    if (!value.is_text() && !value.is_number()) return false;
  }
  return true;
}

bool of_kind(ParamKind kind, const Value& value) {
  switch (kind) {
    case ParamKind::flag:
      return value.is_bool();
    case ParamKind::integer:
      return value.is_integer();
    case ParamKind::number:
      return value.is_number() && std::isfinite(value.as_number());
    case ParamKind::choice:
    case ParamKind::text:
    case ParamKind::table:
      return value.is_text();
    case ParamKind::tree:
      return true;
    case ParamKind::columns:
    case ParamKind::texts:
      if (!value.is_array()) return false;
      for (const Value& item : value.as_array()) {
        if (!item.is_text()) return false;
      }
      return true;
    case ParamKind::pairs:
      return value.is_object() && is_pairs(value.as_object());
  }
  return false;
}

// "age=2,sex=1" as an object; null for a text that is not a list of pairs.
Value parse_pairs(std::string_view typed) {
  Value result = Value::object();
  for (const std::string& item : split(typed)) {
    const std::size_t sign = item.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == item.size()) return {};
    const std::string column = item.substr(0, sign);
    if (result.find(column) != nullptr) return {};
    result.set(column, item.substr(sign + 1));
  }
  return result;
}

// A file may give numbers: they become text.
Value texts_by_column(const Value& value) {
  Value result = Value::object();
  for (const auto& [column, text] : value.as_object()) result.set(column, to_text(text));
  return result;
}

}  // namespace

std::string_view to_text(ParamKind kind) {
  switch (kind) {
    case ParamKind::flag:
      return "flag";
    case ParamKind::integer:
      return "integer";
    case ParamKind::number:
      return "number";
    case ParamKind::choice:
      return "choice";
    case ParamKind::text:
      return "text";
    case ParamKind::columns:
      return "columns";
    case ParamKind::table:
      return "table";
    case ParamKind::pairs:
      return "pairs";
    case ParamKind::texts:
      return "texts";
    case ParamKind::tree:
      return "tree";
  }
  return {};
}

std::string_view to_text(Dial dial) {
  switch (dial) {
    case Dial::none:
      return "none";
    case Dial::more_is_safer:
      return "more is safer";
    case Dial::less_is_safer:
      return "less is safer";
  }
  return {};
}

std::string range_text(const ParamInfo& info) {
  if (!info.choices.empty()) return enumerated(info.choices, "or");
  if (info.lower && info.upper) return bound_text(info, *info.lower) + " to " + bound_text(info, *info.upper);
  if (info.lower) return "at least " + bound_text(info, *info.lower);
  if (info.upper) return "at most " + bound_text(info, *info.upper);
  return {};
}

Value parse_param(const ParamInfo& info, std::string_view typed) {
  Value value;
  switch (info.kind) {
    case ParamKind::flag:
      if (typed == "true" || typed == "false") value = typed == "true";
      break;
    case ParamKind::integer:
      if (const auto integer = parse_integer(typed)) value = *integer;
      break;
    case ParamKind::number:
      if (const auto number = parse_number(typed)) value = *number;
      break;
    case ParamKind::choice:
    case ParamKind::text:
    case ParamKind::table:
      value = typed;
      break;
    case ParamKind::columns:
      value = Value::array_of(split(typed));
      break;
    case ParamKind::pairs:
      value = parse_pairs(typed);
      break;
    case ParamKind::texts:
      value = Value::array_of({std::string(typed)});
      break;
    case ParamKind::tree:
      break;  // has no short form
  }
  if (value.is_null()) refuse(info, typed, wanted_text(info));
  return checked_param(info, value);
}

Value checked_param(const ParamInfo& info, const Value& value) {
  if (value.is_null() && info.initial.is_null()) return value;
  if (info.kind == ParamKind::pairs && value.is_text()) return parse_param(info, value.as_text());
  if (!of_kind(info.kind, value)) refuse(info, to_text(value), wanted_text(info));
  if (info.kind == ParamKind::choice) {
    for (const std::string& choice : info.choices) {
      if (choice == value.as_text()) return value;
    }
    const std::string close = suggestion(value.as_text(), info.choices);
    refuse(info, value.as_text(), wanted_text(info) + (close.empty() ? "" : "; " + close));
  }
  if (value.is_number()) {
    const double number = value.as_number();
    if ((info.lower && number < *info.lower) || (info.upper && number > *info.upper)) {
      refuse(info, to_text(value), wanted_text(info) + (info.unit.empty() ? "" : " (" + info.unit + ")"));
    }
    if (info.kind == ParamKind::number) return number;
  }
  if (info.kind == ParamKind::pairs) return texts_by_column(value);
  return value;
}

ParamValues resolve_params(const std::vector<ParamInfo>& infos, const ParamValues& given,
                           std::string_view owner) {
  std::vector<std::string> names;
  ParamValues resolved;
  for (const ParamInfo& info : infos) {
    names.push_back(info.name);
    resolved.emplace_back(info.name, info.initial);
  }
  for (const auto& [name, value] : given) {
    bool known = false;
    for (std::size_t i = 0; i < infos.size(); ++i) {
      if (infos[i].name != name) continue;
      resolved[i].second = checked_param(infos[i], value);
      known = true;
    }
    if (!known) {
      std::string hint = suggestion(name, names);
      if (hint.empty() && !names.empty()) hint = "it has " + joined(names);
      bad_param(name, std::string(owner) + " has no parameter '" + name + "'",
                hint.empty() ? "it takes none" : hint);
    }
  }
  for (const ParamInfo& info : infos) {
    if (!info.required) continue;
    const bool found = std::any_of(given.begin(), given.end(), [&](const auto& one) {
      return one.first == info.name && !one.second.is_null();
    });
    if (!found) {
      bad_param(info.name, std::string(owner) + " needs the parameter '" + info.name + "'", info.doc);
    }
  }
  return resolved;
}

Value params_value(const ParamValues& values) {
  Value result = Value::object();
  for (const auto& [name, value] : values) result.set(name, value);
  return result;
}

std::vector<ParamInfo> ParamEntries::infos() const {
  std::vector<ParamInfo> result;
  result.reserve(entries_.size());
  for (const Entry& entry : entries_) result.push_back(entry.info);
  return result;
}

ParamBuilder ParamEntries::add(std::string name, ParamKind kind, Value initial, std::size_t offset,
                               ParamSetter set) {
  ParamInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.initial = std::move(initial);
  entries_.push_back({std::move(info), offset, set, {}});
  return ParamBuilder(entries_.back().info);
}

ParamBuilder ParamEntries::add_choice(std::string name,
                                      std::vector<std::pair<std::string, std::int64_t>> choices,
                                      std::int64_t initial, std::size_t offset, ParamSetter set) {
  ParamBuilder builder = add(std::move(name), ParamKind::choice, std::string(), offset, set);
  Entry& entry = entries_.back();
  for (auto& [text, number] : choices) {
    if (number == initial) entry.info.initial = text;
    entry.info.choices.push_back(std::move(text));
    entry.enumerators.push_back(number);
  }
  return builder;
}

void ParamEntries::assign(void* target, const ParamValues& resolved) const {
  for (const auto& [name, value] : resolved) {
    for (const Entry& entry : entries_) {
      if (entry.info.name != name) continue;
      void* member = static_cast<char*>(target) + entry.offset;
      if (entry.enumerators.empty()) {
        entry.set(member, value);
        continue;
      }
      for (std::size_t i = 0; i < entry.enumerators.size(); ++i) {
        if (entry.info.choices[i] == value.as_text()) entry.set(member, entry.enumerators[i]);
      }
    }
  }
}

void ParamEntries::set_flag(void* member, const Value& value) {
  *static_cast<bool*>(member) = value.as_bool();
}

void ParamEntries::set_integer(void* member, const Value& value) {
  *static_cast<std::int64_t*>(member) = value.as_integer();
}

void ParamEntries::set_number(void* member, const Value& value) {
  *static_cast<double*>(member) = value.as_number();
}

void ParamEntries::set_optional_number(void* member, const Value& value) {
  *static_cast<std::optional<double>*>(member) =
      value.is_null() ? std::nullopt : std::optional(value.as_number());
}

void ParamEntries::set_optional_integer(void* member, const Value& value) {
  *static_cast<std::optional<std::int64_t>*>(member) =
      value.is_null() ? std::nullopt : std::optional(value.as_integer());
}

void ParamEntries::set_tree(void* member, const Value& value) { *static_cast<Value*>(member) = value; }

void ParamEntries::set_text(void* member, const Value& value) {
  *static_cast<std::string*>(member) = value.as_text();
}

void ParamEntries::set_columns(void* member, const Value& value) {
  auto& columns = *static_cast<std::vector<std::string>*>(member);
  columns.clear();
  for (const Value& item : value.as_array()) columns.push_back(item.as_text());
}

void ParamEntries::set_pairs(void* member, const Value& value) {
  auto& pairs = *static_cast<ColumnTexts*>(member);
  pairs.clear();
  for (const auto& [column, text] : value.as_object()) pairs.emplace_back(column, text.as_text());
}

}  // namespace sfumato
