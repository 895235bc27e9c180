// Rows as bytes, their digests, and rows in SQLite.
#include "queries/ledger/log_row.hpp"

#include <cstring>

namespace sfumato::queries {

namespace {

void append_number(std::string& bytes, std::int64_t number) {
  auto rest = static_cast<std::uint64_t>(number);
  for (int i = 0; i < 8; ++i, rest >>= 8) bytes.push_back(static_cast<char>(rest & 0xFF));
}

void append_text(std::string& bytes, const std::string& text) {
  append_number(bytes, static_cast<std::int64_t>(text.size()));
  bytes += text;
}

void append_varint(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>((number & 0x7F) | 0x80));
  bytes.push_back(static_cast<char>(number));
}

// 0, −1, 1, −2, … to 0, 1, 2, 3, …
std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}
std::int64_t from_zigzag(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

// Values of columns are far below this; above it, differences could overflow.
constexpr std::int64_t farthest = std::int64_t{1} << 60;
bool near(std::int64_t value) { return -farthest <= value && value <= farthest; }

class VarintReader {
 public:
  VarintReader(const std::string& bytes, std::size_t start) : bytes_(bytes), next_(start) {}
  std::uint64_t read() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      if (next_ >= bytes_.size()) break;
      const auto byte = static_cast<std::uint8_t>(bytes_[next_++]);
      number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return number;
    }
    good_ = false;
    return 0;
  }
  bool good() const { return good_; }
  bool at_end() const { return good_ && next_ == bytes_.size(); }
  std::size_t left() const { return bytes_.size() - next_; }

 private:
  const std::string& bytes_;
  std::size_t next_;
  bool good_ = true;
};

constexpr std::size_t table_digest_bytes = 16;

// Everything that defines the meaning of a footprint's numbers.
std::string digest_of(const CatalogueTable& table) {
  std::string bytes;
  append_text(bytes, table.name);
  append_number(bytes, table.person ? 1 : 0);
  append_number(bytes, table.rows_per_unit);
  append_number(bytes, static_cast<std::int64_t>(table.columns.size()));
  for (const CatalogueColumn& column : table.columns) {
    append_text(bytes, column.name);
    append_number(bytes, static_cast<std::int64_t>(column.kind));
    append_number(bytes, column.decimals);
    append_number(bytes, column.first());
    append_number(bytes, column.last());
    append_number(bytes, column.nullable ? 1 : 0);
    for (const std::string& category : column.categories) append_text(bytes, category);
  }
  const Digest digest = sha256(bytes);
  return {reinterpret_cast<const char*>(digest.data()), table_digest_bytes};
}

}  // namespace

std::int64_t row_bytes(const LogRow& row) {
  constexpr std::size_t fixed = 128;  // time, chain, numbers, and the overhead of SQLite
  return static_cast<std::int64_t>(fixed + row.user.size() + row.query.size() + row.footprint.size() +
                                   row.text.size());
}

Digest chain_digest(const Digest& previous, const LogRow& row) {
  std::string bytes(reinterpret_cast<const char*>(previous.data()), previous.size());
  append_number(bytes, row.position);
  append_number(bytes, static_cast<std::int64_t>(row.kind));
  append_text(bytes, row.time);
  append_text(bytes, row.user);
  append_text(bytes, row.query);
  append_number(bytes, row.entry);
  append_number(bytes, row.asked);
  append_number(bytes, row.charged);
  append_text(bytes, row.footprint);
  append_text(bytes, row.text);
  return sha256(bytes);
}

bool storable(const Footprint& footprint, const Catalogue& catalogue) {
  if (footprint.table >= catalogue.tables.size()) return false;
  const std::size_t columns = catalogue.tables[footprint.table].columns.size();
  if (footprint.values.size() != columns || footprint.null.size() != columns) return false;
  for (const RangeSet& values : footprint.values) {
    for (const Range& range : values.ranges())
      if (!near(range.first) || !near(range.last)) return false;
  }
  return true;
}

StoredFootprint stored_footprint(const Footprint& footprint, const Catalogue& catalogue) {
  const CatalogueTable& table = catalogue.tables.at(footprint.table);
  return {footprint, table.rows_per_unit, digest_of(table)};
}

std::string footprint_bytes(const StoredFootprint& stored) {
  std::string bytes = stored.table_digest;
  append_varint(bytes, stored.footprint.table);
  append_varint(bytes, static_cast<std::uint64_t>(stored.rows_per_unit));
  append_varint(bytes, stored.footprint.values.size());
  for (std::size_t i = 0; i < stored.footprint.values.size(); ++i) {
    const std::vector<Range>& ranges = stored.footprint.values[i].ranges();
    append_varint(bytes, 2 * ranges.size() + (stored.footprint.null[i] ? 1 : 0));
    std::int64_t before = 0;
    for (const Range& range : ranges) {
      append_varint(bytes, zigzag(range.first - before));
      append_varint(bytes, zigzag(range.last - range.first));
      before = range.last;
    }
  }
  return bytes;
}

std::optional<StoredFootprint> read_footprint(const std::string& bytes, std::int64_t micro_epsilon) {
  if (bytes.size() < table_digest_bytes) return std::nullopt;
  StoredFootprint stored;
  stored.table_digest = bytes.substr(0, table_digest_bytes);
  stored.footprint.micro_epsilon = micro_epsilon;
  VarintReader reader(bytes, table_digest_bytes);
  stored.footprint.table = reader.read();
  stored.rows_per_unit = static_cast<std::int64_t>(reader.read());
  const std::uint64_t columns = reader.read();
  if (!reader.good() || columns > reader.left()) return std::nullopt;  // a column has a byte at least
  for (std::uint64_t i = 0; i < columns; ++i) {
    const std::uint64_t head = reader.read();
    if (!reader.good() || head / 2 > reader.left()) return std::nullopt;
    std::vector<Range> ranges;
    std::int64_t before = 0;
    for (std::uint64_t k = 0; k < head / 2; ++k) {
      Range range;
      range.first = from_zigzag(reader.read());
      if (!near(range.first)) return std::nullopt;
      range.first += before;
      if (!near(range.first)) return std::nullopt;
      range.last = from_zigzag(reader.read());
      if (!near(range.last)) return std::nullopt;
      range.last += range.first;
      if (!near(range.last) || range.last < range.first) return std::nullopt;
      ranges.push_back(range);
      before = range.last;
    }
    stored.footprint.values.emplace_back(std::move(ranges));
    stored.footprint.null.push_back(head % 2 == 1);
  }
  if (!reader.at_end() || footprint_bytes(stored) != bytes) return std::nullopt;
  return stored;
}

const char* const log_table =
    "CREATE TABLE log (position INTEGER PRIMARY KEY, kind INTEGER NOT NULL, time TEXT NOT NULL, "
    "user TEXT NOT NULL, query TEXT NOT NULL, entry INTEGER NOT NULL, asked INTEGER NOT NULL, "
    "charged INTEGER NOT NULL, footprint BLOB NOT NULL, text TEXT NOT NULL, chain BLOB NOT NULL) STRICT";

LogRows::LogRows(SqliteFile& file)
    : insert_(file, "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      select_(file,
              "SELECT position, kind, time, user, query, entry, asked, charged, footprint, text, chain "
              "FROM log WHERE position >= ? ORDER BY position"),
      text_(file, "SELECT text FROM log WHERE position = ?") {}

void LogRows::insert(const LogRow& row) {
  insert_.reset();
  insert_.bind(1, row.position);
  insert_.bind(2, static_cast<std::int64_t>(row.kind));
  insert_.bind_text(3, row.time);
  insert_.bind_text(4, row.user);
  insert_.bind_text(5, row.query);
  insert_.bind(6, row.entry);
  insert_.bind(7, row.asked);
  insert_.bind(8, row.charged);
  insert_.bind_bytes(9, row.footprint);
  insert_.bind_text(10, row.text);
  insert_.bind_bytes(11, {reinterpret_cast<const char*>(row.chain.data()), row.chain.size()});
  insert_.step();
  insert_.reset();
}

void LogRows::from(std::int64_t position) {
  select_.reset();
  select_.bind(1, position);
}

bool LogRows::next(std::optional<LogRow>& row) {
  row.reset();
  if (!select_.step()) return false;
  for (const int column : {0, 1, 5, 6, 7})
    if (!select_.has_number(column)) return true;
  for (const int column : {2, 3, 4, 9})
    if (!select_.has_text(column)) return true;
  if (!select_.has_bytes(8) || !select_.has_bytes(10)) return true;
  LogRow read;
  const std::string chain = select_.bytes(10);
  if (chain.size() != read.chain.size()) return true;
  std::memcpy(read.chain.data(), chain.data(), chain.size());
  read.position = select_.number(0);
  read.kind = static_cast<RowKind>(select_.number(1));
  read.time = select_.bytes(2);
  read.user = select_.bytes(3);
  read.query = select_.bytes(4);
  read.entry = select_.number(5);
  read.asked = select_.number(6);
  read.charged = select_.number(7);
  read.footprint = select_.bytes(8);
  read.text = select_.bytes(9);
  row = std::move(read);
  return true;
}

std::string LogRows::text(std::int64_t position) {
  text_.reset();
  text_.bind(1, position);
  std::string found = text_.step() ? text_.bytes(0) : std::string();
  text_.reset();
  return found;
}

}  // namespace sfumato::queries
