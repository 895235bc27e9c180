// The CSV reader as a whole, with several sizes of its first block and with declared columns. The fast reader
// and the careful one must agree, and what was read must be written and read back bit for bit.
#include "io/csv_reader.hpp"
#include "io/text_form.hpp"

#include "io/careful_read.hpp"
#include "io/column_plan.hpp"
#include "io/csv_blocks.hpp"
#include "io/csv_writer.hpp"
#include "io/sidecar.hpp"
#include "io/utf8.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using fuzz::require;

constexpr std::size_t whole = std::size_t{1} << 20U;

const Run& run() {
  static const Run shared({.seed = 1, .threads = 1});
  return shared;
}

std::string written(const Table& table, const std::string& missing_token) {
  std::string text;
  io::write_csv(table, {.missing_token = missing_token}, run(), [&](std::string_view part) { text += part; });
  return text;
}

// Every column converted by the careful reader, with the same errors.
std::vector<Column> careful_columns(std::string_view bytes, const io::CsvReadOptions& options,
                                    std::size_t block) {
  const io::Dialect dialect = io::detect_dialect(bytes, "fuzz.csv", options.delimiter, block);
  const io::FilePlan plan =
      io::plan_columns(bytes, "fuzz.csv", dialect, options.declared, options.missing, block);
  std::vector<std::size_t> all(plan.columns.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return io::read_carefully(plan, all, run());
}

void check_agreement(const std::string& bytes, const io::CsvReadOptions& options, std::size_t block,
                     const std::optional<io::CsvContent>& content, const std::string& refusal) {
  // Bytes that are not text are refused before any conversion.
  if (bytes.find('\0') != std::string::npos || io::first_invalid_utf8(bytes) != std::string::npos) return;
  std::string careful_refusal;
  const auto careful =
      fuzz::accepted([&] { return careful_columns(bytes, options, block); }, &careful_refusal);
  require(careful.has_value() == content.has_value(), "one way refuses, the other does not",
          refusal + "|" + careful_refusal);
  require(careful_refusal == refusal, "two ways, two messages", refusal + "|" + careful_refusal);
  if (!content) return;
  for (ColumnId id = 0; id < careful->size(); ++id) {
    // A column of nothing but missing values that is declared numeric changes its type at the very end.
    if (content->table.column(id).missing_count() == content->table.rows()) continue;
    require((*careful)[id] == content->table.column(id), "two ways, two values");
  }
}

// The same table or the same refusal from a file that is stored in blocks, a few bytes at a time.
void check_blocks(const std::string& bytes, const std::optional<io::CsvContent>& content,
                  const std::string& refusal, std::size_t block) {
  if (io::marked_encoding(bytes)) return;  // only UTF-8 is read in blocks
  std::string other;
  const auto stored = fuzz::accepted(
      [&] { return io::store_csv_bytes(bytes, "fuzz.csv", {}, "/tmp", run(), 24, block); }, &other);
  if (other.find("cut into blocks") != std::string::npos) return;
  require(other == refusal, "blocks have another refusal", refusal + "|" + other);
  if (!stored) return;
  const Table table = stored->table.blocks() == 0 ? stored->table.outline() : stored->table.block(0, run());
  if (stored->table.blocks() < 2) require(table.same_data(content->table), "blocks have other values");
  require(stored->missing_token == content->missing_token, "blocks have another token");
}

void check_round_trip(const io::CsvContent& content, const Declarations& declared, const char* how) {
  const std::string text = written(content.table, content.missing_token);
  std::string refusal;
  const auto again = fuzz::accepted(
      [&] { return io::parse_csv(text, "written.csv", {.declared = declared}, run()); }, &refusal);
  require(again.has_value(), "our own CSV is refused: " + refusal, text);
  require(content.table.same_data(again->table), std::string("a table does not come back, ") + how, text);
}

void check(const std::string& bytes, const io::CsvReadOptions& options, std::size_t block) {
  std::string refusal;
  const auto content =
      fuzz::accepted([&] { return io::parse_csv(bytes, "fuzz.csv", options, run(), block); }, &refusal);
  check_agreement(bytes, options, block, content, refusal);
  if (options.missing.empty()) check_blocks(bytes, content, refusal, block);
  if (!content) return;
  if (content->table.column_count() <= 16) {  // sidecars of wide tables take most of the time
    const io::Sidecar sidecar = io::parse_sidecar(io::sidecar_text(content->table, {}), "written.toml");
    check_round_trip(*content, sidecar.columns, "with its sidecar");
  }
  // The text alone determines the table where nothing else was declared and the first block was the whole
  // text.
  if (options.declared.empty() && options.missing.empty() && block > bytes.size()) {
    check_round_trip(*content, {}, "without a sidecar");
  }
}

io::CsvReadOptions declaring() {
  io::CsvReadOptions options;
  options.missing = {"-9", "?"};
  return options;
}

}  // namespace

FUZZ_TARGET(csv_reader) {
  const std::string bytes = fuzz::text_of(data, size);
  check(bytes, {}, whole);
  check(bytes, {}, 16);
  check(bytes, declaring(), whole);
  return 0;
}
