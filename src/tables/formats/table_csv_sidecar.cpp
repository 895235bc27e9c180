#include "tables/formats/table_csv_sidecar.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "tables/formats/table_csv.hpp"
#include "tables/formats/table_layout.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {
namespace {

// One table of the document, and where it is, for messages.
class Section {
 public:
  Section(const Value& value, std::string where, const std::vector<std::string>& allowed)
      : value_(value), where_(std::move(where)) {
    if (!value.is_object()) bad_input(where_ + " must be a table");
    for (const auto& [name, member] : value.as_object()) {
      if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
        bad_input(where_ + " has an unknown key '" + name + "'", suggestion(name, allowed));
      }
    }
  }

  bool has(std::string_view name) const { return value_.find(name) != nullptr; }

  std::string text(std::string_view name) const {
    const Value* value = value_.find(name);
    if (!value) return {};
    return text_of(*value, name);
  }
  bool truth(std::string_view name) const {
    const Value* value = value_.find(name);
    if (value && !value->is_bool()) wrong(name, "must be true or false");
    return value && value->as_bool();
  }
  std::vector<std::string> texts(std::string_view name) const {
    const Value* value = value_.find(name);
    return value ? texts_of(*value, name) : std::vector<std::string>();
  }
  std::vector<std::vector<std::string>> lists(std::string_view name) const {
    std::vector<std::vector<std::string>> lists;
    for (const Value& item : items(name)) lists.push_back(texts_of(item, name));
    return lists;
  }
  // A list of anything; empty where there is none.
  const Value::Array& items(std::string_view name) const {
    static const Value::Array none;
    const Value* value = value_.find(name);
    if (!value) return none;
    if (!value->is_array()) wrong(name, "must be a list");
    return value->as_array();
  }
  const std::string& where() const { return where_; }

 private:
  [[noreturn]] void wrong(std::string_view name, const std::string& what) const {
    bad_input(where_ + ": " + std::string(name) + " " + what, "put texts in quotes, also codes of digits");
  }
  std::string text_of(const Value& value, std::string_view name) const {
    if (!value.is_text()) wrong(name, "must be text");
    return value.as_text();
  }
  std::vector<std::string> texts_of(const Value& value, std::string_view name) const {
    if (!value.is_array()) wrong(name, "must be a list of texts");
    std::vector<std::string> texts;
    for (const Value& item : value.as_array()) texts.push_back(text_of(item, name));
    return texts;
  }

  const Value& value_;
  std::string where_;
};

void check_responses(const std::vector<Response>& responses, const std::string& source) {
  const auto count = [&](const std::string& name) {
    return std::count_if(responses.begin(), responses.end(),
                         [&](const Response& response) { return response.name == name; });
  };
  for (const Response& response : responses) {
    if (count(response.name) > 1) {
      bad_input(source + " has the response '" + response.name + "' twice", "keep one of them");
    }
    if (!response.mean_of.empty() && count(response.mean_of) == 0) {
      bad_input(source + ": '" + response.name + "' is the mean of '" + response.mean_of +
                    "', which is not a response",
                "name one of the responses");
    }
  }
}

void check_rule(const std::string& typed, const std::string& where) {
  try {
    static_cast<void>(parse_rule(typed));
  } catch (const Error& error) {
    bad_input(where + ": " + error.message, error.hint);
  }
}

Dimension whole_dimension(const Section& section) {
  Dimension dimension;
  dimension.name = section.text("name");
  dimension.codes = section.texts("codes");
  dimension.labels = section.texts("labels");
  std::unordered_map<std::string, std::size_t> positions;
  for (const std::string& code : dimension.codes) positions.emplace(code, positions.size());
  const auto position_of = [&](const std::string& code) {
    const auto found = positions.find(code);
    if (found == positions.end())
      bad_input(section.where() + ": sums has '" + code + "', which is not a code");
    return found->second;
  };
  for (const std::vector<std::string>& codes : section.lists("sums")) {
    if (codes.size() < 2)
      bad_input(section.where() + ": a sum has no parts", "write [parent, child, child…]");
    CodeSum& sum = dimension.sums.emplace_back();
    sum.parent = position_of(codes.front());
    for (std::size_t i = 1; i < codes.size(); ++i) sum.children.push_back(position_of(codes[i]));
  }
  require_modest_sums(dimension);
  check_dimension(dimension);
  return dimension;
}

CsvDimension csv_dimension(const Value& value, const std::string& where) {
  const Section section(value, where, {"name", "total", "codes", "labels", "sums"});
  CsvDimension dimension;
  dimension.name = section.text("name");
  if (section.has("codes")) {
    dimension.whole = whole_dimension(section);
    dimension.total = dimension.whole->codes.front();
  } else if (section.has("total")) {
    dimension.total = section.text("total");
  }
  return dimension;
}

Value described(const Dimension& dimension) {
  Value entry = Value::object();
  entry.set("name", dimension.name);
  entry.set("codes", Value::array_of(dimension.codes));
  if (!dimension.labels.empty()) entry.set("labels", Value::array_of(dimension.labels));
  Value sums = Value::array();
  for (const CodeSum& sum : dimension.sums) {
    Value codes = Value::array();
    codes.push(dimension.codes[sum.parent]);
    for (const std::size_t child : sum.children) codes.push(dimension.codes[child]);
    sums.push(std::move(codes));
  }
  entry.set("sums", std::move(sums));
  return entry;
}

Value described(const Response& response) {
  Value entry = Value::object();
  entry.set("name", response.name);
  entry.set("counts", response.counts);
  if (!response.mean_of.empty()) entry.set("mean_of", response.mean_of);
  return entry;
}

}  // namespace

const CsvDimension* CsvDescription::find(const std::string& dimension) const {
  const auto found = std::find_if(dimensions.begin(), dimensions.end(),
                                  [&](const CsvDimension& item) { return item.name == dimension; });
  return found == dimensions.end() ? nullptr : &*found;
}

CsvDescription describe_csv(const Value& document, const std::string& source) {
  CsvDescription description;
  const Value* table = document.find("table");
  if (!table) return description;
  const Section section(*table, source + ", [table]", {"title", "rules", "dimensions", "responses", "views"});
  description.title = section.text("title");
  description.rules = section.texts("rules");
  for (const std::string& rule : description.rules) check_rule(rule, section.where());
  for (const Value& item : section.items("dimensions")) {
    CsvDimension dimension = csv_dimension(item, source + ", [[table.dimensions]]");
    if (description.find(dimension.name)) {
      bad_input(source + " has the dimension '" + dimension.name + "' twice", "keep one of them");
    }
    description.dimensions.push_back(std::move(dimension));
  }
  for (const Value& item : section.items("responses")) {
    const Section entry(item, source + ", [[table.responses]]", {"name", "counts", "mean_of"});
    description.responses.push_back({entry.text("name"), entry.truth("counts"), entry.text("mean_of")});
  }
  check_responses(description.responses, source);
  for (const Value& item : section.items("views")) {
    const Section entry(item, source + ", [[table.views]]", {"dimensions", "response"});
    description.views.emplace_back(entry.texts("dimensions"), entry.text("response"));
  }
  return description;
}

std::string csv_sidecar_text(const CellTable& table) {
  Value entry = Value::object();
  entry.set("title", table.title);
  entry.set("rules", Value::array_of(table.rules));
  Value dimensions = Value::array();
  for (const Dimension& dimension : table.dimensions) dimensions.push(described(dimension));
  entry.set("dimensions", std::move(dimensions));
  Value responses = Value::array();
  for (const Response& response : table.responses) responses.push(described(response));
  entry.set("responses", std::move(responses));
  Value views = Value::array();
  for (const View& view : table.views) {
    Value shown = Value::object();
    Value crossed = Value::array();
    for (const std::size_t dimension : view.dimensions) crossed.push(table.dimensions[dimension].name);
    shown.set("dimensions", std::move(crossed));
    shown.set("response", table.responses[view.response].name);
    views.push(std::move(shown));
  }
  entry.set("views", std::move(views));
  Value document = Value::object();
  document.set("table", std::move(entry));
  return io::toml_text(document);
}

}  // namespace sfumato::tables
