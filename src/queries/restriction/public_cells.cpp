// Maps records to cells, and questions to sets of cells.
#include "queries/restriction/public_cells.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "queries/engine/group_places.hpp"
#include "queries/engine/matching.hpp"

namespace sfumato::queries {
namespace {

// Replaces each number by its rank among the distinct ones; returns their count.
std::uint64_t rank(std::vector<std::uint64_t>& numbers) {
  std::vector<std::uint64_t> different = numbers;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  for (std::uint64_t& number : numbers) {
    number = static_cast<std::uint64_t>(std::lower_bound(different.begin(), different.end(), number) -
                                        different.begin());
  }
  return different.size();
}

std::vector<std::uint64_t> numbers_of(const DataColumn& column) {
  return std::visit(
      [](const auto& values) {
        std::vector<std::uint64_t> numbers;
        numbers.reserve(values.size());
        for (const auto value : values)
          numbers.push_back(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
        return numbers;
      },
      column);
}

std::uint64_t mixed(std::uint64_t state, std::uint64_t number) {
  state = (state ^ number) * 0x9E3779B97F4A7C15U;
  return state ^ (state >> 29);
}

constexpr std::uint64_t many = std::uint64_t{1} << 31;  // records; products of two ranks fit into 64 bits

// The cell of each record; returns the number of cells.
std::uint64_t cell_numbers(const DataTable& records, const std::vector<std::size_t>& columns,
                           std::vector<std::uint64_t>& cell, std::uint64_t& digest) {
  cell.assign(records.rows, 0);
  std::uint64_t count = records.rows > 0 ? 1 : 0;
  digest = mixed(1, records.rows);
  for (const std::size_t column : columns) {
    std::vector<std::uint64_t> numbers = numbers_of(needed_column(records, column));
    for (const std::uint64_t number : numbers) digest = mixed(digest, number);
    const std::uint64_t different = rank(numbers);
    for (std::size_t i = 0; i < cell.size(); ++i) cell[i] = cell[i] * different + numbers[i];
    count *= different;
    if (count >= many) count = rank(cell);
  }
  return rank(cell);
}

}  // namespace

std::vector<std::size_t> public_columns(const CatalogueTable& table) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (!table.columns[i].confidential()) columns.push_back(i);
  return columns;
}

PublicCells::PublicCells(const CatalogueTable& table, const DataTable& records, const PrimeField& field,
                         const SecureRng::Key& key, std::uint32_t shares)
    : table_(table), records_(static_cast<std::int64_t>(records.rows)), shares_(shares) {
  if (records.rows >= many) {
    bad_input("table '" + table.name + "' has too many records for query restriction",
              "use at most 2^31 − 1 records, or another protection");
  }
  const std::vector<std::size_t> columns = public_columns(table);
  std::vector<std::uint64_t> cell;
  const std::uint64_t count = cell_numbers(records, columns, cell, digest_);
  SecureRng rng(key);
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  rng.shuffle(std::span(order));
  weight_.assign(count, 0);
  std::vector<std::size_t> sample(count);  // a record of each cell
  for (std::size_t i = 0; i < cell.size(); ++i) {
    ++weight_[order[cell[i]]];
    sample[order[cell[i]]] = i;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    first_.push_back(static_cast<std::uint32_t>(rng.below(shares)));
    mark_.push_back(field.random_element(rng));
  }
  cells_.rows = count;
  cells_.columns.resize(table.columns.size());
  for (const std::size_t column : columns) {
    cells_.columns[column] = std::visit(
        [&](const auto& values) -> DataColumn {
          std::remove_cvref_t<decltype(values)> chosen;
          chosen.reserve(count);
          for (const std::size_t record : sample) chosen.push_back(values[record]);
          return chosen;
        },
        records.columns[column]);
  }
}

QuerySets PublicCells::sets(const Query& query) const {
  const Matcher matcher(query.where, table_, cells_);
  const GroupPlaces groups(query, table_, cells_);
  const bool without_null = query.column && table_.columns[*query.column].nullable;
  QuerySets sets;
  sets.place.resize(size());
  sets.sizes.assign(groups.count(), 0);
  sets.starts.assign(groups.count() + 1, 0);
  std::vector<std::uint8_t> scratch(matcher.scratch_size()), mask(block_rows);
  for (std::size_t begin = 0; begin < size(); begin += block_rows) {
    const std::size_t count = std::min(block_rows, size() - begin);
    const auto own = std::span(mask).first(count);
    matcher.match(begin, own, scratch);
    if (without_null) leave_out_null(needed_column(cells_, *query.column), begin, own);
    groups.places(begin, own, std::span(sets.place).subspan(begin, count));
  }
  const std::size_t none = groups.count();
  for (std::size_t cell = 0; cell < size(); ++cell) {
    const std::uint32_t place = sets.place[cell];
    if (place >= none) continue;
    ++sets.starts[place + 1];
    sets.sizes[place] += weight_[cell];
  }
  std::partial_sum(sets.starts.begin(), sets.starts.end(), sets.starts.begin());
  sets.cells.resize(sets.starts.back());
  std::vector<std::uint64_t> next(sets.starts.begin(), sets.starts.end() - 1);
  for (std::size_t cell = 0; cell < size(); ++cell)
    if (sets.place[cell] < none) sets.cells[next[sets.place[cell]]++] = static_cast<std::uint32_t>(cell);
  return sets;
}

}  // namespace sfumato::queries
