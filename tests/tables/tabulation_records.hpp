// Small tables of records for tests of tabulation, and accessors for their cells.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/table.hpp"
#include "tables/tabulation/tabulation.hpp"

namespace sfumato::tables {

using Texts = std::vector<std::string>;

// Text columns ("" is missing) and columns of doubles (NaN is missing), one after the other.
class RecordsBuilder {
 public:
  RecordsBuilder& text(const std::string& name, const Texts& values) {
    Codes codes;
    for (const std::string& value : values) {
      const auto found = std::find(codes.labels.begin(), codes.labels.end(), value);
      codes.codes.push_back(value.empty() ? Codes::missing
                                          : static_cast<std::int32_t>(found - codes.labels.begin()));
      if (!value.empty() && found == codes.labels.end()) codes.labels.push_back(value);
    }
    return add(name, Kind::nominal, std::move(codes));
  }
  RecordsBuilder& numbers(const std::string& name, std::vector<double> values) {
    return add(name, Kind::numeric, std::move(values));
  }
  RecordsBuilder& integers(const std::string& name, std::vector<std::int64_t> values) {
    return add(name, Kind::numeric, Integers{std::move(values), {}});
  }
  RecordsBuilder& add(const std::string& name, Kind kind, Column column) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    schema_.push_back(std::move(info));
    columns_.push_back(std::move(column));
    return *this;
  }
  Table table() const { return {schema_, columns_}; }

 private:
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

inline constexpr double gap = std::numeric_limits<double>::quiet_NaN();

inline Table firms() {
  return RecordsBuilder()
      .text("town", {"A", "A", "B", "B", "C"})
      .text("sex", {"m", "f", "m", "m", "f"})
      .numbers("turnover", {10.5, 20, 5.25, 30, 7})
      .numbers("weight", {2, 1, 1.5, 1, 3})
      .text("group", {"g1", "g1", "g2", "g1", ""})
      .integers("asked", {0, 1, 2, 1, 0})
      .numbers("staff", {4, 1, 2, 8, 16})
      .table();
}

inline CodeTree north_and_south() {
  return {{{"N", {}}, {"A", 0}, {"B", 0}, {"S", {}}, {"C", 3}}, "town.hrc"};
}

inline Specification turnover_by_town_and_sex() {
  Specification specification;
  specification.dimensions = {{"town", "Total", {north_and_south()}, {}}, {"sex", "Total", {}, {}}};
  specification.tables = {{"town", "sex"}};
  specification.sums = {"turnover"};
  return specification;
}

inline std::size_t cell_of(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  std::vector<std::uint32_t> key;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    key.push_back(static_cast<std::uint32_t>(table.dimensions[i].find(codes[i]).value()));
  }
  key.push_back(response);
  return CellIndex(table).find(key).value();
}
inline std::string value(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  return table.cells[cell_of(table, codes, response)].value.trimmed().text();
}
inline const Contributors& behind(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  return table.contributors[cell_of(table, codes, response)];
}
inline std::string listed(const std::vector<Contribution>& contributions) {
  std::string text;
  for (const Contribution& one : contributions) {
    text += (text.empty() ? "" : " ") + one.amount.trimmed().text() + "*" + one.weight.trimmed().text() +
            "#" + std::to_string(one.contributor);
  }
  return text;
}

inline Error complaint(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return {error.code, with_values(error.message, DataValues::shown), error.hint, error.parameter};
  }
  return {ErrorCode::internal, "no error"};
}
inline Error complaint_of(const Table& records, const Specification& specification) {
  return complaint([&] { tabulate(records, specification, sfumato::Run()); });
}
inline std::string notes_of(const Tabulated& tabulated) {
  std::string text;
  for (const std::string& note : tabulated.notes) text += note + "\n";
  return text;
}

}  // namespace sfumato::tables
