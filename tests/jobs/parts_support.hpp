// A table in parts, as callers in several processes have it, and the release of the whole to compare with:
// stages, supplied values and masked parts go through the jobs of parts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "jobs/mask_parts.hpp"
#include "support/tables.hpp"

namespace sfumato::jobs::parts_support {

inline constexpr std::size_t records = 5000;

inline Run run_of(int threads = 1) { return Run({.seed = 11, .threads = threads}); }

// Amounts, a group of texts, a quasi-identifier, and the number of each record.
inline Table people() {
  const Table incomes = testing::incomes(records);
  std::vector<ColumnInfo> infos = incomes.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < incomes.column_count(); ++id) columns.push_back(incomes.column(id));
  const std::vector<std::string> labels{"north", "south", "east", "west"};
  Codes region;
  Integers age, number;
  Rng draw(derive_key({3, 3}, "people"));
  region.labels = labels;
  for (std::size_t row = 0; row < records; ++row) {
    region.codes.push_back(row % 97 == 0 ? Codes::missing : static_cast<std::int32_t>(draw.below(4)));
    age.values.push_back(18 + static_cast<std::int64_t>(draw.below(70)));
    number.values.push_back(static_cast<std::int64_t>(row));
  }
  infos.emplace_back().name = "region";
  infos.back().kind = Kind::nominal;
  columns.emplace_back(std::move(region));
  infos.emplace_back().name = "age";
  infos.back().role = Role::quasi_identifier;
  columns.emplace_back(std::move(age));
  infos.emplace_back().name = "number";
  columns.emplace_back(std::move(number));
  return Table(std::move(infos), std::move(columns));
}

inline MaskRequest asked(const Table& table, const std::string& method, const Value& parameters,
                         std::vector<std::string> columns) {
  MaskRequest request;
  request.method = method;
  request.parameters = parameters;
  request.columns = std::move(columns);
  request.row_number = "number";
  request.original = {{table, {}, {}}, "the data"};
  return request;
}

inline Value parameter(const char* name, const Value& value) {
  Value object = Value::object();
  return object.set(name, value);
}

struct InParts {
  Table table;
  MaskResult result;
};

// Classes of the released records, by the texts of their cells.
inline Value classes_of(const Table& table, const std::vector<std::string>& names) {
  std::map<std::vector<std::string>, std::size_t> sizes;
  bool gaps = false;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> key;
    bool present = false;
    for (const std::string& name : names) {
      const Column& column = table.column(table.require(name));
      present = present || !column.missing(row);
      gaps = gaps || column.missing(row);
      key.push_back(column.missing(row) ? "missing" : "=" + column.text(row));
    }
    if (present) ++sizes[key];
  }
  std::size_t all = 0, unique = 0, smallest = 0;
  for (const auto& [key, size] : sizes) {
    all += size;
    unique += size == 1 ? 1 : 0;
    smallest = smallest == 0 ? size : std::min(smallest, size);
  }
  Value found = Value::object();
  return found.set("columns", Value::array_of(names))
      .set("records", all)
      .set("classes", sizes.size())
      .set("unique", unique)
      .set("smallest", smallest)
      .set("gaps", gaps);
}

// The records in parts, as a caller has them: with the values that were supplied.
class Parts {
 public:
  Parts(const MaskRequest& request, std::size_t count, int threads)
      : request_(request), threads_(threads), table_(request.original.file.table), parts_(count) {
    Rng draw(derive_key({count, 9}, "parts"));
    for (std::size_t row = 0; row < table_.rows(); ++row) parts_[draw.below(count)].push_back(row);
  }

  MaskParts fitted() {
    MaskParts merged;
    do {
      std::vector<Value> partials = merged.values ? supplied(merged) : observed();
      std::reverse(partials.begin(), partials.end());
      merged = mask_merge(part({}), partials, run_of());
      state_ = states_of(state_table(merged.state)).front();
    } while (!merged.stage.empty());
    return merged;
  }

  // What the stage of donors says where so many of its two calls were made.
  std::string complaint_of_calls(std::size_t calls) {
    state_ = Value();
    MaskParts merged;
    do {
      merged = mask_merge(part({}), observed(), run_of());
      state_ = merged.state;
    } while (!merged.values);
    const Table kept = table_;
    std::vector<Value> tallies = supplied(merged);
    table_ = kept;
    tallies.push_back(tallies.front());
    tallies.resize(calls);
    try {
      mask_merge(part({}), tallies, run_of());
    } catch (const Error& error) {
      return error.message;
    }
    return {};
  }

  // In the order of the draws where there are such, else of the original.
  Table masked() const {
    std::vector<Table> tables;
    std::vector<std::size_t> place(table_.rows());
    std::size_t next = 0;
    for (const auto& rows : parts_) {
      tables.push_back(mask_apply(part(rows), run_of(threads_)).table);
      for (const std::size_t row : rows) place[row] = next++;
    }
    const Table all = Table::concatenated(tables).taking_rows(place);
    const std::optional<ColumnId> draw = all.find(draw_name);
    if (!draw) return all;
    const std::vector<std::int64_t>& draws = all.column(*draw).get_if<Integers>()->values;
    std::vector<std::size_t> order(draws.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return draws[a] < draws[b]; });
    ColumnSet released;
    for (ColumnId id = 0; id < all.column_count(); ++id) {
      if (!all.info(id).name.starts_with("__sfumato_")) released.push_back(id);
    }
    return all.taking_columns(released).taking_rows(order);
  }

  MaskPartsRequest part(const std::vector<std::size_t>& rows) const {
    MaskPartsRequest part{request_, {}, {}, state_};
    part.mask.original.file.table = table_.taking_rows(rows);
    part.place = std::to_string(rows.empty() ? 0 : rows.front());
    return part;
  }

 private:
  std::vector<Value> observed() const {
    std::vector<Value> partials;
    for (const auto& rows : parts_) partials.push_back(mask_partial(part(rows), run_of(threads_)));
    partials.front() = mask_join(part({}), {partials.front()}, run_of());
    return partials;
  }

  // The columns that a stage of values needs, in the order of the numbers, which are those of the rows.
  Table before() const {
    std::vector<Table> tables;
    for (const auto& rows : parts_) tables.push_back(mask_before(part(rows), run_of(threads_)));
    const Table all = Table::concatenated(tables);
    std::vector<std::size_t> order(all.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const Numbers numbers = all.column(0).to_numbers();
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return numbers[a] < numbers[b]; });
    return all.taking_rows(order);
  }

  std::vector<Value> supplied(const MaskParts& merged) {
    const Table all = before();
    std::vector<Value> tallies;
    std::vector<std::pair<std::string, Column>> found;
    for (const std::string& name : merged.value_columns) {
      const Column& column = all.column(all.require(name));
      found.emplace_back(name, merged.values->plan.how == "donors" ? donated(all, name, column, tallies)
                                                                   : renumbered(all, name, column, tallies));
    }
    std::vector<ColumnInfo> infos = table_.schema();
    std::vector<Column> columns;
    for (ColumnId id = 0; id < table_.column_count(); ++id) columns.push_back(table_.column(id));
    for (auto& [name, column] : found) {
      infos.push_back(all.info(all.require(name)));
      infos.back().role = std::nullopt;
      infos.back().name = std::string(value_prefix) + std::to_string(merged.values->step) + "_" + name;
      columns.push_back(std::move(column));
    }
    table_ = Table(std::move(infos), std::move(columns));
    return tallies;
  }

  // Half of the records that miss the column in each of two calls.
  Column donated(const Table& all, const std::string& name, const Column& column,
                 std::vector<Value>& tallies) const {
    std::vector<std::size_t> present, source(column.size());
    std::vector<std::size_t> missing[2];
    for (std::size_t row = 0; row < column.size(); ++row) {
      source[row] = row;
      if (column.missing(row)) {
        missing[row % 2].push_back(row);
      } else {
        present.push_back(row);
      }
    }
    for (const auto& rows : missing) {
      const SuppliedPart made = mask_supply(part({}), all.taking_columns({0}).taking_rows(rows),
                                            parameter("column", name), nullptr, run_of());
      tallies.push_back(made.tally);
      const Numbers numbers = made.values.column(made.values.require(number_name)).to_numbers();
      const Numbers ranks = made.values.column(made.values.require("__sfumato_rank")).to_numbers();
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        source[static_cast<std::size_t>(numbers[i])] = present[static_cast<std::size_t>(ranks[i])];
      }
    }
    return column.taking(source);
  }

  // Households by the draws of their first records.
  Column renumbered(const Table& all, const std::string& name, const Column& column,
                    std::vector<Value>& tallies) const {
    std::map<std::string, std::size_t> first;
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (!column.missing(row)) first.try_emplace(column.text(row), row);
    }
    std::vector<std::size_t> rows;
    for (const auto& [text, row] : first) rows.push_back(row);
    const Table numbers = all.taking_columns({0}).taking_rows(rows);
    const SuppliedPart drawn = mask_supply(part({}), numbers, parameter("column", name), nullptr, run_of());
    const auto& draws =
        drawn.values.column(drawn.values.require("__sfumato_draw")).get_if<Integers>()->values;
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return draws[a] < draws[b]; });
    Integers ranks{std::vector<std::int64_t>(rows.size()), {}};
    for (std::size_t r = 0; r < order.size(); ++r) ranks.values[order[r]] = static_cast<std::int64_t>(r);
    ColumnInfo info;
    info.name = "__sfumato_rank";
    const Table ranked({numbers.info(0), info}, {numbers.column(0), ranks});
    Value asked = parameter("column", name);
    const SuppliedPart made = mask_supply(part({}), ranked, asked.set("ranked", true), nullptr, run_of());
    tallies.push_back(drawn.tally);
    tallies.push_back(made.tally);
    const Column& values = made.values.column(made.values.require(name));
    std::map<std::string, std::size_t> place;
    for (const auto& [text, row] : first) place.emplace(text, place.size());
    std::vector<std::size_t> source(column.size(), 0);
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (!column.missing(row)) source[row] = place.at(column.text(row));
    }
    Column taken = values.taking(source);
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (column.missing(row)) clear_cell(taken, row);
    }
    return taken;
  }

  static void clear_cell(Column& column, std::size_t row) {
    if (const Codes* codes = column.get_if<Codes>()) {
      Codes changed = *codes;
      changed.codes[row] = Codes::missing;
      column = changed;
    } else {
      Integers changed = *column.get_if<Integers>();
      changed.missing.resize(column.size());
      changed.missing[row] = 1;
      column = changed;
    }
  }

  MaskRequest request_;
  int threads_;
  Table table_;
  std::vector<std::vector<std::size_t>> parts_;
  Value state_;
};

inline InParts in_parts(const MaskRequest& request, std::size_t count, int threads) {
  Parts parts(request, count, threads);
  const MaskParts merged = parts.fitted();
  InParts result;
  result.table = parts.masked();
  Value classes = Value::array(), distinct = Value::object();
  for (const auto& names : merged.wanted_classes) classes.push(classes_of(result.table, names));
  // Every record in place of every class, which says the same.
  result.result = mask_describe(parts.part({}), classes, distinct, &result.table, {}, run_of());
  return result;
}

// The records of several parts are not in the order of their numbers any more, which is said of the whole.
inline Warnings without_order(const Warnings& warnings, std::size_t parts) {
  Warnings result = warnings;
  if (parts > 1) {
    std::erase_if(result,
                  [](const Warning& one) { return one.text.starts_with("the records are in the order"); });
  }
  return result;
}

inline void expect_equal(const MaskRequest& request) {
  const MaskResult whole = mask(request, release::TableDestination(), run_of());
  for (const std::size_t count : {1, 4, 7}) {
    const InParts parts = in_parts(request, count, count == 4 ? 2 : 1);
    EXPECT_TRUE(parts.table.same_data(whole.delivery.tables.front())) << request.method << " " << count;
    EXPECT_EQ(parts.result.details, whole.details) << request.method;
    EXPECT_EQ(parts.result.release, whole.release) << request.method;
    EXPECT_EQ(parts.result.rows, whole.rows);
    const Warnings expected = without_order(whole.warnings, count);
    EXPECT_EQ(parts.result.warnings.texts(), expected.texts()) << request.method;
    EXPECT_EQ(parts.result.warnings.grades(), expected.grades());
  }
}

}  // namespace sfumato::jobs::parts_support
