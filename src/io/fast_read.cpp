// The fast conversion in batches: a few pieces per thread are converted at once, then appended in file order,
// so that memory is little more than the finished columns.
#include "io/fast_read.hpp"

#include <algorithm>
#include <functional>

#include "io/cell_text.hpp"
#include "io/label_order.hpp"
#include "io/piece_reader.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t piece_size = 1 << 19;

// Distinct labels in order of appearance, found by a hash table with open addressing.
class Labels {
 public:
  std::int32_t code_of(std::string_view text) {
    const std::size_t hash = std::hash<std::string_view>()(text);
    if (2 * labels_.size() >= slots_.size()) grow();
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] >= 0) {
      const auto code = static_cast<std::size_t>(slots_[slot]);
      if (hashes_[code] == hash && labels_[code] == text) return slots_[slot];
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = static_cast<std::int32_t>(labels_.size());
    labels_.emplace_back(text);
    hashes_.push_back(hash);
    return slots_[slot];
  }
  std::vector<std::string> take() { return std::move(labels_); }

 private:
  void grow() {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 4), -1);
    for (std::size_t code = 0; code < hashes_.size(); ++code) {
      std::size_t slot = hashes_[code] & (slots_.size() - 1);
      while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::int32_t>(code);
    }
  }

  std::vector<std::int32_t> slots_;  // -1: free
  std::vector<std::size_t> hashes_;
  std::vector<std::string> labels_;
};

// A column as far as it has been read.
struct Finished {
  Numbers numbers;
  Integers integers;
  Dates dates;
  Codes codes;
  Labels labels;

  void reserve(Storage storage, std::size_t rows) {
    if (storage == Storage::integers) integers.values.reserve(rows);
    if (storage == Storage::numbers) numbers.reserve(rows);
    if (storage == Storage::dates) dates.days.reserve(rows);
    if (storage == Storage::text) codes.codes.reserve(rows);
  }
  void append(const PieceCells& cells) {
    numbers.insert(numbers.end(), cells.numbers.begin(), cells.numbers.end());
    if (!cells.missing.empty()) integers.missing.resize(integers.values.size(), 0);
    integers.values.insert(integers.values.end(), cells.integers.begin(), cells.integers.end());
    integers.missing.insert(integers.missing.end(), cells.missing.begin(), cells.missing.end());
    if (!integers.missing.empty()) integers.missing.resize(integers.values.size(), 0);
    dates.days.insert(dates.days.end(), cells.days.begin(), cells.days.end());
    for (const std::string_view text : cells.texts) {
      codes.codes.push_back(text.data() == nullptr ? Codes::missing : labels.code_of(text));
    }
  }
  std::optional<Column> column(const ColumnPlan& plan, char decimal_point) {
    switch (plan.storage) {
      case Storage::integers:
        return std::move(integers);
      case Storage::numbers:
        return std::move(numbers);
      case Storage::dates:
        return std::move(dates);
      default:
        break;
    }
    codes.labels = labels.take();
    if (!order_labels(codes, plan, decimal_point)) return std::nullopt;
    return std::move(codes);
  }
};

// Pieces that end with a line; the whole at once where lines may end within quotes.
std::vector<std::string_view> pieces_of(std::string_view body, bool quoted_line_ends) {
  std::vector<std::string_view> pieces;
  while (!body.empty()) {
    std::size_t end = body.size();
    if (!quoted_line_ends && body.size() > piece_size) {
      end = std::min(body.find('\n', piece_size), body.size() - 1) + 1;
    }
    pieces.push_back(body.substr(0, end));
    body.remove_prefix(end);
  }
  return pieces;
}

std::deque<FastColumn> fast_columns(const FilePlan& plan, const std::vector<std::size_t>& wanted) {
  std::deque<FastColumn> columns;
  for (const std::size_t position : wanted) {
    FastColumn& column = columns.emplace_back();
    column.position = position;
    column.plan = &plan.columns[position];
    for (const std::string& token : column.plan->missing) {
      if (const auto number = cell_number(token, plan.dialect.decimal_point)) {
        column.number_tokens.push_back(*number);
      }
    }
  }
  return columns;
}

}  // namespace

std::vector<std::optional<Column>> read_fast(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                             const ByteChecks& checks, const Run& run) {
  std::deque<FastColumn> columns = fast_columns(plan, wanted);
  std::vector<Finished> finished(wanted.size());
  std::vector<std::optional<Column>> result(wanted.size());
  const std::vector<std::string_view> pieces = pieces_of(plan.body, checks.quoted_line_ends);
  const std::size_t wave = std::min(pieces.size(), 4 * static_cast<std::size_t>(run.threads()));
  std::vector<std::vector<PieceCells>> cells(wave, std::vector<PieceCells>(wanted.size()));
  std::atomic<bool> malformed{false};
  std::atomic<std::size_t> rows{0};
  std::size_t bytes = 0;
  for (std::size_t first = 0; first < pieces.size(); first += wave) {
    const std::size_t count = std::min(wave, pieces.size() - first);
    run.parallel(count, [&](std::size_t i) {
      PieceReader reader(plan, columns, cells[i]);
      if (!reader.read(pieces[first + i])) malformed = true;
      rows += reader.rows();
    });
    if (malformed) return result;
    for (std::size_t i = 0; i < count; ++i) bytes += pieces[first + i].size();
    // The first batch gives an estimate of the number of rows.
    const double share = static_cast<double>(plan.body.size()) / static_cast<double>(bytes);
    const auto expected = static_cast<std::size_t>(static_cast<double>(rows) * share * 1.01) + 16;
    run.parallel(wanted.size(), [&](std::size_t i) {
      if (first == 0) finished[i].reserve(columns[i].plan->storage, expected);
      for (std::size_t piece = 0; piece < count; ++piece) {
        if (!columns[i].failed) finished[i].append(cells[piece][i]);
        cells[piece][i].clear();
      }
    });
    for (std::size_t i = 0; plan.forget && i < count; ++i) plan.forget(pieces[first + i]);
  }
  run.parallel(wanted.size(), [&](std::size_t i) {
    if (!columns[i].failed) result[i] = finished[i].column(*columns[i].plan, plan.dialect.decimal_point);
  });
  return result;
}

}  // namespace sfumato::io
