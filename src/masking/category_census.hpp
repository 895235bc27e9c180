// The categories of a column whose records come in blocks: which values some cell has, how often, and which
// of them each cell of a block has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/column.hpp"
#include "masking/block_work.hpp"

namespace sfumato::masking {

class CategoryCensus {
 public:
  static constexpr std::int32_t missing = -1;

  // Labels of an ordered column stay in their order, which all blocks share.
  explicit CategoryCensus(bool ordered = false) : ordered_(ordered) {}

  // The unit, zone and form of timestamps, for a census that only merges parts.
  void take_form(const Column& outline) {
    if (const Timestamps* times = outline.get_if<Timestamps>()) values_ = times->outline();
  }

  void observe(const Column& block, const RecordNumbers& numbers);
  // How many values were found so far; of text, also labels that no cell has.
  std::size_t found() const {
    return labels_.size() + numbers_.size() + integers_.size() + days_.size() + ticks_.size();
  }
  // Those of them that some cell has.
  std::size_t with_cells() const;
  // What was found so far, to be merged into another census of the same column.
  Value partial() const;
  void merge(const Value& part);
  // After the last block.
  void finish();

  // Values that some cell has: ascending; labels in the order of the column, or else of the records in which
  // they first stand.
  std::size_t size() const { return counts_.size(); }
  const std::vector<std::size_t>& counts() const { return counts_; }
  const std::vector<std::string>& texts() const { return texts_; }
  const std::vector<std::uint64_t>& first_rows() const { return first_rows_; }
  // One cell for each of them, of the type of the column. Text: with all labels of all blocks.
  const Column& values() const { return values_; }

  // The category of each cell of a block.
  std::vector<std::int32_t> places(const Column& block) const;

 private:
  struct Entry {
    std::size_t count = 0;
    std::uint64_t first = 0;

    void add(std::size_t more, std::uint64_t number) {
      first = count == 0 ? number : std::min(first, number);
      count += more;
    }
  };
  void observe(const Codes& codes, const RecordNumbers& numbers);
  std::size_t place_of_label(const std::string& label);
  template <class T>
  void add(std::map<T, Entry>& found, const Column& block, const RecordNumbers& numbers,
           const std::vector<T>& values);
  template <class T>
  std::vector<T> sorted(const std::map<T, Entry>& found);

  bool ordered_;
  std::unordered_map<std::string, std::size_t> label_places_;
  std::vector<std::string> labels_;
  std::vector<Entry> label_entries_;
  std::map<double, Entry> numbers_;
  std::map<std::int64_t, Entry> integers_;
  std::map<std::int32_t, Entry> days_;
  std::map<std::int64_t, Entry> ticks_;

  std::vector<std::size_t> counts_;
  std::vector<std::uint64_t> first_rows_;
  std::vector<std::string> texts_;
  Column values_;
  bool text_ = false;
  std::vector<std::int32_t> category_of_label_;
};

}  // namespace sfumato::masking
