// The categories of a column whose records come in blocks: which values some cell has, how often, and which
// of them each cell of a block has.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/column.hpp"

namespace sfumato::masking {

class CategoryCensus {
 public:
  static constexpr std::int32_t missing = -1;

  // `first` is the number of the block's first record.
  void observe(const Column& block, std::size_t first);
  // How many values were found so far; of text, also labels that no cell has.
  std::size_t found() const {
    return labels_.size() + numbers_.size() + integers_.size() + days_.size() + ticks_.size();
  }
  // After the last block.
  void finish();

  // Values that some cell has: ascending, or in the order of labels, those of the first block first.
  std::size_t size() const { return counts_.size(); }
  const std::vector<std::size_t>& counts() const { return counts_; }
  const std::vector<std::string>& texts() const { return texts_; }
  const std::vector<std::size_t>& first_rows() const { return first_rows_; }
  // One cell for each of them, of the type of the column. Text: with all labels of all blocks.
  const Column& values() const { return values_; }

  // The category of each cell of a block.
  std::vector<std::int32_t> places(const Column& block) const;

 private:
  struct Entry {
    std::size_t count = 0, first = 0;
  };
  void observe(const Codes& codes, std::size_t first);
  template <class T>
  void add(std::map<T, Entry>& found, const Column& block, std::size_t first, const std::vector<T>& values);
  template <class T>
  std::vector<T> sorted(const std::map<T, Entry>& found);

  std::unordered_map<std::string, std::size_t> label_places_;
  std::vector<std::string> labels_;
  std::vector<Entry> label_entries_;
  std::map<double, Entry> numbers_;
  std::map<std::int64_t, Entry> integers_;
  std::map<std::int32_t, Entry> days_;
  std::map<std::int64_t, Entry> ticks_;

  std::vector<std::size_t> counts_, first_rows_;
  std::vector<std::string> texts_;
  Column values_;
  bool text_ = false;
  std::vector<std::int32_t> category_of_label_;
};

}  // namespace sfumato::masking
