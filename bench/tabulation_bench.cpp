// Tabulation of records by three dimensions, one of them hierarchical, with all margins and the ten largest
// contributions of each cell, against one plain pass that sums each amount in a hash table: linear probing on
// the combined code, one thread, no margins and nothing kept.
#include "tables/tabulation/tabulation.hpp"

#include <bit>

#include "ratio.hpp"

namespace {

using namespace sfumato;

constexpr std::int32_t code_counts[] = {20, 15, 50};

Table made_up(std::size_t rows) {
  Rng rng({4, 2});
  std::vector<ColumnInfo> schema(4);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < 3; ++j) {
    schema[j].name = "D" + std::to_string(j);
    schema[j].kind = Kind::nominal;
    Codes codes;
    for (std::int32_t code = 0; code < code_counts[j]; ++code) {
      codes.labels.push_back("c" + std::to_string(code));
    }
    codes.codes.resize(rows);
    for (std::int32_t& code : codes.codes) {
      code = static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(code_counts[j])));
    }
    columns.emplace_back(std::move(codes));
  }
  schema[3].name = "amount";
  Integers amounts;
  amounts.values.resize(rows);
  for (std::int64_t& amount : amounts.values) amount = static_cast<std::int64_t>(rng.below(1'000'000));
  columns.emplace_back(std::move(amounts));
  return {schema, columns};
}

// The same amounts with two decimals, as doubles.
Table with_decimals(Table records) {
  Numbers numbers;
  for (const std::int64_t amount : records.column(3).get_if<Integers>()->values) {
    numbers.push_back(static_cast<double>(amount) / 100.0);
  }
  records.replace(3, std::move(numbers));
  return records;
}

tables::Specification specification_of(std::size_t kept) {
  tables::Specification specification;
  tables::CodeTree tree;
  tree.source = "the tree";
  for (std::int32_t code = 0; code < code_counts[2]; ++code) {
    if (code % 10 == 0) tree.nodes.push_back({"group " + std::to_string(code / 10), std::nullopt});
    tree.nodes.push_back({"c" + std::to_string(code), static_cast<std::size_t>(code / 10 * 11)});
  }
  specification.dimensions = {{"D2", "Total", {tree}, {}}};
  specification.tables = {{"D0", "D1", "D2"}};
  specification.sums = {"amount"};
  specification.kept = kept;
  return specification;
}

struct Slot {
  std::uint64_t key = 0;
  std::int64_t sum = 0, count = 0;
};

std::uint64_t mixed(std::uint64_t key) { return (key * 0x9e3779b97f4a7c15ULL) >> 32; }

// Never more than half full.
std::vector<Slot> hashed(const Table& records) {
  const std::vector<std::int32_t>& first = records.column(0).get_if<Codes>()->codes;
  const std::vector<std::int32_t>& second = records.column(1).get_if<Codes>()->codes;
  const std::vector<std::int32_t>& third = records.column(2).get_if<Codes>()->codes;
  const std::vector<std::int64_t>& amounts = records.column(3).get_if<Integers>()->values;
  std::vector<Slot> slots(std::bit_ceil(std::size_t{2} * 20 * 15 * 50));
  for (std::size_t row = 0; row < amounts.size(); ++row) {
    const std::uint64_t key = (static_cast<std::uint64_t>(first[row]) << 40) |
                              (static_cast<std::uint64_t>(second[row]) << 20) |
                              static_cast<std::uint64_t>(third[row]);
    std::size_t at = mixed(key) & (slots.size() - 1);
    while (slots[at].count > 0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
    slots[at].key = key;
    slots[at].sum += amounts[row];
    ++slots[at].count;
  }
  return slots;
}

void require_equal(const tables::CellTable& table, const std::vector<Slot>& slots) {
  const tables::CellIndex index(table);
  std::vector<std::vector<std::uint32_t>> place(3);
  for (std::size_t j = 0; j < 3; ++j) {
    // D2 was given first, so it is the first dimension.
    const tables::Dimension& dimension = table.dimensions[(j + 1) % 3];
    for (std::int32_t code = 0; code < code_counts[j]; ++code) {
      place[j].push_back(static_cast<std::uint32_t>(dimension.find("c" + std::to_string(code)).value()));
    }
  }
  for (const Slot& slot : slots) {
    if (slot.count == 0) continue;
    const std::vector<std::uint32_t> codes{place[2][slot.key & 0xfffff], place[0][slot.key >> 40],
                                           place[1][slot.key >> 20 & 0xfffff], 0};
    const std::size_t cell = index.find(codes).value();
    bench::require(table.cells[cell].value == tables::Decimal::whole(slot.sum), "another sum");
    bench::require(table.contributors[cell].frequency == slot.count, "another frequency");
  }
}

double tabulate(std::size_t rows) {
  const Table records = made_up(rows), decimals = with_decimals(records);
  const Run run, alone({.seed = 1, .threads = 1});
  tables::Tabulated result;
  std::vector<Slot> slots;
  const double hashing = bench::seconds(3, [&] { slots = hashed(records); });
  const double time =
      bench::seconds(3, [&] { result = tables::tabulate(records, specification_of(10), run); });
  const double single =
      bench::seconds(3, [&] { result = tables::tabulate(records, specification_of(10), alone); });
  require_equal(result.table, slots);
  tables::check_table(result.table);
  const double plain = bench::seconds(3, [&] { tables::tabulate(records, specification_of(0), run); });
  const double doubles = bench::seconds(3, [&] { tables::tabulate(decimals, specification_of(10), run); });
  std::printf(
      "%9zu records: %7.4f s, %5.2f passes of hashing on %d threads, %5.2f on one, %5.2f with nothing kept, "
      "%5.2f from doubles\n",
      rows, time, time / hashing, run.threads(), single / hashing, plain / hashing, doubles / hashing);
  return time;
}

}  // namespace

int main() {
  const double small = tabulate(100'000), middle = tabulate(1'000'000), large = tabulate(10'000'000);
  std::printf("growth: %.2f, %.2f\n", bench::growth(1e5, small, 1e6, middle),
              bench::growth(1e6, middle, 1e7, large));
}
