// The description of the cells of a JSON table: dimensions, responses and views, and the names by which cells
// refer to them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tables/cell_table.hpp"
#include "tables/formats/table_json_cursor.hpp"

namespace sfumato::tables {

// Distinct names in order, and the position of each.
class Names {
 public:
  // False if the name exists already.
  bool add(const std::string& name) { return positions_.emplace(name, positions_.size()).second; }
  std::optional<std::size_t> find(std::string_view name) const {
    const auto found = positions_.find(name);
    return found == positions_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> positions_;
};

struct JsonNames {
  Names dimensions, responses;
  std::vector<Names> codes;  // of each dimension
};

// The position of the name that must come next; `what` says what is expected, such as "response".
std::size_t read_known(JsonCursor& cursor, const Names& names, const std::string& what);

// Each reads one object, checks it, and adds it to the table.
void read_dimension(JsonCursor& cursor, CellTable& table, JsonNames& names);
void read_response(JsonCursor& cursor, CellTable& table, JsonNames& names);
void read_view(JsonCursor& cursor, CellTable& table, const JsonNames& names);

}  // namespace sfumato::tables
