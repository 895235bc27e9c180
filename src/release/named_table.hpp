// What a parameter of a method or a measure names: a table that the run was given, or a file. Files with
// matrices that a release has revealed become tables here, too.
#pragma once

#include "core/hierarchy.hpp"
#include "io/table_file.hpp"

namespace sfumato::release {

// A name that is neither is an error.
Table read_named_table(const std::string& path, const io::ReadOptions& options, const Run& run);

// The hierarchy that a parameter or a schema names: of a table, every row is a leaf and its ancestors.
// A specification is built for the values of `column`, which may be null where none is expected.
Hierarchy read_named_hierarchy(const std::string& path, const Column* column, const Run& run);

// The hierarchy of a specification for the values of a column. It remembers the specification, with cuts
// listed where the values chose them.
Hierarchy built_hierarchy(const Value& specification, const Column& column, const std::string& source);

}  // namespace sfumato::release
