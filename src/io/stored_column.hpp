// A column on disk, in blocks of records: what a Column is for a table that does not fit into memory. It is
// written once, block after block, and read block by block in any order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/column.hpp"
#include "io/scratch_file.hpp"

namespace sfumato::io {

// Records in a block of a table with so many columns: fewer where columns are many.
std::size_t stored_block_rows(std::size_t columns);

// What is known of all cells of a column, without reading them again.
struct ColumnFacts {
  std::size_t present = 0;  // cells with a value
  std::size_t missing = 0;
  bool whole = true;           // numbers that are present are integers of at most 2^53
  bool whole_digits = true;    // numbers that are present are written without a decimal point
  double lowest = 0.0;         // of the numbers that are present
  double highest = 0.0;        //
  bool large_integer = false;  // an integer beyond 2^53
  bool other_texts = false;    // a label that is not a number, a date or a token for a missing value
  bool label_like_name = false;
};

class StoredColumn {
 public:
  // `name` is that of the column. Labels of a column with `one_order` are kept in memory, and are the same in
  // every block; else those of a block are its own as soon as there are many.
  StoredColumn(std::shared_ptr<ScratchFile> file, std::size_t block_rows, std::string name, bool one_order);

  // Any number of cells; integers after doubles, or the other way round, become doubles.
  void append(const Column& cells);
  // Cells that are missing in a column whose type is not known yet.
  void append_untyped(std::size_t cells);

  std::size_t rows() const { return rows_; }
  const ColumnFacts& facts() const { return facts_; }
  // The labels that are kept, in their order; not all labels of a column whose blocks have their own.
  const std::vector<std::string>& labels() const { return labels_; }
  bool is_text() const { return form_ == Form::codes || form_ == Form::unknown; }
  bool keeps_labels() const { return !scattered_; }
  bool has_integers() const { return integers_; }
  bool has_doubles() const { return form_ == Form::numbers; }

  // The labels in another order, or fewer of them: `place` has the new code of each, or Codes::missing.
  void relabel(std::vector<std::string> labels, std::vector<std::int32_t> place);
  // Texts that are all integers are read as such.
  void read_as_integers();

  // No records, but the type and the labels of the column.
  Column outline() const;
  Column block(std::size_t number) const;

 private:
  enum class Form : std::uint8_t { unknown, numbers, integers, days, ticks, codes, texts };
  struct Segment {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t rows = 0;
    Form form = Form::unknown;
    bool gaps = false;  // integers: marks of missing cells follow the values
  };

  void append_part(const Column& cells, std::size_t begin, std::size_t end);
  void note(const Numbers& numbers, std::size_t begin, std::size_t end);
  void note(const Integers& integers, std::size_t begin, std::size_t end);
  void note(const Timestamps& times, std::size_t begin, std::size_t end);
  void note_label(const std::string& label);
  std::int32_t code_of(const std::string& label);
  Segment write_codes(const Codes& codes, std::size_t begin, std::size_t end);
  Segment write_texts(const Codes& codes, std::size_t begin, std::size_t end);
  void join(Form form);

  Column read_numbers(std::size_t first, std::size_t last) const;
  Column read_integers(std::size_t first, std::size_t last) const;
  Column read_days(std::size_t first, std::size_t last) const;
  Column read_ticks(std::size_t first, std::size_t last) const;
  Column read_codes(std::size_t first, std::size_t last) const;
  template <class T>
  void read_values(const Segment& segment, T* target) const;

  std::shared_ptr<ScratchFile> file_;
  std::size_t block_rows_;
  std::string name_;
  bool one_order_;
  Form form_ = Form::unknown;
  bool integers_ = false;   // some segment has integers
  bool scattered_ = false;  // some segment has texts of its own
  bool as_integers_ = false;
  std::size_t rows_ = 0;
  std::vector<Segment> segments_;          // each within one block
  std::vector<std::size_t> block_starts_;  // the first segment of each block
  std::vector<std::string> labels_;
  std::unordered_map<std::string, std::int32_t> codes_;  // of labels, as stored
  std::vector<std::int32_t> places_;                     // of stored codes among labels; empty: the same
  std::size_t label_bytes_ = 0;
  ColumnFacts facts_;
  Timestamps times_;  // without values: form, unit and zone of a column of moments
};

}  // namespace sfumato::io
