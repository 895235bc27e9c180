// File formats: what each is called, how it is read and how it is written. Which formats there are is decided
// by what is linked: the program has all of `io/formats`, the shared library only delimited text.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

// What a reader may be told: which sheet of a workbook, and what stands for a missing value, on which the
// type of a column depends where cells have types of their own.
struct ReadTerms {
  std::string sheet = {};  // a name or a number; empty: there must be one only
  std::vector<std::string> missing = {};
  Declarations declared = {};
};

// A format's name is its extension, without the point.
struct FileFormat {
  using Read = Table (*)(const std::string& path, const ReadTerms& terms, const Run& run);
  // `sheet` is the name of the sheet in a workbook; empty: a usual one.
  using Write = void (*)(const Table& table, const std::string& sheet, const Run& run,
                         const std::function<void(std::string_view)>& sink);

  std::string_view name;
  Read read = nullptr;    // none: delimited text, which has a reader of its own
  Write write = nullptr;  // none: `unwritable` says why, or it is delimited text
  std::string_view unwritable = {};
  std::optional<char> delimiter = std::nullopt;  // nothing: a comma when written, detected when read

  bool is_delimited() const { return read == nullptr; }
};

constexpr FileFormat csv_format{.name = "csv"};
constexpr FileFormat tsv_format{.name = "tsv", .delimiter = '\t'};

// All formats, in the order in which messages list them. Defined in io/formats and in the shared library.
std::span<const FileFormat> file_formats();

struct ChosenFormat {
  const FileFormat* format = nullptr;
  bool gzip = false;  // delimited text only
};

// By `wanted` ("csv", "tsv.gz", "parquet", …) or, when that is empty, by the path's extension; "-" is CSV.
// An unknown one is an error that lists all formats.
ChosenFormat format_of(const std::string& path, const std::string& wanted);

// The same, for an output: formats that can only be read are refused.
ChosenFormat output_format_of(const std::string& path, const std::string& wanted);

// Refuses a format for a table of a database, which has none.
void require_no_format(const std::string& path, const std::string& format);

}  // namespace sfumato::io
