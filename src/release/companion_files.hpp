// Files that can lie beside a release: the controller's secret map of records, and what may be
// published for whoever analyses the data.
#pragma once

#include <string>

#include "core/method.hpp"

namespace sfumato::release {

// CSV: for each masked record the original one it comes from. Numbers count from 1, as in a file
// without its header. `rows` are those of the original.
std::string map_text(const Masked& masked, std::size_t rows);

// JSON, or TOML for a path that ends so: the method, its columns, and what it reveals.
std::string reveal_text(const Masked& masked, const Value& release, const std::string& path);

}  // namespace sfumato::release
