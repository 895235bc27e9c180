// The formats of the program in one list. Readers of third-party libraries work in a child process.
#include <array>
#include <filesystem>

#include "io/file_format.hpp"
#include "io/formats/arrow_file.hpp"
#include "io/formats/containment.hpp"
#include "io/formats/readstat_read.hpp"
#include "io/formats/readstat_write.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {
namespace {

template <FileFormat::Read reader>
Table contained(const std::string& path, const Run& run) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  const std::uint64_t size = error ? 0 : bytes;
  const MemoryBudget budget(path, size, Packing::compressed, run.memory());
  return read_in_child(
      path, limits_for(size, budget.limit()), [&] { return reader(path, run); }, run);
}

constexpr std::string_view sas_is_read_only = "SAS files can only be read";

constexpr std::array<FileFormat, 8> formats = {{
    csv_format,
    tsv_format,
    {.name = "parquet", .read = contained<read_parquet>, .write = write_parquet},
    {.name = "feather", .read = contained<read_feather>, .write = write_feather},
    {.name = "sav", .read = contained<read_sav>, .write = write_sav},
    {.name = "dta", .read = contained<read_dta>, .write = write_dta},
    {.name = "sas7bdat", .read = contained<read_sas7bdat>, .unwritable = sas_is_read_only},
    {.name = "xpt", .read = contained<read_xpt>, .unwritable = sas_is_read_only},
}};

}  // namespace

std::span<const FileFormat> file_formats() { return formats; }

}  // namespace sfumato::io
