// Cells are stored as they are in memory. Texts are codes of labels that are kept, until these take too much
// memory; after that a segment has its own texts.
#include "io/stored_column.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/cell_text.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t most_label_bytes = std::size_t{32} << 20;
constexpr std::size_t bytes_per_label = 128;      // of the label, its place and the map
constexpr std::size_t most_copied_labels = 4096;  // into every block
constexpr std::int32_t no_text = -1;

template <class T>
std::string_view as_bytes(const T* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

// Labels of one block, numbered by their first cell in it.
class BlockLabels {
 public:
  std::int32_t code_of(std::string_view text) {
    const auto [entry, fresh] =
        codes_.try_emplace(std::string(text), static_cast<std::int32_t>(labels_.size()));
    if (fresh) labels_.push_back(entry->first);
    return entry->second;
  }
  std::vector<std::string> take() { return std::move(labels_); }

 private:
  std::unordered_map<std::string, std::int32_t> codes_;
  std::vector<std::string> labels_;
};

}  // namespace

std::size_t stored_block_rows(std::size_t columns) {
  constexpr std::size_t few_columns = 128;
  return columns <= few_columns ? 1 << 16 : 1 << 14;
}

StoredColumn::StoredColumn(std::shared_ptr<ScratchFile> file, std::size_t block_rows, std::string name,
                           bool one_order)
    : file_(std::move(file)), block_rows_(block_rows), name_(std::move(name)), one_order_(one_order) {}

void StoredColumn::append(const Column& cells) {
  std::size_t begin = 0;
  do {
    const std::size_t room = block_rows_ - rows_ % block_rows_;
    const std::size_t end = std::min(cells.size(), begin + room);
    append_part(cells, begin, end);
    begin = end;
  } while (begin < cells.size());
}

void StoredColumn::append_untyped(std::size_t cells) {
  while (cells > 0) {
    const std::size_t part = std::min(cells, block_rows_ - rows_ % block_rows_);
    if (block_starts_.size() * block_rows_ == rows_) block_starts_.push_back(segments_.size());
    segments_.push_back({0, 0, static_cast<std::uint32_t>(part), Form::unknown});
    rows_ += part;
    facts_.missing += part;
    cells -= part;
  }
}

void StoredColumn::join(Form form) {
  const bool numeric = form == Form::numbers || form == Form::integers;
  const bool was_numeric = form_ == Form::numbers || form_ == Form::integers;
  if (form == Form::texts) form = Form::codes;
  if (form_ == Form::unknown || form_ == form) {
    form_ = form;
  } else if (numeric && was_numeric) {
    form_ = Form::numbers;
  } else {
    throw Error(ErrorCode::internal, "blocks of column '" + name_ + "' differ in their types");
  }
}

void StoredColumn::append_part(const Column& cells, std::size_t begin, std::size_t end) {
  Segment segment;
  if (const Numbers* numbers = cells.get_if<Numbers>()) {
    note(*numbers, begin, end);
    segment = {file_->append(as_bytes(numbers->data() + begin, end - begin)), 0, 0, Form::numbers};
  } else if (const Integers* integers = cells.get_if<Integers>()) {
    note(*integers, begin, end);
    integers_ = true;
    segment = {file_->append(as_bytes(integers->values.data() + begin, end - begin)), 0, 0, Form::integers};
    segment.gaps = !integers->missing.empty();
    if (segment.gaps) file_->append(as_bytes(integers->missing.data() + begin, end - begin));
  } else if (const Dates* dates = cells.get_if<Dates>()) {
    for (std::size_t row = begin; row < end; ++row) {
      ++(dates->days[row] == Dates::missing ? facts_.missing : facts_.present);
    }
    segment = {file_->append(as_bytes(dates->days.data() + begin, end - begin)), 0, 0, Form::days};
  } else if (const Timestamps* times = cells.get_if<Timestamps>()) {
    note(*times, begin, end);
    segment = {file_->append(as_bytes(times->ticks.data() + begin, end - begin)), 0, 0, Form::ticks};
  } else {
    const Codes& codes = *cells.get_if<Codes>();
    if (begin == 0) {
      for (const std::string& label : codes.labels) note_label(label);
    }
    for (std::size_t row = begin; row < end; ++row) {
      ++(codes.codes[row] == Codes::missing ? facts_.missing : facts_.present);
    }
    segment = scattered_ ? write_texts(codes, begin, end) : write_codes(codes, begin, end);
  }
  join(segment.form);
  segment.bytes = file_->size() - segment.offset;
  segment.rows = static_cast<std::uint32_t>(end - begin);
  if (block_starts_.size() * block_rows_ == rows_) block_starts_.push_back(segments_.size());
  segments_.push_back(segment);
  rows_ += end - begin;
}

void StoredColumn::note(const Numbers& numbers, std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end; ++row) {
    const double value = numbers[row];
    if (std::isnan(value)) {
      ++facts_.missing;
      continue;
    }
    if (facts_.present++ == 0) facts_.lowest = facts_.highest = value;
    facts_.lowest = std::min(facts_.lowest, value);
    facts_.highest = std::max(facts_.highest, value);
    facts_.whole = facts_.whole && value == std::floor(value) && std::abs(value) <= 9007199254740992.0;
    facts_.whole_digits = facts_.whole_digits && value == std::trunc(value);
  }
}

void StoredColumn::note(const Integers& integers, std::size_t begin, std::size_t end) {
  for (std::size_t row = begin; row < end; ++row) {
    if (!integers.missing.empty() && integers.missing[row] != 0) {
      ++facts_.missing;
      continue;
    }
    const std::int64_t integer = integers.values[row];
    const auto value = static_cast<double>(integer);
    if (facts_.present++ == 0) facts_.lowest = facts_.highest = value;
    facts_.lowest = std::min(facts_.lowest, value);
    facts_.highest = std::max(facts_.highest, value);
    facts_.large_integer =
        facts_.large_integer || integer > largest_exact_integer || integer < -largest_exact_integer;
  }
}

void StoredColumn::note(const Timestamps& times, std::size_t begin, std::size_t end) {
  if (form_ != Form::ticks) times_ = times.outline();
  if (times.per_second != times_.per_second || times.zone != times_.zone) {
    throw Error(ErrorCode::internal, "blocks of column '" + name_ + "' differ in their unit of time");
  }
  for (std::size_t row = begin; row < end; ++row) {
    ++(times.ticks[row] == Timestamps::missing ? facts_.missing : facts_.present);
  }
}

void StoredColumn::note_label(const std::string& label) {
  facts_.label_like_name = facts_.label_like_name || label == name_;
  if (facts_.other_texts) return;
  const CellClass kind = classify(label, '.');
  facts_.other_texts = kind == CellClass::text || kind == CellClass::padded_number;
}

std::int32_t StoredColumn::code_of(const std::string& label) {
  const auto [entry, fresh] = codes_.try_emplace(label, static_cast<std::int32_t>(labels_.size()));
  if (fresh) {
    labels_.push_back(label);
    label_bytes_ += label.size() + bytes_per_label;
  }
  return entry->second;
}

StoredColumn::Segment StoredColumn::write_codes(const Codes& codes, std::size_t begin, std::size_t end) {
  std::vector<std::int32_t> code;
  code.reserve(codes.labels.size());
  for (const std::string& label : codes.labels) code.push_back(code_of(label));
  std::vector<std::int32_t> stored(end - begin, Codes::missing);
  for (std::size_t row = begin; row < end; ++row) {
    if (codes.codes[row] != Codes::missing)
      stored[row - begin] = code[static_cast<std::size_t>(codes.codes[row])];
  }
  if (!one_order_ && label_bytes_ > most_label_bytes) scattered_ = true;
  return {file_->append(as_bytes(stored.data(), stored.size())), 0, 0, Form::codes};
}

// The length of each text, then the texts.
StoredColumn::Segment StoredColumn::write_texts(const Codes& codes, std::size_t begin, std::size_t end) {
  std::vector<std::int32_t> lengths(end - begin, no_text);
  std::string texts;
  for (std::size_t row = begin; row < end; ++row) {
    if (codes.codes[row] == Codes::missing) continue;
    const std::string& label = codes.labels[static_cast<std::size_t>(codes.codes[row])];
    lengths[row - begin] = static_cast<std::int32_t>(label.size());
    texts += label;
  }
  const std::uint64_t offset = file_->append(as_bytes(lengths.data(), lengths.size()));
  file_->append(texts);
  return {offset, 0, 0, Form::texts};
}

void StoredColumn::relabel(std::vector<std::string> labels, std::vector<std::int32_t> place) {
  labels_ = std::move(labels);
  places_ = std::move(place);
  codes_.clear();
}

void StoredColumn::read_as_integers() { as_integers_ = true; }

template <class T>
void StoredColumn::read_values(const Segment& segment, T* target) const {
  file_->read(segment.offset, target, segment.rows * sizeof(T));
}

Column StoredColumn::outline() const {
  if (as_integers_) return Integers{};
  switch (form_) {
    case Form::numbers:
      return Numbers{};
    case Form::integers:
      return Integers{};
    case Form::days:
      return Dates{};
    case Form::ticks:
      return times_;
    default:
      return Codes{{},
                   one_order_ || labels_.size() <= most_copied_labels ? labels_ : std::vector<std::string>{}};
  }
}

Column StoredColumn::block(std::size_t number) const {
  if (number >= block_starts_.size()) return outline();
  const std::size_t first = block_starts_[number];
  const std::size_t last = number + 1 < block_starts_.size() ? block_starts_[number + 1] : segments_.size();
  switch (form_) {
    case Form::numbers:
      return read_numbers(first, last);
    case Form::integers:
      return read_integers(first, last);
    case Form::days:
      return read_days(first, last);
    case Form::ticks:
      return read_ticks(first, last);
    default:
      return read_codes(first, last);
  }
}

Column StoredColumn::read_numbers(std::size_t first, std::size_t last) const {
  Numbers result;
  for (std::size_t s = first; s < last; ++s) {
    const Segment& segment = segments_[s];
    const std::size_t start = result.size();
    result.resize(start + segment.rows, std::numeric_limits<double>::quiet_NaN());
    if (segment.form == Form::numbers) read_values(segment, result.data() + start);
    if (segment.form != Form::integers) continue;
    std::vector<std::int64_t> integers(segment.rows);
    std::vector<std::uint8_t> missing(segment.gaps ? segment.rows : 0);
    read_values(segment, integers.data());
    file_->read(segment.offset + segment.rows * sizeof(std::int64_t), missing.data(), missing.size());
    for (std::size_t row = 0; row < segment.rows; ++row) {
      if (missing.empty() || missing[row] == 0) result[start + row] = static_cast<double>(integers[row]);
    }
  }
  return result;
}

Column StoredColumn::read_integers(std::size_t first, std::size_t last) const {
  Integers result;
  for (std::size_t s = first; s < last; ++s) {
    const Segment& segment = segments_[s];
    const std::size_t start = result.values.size();
    const bool unknown = segment.form == Form::unknown;
    result.values.resize(start + segment.rows, 0);
    if (!unknown) read_values(segment, result.values.data() + start);
    if (segment.gaps || unknown) {
      result.missing.resize(start, 0);
      result.missing.resize(start + segment.rows, 1);
    }
    if (segment.gaps) {
      file_->read(segment.offset + segment.rows * sizeof(std::int64_t), result.missing.data() + start,
                  segment.rows);
    }
    if (!result.missing.empty()) result.missing.resize(result.values.size(), 0);
  }
  return result;
}

Column StoredColumn::read_days(std::size_t first, std::size_t last) const {
  Dates result;
  for (std::size_t s = first; s < last; ++s) {
    const Segment& segment = segments_[s];
    const std::size_t start = result.days.size();
    result.days.resize(start + segment.rows, Dates::missing);
    if (segment.form == Form::days) read_values(segment, result.days.data() + start);
  }
  return result;
}

Column StoredColumn::read_ticks(std::size_t first, std::size_t last) const {
  Timestamps result = times_;
  for (std::size_t s = first; s < last; ++s) {
    const Segment& segment = segments_[s];
    const std::size_t start = result.ticks.size();
    result.ticks.resize(start + segment.rows, Timestamps::missing);
    if (segment.form == Form::ticks) read_values(segment, result.ticks.data() + start);
  }
  return result;
}

Column StoredColumn::read_codes(std::size_t first, std::size_t last) const {
  const bool whole = one_order_ || (!scattered_ && labels_.size() <= most_copied_labels);
  Codes result;
  if (whole) result.labels = labels_;
  BlockLabels own;
  std::vector<std::int32_t> own_code;  // of labels that are kept
  for (std::size_t s = first; s < last; ++s) {
    const Segment& segment = segments_[s];
    const std::size_t start = result.codes.size();
    result.codes.resize(start + segment.rows, Codes::missing);
    if (segment.form == Form::unknown) continue;
    read_values(segment, result.codes.data() + start);  // codes, or lengths of texts
    if (segment.form == Form::texts) {
      std::string texts(segment.bytes - segment.rows * sizeof(std::int32_t), '\0');
      file_->read(segment.offset + segment.rows * sizeof(std::int32_t), texts.data(), texts.size());
      std::string_view rest = texts;
      for (std::size_t row = start; row < result.codes.size(); ++row) {
        if (result.codes[row] == no_text) continue;
        const auto length = static_cast<std::size_t>(result.codes[row]);
        result.codes[row] = own.code_of(rest.substr(0, length));
        rest.remove_prefix(length);
      }
      continue;
    }
    for (std::size_t row = start; row < result.codes.size(); ++row) {
      std::int32_t& code = result.codes[row];
      if (code == Codes::missing) continue;
      if (!places_.empty()) code = places_[static_cast<std::size_t>(code)];
      if (whole || code == Codes::missing) continue;
      own_code.resize(labels_.size(), Codes::missing);
      std::int32_t& known = own_code[static_cast<std::size_t>(code)];
      if (known == Codes::missing) known = own.code_of(labels_[static_cast<std::size_t>(code)]);
      code = known;
    }
  }
  if (!whole) result.labels = own.take();
  if (!as_integers_) return result;
  Integers integers{std::vector<std::int64_t>(result.codes.size()), {}};
  for (std::size_t row = 0; row < result.codes.size(); ++row) {
    if (result.codes[row] == Codes::missing) {
      integers.missing.resize(result.codes.size(), 0);
      integers.missing[row] = 1;
    } else {
      integers.values[row] =
          parse_integer(result.labels[static_cast<std::size_t>(result.codes[row])]).value_or(0);
    }
  }
  return integers;
}

}  // namespace sfumato::io
