// Files that can be written beside a release: the controller's secret map of records, and what may be
// published for analysts.
#pragma once

#include <string>
#include <vector>

#include "core/method.hpp"
#include "release/recipe_run.hpp"

namespace sfumato::release {

// For each masked record the original one it comes from: columns masked and original. Numbers count from 1,
// as in a file without its header. One map for all copies, or one per copy where each has an order of its
// own.
std::vector<Table> map_tables(const MaskingResult& result);
std::string map_text(const Table& map);  // as CSV

// The method, its columns, and what it reveals.
Value reveal_document(const Masked& masked, const Value& release);
// As JSON, or TOML for a path that ends so.
std::string reveal_text(const Masked& masked, const Value& release, const std::string& path);

}  // namespace sfumato::release
