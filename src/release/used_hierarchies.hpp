// The hierarchies that a release used, in its sidecar: without them it is not known which values a label
// covers, and a measure of the release would have to guess.
#pragma once

#include <string>

#include "core/run.hpp"
#include "io/table_file.hpp"

namespace sfumato::release {

// For each column of the release that has labels of the original's hierarchy, its rows, leaf first, or the
// specification of which it was built: leaves of such a hierarchy are the values of the data. Null where
// there is none. Intervals that a method made itself are not among them; their labels say what they cover.
Value used_hierarchies(const Table& original, const Table& masked);

// Sets the hierarchies of a masked file's columns: from [release.hierarchies] of its sidecar, else the file
// that the sidecar names for a column, where there is one. Specifications are applied to the values of the
// original.
void load_used_hierarchies(io::TableFile& masked, const Table& original, const Run& run);

// What a sidecar says of the release, without the rows of hierarchies: for reports.
Value reported_release(const Value& release);

}  // namespace sfumato::release
