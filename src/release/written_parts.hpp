// Parts of writing the files of a release that are the same for tables in memory and for stored ones.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "io/output_file.hpp"
#include "release/release_files.hpp"

namespace sfumato::release {

// The table without identifiers. A hierarchy file is named relative to the sidecar, which is now in another
// folder.
Table described_table(const Table& table, const ReleaseTarget& target, const std::string& path);

// A file that is written now and renamed into place later.
std::unique_ptr<io::OutputFile> prepared_file(const std::string& path, const std::string& text,
                                              std::optional<unsigned> mode = {});

}  // namespace sfumato::release
