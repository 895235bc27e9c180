#include "release/class_entries.hpp"

#include <algorithm>
#include <bit>

#include "io/scratch_file.hpp"

namespace sfumato::release {
namespace {

// Entries of equal hashes become one.
void merge_equal(std::vector<CountedHash>& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const CountedHash& a, const CountedHash& b) { return a.hash < b.hash; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].hash == entries[last].hash) {
      entries[last].records += entries[i].records;
    } else {
      entries[++last] = entries[i];
    }
  }
  if (!entries.empty()) entries.resize(last + 1);
}

void add_sizes(std::vector<CountedHash>& entries, std::map<std::size_t, std::size_t>& sizes) {
  merge_equal(entries);
  for (const CountedHash& entry : entries) ++sizes[static_cast<std::size_t>(entry.records)];
}

}  // namespace

const std::vector<CountedHash>& BlockClasses::of(const std::vector<RecordHash>& hashes,
                                                 const std::vector<char>& counted) {
  constexpr std::uint32_t none = 0xffffffffU;
  slots_.assign(std::bit_ceil(2 * hashes.size() + 1), none);
  found_.clear();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    if (counted[row] == 0) continue;
    std::size_t at = hashes[row][0] & mask;
    while (slots_[at] != none && found_[slots_[at]].hash != hashes[row]) at = (at + 1) & mask;
    if (slots_[at] == none) {
      slots_[at] = static_cast<std::uint32_t>(found_.size());
      found_.push_back({hashes[row], 0});
    }
    ++found_[slots_[at]].records;
  }
  return found_;
}

// On disk, in parts by the first bits of the hashes, each of which fits into memory.
class ClassEntries::Parts {
 public:
  Parts(std::size_t records, std::size_t in_memory, const std::string& folder)
      : file_(folder),
        bits_(static_cast<unsigned>(std::bit_width(2 * records / in_memory))),
        waiting_(std::size_t{1} << bits_),
        written_(waiting_.size()) {}

  void add(const CountedHash& entry) {
    const std::size_t part = bits_ == 0 ? 0 : entry.hash[0] >> (64 - bits_);
    waiting_[part].push_back(entry);
    if (waiting_[part].size() == at_once) write(part);
  }

  std::map<std::size_t, std::size_t> sizes(const Run& run) {
    std::map<std::size_t, std::size_t> result;
    for (std::size_t part = 0; part < waiting_.size(); ++part) {
      run.check_stop();
      write(part);
      std::size_t size = 0;
      for (const auto& [offset, entries] : written_[part]) size += entries;
      std::vector<CountedHash> all(size);
      std::size_t place = 0;
      for (const auto& [offset, entries] : written_[part]) {
        file_.read(offset, all.data() + place, entries * sizeof(CountedHash));
        place += entries;
      }
      add_sizes(all, result);
    }
    return result;
  }

 private:
  static constexpr std::size_t at_once = 4096;

  void write(std::size_t part) {
    std::vector<CountedHash>& entries = waiting_[part];
    if (entries.empty()) return;
    const std::uint64_t offset =
        file_.append({reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(CountedHash)});
    written_[part].emplace_back(offset, entries.size());
    entries.clear();
  }

  io::ScratchFile file_;
  unsigned bits_;
  std::vector<std::vector<CountedHash>> waiting_;
  std::vector<std::vector<std::pair<std::uint64_t, std::size_t>>> written_;
};

ClassEntries::ClassEntries(std::size_t records, std::size_t in_memory, std::string folder)
    : records_(records), in_memory_(std::max<std::size_t>(1, in_memory)), folder_(std::move(folder)) {}

ClassEntries::~ClassEntries() = default;

void ClassEntries::add(const std::vector<CountedHash>& entries) {
  if (parts_ == nullptr) {
    all_.insert(all_.end(), entries.begin(), entries.end());
    if (all_.size() <= in_memory_) return;
    merge_equal(all_);
    if (all_.size() <= in_memory_ / 2) return;
    parts_ = std::make_unique<Parts>(records_, in_memory_, folder_);
    for (const CountedHash& entry : all_) parts_->add(entry);
    all_ = {};
    return;
  }
  for (const CountedHash& entry : entries) parts_->add(entry);
}

std::map<std::size_t, std::size_t> ClassEntries::sizes(const Run& run) {
  if (parts_ != nullptr) return parts_->sizes(run);
  std::map<std::size_t, std::size_t> result;
  add_sizes(all_, result);
  return result;
}

}  // namespace sfumato::release
