// The file formats of the shared library: delimited text alone, so that no library of other formats is
// linked.
#include <array>

#include "io/file_format.hpp"

namespace sfumato::io {
namespace {

constexpr std::array delimited{csv_format, tsv_format};

}  // namespace

std::span<const FileFormat> file_formats() { return delimited; }

}  // namespace sfumato::io
