#include "masking/unit_numbers_work.hpp"

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/supplied_ranks.hpp"

namespace sfumato::masking {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

Table one_column(ColumnInfo info, Column column) {
  std::vector<Column> columns;
  columns.push_back(std::move(column));
  return Table({std::move(info)}, std::move(columns));
}

Column unit_values(const std::vector<std::int64_t>& numbers, bool text) {
  if (!text) return Integers{numbers, {}};
  Codes codes;
  for (const std::int64_t number : numbers) {
    codes.codes.push_back(static_cast<std::int32_t>(codes.labels.size()));
    codes.labels.push_back(std::to_string(number));
  }
  return codes;
}

ColumnSet ids_of(const std::vector<NumberedColumn>& columns) {
  ColumnSet ids;
  for (const NumberedColumn& one : columns) ids.push_back(one.id);
  return ids;
}

}  // namespace

UnitNumbersWork::UnitNumbersWork(const Table& outline, std::vector<NumberedColumn> columns)
    : names_(outline.names(ids_of(columns))),
      columns_(std::move(columns)),
      drawn_(columns_.size(), 0),
      numbered_(columns_.size(), 0) {}

MaskedBlock UnitNumbersWork::apply(const Table& block, const RecordNumbers& numbers) {
  std::vector<std::uint64_t> listed(block.rows());
  for (std::size_t row = 0; row < listed.size(); ++row) listed[row] = numbers[row];
  MaskedBlock result{block};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    NumberedColumn& one = columns_[j];
    Column made = numbered_units(block.column(one.id), one.numbers, listed, one.draws, one.text);
    if (const Codes* texts = made.get_if<Codes>()) numbered_[j] = texts->labels.size();
    result.table.replace(one.id, std::move(made));
    result.table.set_info(one.id, one.info);
  }
  return result;
}

std::optional<Table> UnitNumbersWork::sketched(const Table& sketch) const {
  Table table = sketch;
  for (const NumberedColumn& one : columns_) {
    if (!one.text) {
      table.replace(one.id, Integers{std::vector<std::int64_t>(sketch.rows(), 0),
                                     std::vector<std::uint8_t>(sketch.rows(), 1)});
    } else if (!sketch.column(one.id).is_text()) {
      table.replace(one.id, Codes{std::vector<std::int32_t>(sketch.rows(), Codes::missing), {}});
    }
    table.set_info(one.id, one.info);
  }
  return table;
}

SupplyPlan UnitNumbersWork::supply(std::size_t) const {
  SupplyPlan plan{.how = "unit-numbers", .columns = ids_of(columns_), .needs = ids_of(columns_)};
  Value texts = Value::array();
  for (const NumberedColumn& one : columns_) texts.push(one.text);
  plan.facts.set("texts", texts);
  return plan;
}

SuppliedValues UnitNumbersWork::supplied(std::size_t, const SupplyRequest& request) {
  const std::size_t j = column_of_request(request.wanted, names_);
  NumberedColumn& column = columns_[j];
  const Value* wanted = request.wanted.find("ranked");
  const bool ranked = wanted != nullptr && wanted->is_bool() && wanted->as_bool();
  const std::size_t rows = request.records.rows();
  SuppliedValues result;
  for (std::size_t row = 0; row < rows; ++row) result.numbers.push_back(request.numbers[row]);
  std::vector<std::int64_t> found;
  if (ranked) {
    const ColumnId id = request.records.require(rank_name);
    const Integers* ranks = request.records.column(id).get_if<Integers>();
    if (ranks == nullptr) {
      bad_input("units that are to be numbered have no ranks",
                "give each with its rank, in the order of the draws");
    }
    for (const std::int64_t rank : ranks->values) {
      found.push_back(column.numbers.at(static_cast<std::uint64_t>(rank)));
    }
    result.values = one_column(column.info, unit_values(found, column.text));
  } else {
    for (const std::uint64_t number : result.numbers) {
      found.push_back(static_cast<std::int64_t>(column.draws.bits_at(number) ^ sign_bit));
    }
    ColumnInfo info;
    info.name = draw_name;
    info.kind = Kind::numeric;
    result.values = one_column(std::move(info), Integers{std::move(found), {}});
  }
  result.tally = Value::array();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::size_t own = i == j ? rows : 0;
    result.tally.push(Value(Value::Array{ranked ? 0 : own, ranked ? own : 0}));
  }
  return result;
}

Value UnitNumbersWork::tally(std::size_t) const {
  Value all = Value::array();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    all.push(Value(Value::Array{drawn_[j], numbered_[j]}));
  }
  return all;
}

void UnitNumbersWork::merge_tally(std::size_t, const Value& tally) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Value& own = item_of(tally, j);
    drawn_[j] += count_of(item_of(own, 0));
    numbered_[j] += count_of(item_of(own, 1));
  }
}

void UnitNumbersWork::finish_round(std::size_t) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (drawn_[j] == numbered_[j]) continue;
    bad_input("column '" + names_[j] + "' has " + std::to_string(drawn_[j]) + " units, of which " +
                  std::to_string(numbered_[j]) + " were numbered",
              "do not change the records while they are masked, and bring all of them once");
  }
}

MaskedBlock UnitNumbersWork::apply_supplied(const Table& block, const Table& supplied, const RecordNumbers&) {
  Table table = block;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& values = supplied.column(supplied.require(names_[j]));
    if (block.rows() > 0 && values.missing_count() != block.column(columns_[j].id).missing_count()) {
      bad_input("some records of units were not numbered",
                "join the values of \"mask-supply\" to the records");
    }
    table.replace(columns_[j].id, values);
    table.set_info(columns_[j].id, columns_[j].info);
  }
  return {std::move(table)};
}

}  // namespace sfumato::masking
