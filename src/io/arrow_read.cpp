// Apache Arrow's CSV reader with every type given, and its arrays copied into our columns. Columns
// are named by their position, so that no name in the file can confuse it.
#include "io/arrow_read.hpp"

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/chunked_array.h>
#include <arrow/csv/api.h>
#include <arrow/io/interfaces.h>
#include <arrow/memory_pool.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/thread_pool.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/label_order.hpp"

namespace sfumato::io {
namespace {

constexpr double largest_exact = 9007199254740992.0;  // 2^53

// Bytes in memory as a stream that ends when the run is asked to stop.
class StoppableStream final : public arrow::io::InputStream {
 public:
  StoppableStream(std::string_view bytes, const Run& run)
      : buffer_(std::make_shared<arrow::Buffer>(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                static_cast<std::int64_t>(bytes.size()))),
        run_(run) {}

  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<std::int64_t> Tell() const override { return at_; }
  arrow::Result<std::int64_t> Read(std::int64_t size, void* out) override {
    ARROW_ASSIGN_OR_RAISE(const auto part, Read(size));
    std::memcpy(out, part->data(), static_cast<std::size_t>(part->size()));
    return part->size();
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(std::int64_t size) override {
    try {
      run_.check_stop();
    } catch (const Error& error) {
      return arrow::Status::Cancelled(error.message);
    }
    const std::int64_t count = std::min(size, buffer_->size() - at_);
    auto part = arrow::SliceBuffer(buffer_, at_, count);
    at_ += count;
    return part;
  }

 private:
  std::shared_ptr<arrow::Buffer> buffer_;
  const Run& run_;
  std::int64_t at_ = 0;
  bool closed_ = false;
};

std::shared_ptr<arrow::DataType> arrow_type(Storage storage) {
  switch (storage) {
    case Storage::integers:
      return arrow::int64();
    case Storage::numbers:
      return arrow::float64();
    case Storage::dates:
      return arrow::date32();
    default:
      return arrow::dictionary(arrow::int32(), arrow::utf8());
  }
}

arrow::csv::ConvertOptions convert_options(const FilePlan& plan, const std::vector<std::size_t>& wanted) {
  auto options = arrow::csv::ConvertOptions::Defaults();
  options.check_utf8 = false;  // checked before, for the whole file
  options.strings_can_be_null = true;
  options.quoted_strings_can_be_null = false;
  options.decimal_point = plan.dialect.decimal_point;
  options.null_values = {"", "NA"};
  options.null_values.insert(options.null_values.end(), plan.missing.begin(), plan.missing.end());
  bool any_text = false;
  for (const std::size_t id : wanted) {
    options.include_columns.push_back(std::to_string(id));
    options.column_types[std::to_string(id)] = arrow_type(plan.columns[id].storage);
    any_text = any_text || plan.columns[id].is_text();
  }
  if (!any_text) {
    for (const std::string_view token : missing_tokens()) options.null_values.emplace_back(token);
  }
  return options;
}

arrow::MemoryPool* memory_pool() {
#ifdef SFUMATO_SANITIZED
  return arrow::system_memory_pool();
#else
  return arrow::default_memory_pool();
#endif
}

// Nothing when Arrow refuses the file.
std::shared_ptr<arrow::Table> arrow_table(const FilePlan& plan, const std::vector<std::size_t>& wanted,
                                          const ByteChecks& checks, const Run& run) {
  // Arrow wants every row to fit into a block; a longer one (quoted line ends) is left to the careful reader.
  constexpr std::size_t most = std::size_t{1} << 30U;
  auto read = arrow::csv::ReadOptions::Defaults();
  read.use_threads = run.threads() > 1;
  read.block_size =
      static_cast<std::int32_t>(std::min(most, std::max<std::size_t>(checks.longest_line, 1 << 21)));
  for (std::size_t i = 0; i < plan.columns.size(); ++i) read.column_names.push_back(std::to_string(i));
  auto parse = arrow::csv::ParseOptions::Defaults();
  parse.delimiter = plan.dialect.syntax.delimiter;
  parse.quote_char = plan.dialect.syntax.quote;
  parse.newlines_in_values = checks.quoted_line_ends;
  if (read.use_threads && arrow::GetCpuThreadPoolCapacity() != run.threads()) {
    static_cast<void>(arrow::SetCpuThreadPoolCapacity(run.threads()));
  }
  const auto reader = arrow::csv::TableReader::Make(arrow::io::IOContext(memory_pool()),
                                                    std::make_shared<StoppableStream>(plan.body, run), read,
                                                    parse, convert_options(plan, wanted));
  if (!reader.ok()) return nullptr;
  const auto table = (*reader)->Read();
  run.check_stop();
  return table.ok() ? *table : nullptr;
}

// Declared tokens that are numbers, which Arrow has read as values.
std::vector<double> number_tokens(const ColumnPlan& column, char decimal_point) {
  std::vector<double> numbers;
  for (const std::string& token : column.missing) {
    if (const auto number = cell_number(token, decimal_point)) numbers.push_back(*number);
  }
  return numbers;
}

std::optional<Column> to_integers(const arrow::ChunkedArray& chunks, const std::vector<double>& tokens) {
  Integers integers;
  integers.values.resize(static_cast<std::size_t>(chunks.length()));
  if (chunks.null_count() > 0 || !tokens.empty()) integers.missing.resize(integers.values.size());
  std::size_t at = 0;
  for (const auto& chunk : chunks.chunks()) {
    const auto& array = static_cast<const arrow::Int64Array&>(*chunk);
    const auto size = static_cast<std::size_t>(array.length());
    std::copy_n(array.raw_values(), size, integers.values.begin() + static_cast<std::ptrdiff_t>(at));
    for (std::size_t i = 0; array.null_count() > 0 && i < size; ++i) {
      if (array.IsNull(static_cast<std::int64_t>(i))) {
        integers.missing[at + i] = 1;
        integers.values[at + i] = 0;
      }
    }
    at += size;
  }
  for (std::size_t i = 0; !tokens.empty() && i < integers.values.size(); ++i) {
    if (std::find(tokens.begin(), tokens.end(), static_cast<double>(integers.values[i])) != tokens.end() &&
        integers.missing[i] == 0) {
      integers.missing[i] = 1;
      integers.values[i] = 0;
    }
  }
  if (std::find(integers.missing.begin(), integers.missing.end(), 1) == integers.missing.end()) {
    integers.missing.clear();
  }
  return integers;
}

// Infinities are errors, and integers beyond 2^53 may have lost digits: both are left to the careful reader.
std::optional<Column> to_numbers(const arrow::ChunkedArray& chunks, const std::vector<double>& tokens) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Numbers numbers;
  numbers.reserve(static_cast<std::size_t>(chunks.length()));
  bool large = false;
  for (const auto& chunk : chunks.chunks()) {
    const auto& array = static_cast<const arrow::DoubleArray&>(*chunk);
    const std::size_t start = numbers.size();
    const double* values = array.raw_values();
    numbers.insert(numbers.end(), values, values + array.length());
    for (std::size_t i = 0; array.null_count() > 0 && i + start < numbers.size(); ++i) {
      if (array.IsNull(static_cast<std::int64_t>(i))) numbers[start + i] = nan;
    }
  }
  for (const double number : numbers) large = large || std::fabs(number) >= largest_exact;
  if (large) return std::nullopt;
  for (double& number : numbers) {
    if (!tokens.empty() && std::find(tokens.begin(), tokens.end(), number) != tokens.end()) number = nan;
  }
  return numbers;
}

std::optional<Column> to_dates(const arrow::ChunkedArray& chunks) {
  constexpr std::int32_t first = -719162;  // 0001-01-01
  constexpr std::int32_t last = 2932896;   // 9999-12-31
  Dates dates;
  dates.days.reserve(static_cast<std::size_t>(chunks.length()));
  for (const auto& chunk : chunks.chunks()) {
    const auto& array = static_cast<const arrow::Date32Array&>(*chunk);
    for (std::int64_t i = 0; i < array.length(); ++i) {
      const std::int32_t day = array.IsNull(i) ? Dates::missing : array.Value(i);
      if (day != Dates::missing && (day < first || day > last)) return std::nullopt;
      dates.days.push_back(day);
    }
  }
  return dates;
}

std::optional<Column> to_codes(const arrow::ChunkedArray& chunks, const ColumnPlan& column,
                               char decimal_point) {
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> positions;
  Codes codes;
  codes.codes.reserve(static_cast<std::size_t>(chunks.length()));
  std::vector<std::int32_t> shared;  // code of each label of the chunk's own dictionary
  for (const auto& chunk : chunks.chunks()) {
    const auto& array = static_cast<const arrow::DictionaryArray&>(*chunk);
    const auto& labels = static_cast<const arrow::StringArray&>(*array.dictionary());
    const auto& indices = static_cast<const arrow::Int32Array&>(*array.indices());
    shared.clear();
    for (std::int64_t i = 0; i < labels.length(); ++i) {
      const std::string_view label = labels.GetView(i);
      auto found = positions.find(label);
      if (found == positions.end()) {
        found = positions.emplace(std::string(label), static_cast<std::int32_t>(codes.labels.size())).first;
        codes.labels.emplace_back(label);
      }
      shared.push_back(found->second);
    }
    for (std::int64_t i = 0; i < indices.length(); ++i) {
      codes.codes.push_back(array.IsNull(i) ? Codes::missing
                                            : shared[static_cast<std::size_t>(indices.Value(i))]);
    }
  }
  if (!order_labels(codes, column, decimal_point)) return std::nullopt;
  return codes;
}

}  // namespace

std::vector<std::optional<Column>> read_with_arrow(const FilePlan& plan,
                                                   const std::vector<std::size_t>& wanted,
                                                   const ByteChecks& checks, const Run& run) {
  std::vector<std::optional<Column>> columns(wanted.size());
  const std::shared_ptr<arrow::Table> table = arrow_table(plan, wanted, checks, run);
  if (!table) return columns;
  const char point = plan.dialect.decimal_point;
  run.parallel(wanted.size(), [&](std::size_t i) {
    const ColumnPlan& column = plan.columns[wanted[i]];
    const arrow::ChunkedArray& chunks = *table->column(static_cast<int>(i));
    switch (column.storage) {
      case Storage::integers:
        columns[i] = to_integers(chunks, number_tokens(column, point));
        break;
      case Storage::numbers:
        columns[i] = to_numbers(chunks, number_tokens(column, point));
        break;
      case Storage::dates:
        columns[i] = to_dates(chunks);
        break;
      default:
        columns[i] = to_codes(chunks, column, point);
        break;
    }
  });
  return columns;
}

}  // namespace sfumato::io
