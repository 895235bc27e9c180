// Sidecars: the declarations of columns as TOML. Everything that is not understood is an error,
// because a misspelt role would otherwise leave a column unprotected.
#include "io/sidecar.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/database_address.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

const std::vector<std::string> column_keys = {"kind",    "role",       "domain",    "decimals",
                                              "missing", "order",      "hierarchy", "label",
                                              "labels",  "categories", "date"};

std::string hint_for(std::string_view typed, const std::vector<std::string>& allowed) {
  const std::string close = suggestion(typed, allowed);
  return close.empty() ? "allowed: " + joined(allowed) : close + " (allowed: " + joined(allowed) + ")";
}

// One [columns.NAME]; `where` names file and table for every error.
class ColumnTable {
 public:
  ColumnTable(std::string where, const Value& table) : where_(std::move(where)), table_(table) {}

  ColumnDeclaration declaration() const {
    if (!table_.is_object()) {
      bad_input(where_ + " must be a table", "such as [columns.NAME] with kind = \"numeric\" below it");
    }
    for (const auto& [key, value] : table_.as_object()) {
      if (std::find(column_keys.begin(), column_keys.end(), key) == column_keys.end()) {
        bad_input(where_ + ": unknown key '" + shown(key) + "'", hint_for(key, column_keys));
      }
    }
    ColumnDeclaration result;
    if (const Value* kind = table_.find("kind")) {
      result.kind = parse_kind(text("kind", *kind));
      if (!result.kind) wrong_name("kind", kind->as_text(), kind_names());
    }
    if (const Value* role = table_.find("role")) {
      result.role = parse_role(text("role", *role));
      if (!result.role) wrong_name("role", role->as_text(), role_names());
    }
    if (const Value* domain = table_.find("domain")) result.domain = bounds(*domain);
    if (const Value* decimals = table_.find("decimals")) result.decimals = places(*decimals);
    if (const Value* missing = table_.find("missing")) result.missing = texts("missing", *missing);
    if (const Value* order = table_.find("order")) result.order = categories("order", *order);
    if (const Value* named = table_.find("categories")) result.categories = categories("categories", *named);
    if (const Value* date = table_.find("date")) result.date = date_form(text("date", *date));
    if (const Value* hierarchy = table_.find("hierarchy")) result.hierarchy = text("hierarchy", *hierarchy);
    if (const Value* label = table_.find("label")) result.label = text("label", *label);
    if (const Value* labels = table_.find("labels")) result.value_labels = value_labels(*labels);
    if (!result.order.empty() && result.kind && *result.kind != Kind::ordinal) {
      wrong("order", "is only for ordinal columns", "write kind = \"ordinal\"");
    }
    if (result.date && (!result.order.empty() || result.kind.value_or(Kind::ordinal) != Kind::ordinal)) {
      wrong("date", "is only for ordinal columns without an order of their own",
            "write kind = \"ordinal\", or leave date out");
    }
    if (!result.categories.empty() && result.kind && *result.kind != Kind::nominal) {
      wrong("categories", "is only for nominal columns",
            *result.kind == Kind::ordinal ? "write order = [...] instead" : "write kind = \"nominal\"");
    }
    // As an order makes a column ordinal.
    if (!result.categories.empty()) result.kind = Kind::nominal;
    if (result.domain && result.kind && *result.kind != Kind::numeric) {
      wrong("domain", "is only for numeric columns", "leave it out, or write kind = \"numeric\"");
    }
    return result;
  }

 private:
  [[noreturn]] void wrong(const std::string& key, const std::string& what, std::string hint = {}) const {
    bad_input(where_ + ": " + key + " " + what, std::move(hint));
  }
  [[noreturn]] void wrong_name(const std::string& key, const std::string& typed,
                               const std::vector<std::string>& allowed) const {
    wrong(key, "= \"" + shown(typed) + "\" is not known", hint_for(typed, allowed));
  }
  DateForm date_form(const std::string& typed) const {
    const std::optional<DateForm> form = parse_date_form(typed);
    if (!form) wrong("date", "= \"" + shown(typed) + "\" is not known", "such as " + date_form_examples());
    return *form;
  }
  std::string text(const std::string& key, const Value& value) const {
    if (!value.is_text()) wrong(key, "must be a text", "put it in quotes");
    return value.as_text();
  }
  std::vector<std::string> texts(const std::string& key, const Value& value) const {
    if (!value.is_array()) wrong(key, "must be a list of texts", "such as " + key + " = [\"NA\", \"-9\"]");
    std::vector<std::string> result;
    for (const Value& item : value.as_array()) {
      if (!item.is_text()) wrong(key, "must hold texts only", "put each item in quotes, numbers too");
      result.push_back(item.as_text());
    }
    return result;
  }
  std::vector<std::string> categories(const std::string& key, const Value& value) const {
    std::vector<std::string> result = texts(key, value);
    std::set<std::string> seen;
    for (const std::string& label : result) {
      if (!seen.insert(label).second) wrong(key, "names '" + shown(label) + "' twice");
    }
    return result;
  }
  ValueLabels value_labels(const Value& value) const {
    const std::string hint = R"(such as labels = { "1" = "male", "2" = "female" })";
    if (!value.is_object()) wrong("labels", "must be a table of codes and labels", hint);
    ValueLabels result;
    for (const auto& [code, label] : value.as_object()) {
      if (!label.is_text()) wrong("labels", "must hold texts only", hint);
      result.emplace_back(code, label.as_text());
    }
    return result;
  }
  Domain bounds(const Value& value) const {
    const std::string hint = "such as domain = [0, 100]";
    if (!value.is_array() || value.as_array().size() != 2) wrong("domain", "must be two numbers", hint);
    for (const Value& bound : value.as_array()) {
      if (!bound.is_number()) wrong("domain", "must be two numbers", hint);
      if (!std::isfinite(bound.as_number())) wrong("domain", "must be finite", hint);
    }
    const Domain domain{value.as_array()[0].as_number(), value.as_array()[1].as_number()};
    if (domain.lower > domain.upper)
      wrong("domain", "has its lower bound above its upper bound", "swap them");
    return domain;
  }
  int places(const Value& value) const {
    if (!value.is_integer() || value.as_integer() < 0 || value.as_integer() > 30) {
      wrong("decimals", "must be a whole number from 0 to 30");
    }
    return static_cast<int>(value.as_integer());
  }

  std::string where_;
  const Value& table_;
};

bool take_suffix(std::string& text, std::string_view suffix) {
  if (text.size() <= suffix.size() || !text.ends_with(suffix)) return false;
  text.resize(text.size() - suffix.size());
  return true;
}

}  // namespace

std::string sidecar_path(const std::string& data_path) {
  if (is_database(data_path)) return database_address(data_path).sidecar;
  std::string stem = data_path;
  take_suffix(stem, ".gz");
  const std::size_t slash = stem.rfind('/');
  const std::size_t dot = stem.rfind('.');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  if (dot != std::string::npos && dot > name) stem.resize(dot);
  return stem + ".toml";
}

Declarations column_declarations(const Value& columns, const std::string& source) {
  if (!columns.is_object()) bad_input(source + ": columns must be a table", "write [columns.NAME]");
  Declarations result;
  for (const auto& [name, table] : columns.as_object()) {
    result[name] = ColumnTable(source + ", [columns." + shown(name) + "]", table).declaration();
  }
  return result;
}

namespace {

TextForm text_form_of(const Value& table, const std::string& source) {
  if (!table.is_object()) bad_input(source + ": text must be a table", "write [text]");
  TextForm form;
  for (const auto& [key, value] : table.as_object()) {
    const std::string where = source + ", [text]";
    if (!value.is_text()) bad_input(where + ": " + shown(key) + " must be a text", "put it in quotes");
    try {
      if (key == "delimiter") {
        form.delimiter = parse_delimiter(value.as_text());
      } else if (key == "decimal") {
        form.decimal_point = parse_decimal_point(value.as_text());
      } else if (key == "encoding") {
        form.encoding = parse_encoding(value.as_text());
      } else {
        bad_input("unknown key '" + shown(key) + "'", hint_for(key, {"delimiter", "decimal", "encoding"}));
      }
    } catch (const Error& error) {
      throw error.at(where);
    }
  }
  return form;
}

Value text_form_value(const TextForm& text) {
  Value value = Value::object();
  if (text.delimiter.value_or(',') != ',') {
    value.set("delimiter", text.delimiter == '\t' ? "tab" : std::string(1, *text.delimiter));
  }
  if (text.decimal_point.value_or('.') != '.') value.set("decimal", std::string(1, *text.decimal_point));
  if (text.encoding.value_or(Encoding::utf_8) != Encoding::utf_8) {
    value.set("encoding", to_text(*text.encoding));
  }
  return value;
}

Sidecar sidecar_of(const Value& document, const std::string& source) {
  Sidecar sidecar;
  sidecar.path = source;
  for (const auto& [key, value] : document.as_object()) {
    if (key == "release") {
      if (!value.is_object()) bad_input(source + ": release must be a table", "write [release]");
      sidecar.release = value;
    } else if (key == "columns") {
      sidecar.columns = column_declarations(value, source);
    } else if (key == "text") {
      sidecar.text = text_form_of(value, source);
    } else {
      bad_input(source + ": unknown key '" + shown(key) + "'", hint_for(key, {"columns", "text", "release"}));
    }
  }
  return sidecar;
}

}  // namespace

// A column that was declared without `columns.` before its name, such as [steps], is a table, not a list of
// tables, and stays an error: its role must not get lost.
bool is_plan_or_recipe(const Value& document) {
  if (document.find("release") != nullptr) return false;
  const auto lists_tables = [&](const char* key) {
    const Value* value = document.find(key);
    if (value == nullptr || !value->is_array() || value->as_array().empty()) return false;
    const Value::Array& items = value->as_array();
    return std::all_of(items.begin(), items.end(), [](const Value& item) { return item.is_object(); });
  };
  return lists_tables("methods") || lists_tables("targets") || lists_tables("steps");
}

Sidecar sidecar_beside(const std::string& data_path) {
  const std::string path = sidecar_path(data_path);
  if (path == data_path || !is_regular_file(path)) return {};
  const Value document = parse_toml(read_text_file(path), path);
  return is_plan_or_recipe(document) ? Sidecar{} : sidecar_of(document, path);
}

Sidecar parse_sidecar(std::string_view text, const std::string& source) {
  return sidecar_of(parse_toml(text, source), source);
}

Sidecar read_sidecar(const std::string& path) { return parse_sidecar(read_text_file(path), path); }

Value sidecar_value(const Table& table, const Value& release, const TextForm& text) {
  Value::Object columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const ColumnInfo& info = table.info(id);
    Value column = Value::object();
    column.set("kind", to_text(info.kind));
    if (info.role) column.set("role", to_text(*info.role));
    if (info.domain) column.set("domain", Value::Array{info.domain->lower, info.domain->upper});
    if (info.decimals) column.set("decimals", *info.decimals);
    if (!info.missing.empty()) column.set("missing", Value::array_of(info.missing));
    if (!info.order.empty()) column.set("order", Value::array_of(info.order));
    if (!info.categories.empty()) column.set("categories", Value::array_of(info.categories));
    // A column that was recoded has no dates any more.
    const Timestamps* times = table.column(id).get_if<Timestamps>();
    if (info.date && table.column(id).get_if<Dates>() != nullptr) column.set("date", to_text(*info.date));
    if (times != nullptr && !times->form.date.is_iso()) column.set("date", to_text(times->form.date));
    if (!info.hierarchy.empty()) column.set("hierarchy", info.hierarchy);
    if (!info.label.empty()) column.set("label", info.label);
    if (!info.value_labels.empty()) {
      Value labels = Value::object();
      for (const auto& [code, label] : info.value_labels) labels.set(code, label);
      column.set("labels", std::move(labels));
    }
    columns.emplace_back(info.name, std::move(column));
  }
  Value document = Value::object();
  document.set("columns", std::move(columns));
  if (Value form = text_form_value(text); !form.as_object().empty()) document.set("text", std::move(form));
  if (release.is_object()) document.set("release", release);
  return document;
}

std::string sidecar_text(const Table& table, const Value& release) {
  return toml_text(sidecar_value(table, release));
}

}  // namespace sfumato::io
