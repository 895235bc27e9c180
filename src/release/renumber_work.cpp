#include "release/renumber_work.hpp"

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/supplied_ranks.hpp"

namespace sfumato::release {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

Table one_column(ColumnInfo info, Column column) {
  std::vector<Column> columns;
  columns.push_back(std::move(column));
  return Table({std::move(info)}, std::move(columns));
}

Column household_values(const std::vector<std::int64_t>& numbers, bool text) {
  if (!text) return Integers{numbers, {}};
  Codes codes;
  for (const std::int64_t number : numbers) {
    codes.codes.push_back(static_cast<std::int32_t>(codes.labels.size()));
    codes.labels.push_back(std::to_string(number));
  }
  return codes;
}

}  // namespace

RenumberWork::RenumberWork(const Table& outline, ColumnId household, const Run& run)
    : outline_(outline.taking_rows({})),
      household_(household),
      run_(run),
      numbers_(outline.info(household).missing) {}

masking::MaskedBlock RenumberWork::apply(const Table&, const masking::RecordNumbers&) {
  throw Error(ErrorCode::internal, "households are numbered together");
}

std::optional<Table> RenumberWork::sketched(const Table& sketch) const {
  const bool text = sketch.column(household_).is_text();
  Table table = sketch;
  if (!text) {
    table.replace(household_, Integers{std::vector<std::int64_t>(sketch.rows(), 0),
                                       std::vector<std::uint8_t>(sketch.rows(), 1)});
  }
  table.set_info(household_, info_of_numbers(sketch.info(household_), text));
  return table;
}

masking::SupplyPlan RenumberWork::supply(std::size_t) const {
  masking::SupplyPlan plan{.how = "household-numbers", .columns = {household_}, .needs = {household_}};
  plan.facts.set("text", outline_.column(household_).is_text());
  return plan;
}

masking::SuppliedValues RenumberWork::supplied(std::size_t, const masking::SupplyRequest& request) {
  const Value* wanted = request.wanted.find("ranked");
  const bool ranked = wanted != nullptr && wanted->is_bool() && wanted->as_bool();
  const std::size_t rows = request.records.rows();
  masking::SuppliedValues result;
  for (std::size_t row = 0; row < rows; ++row) result.numbers.push_back(request.numbers[row]);
  std::vector<std::int64_t> found;
  if (ranked) {
    const ColumnId id = request.records.require(masking::rank_name);
    const Integers* ranks = request.records.column(id).get_if<Integers>();
    if (ranks == nullptr) bad_input("households that are to be numbered have no ranks");
    for (const std::int64_t rank : ranks->values)
      found.push_back(numbers_.at(static_cast<std::uint64_t>(rank)));
    ColumnInfo info = info_of_numbers(outline_.info(household_), outline_.column(household_).is_text());
    result.values =
        one_column(std::move(info), household_values(found, outline_.column(household_).is_text()));
  } else {
    SecureRng draws = household_draws(run_, outline_.info(household_).name);
    for (const std::uint64_t number : result.numbers) {
      found.push_back(static_cast<std::int64_t>(draws.bits_at(number) ^ sign_bit));
    }
    ColumnInfo info;
    info.name = draw_name;
    info.kind = Kind::numeric;
    result.values = one_column(std::move(info), Integers{std::move(found), {}});
  }
  result.tally = Value(Value::Array{ranked ? 0 : rows, ranked ? rows : 0});
  return result;
}

Value RenumberWork::tally(std::size_t) const { return Value(Value::Array{drawn_, numbered_}); }

void RenumberWork::merge_tally(std::size_t, const Value& tally) {
  drawn_ += masking::count_of(masking::item_of(tally, 0));
  numbered_ += masking::count_of(masking::item_of(tally, 1));
}

void RenumberWork::finish_round(std::size_t) {
  if (drawn_ == numbered_) return;
  bad_input("there are " + std::to_string(drawn_) + " households, of which " + std::to_string(numbered_) +
                " were numbered",
            "do not change the records while they are masked, and bring all of them once");
}

masking::MaskedBlock RenumberWork::apply_supplied(const Table& block, const Table& supplied,
                                                  const masking::RecordNumbers&) {
  const bool text = outline_.column(household_).is_text();
  const Column& values = supplied.column(supplied.require(outline_.info(household_).name));
  if (block.rows() > 0 && values.missing_count() != block.column(household_).missing_count()) {
    bad_input("some records of households were not numbered",
              "join the values of \"mask-supply\" to the records");
  }
  Table table = block;
  table.replace(household_, values);
  table.set_info(household_, info_of_numbers(block.info(household_), text));
  return {std::move(table)};
}

}  // namespace sfumato::release
