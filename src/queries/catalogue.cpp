// The catalogue from TOML and back. Unknown keys are errors: a misspelt key would give a column the wrong
// domain, and every answer the wrong noise.
#include "queries/catalogue.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/column.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/known_keys.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t max_units = std::int64_t{1} << 53;
constexpr std::int64_t max_rows = 1'000'000;
constexpr std::int64_t max_decimals = 15;
constexpr std::size_t max_name_length = 128;
constexpr std::size_t max_categories = 1'000'000;

const std::vector<std::string> kind_words = {"number", "category", "date"};
constexpr std::size_t date_word = 2;
const std::vector<std::string> outside_words = {"clamp", "null", "drop", "refuse"};

template <class Items>
std::optional<std::size_t> place_of(const Items& items, std::string_view name) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (same_word(items[i].name, name)) return i;
  }
  return std::nullopt;
}

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// One table of the file; `where` names it for every error.
class Section {
 public:
  Section(const Value& table, std::string where, const std::vector<std::string>& keys)
      : table_(table), where_(std::move(where)) {
    if (!table_.is_object()) {
      bad_input(where_ + " must be a table", "write its header in brackets and its keys below");
    }
    io::require_known_keys(table_, where_, keys);
  }

  const Value* find(std::string_view key) const { return table_.find(key); }

  [[noreturn]] void wrong(const std::string& what, std::string hint) const {
    bad_input(where_ + ": " + what, std::move(hint));
  }

  const Value& required(const std::string& key, const std::string& example) const {
    const Value* value = find(key);
    if (value == nullptr) wrong("'" + key + "' is missing", "write " + example);
    return *value;
  }

  std::optional<std::string> text(const std::string& key) const {
    const Value* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_text() || value->as_text().empty()) wrong(key + " must be a text", "put it in quotes");
    return value->as_text();
  }

  // The index of a text in the list of its choices.
  std::optional<std::size_t> choice(const std::string& key, const std::vector<std::string>& words) const {
    const auto chosen = text(key);
    if (!chosen) return std::nullopt;
    const auto found = std::find(words.begin(), words.end(), *chosen);
    if (found == words.end()) {
      wrong(key + " cannot be '" + io::shown(*chosen) + "'", "it is one of " + enumerated(words));
    }
    return static_cast<std::size_t>(found - words.begin());
  }

  bool boolean(const std::string& key) const {
    const Value* value = find(key);
    if (value == nullptr) return false;
    if (!value->is_bool()) wrong(key + " must be true or false", "write it without quotes");
    return value->as_bool();
  }

  std::optional<std::int64_t> integer(const std::string& key, std::int64_t lower, std::int64_t upper) const {
    const Value* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_integer() || value->as_integer() < lower || value->as_integer() > upper) {
      wrong(key + " must be an integer from " + std::to_string(lower) + " to " + std::to_string(upper),
            "write it without quotes");
    }
    return value->as_integer();
  }

 private:
  const Value& table_;
  std::string where_;
};

void check_name(const std::string& name, const std::string& where, std::set<std::string>& seen) {
  const bool letters =
      !name.empty() && is_name_start(name.front()) && std::all_of(name.begin(), name.end(), is_name_part);
  if (!letters || name.size() > max_name_length) {
    bad_input(where + ": '" + io::shown(name) + "' cannot be a name in a query",
              "a name has at most " + std::to_string(max_name_length) +
                  " letters A to Z, digits and underscores, and does not begin with a digit; rename it, also "
                  "in the data");
  }
  if (is_reserved(name)) {
    bad_input(where + ": '" + name + "' is a word of the query language", "rename it, also in the data");
  }
  if (!seen.insert(lower_case(name)).second) {
    bad_input(where + ": the name '" + name + "' occurs twice", "choose names that differ in more than case");
  }
}

std::int64_t bound_of(const Value& value, int decimals, const Section& section) {
  constexpr const char* hint =
      "write domain = [0, 120]; decimals = … is the number of decimals of the values";
  if (!value.is_number()) section.wrong("domain must be two numbers", hint);
  const std::string text =
      value.is_integer() ? std::to_string(value.as_integer()) : shortest(value.as_number());
  const bool negative = text.front() == '-';
  // Infinities and NaN have no digits.
  if (!is_digit(text[negative ? 1 : 0])) section.wrong("domain must be finite", hint);
  const DecimalUnits units = units_of(std::string_view(text).substr(negative ? 1 : 0), negative, decimals);
  if (units.floor >= max_units + (units.exact ? 1 : 0) || units.floor < -max_units) {
    section.wrong("domain: " + text + " is more than 2^53 units from 0",
                  "a unit is the last decimal; declare fewer decimals or a narrower domain");
  }
  if (!units.exact) {
    section.wrong("domain: " + text + " has more than " + std::to_string(decimals) + " decimals",
                  "write decimals = … for values that are not integers");
  }
  return units.floor;
}

void read_number(const Section& section, CatalogueColumn& column) {
  column.decimals = static_cast<int>(section.integer("decimals", 0, max_decimals).value_or(0));
  const Value& domain =
      section.required("domain", "domain = [0, 120], the least and greatest possible value");
  if (!domain.is_array() || domain.as_array().size() != 2) {
    section.wrong("domain must be two numbers", "such as domain = [0, 120]");
  }
  column.lower = bound_of(domain.as_array()[0], column.decimals, section);
  column.upper = bound_of(domain.as_array()[1], column.decimals, section);
  if (column.lower >= column.upper) {
    section.wrong("the upper bound of the domain must be above the lower one", "write domain = [0, 120]");
  }
}

std::int64_t day_of(const Value& value, const Section& section) {
  std::int32_t day = 0;
  if (!value.is_text() || !parse_date(value.as_text(), day)) {
    section.wrong("domain must be two dates", "write domain = [\"1900-01-01\", \"2025-12-31\"]");
  }
  return day;
}

void read_date(const Section& section, CatalogueColumn& column) {
  const Value& domain = section.required(
      "domain", "domain = [\"1900-01-01\", \"2025-12-31\"], the first and last possible date");
  if (!domain.is_array() || domain.as_array().size() != 2) {
    section.wrong("domain must be two dates", "write domain = [\"1900-01-01\", \"2025-12-31\"]");
  }
  column.date = true;
  column.lower = day_of(domain.as_array()[0], section);
  column.upper = day_of(domain.as_array()[1], section);
  if (column.lower >= column.upper) {
    section.wrong("the last date of the domain must be after the first one",
                  "write domain = [\"1900-01-01\", \"2025-12-31\"]");
  }
}

void read_categories(const Section& section, CatalogueColumn& column) {
  const Value& list = section.required(
      "categories", "categories = [\"f\", \"m\"]: all possible ones, also if they are not in the data");
  if (!list.is_array() || list.as_array().empty() || list.as_array().size() > max_categories) {
    section.wrong("categories must be a list of 1 to " + std::to_string(max_categories) + " texts",
                  "such as categories = [\"f\", \"m\"]");
  }
  std::set<std::string_view> seen;
  for (const Value& item : list.as_array()) {
    if (!item.is_text()) section.wrong("categories must be texts", "put each in quotes: [\"1\", \"2\"]");
    if (item.as_text().empty()) {
      section.wrong("a category cannot be empty", "a missing value is NULL: write null = true");
    }
    if (!seen.insert(item.as_text()).second) {
      section.wrong("the category '" + io::shown(item.as_text()) + "' is listed twice", "list it once");
    }
    column.categories.push_back(item.as_text());
  }
}

CatalogueColumn read_column(const std::string& name, const Value& document, const std::string& where) {
  const Section any(document, where, {"kind", "domain", "decimals", "categories", "null", "outside", "role"});
  any.required("kind", "kind = \"number\", kind = \"category\" or kind = \"date\"");
  CatalogueColumn column;
  column.name = name;
  const std::size_t word = any.choice("kind", kind_words).value_or(0);
  const bool number = word != 1;
  column.kind = number ? ColumnKind::number : ColumnKind::category;
  const std::vector<std::vector<std::string>> keys = {
      {"kind", "domain", "decimals", "null", "outside", "role"},
      {"kind", "categories", "null", "outside", "role"},
      {"kind", "domain", "null", "outside", "role"}};
  const Section section(document, where + ", of kind " + kind_words[word], keys[word]);
  if (word == date_word) {
    read_date(section, column);
  } else if (number) {
    read_number(section, column);
  } else {
    read_categories(section, column);
  }
  column.nullable = section.boolean("null");
  if (const auto outside = section.choice("outside", outside_words)) {
    column.outside = static_cast<Outside>(*outside);
  }
  if (column.outside == Outside::clamp && !number) {
    section.wrong("outside = \"clamp\" is for numbers and dates", "use \"null\", \"drop\" or \"refuse\"");
  }
  if (column.outside == Outside::null && !column.nullable) {
    section.wrong("outside = \"null\" needs null = true", "add it, or use \"drop\" or \"refuse\"");
  }
  if (const auto role = section.choice("role", role_names())) column.role = parse_role(role_names()[*role]);
  return column;
}

CatalogueTable read_table(const std::string& name, const Value& document, const std::string& where) {
  const Section section(document, where, {"person", "rows-per-person", "column"});
  CatalogueTable table;
  table.name = name;
  table.person = section.text("person");
  const auto rows = section.integer("rows-per-person", 1, max_rows);
  if (rows.has_value() != table.person.has_value()) {
    section.wrong("person and rows-per-person must be given together",
                  "write person = \"…\", the column that identifies persons, and rows-per-person = 5, the "
                  "maximum number of records per person; without both, each record is a privacy unit");
  }
  table.rows_per_unit = rows.value_or(1);
  const Value& columns = section.required("column", "[table." + name + ".column.NAME] for each column");
  if (!columns.is_object() || columns.as_object().empty()) {
    section.wrong("the table has no columns", "write [table." + name + ".column.NAME] for each column");
  }
  std::set<std::string> seen;
  for (const auto& [column, value] : columns.as_object()) {
    check_name(column, where, seen);
    table.columns.push_back(read_column(column, value, where + ", column " + column));
  }
  if (table.person && table.find(*table.person)) {
    section.wrong("'" + io::shown(*table.person) + "' identifies persons and cannot be queried",
                  "remove it from the columns");
  }
  return table;
}

// A bound in TOML: an integer, or the floating-point number whose shortest text it is.
Value bound_value(std::int64_t units, int decimals) {
  const std::string text = units_text(units, decimals);
  if (const auto whole = parse_integer(text)) return *whole;
  return parse_number(text).value_or(0.0);
}

Value column_value(const CatalogueColumn& column) {
  Value result = Value::object();
  const bool number = column.kind == ColumnKind::number;
  result.set("kind", kind_words[column.date ? date_word : number ? 0 : 1]);
  if (column.date) {
    Value domain = Value::array();
    domain.push(date_text(static_cast<std::int32_t>(column.lower)));
    domain.push(date_text(static_cast<std::int32_t>(column.upper)));
    result.set("domain", domain);
  } else if (number) {
    Value domain = Value::array();
    domain.push(bound_value(column.lower, column.decimals));
    domain.push(bound_value(column.upper, column.decimals));
    result.set("domain", domain).set("decimals", column.decimals);
  } else {
    result.set("categories", Value::array_of(column.categories));
  }
  result.set("null", column.nullable);
  result.set("outside", outside_words[static_cast<std::size_t>(column.outside)]);
  if (column.role) result.set("role", to_text(*column.role));
  return result;
}

}  // namespace

std::optional<std::size_t> CatalogueTable::find(std::string_view column_name) const {
  return place_of(columns, column_name);
}

std::optional<std::size_t> Catalogue::find(std::string_view table_name) const {
  return place_of(tables, table_name);
}

Catalogue parse_catalogue(const Value& document, const std::string& source) {
  const Section section(document, source, {"table"});
  const Value& tables = section.required("table", "[table.NAME] for each table");
  if (!tables.is_object() || tables.as_object().empty()) {
    section.wrong("the catalogue has no tables", "write [table.NAME] for each table");
  }
  Catalogue catalogue;
  std::set<std::string> seen;
  for (const auto& [name, value] : tables.as_object()) {
    check_name(name, source, seen);
    catalogue.tables.push_back(read_table(name, value, source + ", table " + name));
  }
  return catalogue;
}

Catalogue read_catalogue(const std::string& path) {
  return parse_catalogue(io::parse_toml(io::read_text_file(path), path), path);
}

std::string catalogue_text(const Catalogue& catalogue) {
  Value tables = Value::object();
  for (const CatalogueTable& table : catalogue.tables) {
    Value one = Value::object();
    if (table.person) one.set("person", *table.person).set("rows-per-person", table.rows_per_unit);
    Value columns = Value::object();
    for (const CatalogueColumn& column : table.columns) columns.set(column.name, column_value(column));
    one.set("column", columns);
    tables.set(table.name, one);
  }
  Value document = Value::object();
  document.set("table", tables);
  return io::toml_text(document);
}

}  // namespace sfumato::queries
