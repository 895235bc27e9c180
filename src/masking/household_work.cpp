// Two works of one method: one sees all records, the other the first member of every household. Where no
// column is equal within households, or every record is a household of its own, there is the first one only.
#include "masking/household_work.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/household_level.hpp"
#include "masking/partial_state.hpp"
#include "masking/record_groups.hpp"

namespace sfumato::masking {
namespace {

// The first members of a block, with their numbers.
struct FirstMembers {
  std::vector<std::size_t> rows = {};
  std::vector<std::uint64_t> numbers = {};
};

// Of every record, the number of its household's first member; a block without records needs none.
std::vector<std::uint64_t> first_numbers(const Table& block, const Table* supplied) {
  if (block.rows() == 0) return {};
  const auto id = supplied == nullptr ? std::nullopt : supplied->find(HouseholdWork::first_name);
  const Integers* first = id ? supplied->column(*id).get_if<Integers>() : nullptr;
  if (first == nullptr || supplied->column(*id).missing_count() > 0) {
    bad_input("records come without the first ones of their households",
              "join the values of \"mask-supply\" to the records");
  }
  std::vector<std::uint64_t> numbers;
  numbers.reserve(first->values.size());
  for (const std::int64_t bits : first->values) numbers.push_back(static_cast<std::uint64_t>(bits));
  return numbers;
}

FirstMembers first_members(const Table& block, const Table* supplied, const RecordNumbers& numbers) {
  const std::vector<std::uint64_t> first = first_numbers(block, supplied);
  FirstMembers result;
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] != numbers[row]) continue;
    result.rows.push_back(row);
    result.numbers.push_back(first[row]);
  }
  return result;
}

// What a work makes of a block, with those of the supplied columns that are its own.
MaskedBlock masked_by(BlockWork& work, const Table& block, const Table& supplied,
                      const RecordNumbers& numbers) {
  if (work.rounds() == 0) return work.apply(block, numbers);
  const ColumnSet columns = work.supply(work.rounds() - 1).columns;
  if (block.rows() == 0) return work.apply_supplied(block, block.taking_columns(columns), numbers);
  ColumnSet found;
  for (const std::string& name : block.names(columns)) found.push_back(supplied.require(name));
  return work.apply_supplied(block, supplied.taking_columns(found), numbers);
}

// The same of values that stand for all records, for which nothing is supplied.
Table sketched_by(BlockWork& work, const Table& sketch) {
  if (std::optional<Table> made = work.sketched(sketch)) return *std::move(made);
  if (work.rounds() == 0) return work.apply(sketch, 0).table;
  const Table same = sketch.taking_columns(work.supply(work.rounds() - 1).columns);
  return work.apply_supplied(sketch, same, 0).table;
}

}  // namespace

bool HouseholdWork::fits(const Table& outline, const Step& step) {
  const MethodInfo& info = step.method->info;
  return column_of(outline, Role::household) && !info.samples && !ignores_households(info);
}

HouseholdWork::HouseholdWork(const Table& outline, Step step, const Run& run, MakeWork make)
    : outline_(outline.taking_rows({})),
      step_(std::move(step)),
      run_(run),
      make_(std::move(make)),
      household_(*column_of(outline, Role::household)),
      differs_(step_.columns.size(), 0) {
  if (step_.fill) {
    bad_param("fill", "missing cells of whole households are not filled in parts of the records",
              "leave it out, or give the household column another role");
  }
}

std::unique_ptr<BlockWork> HouseholdWork::work_of(const ColumnSet& columns, const Run& run) const {
  Step step = step_;
  step.columns = columns;
  return make_(outline_, step, run);
}

std::size_t HouseholdWork::rounds() const {
  return 1 + (once_ ? once_->rounds() : 0) + (own_ ? own_->rounds() : 0);
}

HouseholdWork::Inner HouseholdWork::inner(std::size_t round) const {
  const std::size_t own_from = 1 + (once_ ? once_->rounds() : 0);
  return round < own_from ? Inner{once_.get(), 1} : Inner{own_.get(), own_from};
}

bool HouseholdWork::of_households(std::size_t round) const {
  return round > 0 && once_ && inner(round).work == once_.get();
}

bool HouseholdWork::joins(std::size_t round) const {
  if (round == 0) return true;
  const Inner one = inner(round);
  return one.work->joins(round - one.before);
}

SupplyPlan HouseholdWork::supply(std::size_t round) const {
  if (round > 0) {
    const Inner one = inner(round);
    SupplyPlan plan = one.work->supply(round - one.before);
    plan.before += one.before;
    if (of_households(round)) plan.by = first_name;
    return plan;
  }
  SupplyPlan plan{.how = "households", .columns = {}, .needs = {household_}};
  for (const ColumnId id : step_.columns) {
    if (id != household_) plan.needs.push_back(id);
  }
  plan.facts.set("household", outline_.info(household_).name)
      .set("first", first_name)
      .set("largest", largest);
  return plan;
}

Table HouseholdWork::brought(std::size_t round, const Table& before) const {
  if (round == 0) return BlockWork::brought(round, before);
  const Inner one = inner(round);
  return one.work->brought(round - one.before, before);
}

SuppliedValues HouseholdWork::supplied(std::size_t round, const SupplyRequest& request) {
  if (round > 0) {
    const Inner one = inner(round);
    return one.work->supplied(round - one.before, request);
  }
  const Table& records = request.records;
  const RecordGroups groups = record_groups(records.column(records.require(outline_.info(household_).name)));
  Integers first{std::vector<std::int64_t>(records.rows(), 0), {}};
  for (const auto& members : groups) {
    std::uint64_t least = request.numbers[members.front()];
    for (const std::size_t row : members) least = std::min(least, request.numbers[row]);
    for (const std::size_t row : members) first.values[row] = static_cast<std::int64_t>(least);
  }
  SuppliedValues result;
  for (std::size_t row = 0; row < records.rows(); ++row) result.numbers.push_back(request.numbers[row]);
  Value differs = Value::array();
  for (const ColumnId id : step_.columns) {
    const Column& column = records.column(records.require(outline_.info(id).name));
    differs.push(equal_within(column, groups) ? 0 : 1);
  }
  ColumnInfo info;
  info.name = first_name;
  info.kind = Kind::numeric;
  std::vector<Column> columns;
  columns.emplace_back(std::move(first));
  result.values = Table({std::move(info)}, std::move(columns));
  result.tally = Value(Value::Array{records.rows(), groups.size(), std::move(differs)});
  return result;
}

Value HouseholdWork::tally(std::size_t round) const {
  if (round > 0) {
    const Inner one = inner(round);
    return one.work->tally(round - one.before);
  }
  Value differs = Value::array();
  for (const char one : differs_) differs.push(static_cast<int>(one));
  return Value(Value::Array{records_, households_, std::move(differs)});
}

void HouseholdWork::merge_tally(std::size_t round, const Value& tally) {
  if (round > 0) {
    const Inner one = inner(round);
    one.work->merge_tally(round - one.before, tally);
    if (of_households(round)) again_->merge_tally(round - one.before, tally);
    return;
  }
  records_ += count_of(item_of(tally, 0));
  households_ += count_of(item_of(tally, 1));
  for (std::size_t j = 0; j < differs_.size(); ++j) {
    if (count_of(item_of(item_of(tally, 2), j)) > 0) differs_[j] = 1;
  }
}

void HouseholdWork::finish_round(std::size_t round) {
  if (round > 0) {
    const Inner one = inner(round);
    one.work->finish_round(round - one.before);
    if (of_households(round)) again_->finish_round(round - one.before);
    return;
  }
  ColumnSet own;
  for (std::size_t j = 0; j < differs_.size(); ++j) {
    (differs_[j] == 0 && households_ < records_ ? shared_ : own).push_back(step_.columns[j]);
  }
  if (!own.empty()) own_ = work_of(own, run_);
  if (shared_.empty()) return;
  once_ = work_of(shared_, run_.within("households"));
  again_ = work_of(shared_, run_.within("households"));
}

std::optional<std::vector<std::size_t>> HouseholdWork::rows_brought(std::size_t round, const Table& block,
                                                                    const Table* supplied,
                                                                    const RecordNumbers& numbers) const {
  if (!of_households(round)) return std::nullopt;
  return first_members(block, supplied, numbers).rows;
}

std::size_t HouseholdWork::passes() const {
  return std::max(once_ ? once_->passes() : 0, own_ ? own_->passes() : 0);
}

void HouseholdWork::observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) {
  observe_supplied(pass, block, nullptr, numbers);
}

void HouseholdWork::observe_supplied(std::size_t pass, const Table& block, const Table* supplied,
                                     const RecordNumbers& numbers) {
  if (own_ && pass < own_->passes()) own_->observe(pass, block, numbers);
  if (!once_ || pass >= once_->passes()) return;
  const FirstMembers first = first_members(block, supplied, numbers);
  once_->observe(pass, block.taking_rows(first.rows), RecordNumbers(std::span(first.numbers)));
}

void HouseholdWork::finish(std::size_t pass) {
  for (BlockWork* work : {own_.get(), once_.get(), again_.get()}) {
    if (work != nullptr && pass < work->passes()) work->finish(pass);
  }
}

Value HouseholdWork::partial(std::size_t pass) const {
  Value state = Value::array();
  for (const BlockWork* work : {own_.get(), once_.get()}) {
    state.push(work != nullptr && pass < work->passes() ? work->partial(pass) : Value());
  }
  return state;
}

void HouseholdWork::merge(std::size_t pass, const Value& part) {
  if (own_ && pass < own_->passes()) own_->merge(pass, item_of(part, 0));
  if (!once_ || pass >= once_->passes()) return;
  once_->merge(pass, item_of(part, 1));
  again_->merge(pass, item_of(part, 1));
}

MaskedBlock HouseholdWork::apply(const Table& block, const RecordNumbers& numbers) {
  return apply_supplied(block, block.taking_columns({}), numbers);
}

void HouseholdWork::replace_shared(Table& masked, const Table& from) const {
  for (const ColumnId id : shared_) masked.replace(id, from.column(id));
}

// First members are masked for what is counted of them, and then with all members.
MaskedBlock HouseholdWork::apply_supplied(const Table& block, const Table& supplied,
                                          const RecordNumbers& numbers) {
  MaskedBlock result = own_ ? masked_by(*own_, block, supplied, numbers) : MaskedBlock{block};
  if (!once_) return result;
  const FirstMembers first = first_members(block, &supplied, numbers);
  const Table known = supplied.column_count() == 0 ? supplied : supplied.taking_rows(first.rows);
  const MaskedBlock once =
      masked_by(*once_, block.taking_rows(first.rows), known, RecordNumbers(std::span(first.numbers)));
  add_counts(once_counts_, once.counts);
  const std::vector<std::uint64_t> all = first_numbers(block, &supplied);
  replace_shared(result.table, masked_by(*again_, block, supplied, RecordNumbers(std::span(all))).table);
  return result;
}

std::optional<Table> HouseholdWork::sketched(const Table& sketch) const {
  Table result = own_ ? sketched_by(*own_, sketch) : sketch;
  if (again_) replace_shared(result, sketched_by(*again_, sketch));
  return result;
}

Value HouseholdWork::applied() const {
  Value counts = Value::array();
  for (const std::size_t count : once_counts_) counts.push(count);
  return Value(Value::Array{own_ ? own_->applied() : Value(), once_ ? once_->applied() : Value(), counts});
}

void HouseholdWork::merge_applied(const Value& state) {
  if (own_ && !item_of(state, 0).is_null()) own_->merge_applied(item_of(state, 0));
  if (once_ && !item_of(state, 1).is_null()) once_->merge_applied(item_of(state, 1));
  if (!item_of(state, 2).is_array()) damaged_state();
  std::vector<std::size_t> counts;
  for (const Value& count : item_of(state, 2).as_array()) counts.push_back(count_of(count));
  add_counts(once_counts_, counts);
}

std::vector<ClassPromise> HouseholdWork::promises() const {
  std::vector<ClassPromise> result;
  for (const BlockWork* work : {own_.get(), once_.get()}) {
    if (work == nullptr) continue;
    for (ClassPromise& promise : work->promises()) result.push_back(std::move(promise));
  }
  return result;
}

ColumnSet HouseholdWork::counted_values() const {
  ColumnSet result;
  for (const BlockWork* work : {own_.get(), once_.get()}) {
    if (work == nullptr) continue;
    for (const ColumnId id : work->counted_values()) result.push_back(id);
  }
  return result;
}

Masked HouseholdWork::described(const std::vector<std::size_t>& counts,
                                const std::vector<std::size_t>& distinct) const {
  const std::size_t own_values = own_ ? own_->counted_values().size() : 0;
  const auto cut = distinct.begin() + static_cast<std::ptrdiff_t>(std::min(own_values, distinct.size()));
  std::optional<Masked> own;
  if (own_) own = own_->described(counts, {distinct.begin(), cut});
  if (!once_) return *std::move(own);
  const Masked once = once_->described(once_counts_, {cut, distinct.end()});
  return with_household_level(std::move(own), once, households_, outline_.names(shared_));
}

}  // namespace sfumato::masking
