// What a parameter of a method or a measure names: a table that the run was given, or a file. Files with
// matrices that a release has revealed become tables here, too.
#pragma once

#include "core/hierarchy.hpp"
#include "io/table_file.hpp"

namespace sfumato::release {

// A name that is neither is an error.
Table read_named_table(const std::string& path, const io::ReadOptions& options, const Run& run);

// The hierarchy that a parameter or a schema names: of a table, every row is a leaf and its ancestors.
// `leaves` are the values of the column, for a specification that is built from them.
Hierarchy read_named_hierarchy(const std::string& path, const std::vector<std::string>& leaves,
                               const Run& run);

}  // namespace sfumato::release
