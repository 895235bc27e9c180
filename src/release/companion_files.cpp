// Both are refused, with the reason, where they would be empty.
#include "release/companion_files.hpp"

#include "core/error.hpp"
#include "core/version.hpp"
#include "io/json.hpp"
#include "io/toml.hpp"

namespace sfumato::release {
namespace {

// In the order of the records before they were shuffled, so that what is measured with the map is the same to
// the last bit. `order` has the masked record at each place; null: they are in place.
Table map_table(const Masked& masked, const std::vector<std::size_t>* order, std::size_t count) {
  Integers released, original;
  for (std::size_t row = 0; row < count; ++row) {
    released.values.push_back(static_cast<std::int64_t>(row) + 1);
    original.values.push_back(
        static_cast<std::int64_t>(masked.mapping == Mapping::subset ? masked.rows[row] : row) + 1);
  }
  for (std::size_t place = 0; order != nullptr && place < count; ++place) {
    released.values[(*order)[place]] = static_cast<std::int64_t>(place) + 1;
  }
  std::vector<ColumnInfo> schema(2);
  schema[0].name = "masked";
  schema[1].name = "original";
  return {schema, {released, original}};
}

}  // namespace

std::vector<Table> map_tables(const MaskingResult& result) {
  const Masked& masked = result.masked;
  if (masked.mapping == Mapping::none) {
    bad_param("map",
              "‹map› has nothing to write: the records of this release come from no single original record",
              "leave it out");
  }
  if (result.shuffled.empty()) {
    return {map_table(masked, nullptr,
                      masked.mapping == Mapping::subset ? masked.rows.size() : result.original.rows())};
  }
  std::vector<Table> maps;
  for (const std::vector<std::size_t>& order : result.shuffled) {
    maps.push_back(map_table(masked, &order, order.size()));
  }
  return maps;
}

std::string map_text(const Table& map) {
  std::string text = "masked,original\n";
  for (std::size_t i = 0; i < map.rows(); ++i) {
    text += map.column(0).text(i) + "," + map.column(1).text(i) + "\n";
  }
  return text;
}

Value reveal_document(const Masked& masked, const Value& release) {
  Value document = Value::object();
  document.set("version", program_version())
      .set("method", release.at("method"))
      .set("columns", release.at("columns"));
  bool any = false;
  if (const Value* steps = masked.reveal.find("steps")) {
    Value list = Value::array();
    for (std::size_t s = 0; s < steps->as_array().size(); ++s) {
      const Value& step = release.at("steps").as_array()[s];
      Value entry = Value::object();
      entry.set("method", step.at("method")).set("columns", step.at("columns"));
      for (const auto& [name, value] : steps->as_array()[s].as_object()) {
        entry.set(name, value);
        any = true;
      }
      list.push(entry);
    }
    document.set("steps", list);
  } else {
    for (const auto& [name, value] : masked.reveal.as_object()) {
      document.set(name, value);
      any = true;
    }
  }
  if (!any) {
    bad_param("reveal",
              "‹reveal› has nothing to write: " + release.at("method").as_text() +
                  " causes no bias that could be adjusted",
              "leave it out; the noise methods have something to reveal");
  }
  return document;
}

std::string reveal_text(const Masked& masked, const Value& release, const std::string& path) {
  const Value document = reveal_document(masked, release);
  return path.ends_with(".toml") ? io::toml_text(document) : io::json_text(document) + "\n";
}

}  // namespace sfumato::release
