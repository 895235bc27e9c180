// The fast conversion in batches: a few pieces per thread are converted at once, then appended in file order,
// so that memory is little more than the finished columns.
#include "io/fast_read.hpp"

#include <algorithm>
#include <functional>

#include "io/cell_text.hpp"
#include "io/label_order.hpp"
#include "io/piece_cutter.hpp"
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
    text_bytes_ += text.size();
    hashes_.push_back(hash);
    return slots_[slot];
  }
  std::size_t bytes() const {
    return text_bytes_ + slots_.capacity() * sizeof(std::int32_t) + labels_.capacity() * sizeof(std::string) +
           hashes_.capacity() * sizeof(std::size_t);
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
  std::size_t text_bytes_ = 0;
};

// A column as far as it has been read.
struct Finished {
  Numbers numbers;
  Integers integers;
  Dates dates;
  std::vector<std::int64_t> ticks;
  Codes codes;
  Labels labels;

  void reserve(Storage storage, std::size_t rows) {
    if (storage == Storage::integers) integers.values.reserve(rows);
    if (storage == Storage::numbers) numbers.reserve(rows);
    if (storage == Storage::dates) dates.days.reserve(rows);
    if (storage == Storage::timestamps) ticks.reserve(rows);
    if (storage == Storage::text) codes.codes.reserve(rows);
  }
  std::size_t bytes() const {
    return numbers.size() * sizeof(double) + integers.values.size() * sizeof(std::int64_t) +
           integers.missing.size() + dates.days.size() * sizeof(std::int32_t) +
           ticks.size() * sizeof(std::int64_t) + codes.codes.size() * sizeof(std::int32_t) + labels.bytes();
  }
  void append(const PieceCells& cells) {
    numbers.insert(numbers.end(), cells.numbers.begin(), cells.numbers.end());
    if (!cells.missing.empty()) integers.missing.resize(integers.values.size(), 0);
    integers.values.insert(integers.values.end(), cells.integers.begin(), cells.integers.end());
    integers.missing.insert(integers.missing.end(), cells.missing.begin(), cells.missing.end());
    if (!integers.missing.empty()) integers.missing.resize(integers.values.size(), 0);
    dates.days.insert(dates.days.end(), cells.days.begin(), cells.days.end());
    ticks.insert(ticks.end(), cells.ticks.begin(), cells.ticks.end());
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
      case Storage::timestamps: {
        Timestamps times = plan.times;
        times.ticks = std::move(ticks);
        return times;
      }
      default:
        break;
    }
    codes.labels = labels.take();
    if (!order_labels(codes, plan, decimal_point)) return std::nullopt;
    return std::move(codes);
  }
};

std::vector<std::string_view> pieces_of(std::string_view body, CsvSyntax syntax, bool quoted_line_ends) {
  std::vector<std::string_view> pieces;
  PieceCutter cutter(body, syntax, quoted_line_ends, piece_size);
  while (!cutter.done()) pieces.push_back(cutter.next());
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

// A few per thread; fewer where a table has very many columns, each of which has vectors of its own.
std::size_t pieces_at_once(std::size_t columns, const Run& run) {
  constexpr std::size_t most_vectors = 1 << 18;
  const std::size_t by_columns = most_vectors / std::max<std::size_t>(1, columns);
  return std::max<std::size_t>(1, std::min(by_columns, 4 * static_cast<std::size_t>(run.threads())));
}

void require_budget(const FilePlan& plan, const std::vector<Finished>& columns) {
  if (plan.budget == nullptr) return;
  std::uint64_t bytes = 0;
  for (const Finished& column : columns) bytes += column.bytes();
  plan.budget->require(bytes, "its table");
}

}  // namespace

std::vector<std::optional<Column>> read_fast(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                             const ByteChecks& checks, const Run& run) {
  std::deque<FastColumn> columns = fast_columns(plan, wanted);
  std::vector<Finished> finished(wanted.size());
  std::vector<std::optional<Column>> result(wanted.size());
  const std::vector<std::string_view> pieces =
      pieces_of(plan.body, plan.dialect.syntax, checks.quoted_line_ends);
  const std::size_t wave = std::min(pieces.size(), pieces_at_once(wanted.size(), run));
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
    if (malformed) return {};
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
    require_budget(plan, finished);
    for (std::size_t i = 0; plan.forget && i < count; ++i) plan.forget(pieces[first + i]);
  }
  run.parallel(wanted.size(), [&](std::size_t i) {
    if (!columns[i].failed) result[i] = finished[i].column(*columns[i].plan, plan.dialect.decimal_point);
  });
  return result;
}

}  // namespace sfumato::io
