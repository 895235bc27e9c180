#include "support/tables.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "compare/measures.hpp"
#include "core/number_text.hpp"
#include "masking/registry.hpp"

namespace sfumato::testing {
namespace {

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result(1);
  bool quoted = false;
  for (const char letter : line) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      result.emplace_back();
    } else if (letter != '\r') {
      result.back() += letter;
    }
  }
  return result;
}

}  // namespace

Table numbers_table(const NamedNumbers& columns) {
  std::vector<ColumnInfo> schema;
  std::vector<Column> data;
  for (const auto& [name, values] : columns) {
    ColumnInfo info;
    info.name = name;
    schema.push_back(info);
    data.emplace_back(values);
  }
  return {schema, data};
}

Table read_numbers(const std::string& path, const std::vector<std::string>& names) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = fields(line);
  std::vector<std::vector<double>> values(header.size());
  std::vector<bool> numeric(header.size(), true);
  while (std::getline(file, line)) {
    const std::vector<std::string> row = fields(line);
    for (std::size_t j = 0; j < header.size(); ++j) {
      const auto number = parse_number(row.at(j));
      numeric[j] = numeric[j] && number.has_value();
      values[j].push_back(number.value_or(std::nan("")));
    }
  }
  NamedNumbers columns;
  if (names.empty()) {
    for (std::size_t j = 0; j < header.size(); ++j) {
      if (numeric[j]) columns.emplace_back(header[j], values[j]);
    }
  }
  for (const std::string& name : names) {
    const auto position = std::find(header.begin(), header.end(), name) - header.begin();
    columns.emplace_back(name, values.at(static_cast<std::size_t>(position)));
  }
  return numbers_table(columns);
}

Table incomes(std::size_t rows, std::uint64_t seed) {
  const Run run({.seed = seed});
  Rng rng = run.rng("incomes");
  std::vector<double> income(rows), tax(rows), savings(rows), size(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    income[i] = std::round(30000.0 * std::exp(0.6 * rng.normal()));
    tax[i] = std::round(std::max(0.0, 0.3 * (income[i] - 12000.0) + 500.0 * rng.normal()));
    savings[i] = rng.chance(0.3) ? 0.0 : std::round(2000.0 * std::exp(1.5 * rng.normal()));
    size[i] = static_cast<double>(1 + rng.below(6));
  }
  return numbers_table({{"income", income}, {"tax", tax}, {"savings", savings}, {"size", size}});
}

Table tenants() {
  Table table = incomes(240);
  Numbers household(240), rent(240);
  for (std::size_t i = 0; i < household.size(); ++i) {
    household[i] = static_cast<double>(i / 3);
    rent[i] = 300.0 + 7.0 * static_cast<double>((i / 3 * 37) % 80);
  }
  table.replace(3, household);
  table.replace(2, rent);
  ColumnInfo info = table.info(3);
  info.role = Role::household;
  table.set_info(3, info);
  return table;
}

Table with_domains(Table table, const Domain& domain) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    if (info.kind != Kind::numeric) continue;
    info.domain = domain;
    table.set_info(id, info);
  }
  return table;
}

Table as_categories(const Table& table) {
  constexpr std::size_t most = 24;
  std::vector<ColumnInfo> schema = table.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    columns.push_back(table.column(id));
    if (schema[id].kind != Kind::numeric || schema[id].role == Role::household) continue;
    schema[id].kind = Kind::ordinal;
    const Numbers values = table.column(id).to_numbers();
    Numbers known = values;
    std::erase_if(known, [](double value) { return std::isnan(value); });
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const std::size_t bins = std::min(most, known.size());
    Codes codes;
    for (std::size_t bin = 0; bin < bins; ++bin) codes.labels.push_back("c" + std::to_string(bin));
    for (const double value : values) {
      const auto place =
          static_cast<std::size_t>(std::lower_bound(known.begin(), known.end(), value) - known.begin());
      codes.codes.push_back(std::isnan(value) ? Codes::missing
                                              : static_cast<std::int32_t>(place * bins / known.size()));
    }
    columns.back() = codes;
  }
  return {schema, columns};
}

Table as_dates(const Table& table) {
  constexpr std::int32_t first_day = 10957;
  std::vector<ColumnInfo> schema = table.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    columns.push_back(table.column(id));
    if (schema[id].kind != Kind::numeric || schema[id].role == Role::household) continue;
    schema[id].kind = Kind::ordinal;
    schema[id].domain.reset();
    const Numbers values = table.column(id).to_numbers();
    Numbers known = values;
    std::erase_if(known, [](double value) { return std::isnan(value); });
    std::sort(known.begin(), known.end());
    Dates dates;
    for (const double value : values) {
      const auto rank = std::lower_bound(known.begin(), known.end(), value) - known.begin();
      dates.days.push_back(std::isnan(value) ? Dates::missing : first_day + static_cast<std::int32_t>(rank));
    }
    columns.back() = dates;
  }
  return {schema, columns};
}

Table as_places(const Table& table) {
  NamedNumbers columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    columns.emplace_back(table.info(id).name, table.column(id).to_numbers());
  }
  return numbers_table(columns);
}

ColumnSet all_columns(const Table& table) {
  ColumnSet columns(table.column_count());
  for (ColumnId id = 0; id < columns.size(); ++id) columns[id] = id;
  return columns;
}

ColumnSet columns_named(const Table& table, const std::vector<std::string>& names) {
  ColumnSet columns;
  for (const std::string& name : names) columns.push_back(table.require(name));
  return columns;
}

Masked mask(const Table& original, const std::string& method, const ParamValues& params, std::uint64_t seed) {
  return masking::method(method).apply(original, all_columns(original), params, Run({.seed = seed}));
}

Score measure(const Table& original, const Table& masked, const std::string& name,
              const ParamValues& params) {
  return compare::measure(name).score(original, masked, all_columns(original), params, Run({.seed = 1}));
}

double mean_rank_linkage(const Table& original, const std::string& method, const ParamValues& params) {
  constexpr int draws = 20;
  double sum = 0.0;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Table masked = mask(original, method, params, seed).tables[0];
    sum += measure(original, masked, "rank-linkage", {{"zero", "floor"}}).value.value() / draws;
  }
  return sum;
}

std::vector<double> sorted(const Table& table, const std::string& column) {
  Numbers values = table.column(table.require(column)).to_numbers();
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace sfumato::testing
