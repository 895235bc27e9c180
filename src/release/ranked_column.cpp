// Runs that fit into memory are sorted and stored, then merged; what a group gives is stored by the block of
// each record, so that every block can be put together by itself.
#include "release/ranked_column.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <queue>

#include "io/scratch_file.hpp"

namespace sfumato::release {
namespace {

struct Entry {
  std::uint64_t key;  // in the order of the numbers
  std::uint64_t row;
  bool operator<(const Entry& other) const { return key != other.key ? key < other.key : row < other.row; }
};

// Both zeros are one number.
std::uint64_t ascending_key(double value) {
  const auto key = std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value);
  return key >> 63 != 0 ? ~key : key | std::uint64_t{1} << 63;
}
double number_of(std::uint64_t key) {
  return std::bit_cast<double>(key >> 63 != 0 ? key & ~(std::uint64_t{1} << 63) : ~key);
}

// Sorted entries on disk, read in order.
class SortedRun {
 public:
  SortedRun(const io::ScratchFile& file, std::uint64_t offset, std::size_t count)
      : file_(&file), offset_(offset), left_(count) {}

  bool next(Entry& entry) {
    if (place_ == buffer_.size()) {
      const std::size_t count = std::min(left_, at_once);
      if (count == 0) return false;
      buffer_.resize(count);
      file_->read(offset_, buffer_.data(), count * sizeof(Entry));
      offset_ += count * sizeof(Entry);
      left_ -= count;
      place_ = 0;
    }
    entry = buffer_[place_++];
    return true;
  }

 private:
  static constexpr std::size_t at_once = 1 << 14;

  const io::ScratchFile* file_;
  std::uint64_t offset_;
  std::size_t left_;
  std::vector<Entry> buffer_ = {};
  std::size_t place_ = 0;
};

class ExternalOrder {
 public:
  ExternalOrder(const std::string& folder, std::size_t entries) : file_(folder), entries_(entries) {}

  void add(double value, std::uint64_t row) {
    waiting_.push_back({ascending_key(value), row});
    if (waiting_.size() == entries_) store();
  }

  // Calls body(entry) in ascending order.
  template <class Body>
  void for_each(const Body& body) {
    store();
    waiting_ = {};
    using Head = std::pair<Entry, std::size_t>;
    const auto later = [](const Head& a, const Head& b) { return b.first < a.first; };
    std::priority_queue<Head, std::vector<Head>, decltype(later)> heads(later);
    Entry entry{};
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (runs_[run].next(entry)) heads.emplace(entry, run);
    }
    while (!heads.empty()) {
      const auto [least, run] = heads.top();
      heads.pop();
      if (runs_[run].next(entry)) heads.emplace(entry, run);
      body(least);
    }
  }

 private:
  void store() {
    if (waiting_.empty()) return;
    std::sort(waiting_.begin(), waiting_.end());
    const std::uint64_t offset =
        file_.append({reinterpret_cast<const char*>(waiting_.data()), waiting_.size() * sizeof(Entry)});
    runs_.emplace_back(file_, offset, waiting_.size());
    waiting_.clear();
  }

  io::ScratchFile file_;
  std::size_t entries_;
  std::vector<Entry> waiting_;
  std::vector<SortedRun> runs_;
};

// Values by the block of their record.
class ValuesByBlock {
 public:
  ValuesByBlock(const std::string& folder, std::size_t blocks, std::size_t block_rows)
      : file_(folder), block_rows_(block_rows), waiting_(blocks), stored_(blocks) {}

  void add(std::uint64_t row, double value) {
    const std::size_t block = row / block_rows_;
    waiting_[block].push_back({std::bit_cast<std::uint64_t>(value), row % block_rows_});
    if (waiting_[block].size() == at_once) store(block);
  }

  Numbers block(std::size_t number, std::size_t rows) {
    store(number);
    Numbers result(rows, std::numeric_limits<double>::quiet_NaN());
    std::vector<Entry> entries;
    for (const auto& [offset, count] : stored_[number]) {
      entries.resize(count);
      file_.read(offset, entries.data(), count * sizeof(Entry));
      for (const Entry& entry : entries) result[entry.row] = std::bit_cast<double>(entry.key);
    }
    return result;
  }

 private:
  static constexpr std::size_t at_once = 512;

  void store(std::size_t block) {
    std::vector<Entry>& entries = waiting_[block];
    if (entries.empty()) return;
    const std::uint64_t offset =
        file_.append({reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(Entry)});
    stored_[block].emplace_back(offset, entries.size());
    entries.clear();
  }

  io::ScratchFile file_;
  std::size_t block_rows_;
  std::vector<std::vector<Entry>> waiting_;
  std::vector<std::vector<std::pair<std::uint64_t, std::size_t>>> stored_;
};

std::size_t entries_in_memory(const Run& run) {
  constexpr std::uint64_t usual = std::uint64_t{256} << 20;
  return (run.memory() == 0 ? usual : std::max<std::uint64_t>(run.memory() / 8, 1 << 20)) / sizeof(Entry);
}

}  // namespace

std::shared_ptr<io::StoredColumn> ranked_column(
    const io::StoredTable& table, ColumnId id, const std::vector<std::uint32_t>& starts,
    const std::function<double(std::span<const double>)>& group_value, const std::string& folder,
    const Run& run, std::size_t entries) {
  ExternalOrder order(folder, entries == 0 ? entries_in_memory(run) : entries);
  const ColumnSet only{id};
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    run.check_stop();
    const Numbers values = table.block(block, run, &only).column(id).to_numbers();
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!std::isnan(values[row])) order.add(values[row], block * table.block_rows() + row);
    }
  }
  ValuesByBlock values(folder, table.blocks(), table.block_rows());
  std::vector<double> group;
  std::vector<std::uint64_t> rows;
  std::size_t next = 1;  // start of the next group
  order.for_each([&](const Entry& entry) {
    group.push_back(number_of(entry.key));
    rows.push_back(entry.row);
    if (group.size() < starts[next] - starts[next - 1]) return;
    if (next % (1 << 16) == 0) run.check_stop();
    const double value = group_value(group);
    for (const std::uint64_t row : rows) values.add(row, value);
    group.clear();
    rows.clear();
    ++next;
  });
  auto result = std::make_shared<io::StoredColumn>(std::make_shared<io::ScratchFile>(folder),
                                                   table.block_rows(), table.info(id).name, false);
  if (table.blocks() == 0) result->append(Numbers{});
  for (std::size_t block = 0; block < table.blocks(); ++block) {
    const std::size_t begin = block * table.block_rows();
    result->append(values.block(block, std::min(table.block_rows(), table.rows() - begin)));
  }
  return result;
}

}  // namespace sfumato::release
