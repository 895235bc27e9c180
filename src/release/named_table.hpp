// A table that a parameter of a method or a measure names: a data file, or matrices that a release
// revealed.
#pragma once

#include "io/table_file.hpp"

namespace sfumato::release {

Table read_named_table(const std::string& path, const io::ReadOptions& options, const Run& run);

}  // namespace sfumato::release
