#include "tables/tabulation/specification_file.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/known_keys.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"
#include "tables/decimal.hpp"

namespace sfumato::tables {
namespace {

// One section of the file.
class Section {
 public:
  Section(const Value& table, std::string where, const std::vector<std::string>& keys)
      : table_(table), where_(std::move(where)) {
    if (!table_.is_object()) {
      bad_input(where_ + " must be a table", "write the header in brackets, keys below");
    }
    io::require_known_keys(table_, where_, keys);
  }

  const std::string& where() const { return where_; }
  const Value* find(const std::string& key) const { return table_.find(key); }

  [[noreturn]] void wrong(const std::string& key, const std::string& what, std::string hint) const {
    bad_input(where_ + ": " + key + " " + what, std::move(hint));
  }

  std::optional<std::string> text(const std::string& key) const {
    const Value* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_text() || value->as_text().empty()) wrong(key, "must be text", "put it in quotes");
    return value->as_text();
  }

  std::optional<bool> truth(const std::string& key) const {
    const Value* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_bool()) wrong(key, "must be true or false", "write it without quotes");
    return value->as_bool();
  }

  std::optional<std::int64_t> whole(const std::string& key, std::int64_t upper) const {
    const Value* value = find(key);
    if (value == nullptr) return std::nullopt;
    if (!value->is_integer() || value->as_integer() < 0 || value->as_integer() > upper) {
      wrong(key, "must be an integer, 0 to " + std::to_string(upper), "write it without quotes");
    }
    return value->as_integer();
  }

  // A single text is a list of one.
  std::vector<std::string> texts(const std::string& key) const {
    const Value* value = find(key);
    if (value == nullptr) return {};
    if (value->is_text() && !value->as_text().empty()) return {value->as_text()};
    const auto refuse = [&] {
      wrong(key, "must be a list of texts", "such as " + key + " = [\"a\", \"b\"]");
    };
    if (!value->is_array() || value->as_array().empty()) refuse();
    std::vector<std::string> result;
    for (const Value& item : value->as_array()) {
      if (!item.is_text() || item.as_text().empty()) refuse();
      if (std::find(result.begin(), result.end(), item.as_text()) != result.end()) {
        wrong(key, "names '" + io::shown(item.as_text()) + "' twice", "once is enough");
      }
      result.push_back(item.as_text());
    }
    return result;
  }

 private:
  const Value& table_;
  std::string where_;
};

std::string beside(const std::string& source, const std::string& written) {
  return (std::filesystem::path(source).parent_path() / written).string();
}

// Calls `read`; an error gets the section's name as a prefix.
template <class Read>
auto placed(const Section& section, const std::string& key, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const Error& failure) {
    throw failure.at(section.where() + ": " + key);
  }
}

void read_labels(const Section& section, DimensionSpecification& dimension, const std::string& source,
                 const SpecificationReaders& readers) {
  const Value* value = section.find("labels");
  if (value == nullptr) return;
  if (value->is_object()) {
    for (const auto& [code, label] : value->as_object()) {
      if (!label.is_text()) section.wrong("labels", "must be texts", "put them in quotes");
      dimension.labels.emplace_back(code, label.as_text());
    }
    return;
  }
  const std::string path = beside(source, *section.text("labels"));
  dimension.labels = placed(section, "labels", [&] { return readers.labels(path); });
}

DimensionSpecification read_dimension(const std::string& column, const Value& table,
                                      const std::string& source, const SpecificationReaders& readers) {
  const Section section(table, source + ", [dimension." + io::shown(column) + "]",
                        {"total", "hierarchy", "lead", "labels"});
  DimensionSpecification dimension;
  dimension.column = column;
  if (const auto total = section.text("total")) dimension.total = *total;
  const std::string lead = section.text("lead").value_or("@");
  for (const std::string& written : section.texts("hierarchy")) {
    dimension.hierarchies.push_back(
        placed(section, "hierarchy", [&] { return readers.tree(beside(source, written), lead); }));
  }
  read_labels(section, dimension, source, readers);
  return dimension;
}

// The tables in the order of the file, and every column that some table crosses as a dimension.
void read_tables(const Section& top, const std::string& source, Specification& specification) {
  const Value* tables = top.find("table");
  if (tables == nullptr || !tables->is_array() || tables->as_array().empty()) {
    bad_input(source + " has no [[table]]", "write [[table]] and by = [\"size\", \"region\"] below it");
  }
  for (const Value& table : tables->as_array()) {
    const std::string where = source + ", [[table]] " + std::to_string(specification.tables.size() + 1);
    const Section section(table, where, {"by"});
    const std::vector<std::string> by = section.texts("by");
    if (by.empty()) bad_input(where + " has no by", "name the columns to cross: by = [\"size\", \"region\"]");
    specification.tables.push_back(by);
  }
}

void read_dimensions(const Section& top, const std::string& source, const SpecificationReaders& readers,
                     Specification& specification) {
  std::vector<std::string> columns;
  for (const std::vector<std::string>& by : specification.tables) {
    for (const std::string& column : by) {
      if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    }
  }
  const Value* dimensions = top.find("dimension");
  if (dimensions != nullptr && !dimensions->is_object()) {
    top.wrong("dimension", "must be a table", "write [dimension.town], for example");
  }
  for (const auto& [column, table] : dimensions == nullptr ? Value::Object() : dimensions->as_object()) {
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) continue;
    const std::string close = suggestion(column, columns);
    bad_input(source + ", [dimension." + io::shown(column) + "]: no table crosses this column",
              close.empty() ? "crossed are " + enumerated(columns) : close);
  }
  for (const std::string& column : columns) {
    const Value* table = dimensions == nullptr ? nullptr : dimensions->find(column);
    if (table == nullptr) {
      specification.dimensions.push_back({column, "Total", {}, {}});
    } else {
      specification.dimensions.push_back(read_dimension(column, *table, source, readers));
    }
  }
}

void read_cost(const Section& top, Specification& specification) {
  const std::optional<std::string> cost = top.text("cost");
  if (!cost || *cost == "value") return;
  if (*cost == "frequency") {
    specification.cost = CellCost::frequency;
  } else if (*cost == "unity") {
    specification.cost = CellCost::unity;
  } else {
    specification.cost_column = cost;
  }
}

}  // namespace

Specification parse_specification(const Value& document, const std::string& source,
                                  const SpecificationReaders& readers) {
  const Section top(document, source,
                    {"sum", "mean", "counts", "weight", "holding", "shadow", "request", "request-codes",
                     "record-key", "record-key-range", "cost", "decimals", "keep", "table", "dimension"});
  Specification specification;
  specification.sums = top.texts("sum");
  specification.means = top.texts("mean");
  specification.counts = top.truth("counts").value_or(false);
  specification.weight = top.text("weight");
  specification.holding = top.text("holding");
  specification.shadow = top.text("shadow");
  specification.request = top.text("request");
  if (top.find("request-codes") != nullptr) {
    specification.request_codes = top.texts("request-codes");
    if (!specification.request)
      top.wrong("request-codes", "needs request", "name the column that has these codes");
    if (specification.request_codes.size() > 2) {
      top.wrong("request-codes", "must be one code or two", "such as request-codes = [\"1\", \"2\"]");
    }
  }
  specification.record_key = top.text("record-key");
  specification.record_key_range = top.whole("record-key-range", std::numeric_limits<std::int64_t>::max());
  if (specification.record_key_range && !specification.record_key) {
    top.wrong("record-key-range", "needs record-key", "name the column that has the keys");
  }
  read_cost(top, specification);
  if (const auto decimals = top.whole("decimals", Decimal::most_decimals)) {
    specification.decimals = static_cast<int>(*decimals);
  }
  if (const auto kept = top.whole("keep", static_cast<std::int64_t>(most_kept))) {
    specification.kept = static_cast<std::size_t>(*kept);
  }
  read_tables(top, source, specification);
  read_dimensions(top, source, readers, specification);
  return specification;
}

Specification read_specification(const std::string& path, const SpecificationReaders& readers) {
  return parse_specification(io::parse_toml(io::read_text_file(path), path), path, readers);
}

}  // namespace sfumato::tables
