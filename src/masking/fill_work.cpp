// A donor's value is one of the column, so that types, labels and decimals stay.
#include "masking/fill_work.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/supplied_ranks.hpp"

namespace sfumato::masking {
namespace {

__extension__ using DonorProduct = unsigned __int128;

std::vector<std::size_t> present_rows(const Column& column) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!column.missing(row)) rows.push_back(row);
  }
  return rows;
}

// The cells of `own` that are there, and those of `other` in place of the others.
Column completed(const ColumnInfo& info, const Column& own, const Column& other) {
  const std::vector<Table> apart{Table({info}, {own}), Table({info}, {other})};
  const Table both = Table::concatenated(apart);
  std::vector<std::size_t> source(own.size());
  for (std::size_t row = 0; row < own.size(); ++row) source[row] = own.missing(row) ? own.size() + row : row;
  return both.column(0).taking(source);
}

}  // namespace

bool fills_itself(const Method& method) {
  return std::any_of(method.params.begin(), method.params.end(),
                     [](const ParamInfo& info) { return info.name == "fill"; });
}

ParamValues params_with_fill(const Step& step) {
  ParamValues params = step.params;
  if (!step.fill || !fills_itself(*step.method)) return params;
  std::erase_if(params, [](const auto& param) { return param.first == "fill"; });
  params.emplace_back("fill", true);
  return params;
}

void require_no_promises(const Step& step, const std::vector<ClassPromise>& promises) {
  if (promises.empty()) return;
  bad_param("fill", "filling missing cells would break the promise of " + step.method->info.name,
            "leave out ‹fill›, or fill before it in a recipe");
}

std::uint64_t donor_place(DrawStream& draws, std::uint64_t number, std::uint64_t donors) {
  return static_cast<std::uint64_t>(DonorProduct(draws.record(number).bits()) * donors >> 64U);
}

void fill_missing(Table& masked, const ColumnSet& columns, const RecordNumbers& numbers,
                  const std::optional<RecordGroups>& households, const Run& run) {
  for (const ColumnId id : columns) {
    const Column& column = masked.column(id);
    if (column.missing_count() == 0) continue;
    const std::vector<std::size_t> donors = present_rows(column);
    if (donors.empty()) continue;
    DrawStream draws(run.rng("fill", id));
    const auto donor = [&](std::size_t row) {
      return donors[donor_place(draws, numbers[row], donors.size())];
    };
    const bool together = households && equal_within(column, *households);
    std::vector<std::size_t> source(column.size());
    for (std::size_t row = 0; row < column.size(); ++row) {
      source[row] = !together && column.missing(row) ? donor(row) : row;
    }
    for (std::size_t h = 0; together && h < households->size(); ++h) {
      const std::vector<std::size_t>& members = (*households)[h];
      if (!column.missing(members.front())) continue;
      const std::size_t from = donor(members.front());
      for (const std::size_t row : members) source[row] = from;
    }
    masked.replace(id, column.taking(source));
  }
}

FillWork::FillWork(const Table& outline, const ColumnSet& columns, const Run& run)
    : outline_(outline.taking_rows({})), columns_(columns), run_(run), counts_(columns.size()) {}

void FillWork::observe(std::size_t, const Table& block, const RecordNumbers&) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const std::size_t missing = block.column(columns_[j]).missing_count();
    counts_[j].missing += missing;
    counts_[j].present += block.rows() - missing;
  }
}

Value FillWork::partial(std::size_t) const {
  Value state = Value::array();
  for (const Counts& one : counts_) state.push(Value(Value::Array{one.present, one.missing}));
  return state;
}

void FillWork::merge(std::size_t, const Value& part) {
  for (std::size_t j = 0; j < counts_.size(); ++j) {
    counts_[j].present += count_of(item_of(item_of(part, j), 0));
    counts_[j].missing += count_of(item_of(item_of(part, j), 1));
  }
}

void FillWork::finish(std::size_t) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (counts_[j].present > 0 && counts_[j].missing > 0) filled_.push_back(columns_[j]);
  }
}

MaskedBlock FillWork::apply(const Table& block, const RecordNumbers&) { return {block}; }

SupplyPlan FillWork::supply(std::size_t) const {
  SupplyPlan plan{.how = "donors", .columns = filled_, .needs = filled_};
  Value present = Value::array();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const bool filled = std::find(filled_.begin(), filled_.end(), columns_[j]) != filled_.end();
    if (filled) present.push(counts_[j].present);
  }
  plan.facts.set("values", std::move(present));
  return plan;
}

SuppliedValues FillWork::supplied(std::size_t, const SupplyRequest& request) {
  const std::size_t j = column_of_request(request.wanted, outline_.names(columns_));
  DrawStream draws(run_.rng("fill", columns_[j]));
  Integers ranks;
  SuppliedValues result;
  for (std::size_t row = 0; row < request.records.rows(); ++row) {
    const std::uint64_t number = request.numbers[row];
    ranks.values.push_back(static_cast<std::int64_t>(donor_place(draws, number, counts_[j].present)));
    result.numbers.push_back(number);
  }
  ColumnInfo info;
  info.name = rank_name;
  info.kind = Kind::numeric;
  std::vector<Column> columns;
  columns.emplace_back(std::move(ranks));
  result.values = Table({std::move(info)}, std::move(columns));
  result.tally = Value::array();
  for (std::size_t i = 0; i < counts_.size(); ++i) result.tally.push(i == j ? request.records.rows() : 0);
  return result;
}

Value FillWork::tally(std::size_t) const {
  Value state = Value::array();
  for (const Counts& one : counts_) state.push(one.given);
  return state;
}

void FillWork::merge_tally(std::size_t, const Value& tally) {
  for (std::size_t j = 0; j < counts_.size(); ++j) counts_[j].given += count_of(item_of(tally, j));
}

void FillWork::finish_round(std::size_t) {
  for (std::size_t j = 0; j < counts_.size(); ++j) {
    if (counts_[j].present == 0 || counts_[j].given == counts_[j].missing) continue;
    bad_input("column '" + outline_.info(columns_[j]).name + "' misses " +
                  std::to_string(counts_[j].missing) + " values, and " + std::to_string(counts_[j].given) +
                  " were filled",
              "do not change the records while they are masked, and bring all of them once");
  }
}

MaskedBlock FillWork::apply_supplied(const Table& block, const Table& supplied, const RecordNumbers&) {
  Table filled = block;
  for (ColumnId id = 0; id < supplied.column_count(); ++id) {
    const ColumnId own = block.require(supplied.info(id).name);
    filled.replace(own, completed(block.info(own), block.column(own), supplied.column(id)));
  }
  return {std::move(filled)};
}

Masked FillWork::described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const {
  return {};
}

}  // namespace sfumato::masking
