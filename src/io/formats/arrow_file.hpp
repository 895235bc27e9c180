// Parquet and Feather files through Apache Arrow. Readers expect to run in a child process.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

Table read_parquet(const std::string& path, const Run& run);
Table read_feather(const std::string& path, const Run& run);  // versions 1 and 2 (Arrow IPC)

// All column types, names and missing marks are kept. Bytes go to `sink` in order.
using TextSink = std::function<void(std::string_view)>;
void write_parquet(const Table& table, const Run& run, const TextSink& sink);
void write_feather(const Table& table, const Run& run, const TextSink& sink);

}  // namespace sfumato::io
