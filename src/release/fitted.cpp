// The checksum finds changes by hand and damage; it is no signature. Texts, numbers and their order are
// hashed in a form that does not depend on how TOML or JSON writes them.
#include "release/fitted.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "core/number_text.hpp"
#include "io/sidecar.hpp"
#include "io/toml.hpp"
#include "masking/keyed_draws.hpp"
#include "release/key_file.hpp"

namespace sfumato::release {
namespace {

constexpr std::int64_t fitted_version = 1;
constexpr std::size_t fingerprint_bytes = 8;
const std::vector<std::string> fitted_keys = {
    "version",     "checksum", "steps", "keep-bounds", "keep-integers", "derive", "drop",
    "hierarchies", "columns",  "known", "keys",        "anew",          "beyond"};
const std::vector<std::string> recipe_keys = {"steps", "keep-bounds", "keep-integers", "derive", "drop"};

void add_canonical(const Value& value, std::string& text) {
  if (value.is_object()) {
    text += '{';
    std::vector<std::pair<std::string, Value>> members = value.as_object();
    std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [name, member] : members) {
      if (member.is_null()) continue;
      text.append(std::to_string(name.size())).append(":").append(name);
      add_canonical(member, text);
    }
    text += '}';
  } else if (value.is_array()) {
    text += '[';
    for (const Value& item : value.as_array()) add_canonical(item, text);
    text += ']';
  } else if (value.is_text()) {
    text.append(std::to_string(value.as_text().size())).append(":").append(value.as_text());
  } else if (value.is_bool()) {
    text += value.as_bool() ? 't' : 'f';
  } else if (value.is_number()) {
    text.append("#").append(shortest(value.as_number())).append(";");
  }
}

std::string checksum_of(const Value& document) {
  Value rest = Value::object();
  for (const auto& [name, member] : document.as_object()) {
    if (name != "checksum") rest.set(name, member);
  }
  std::string text;
  add_canonical(rest, text);
  return hexadecimal(sha256(text), 16);
}

// Defaults too: another version of the program may have others.
Value told_parameters(const masking::RecipeStep& step) {
  Value result = Value::object();
  for (const auto& [name, value] : step.params) {
    if (!value.is_null() && !to_text(value).empty()) result.set(name, value);
  }
  return result;
}

Value steps_value(const masking::Recipe& recipe) {
  Value steps = Value::array();
  for (const masking::RecipeStep& step : recipe.steps) {
    Value one = Value::object();
    one.set("method", step.method->info.name).set("columns", Value::array_of(step.columns));
    if (!step.within.empty()) one.set("within", step.within);
    if (step.fill) one.set("fill", true);
    if (Value params = told_parameters(step); !params.as_object().empty()) one.set("parameters", params);
    steps.push(one);
  }
  return steps;
}

Value rows_value(const std::vector<std::vector<std::string>>& rows) {
  Value result = Value::array();
  for (const auto& row : rows) result.push(Value::array_of(row));
  return result;
}

Value hierarchy_value(const KeptHierarchy& kept) {
  Value result = Value::object();
  if (!kept.specification.is_null()) return result.set("specification", kept.specification);
  return kept.map.empty() ? result.set("rows", rows_value(kept.rows))
                          : result.set("map", rows_value(kept.map));
}

// Reads the parts of a document; every error names the file and the place.
class FittedReader {
 public:
  FittedReader(const Value& document, std::string source) : document_(document), source_(std::move(source)) {}

  Fitted read() const {
    check_version();
    for (const auto& [key, value] : document_.as_object()) {
      if (std::find(fitted_keys.begin(), fitted_keys.end(), key) == fitted_keys.end()) {
        const std::string close = suggestion(key, fitted_keys);
        bad_input(source_ + ": unknown key '" + key + "'", close.empty() ? "leave it out" : close);
      }
    }
    check_sum();
    Fitted result;
    result.recipe = recipe();
    result.columns = object("columns");
    static_cast<void>(result.declarations(source_));
    const Value known = object("known"), kept_trees = object("hierarchies"), keys = array("keys"),
                anew = array("anew"), percents = object("beyond");
    for (const auto& [name, list] : known.as_object()) {
      result.known[name] = texts(list, "known." + name);
    }
    for (const auto& [name, kept] : kept_trees.as_object()) {
      result.hierarchies[name] = hierarchy(kept, "hierarchies." + name);
    }
    for (const Value& key : keys.as_array()) {
      result.keys.push_back({step_of(key, result), text_of(key, "fingerprint", "keys")});
    }
    for (const Value& one : anew.as_array()) {
      result.anew.push_back({step_of(one, result), text_of(one, "reason", "anew")});
    }
    for (const auto& [name, percent] : percents.as_object()) {
      if (!percent.is_integer()) wrong("beyond." + name, "must be a whole number");
      result.beyond[name] = percent.as_integer();
    }
    return result;
  }

 private:
  [[noreturn]] void wrong(const std::string& where, const std::string& what) const {
    bad_input(source_ + ": " + where + " " + what, "use the file as ‹fit› wrote it, or fit again");
  }

  void check_version() const {
    const Value* version = document_.is_object() ? document_.find("version") : nullptr;
    if (version == nullptr || document_.find("checksum") == nullptr) {
      bad_input(source_ + " is not a file that ‹fit› wrote", "name such a file");
    }
    if (!version->is_integer() || version->as_integer() < 1)
      wrong("version", "must be a whole number from 1");
    if (version->as_integer() != fitted_version) {
      bad_input(source_ + " has version " + std::to_string(version->as_integer()) +
                    " of fitted files, and this program reads version " + std::to_string(fitted_version),
                "use the program that wrote it, or fit again");
    }
  }

  void check_sum() const {
    const Value& said = document_.at("checksum");
    if (said.is_text() && said.as_text() == checksum_of(document_)) return;
    bad_input(source_ + " was changed after ‹fit› wrote it: its checksum does not fit",
              "restore the file, or fit again; a change by hand could undo what earlier releases protect");
  }

  masking::Recipe recipe() const {
    Value steps = Value::object();
    for (const std::string& key : recipe_keys) {
      if (const Value* member = document_.find(key)) steps.set(key, *member);
    }
    masking::Recipe result = masking::parse_recipe(steps, source_);
    for (const masking::RecipeStep& step : result.steps) {
      if (step.columns.empty()) wrong("steps", "must name their columns");
    }
    return result;
  }

  Value object(const std::string& key) const {
    const Value* member = document_.find(key);
    if (member == nullptr) return Value::object();
    if (!member->is_object()) wrong(key, "must be a table");
    return *member;
  }
  Value array(const std::string& key) const {
    const Value* member = document_.find(key);
    if (member == nullptr) return Value::array();
    if (!member->is_array()) wrong(key, "must be a list");
    return *member;
  }
  std::vector<std::string> texts(const Value& list, const std::string& where) const {
    std::vector<std::string> result;
    if (!list.is_array()) wrong(where, "must be a list of texts");
    for (const Value& item : list.as_array()) {
      if (!item.is_text()) wrong(where, "must be a list of texts");
      result.push_back(item.as_text());
    }
    return result;
  }
  std::vector<std::vector<std::string>> rows(const Value& list, const std::string& where) const {
    if (!list.is_array() || list.as_array().empty()) wrong(where, "must be a list of rows");
    std::vector<std::vector<std::string>> result;
    for (const Value& row : list.as_array()) result.push_back(texts(row, where));
    return result;
  }
  KeptHierarchy hierarchy(const Value& kept, const std::string& where) const {
    KeptHierarchy result;
    if (!kept.is_object() || kept.as_object().size() != 1)
      wrong(where, "must have rows, map or specification");
    if (const Value* list = kept.find("rows")) {
      result.rows = rows(*list, where);
    } else if (const Value* map = kept.find("map")) {
      result.map = rows(*map, where);
      for (const auto& row : result.map) {
        if (row.size() != 2) wrong(where, "must have an old and a new value in each row");
      }
    } else if (const Value* specification = kept.find("specification");
               specification != nullptr && specification->is_object()) {
      result.specification = *specification;
    } else {
      wrong(where, "must have rows, map or specification");
    }
    return result;
  }
  std::size_t step_of(const Value& entry, const Fitted& fitted) const {
    const Value* step = entry.find("step");
    const bool right = step != nullptr && step->is_integer() && step->as_integer() >= 1 &&
                       static_cast<std::size_t>(step->as_integer()) <= fitted.recipe.steps.size();
    if (!right) wrong("step", "must be the number of a step");
    return static_cast<std::size_t>(step->as_integer());
  }
  std::string text_of(const Value& entry, const std::string& key, const std::string& where) const {
    const Value* text = entry.find(key);
    if (text == nullptr || !text->is_text()) wrong(where + "." + key, "must be a text");
    return text->as_text();
  }

  const Value& document_;
  std::string source_;
};

}  // namespace

Declarations Fitted::declarations(const std::string& source) const {
  return io::column_declarations(columns, source);
}

Value to_value(const Fitted& fitted) {
  Value document = Value::object();
  document.set("version", fitted_version).set("checksum", "");
  if (fitted.recipe.keep_bounds) document.set("keep-bounds", true);
  if (fitted.recipe.keep_integers) document.set("keep-integers", true);
  if (!fitted.recipe.derive.empty()) document.set("derive", Value::array_of(fitted.recipe.derive));
  if (!fitted.recipe.drop.empty()) document.set("drop", Value::array_of(fitted.recipe.drop));
  document.set("steps", steps_value(fitted.recipe));
  Value anew = Value::array(), keys = Value::array(), known = Value::object(), hierarchies = Value::object(),
        beyond = Value::object();
  for (const DrawnAnew& one : fitted.anew) {
    anew.push(Value::object().set("step", one.step).set("reason", one.reason));
  }
  for (const KeptKey& key : fitted.keys) {
    keys.push(Value::object().set("step", key.step).set("fingerprint", key.fingerprint));
  }
  for (const auto& [name, list] : fitted.known) known.set(name, Value::array_of(list));
  for (const auto& [name, kept] : fitted.hierarchies) hierarchies.set(name, hierarchy_value(kept));
  for (const auto& [name, percent] : fitted.beyond) beyond.set(name, percent);
  if (!anew.as_array().empty()) document.set("anew", anew);
  if (!keys.as_array().empty()) document.set("keys", keys);
  document.set("columns", fitted.columns);
  if (!known.as_object().empty()) document.set("known", known);
  if (!hierarchies.as_object().empty()) document.set("hierarchies", hierarchies);
  if (!beyond.as_object().empty()) document.set("beyond", beyond);
  // What is hashed is what will be read.
  const Value read = io::parse_toml(io::toml_text(document), "the fitted file");
  return document.set("checksum", checksum_of(read));
}

Value with_checksum(Value document) {
  if (!document.is_object()) return document;
  const std::string right = checksum_of(document);
  return document.set("checksum", right);
}

std::string fitted_text(const Fitted& fitted) {
  return "# What a release keeps for the files that follow it. Keep it with the keys: it is not for "
         "publication.\n" +
         io::toml_text(to_value(fitted));
}

Fitted parse_fitted(const Value& document, const std::string& source) {
  return FittedReader(document, source).read();
}

std::string key_fingerprint(const Table& key) {
  const Hmac hmac(masking::key_text(key));
  return hexadecimal(hmac("sfumato fitted key"), fingerprint_bytes);
}

void require_same_keys(const Fitted& fitted, const Run& run) {
  for (const KeptKey& kept : fitted.keys) {
    const masking::RecipeStep& step = fitted.recipe.steps[kept.step - 1];
    for (const std::string& path : key_files(*step.method, step.params)) {
      if (!run.has_table(path) && !run.reads_files()) {
        bad_param("key", "the fitted release needs its secret key", "give it with ‹key›");
      }
      const Table key = run.has_table(path) ? run.table(path) : read_key(path);
      if (key_fingerprint(key) == kept.fingerprint) continue;
      bad_param(
          "key",
          "'" + path + "' is not the key of the earlier release: its units would get other names or shifts",
          "give the same key, or fit again");
    }
  }
}

}  // namespace sfumato::release
