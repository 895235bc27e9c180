// The file formats of the shared library: delimited text alone, so that no library of other formats or of
// databases is linked.
#include <array>

#include "io/database_table.hpp"
#include "io/file_format.hpp"

namespace sfumato::io {
namespace {

constexpr std::array delimited{csv_format, tsv_format};

}  // namespace

std::span<const FileFormat> file_formats() { return delimited; }

std::span<const DatabaseSystem> database_systems() { return {}; }

}  // namespace sfumato::io
