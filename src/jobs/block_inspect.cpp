// Columns are summarized in one pass. Of columns with very many values the different ones are counted on
// disk, and so are the classes of records.
#include "jobs/block_inspect.hpp"

#include <algorithm>
#include <filesystem>

#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "io/memory_budget.hpp"
#include "io/scratch_file.hpp"
#include "io/sidecar.hpp"
#include "io/stored_file.hpp"
#include "release/class_counts.hpp"

namespace sfumato::jobs {
namespace {

// Values of a column that are kept: all columns are summarized at once.
std::size_t values_kept(std::size_t columns, const Run& run) {
  constexpr std::uint64_t usual = std::uint64_t{1} << 20, least = 1 << 14, bytes = 128, share = 4;
  if (run.memory() == 0) return usual;
  const std::uint64_t fitting = run.memory() / share / bytes / std::max<std::uint64_t>(1, columns);
  return static_cast<std::size_t>(std::clamp(fitting, least, usual));
}

std::vector<profile::ColumnSummary> summaries(const io::StoredTable& table, const std::string& folder,
                                              std::size_t most, const Run& run) {
  std::vector<profile::SummaryOfBlocks> found(table.column_count(), profile::SummaryOfBlocks(most));
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Table part = table.block(block, run);
    run.parallel(found.size(), [&](std::size_t id) { found[id].add(part.column(id)); });
  }
  const Table outline = table.outline();
  std::vector<profile::ColumnSummary> result;
  for (ColumnId id = 0; id < found.size(); ++id) {
    result.push_back(found[id].finished(outline.column(id)));
    if (result.back().all_values) continue;
    const release::ClassCounts counted = release::count_classes(table, {id}, folder, run);
    result.back().distinct = counted.classes;
    result.back().once = counted.unique;
  }
  return result;
}

// A record that misses every quasi-identifier is in a class, too.
profile::Uniqueness stored_uniqueness(const io::StoredTable& table, const ColumnSet& keys,
                                      const std::string& folder, const Run& run) {
  profile::Uniqueness result;
  result.columns = table.outline().names(keys);
  if (keys.empty() || table.rows() == 0) return result;
  const release::ClassCounts counted = release::count_classes(table, keys, folder, run);
  const std::size_t blank = table.rows() - counted.records;
  result.classes = counted.classes + (blank > 0 ? 1 : 0);
  result.unique_records = counted.unique + (blank == 1 ? 1 : 0);
  result.unique_percent =
      100.0 * static_cast<double>(result.unique_records) / static_cast<double>(table.rows());
  result.smallest_class = counted.records == 0 ? blank
                          : blank == 0         ? counted.smallest
                                               : std::min(blank, counted.smallest);
  return result;
}

std::string inspect_hindrance(const std::string& path, const io::ReadOptions& reading) {
  const std::string reason = io::block_hindrance(path, reading);
  return reason.empty() ? reason : "'" + path + "': " + reason;
}

}  // namespace

bool inspects_in_blocks(const std::string& path, const io::ReadOptions& reading, bool asked, const Run& run) {
  if (asked) {
    const std::string reason = inspect_hindrance(path, reading);
    if (reason.empty()) return true;
    bad_param("in-blocks", "this cannot be inspected in blocks of records: " + reason,
              "leave out ‹in-blocks›");
  }
  std::error_code failure;
  const std::uint64_t size = path == "-" ? 0 : std::filesystem::file_size(path, failure);
  if (failure || size == 0) return false;
  const std::uint64_t limit = io::MemoryBudget(path, size, io::Packing::plain, run.memory()).limit();
  // A profile takes several times the memory of the table: categories of each record, by column.
  constexpr std::uint64_t tables = 4;
  if (size <= limit / tables / 4) return false;
  return io::estimated_memory(path, reading, run).value_or(0) > limit / tables;
}

InspectResult inspect_blocks(const std::string& path, const io::ReadOptions& reading, const Run& run,
                             std::size_t most) {
  const std::string folder = io::scratch_folder("-");
  run.say("reading");
  const io::StoredFile file = io::store_table(path, reading, folder, run);
  const Table outline = file.table.outline();
  for (const ColumnInfo& info : outline.schema()) {
    if (info.role != Role::unit) continue;
    bad_input(
        "this cannot be inspected in blocks of records: units with several records are counted among "
        "all records",
        "allow more with ‹memory›");
  }
  run.say("columns");
  profile::Profile profile;
  profile.rows = file.table.rows();
  const std::vector<profile::ColumnSummary> columns =
      summaries(file.table, folder, most == 0 ? values_kept(outline.column_count(), run) : most, run);
  ColumnSet keys;
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    profile.columns.push_back(profile::column_profile(outline.info(id), columns[id]));
    if (profile.columns.back().role == Role::quasi_identifier) keys.push_back(id);
  }
  run.say("classes of records");
  profile.uniqueness = stored_uniqueness(file.table, keys, folder, run);
  return described_profile(outline, file.sidecar, path, std::move(profile));
}

}  // namespace sfumato::jobs
