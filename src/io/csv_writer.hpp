// A table as delimited text that reads back to the same table, bit for bit and with the same column
// types, as far as the text alone can say (what it cannot say stands in the sidecar).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

struct CsvWriteOptions {
  char delimiter = ',';
  std::string missing_token = {};
};

// Hands the text to `sink` piece by piece, in order. Refuses, naming the columns, what the format cannot
// hold: infinities, years outside 1-9999, text that is not UTF-8, names that are empty or repeated.
void write_csv(const Table& table, const CsvWriteOptions& options, const Run& run,
               const std::function<void(std::string_view)>& sink);

}  // namespace sfumato::io
