// Records are grouped by their public columns. In each group, as many values as possible are matched with
// different intervals: values in ascending order, each with the interval that ends first among those that
// contain it, which is a maximum matching.
#include "queries/database/earlier_camouflage.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <queue>

#include "core/error.hpp"
#include "queries/camouflage/sealed_file.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/database.hpp"
#include "queries/interval.hpp"
#include "queries/language/decimal_units.hpp"

namespace sfumato::queries {
namespace {

constexpr double same_share = 0.9;

// Columns of the same name in two tables.
using ColumnPair = std::pair<std::size_t, std::size_t>;

std::vector<ColumnPair> common_columns(const CatalogueTable& one, const CatalogueTable& other,
                                       bool (*wanted)(const CatalogueColumn&)) {
  std::vector<ColumnPair> pairs;
  for (std::size_t i = 0; i < one.columns.size(); ++i) {
    const std::optional<std::size_t> found = other.find(one.columns[i].name);
    if (!found || !wanted(one.columns[i]) || !wanted(other.columns[*found])) continue;
    if (one.columns[i].kind == other.columns[*found].kind) pairs.emplace_back(i, *found);
  }
  return pairs;
}

bool is_public(const CatalogueColumn& column) { return !column.confidential(); }

std::optional<std::int64_t> cell(const DataColumn& column, std::size_t row) {
  return std::visit(
      [&](const auto& values) -> std::optional<std::int64_t> {
        using Unit = typename std::decay_t<decltype(values)>::value_type;
        if (values[row] == null_value<Unit>) return std::nullopt;
        return values[row];
      },
      column);
}

// The public cells of a record, as text that does not depend on decimals and the order of categories.
std::string public_text(const CatalogueTable& table, const DataTable& data,
                        const std::vector<std::size_t>& columns, std::size_t row) {
  std::string text;
  for (const std::size_t place : columns) {
    const CatalogueColumn& column = table.columns[place];
    if (const std::optional<std::int64_t> value = cell(data.columns[place], row)) {
      text += column.kind == ColumnKind::category ? column.categories[static_cast<std::size_t>(*value)]
                                                  : units_text(*value, column.decimals);
    }
    text += '\0';
  }
  return text;
}

// The records of both databases with the same public cells.
struct Group {
  std::vector<double> values;
  std::vector<Interval> intervals;
};

std::size_t matched(Group& group) {
  std::sort(group.values.begin(), group.values.end());
  std::sort(group.intervals.begin(), group.intervals.end(),
            [](const Interval& one, const Interval& other) { return one.lower < other.lower; });
  std::priority_queue<double, std::vector<double>, std::greater<>> ends;
  std::size_t next = 0, count = 0;
  for (const double value : group.values) {
    for (; next < group.intervals.size() && group.intervals[next].lower <= value; ++next)
      ends.push(group.intervals[next].upper);
    while (!ends.empty() && ends.top() < value) ends.pop();
    if (ends.empty()) continue;
    ends.pop();
    ++count;
  }
  return count;
}

// The interval of a record over all vectors and the unit of slack; everything if the vectors are not known.
Interval interval_of(const VectorSet* vectors, const CatalogueColumn& column, std::size_t row) {
  if (vectors == nullptr)
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  std::int64_t least = (*vectors)[0][row], greatest = least;
  for (const std::vector<std::int64_t>& vector : *vectors) {
    least = std::min(least, vector[row]);
    greatest = std::max(greatest, vector[row]);
  }
  const double unit = std::pow(10.0, column.decimals);
  return {static_cast<double>(least) / unit, static_cast<double>(greatest + 1) / unit};
}

// A table of each database.
struct TablePair {
  const CatalogueTable& table;
  const DataTable& data;
  const CatalogueTable& earlier_table;
  const DataTable& earlier_data;
};

bool could_be_same(const TablePair& pair, const ColumnPair& column, const VectorSet* vectors) {
  std::vector<std::size_t> own, other;
  for (const auto& [one, two] : common_columns(pair.table, pair.earlier_table, is_public)) {
    own.push_back(one);
    other.push_back(two);
  }
  std::map<std::string, Group> groups;
  const double unit = std::pow(10.0, pair.table.columns[column.first].decimals);
  for (std::size_t row = 0; row < pair.data.rows; ++row) {
    const auto value = static_cast<double>(cell(pair.data.columns[column.first], row).value_or(0));
    groups[public_text(pair.table, pair.data, own, row)].values.push_back(value / unit);
  }
  for (std::size_t row = 0; row < pair.earlier_data.rows; ++row) {
    groups[public_text(pair.earlier_table, pair.earlier_data, other, row)].intervals.push_back(
        interval_of(vectors, pair.earlier_table.columns[column.second], row));
  }
  std::size_t same = 0;
  for (auto& [text, group] : groups) same += matched(group);
  const std::size_t smaller = std::min(pair.data.rows, pair.earlier_data.rows);
  return smaller > 0 && static_cast<double>(same) >= same_share * static_cast<double>(smaller);
}

// Empty if no key opens them.
std::optional<CamouflageVectors> vectors_of(const Database& earlier, const std::string& key) {
  for (const std::string& path : {earlier.usual_key_path(), key}) {
    try {
      return parse_vectors(read_sealed_file(earlier.camouflage_path(), read_seal_key(path)),
                           earlier.catalogue(), earlier.camouflage_path());
    } catch (const Error&) {  // the next key
    }
  }
  return std::nullopt;
}

bool could_be_same(const Catalogue& catalogue, const std::vector<DataTable>& data, const Database& earlier,
                   const std::optional<CamouflageVectors>& vectors) {
  for (std::size_t i = 0; i < earlier.catalogue().tables.size(); ++i) {
    const CatalogueTable& earlier_table = earlier.catalogue().tables[i];
    std::vector<std::size_t> columns;
    for (std::size_t place = 0; place < earlier_table.columns.size(); ++place)
      if (is_public(earlier_table.columns[place])) columns.push_back(place);
    const DataTable earlier_data = earlier.load(i, columns);
    for (std::size_t k = 0; k < catalogue.tables.size(); ++k) {
      const TablePair pair{catalogue.tables[k], data[k], earlier_table, earlier_data};
      for (const ColumnPair& column : common_columns(pair.table, earlier_table, is_camouflaged)) {
        const VectorSet* own = vectors ? &vectors->tables[i].columns.at(column.second) : nullptr;
        if (could_be_same(pair, column, own)) return true;
      }
    }
  }
  return false;
}

[[noreturn]] void refuse(const std::string& earlier, bool has_vectors) {
  bad_input(
      "'" + earlier + "' already camouflages these records, as far as " +
          (has_vectors ? "public columns and intervals" : "public columns (its key cannot be read)") +
          " show; a second camouflage with other vectors would disclose values: a value lies in both of its "
          "intervals, and their common part shrinks with each further camouflage",
      "use the database that exists; if the records are others, or the first answers were never given to "
      "anyone, give the reason as ‹accept-intersection›, which is recorded in the ledger");
}

}  // namespace

void refuse_second_camouflage(const std::string& folder, const Catalogue& catalogue,
                              const std::vector<DataTable>& data, const std::string& key) {
  namespace fs = std::filesystem;
  const fs::path parent = fs::path(folder.substr(0, folder.find_last_not_of('/') + 1)).parent_path();
  std::vector<std::string> beside;
  std::error_code failed;
  for (fs::directory_iterator entry(parent.empty() ? "." : parent, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (fs::exists(entry->path() / "camouflage.bin", failed))
      beside.push_back(parent.empty() ? entry->path().filename().string() : entry->path().string());
  }
  std::sort(beside.begin(), beside.end());
  for (const std::string& one : beside) {
    std::optional<CamouflageVectors> vectors;
    bool same = false;
    try {
      const Database earlier(one);
      vectors = vectors_of(earlier, key);
      same = could_be_same(catalogue, data, earlier, vectors);
    } catch (const Error&) {  // not a database, or one that cannot be read and so answers nothing
    }
    if (same) refuse(one, vectors.has_value());
  }
}

}  // namespace sfumato::queries
