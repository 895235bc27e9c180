// Strata are known by the text of their value, which all processes share. Columns that the step does not read
// are missing where a stratum is masked: they only keep the others in their places.
#include "masking/strata_work.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/strata.hpp"
#include "masking/stratum_step.hpp"

namespace sfumato::masking {
namespace {

// Columns that texts among the parameters name, such as a model's.
void add_named_in_texts(const Table& outline, const ParamValues& params, ColumnSet& columns) {
  for (const auto& [name, value] : params) {
    if (!value.is_text()) continue;
    for (ColumnId id = 0; id < outline.column_count(); ++id) {
      if (value.as_text().find(outline.info(id).name) != std::string::npos) columns.push_back(id);
    }
  }
}

ColumnSet columns_read(const Table& outline, const Step& step) {
  ColumnSet columns = step.columns;
  if (step.within) columns.push_back(*step.within);
  for (const ColumnId id : columns_in_params(outline, *step.method, step.params)) columns.push_back(id);
  add_named_in_texts(outline, step.params, columns);
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    const std::optional<Role> role = outline.info(id).role;
    if (role == Role::weight || role == Role::unit || role == Role::household) columns.push_back(id);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

bool takes(const Method& method, std::string_view param) {
  return std::any_of(method.params.begin(), method.params.end(),
                     [&](const ParamInfo& info) { return info.name == param; });
}

// -0 and 0 are one stratum.
std::optional<std::string> key_of(const Column& column, std::size_t row) {
  if (column.missing(row)) return std::nullopt;
  const std::string text = column.text(row);
  return text == "-0" && !column.is_text() ? "0" : text;
}

Column with_labels(const Codes& from, const std::vector<std::string>& labels, const std::string& name) {
  std::unordered_map<std::string, std::int32_t> place;
  for (std::size_t i = 0; i < labels.size(); ++i) place.emplace(labels[i], static_cast<std::int32_t>(i));
  std::vector<std::int32_t> code_of(from.labels.size(), Codes::missing);
  for (std::size_t label = 0; label < from.labels.size(); ++label) {
    const auto found = place.find(from.labels[label]);
    if (found != place.end()) code_of[label] = found->second;
  }
  Codes to{{}, labels};
  to.codes.reserve(from.codes.size());
  for (const std::int32_t code : from.codes) {
    to.codes.push_back(code == Codes::missing ? code : code_of[static_cast<std::size_t>(code)]);
    if (code != Codes::missing && to.codes.back() == Codes::missing) {
      bad_input("column '" + name + "' has a value that was not there when its categories were counted",
                "write the records to a file first, so that every pass reads the same");
    }
  }
  return to;
}

// What the columns are after the step; a method that cannot do without records leaves them as they are.
std::vector<ColumnInfo> shape_without_records(const Table& outline, const Step& step, const Run& run) {
  try {
    const Masked empty = apply_plain(outline, step, run.within("stratum").without_record_numbers());
    if (!empty.tables.empty()) return empty.tables.front().schema();
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
  }
  return outline.schema();
}

Column integers_of(const Numbers& numbers) {
  Integers result;
  for (const double number : numbers) {
    const bool missing = std::isnan(number);
    result.values.push_back(missing ? 0 : static_cast<std::int64_t>(number));
    result.missing.push_back(missing ? 1 : 0);
  }
  return result;
}

// Integers that a double does not hold would be lost where strata give numbers.
void require_small(const Table& block, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    const Integers* integers = block.column(id).get_if<Integers>();
    if (integers == nullptr) continue;
    constexpr std::int64_t most = std::int64_t{1} << 53;
    const bool fits = std::all_of(integers->values.begin(), integers->values.end(),
                                  [](std::int64_t value) { return value <= most && value >= -most; });
    if (fits) continue;
    bad_input(
        "column '" + block.info(id).name + "' has whole numbers beyond 2^53, which are not masked in parts",
        "give it another role, or keep it as text");
  }
}

}  // namespace

std::string StrataWork::hindrance(const Table& outline, const Step& step) {
  const MethodInfo& info = step.method->info;
  if (info.differential) return "the method promises its ε for the whole table";
  if (info.samples) return "the method takes some of the records only";
  if (info.draws_values || takes(*step.method, "frame")) return "the method makes new records of all columns";
  if (info.households && block_method(info.name) == nullptr) return "the method swaps whole households";
  if (info.made_for == MadeFor::hierarchies) {
    for (const ColumnId id : step.columns) {
      if (!outline.column(id).is_text()) {
        return "numbers and dates may become texts in some strata and stay as they are in others";
      }
    }
  }
  return {};
}

StrataWork::StrataWork(const Table& outline, Step step, const Run& run)
    : outline_(outline.taking_rows({})),
      step_(std::move(step)),
      run_(run),
      read_(columns_read(outline_, step_)),
      lost_(outline_, step_.columns) {
  if (step_.within &&
      std::find(step_.columns.begin(), step_.columns.end(), *step_.within) != step_.columns.end()) {
    bad_param("within",
              "column '" + outline_.info(*step_.within).name + "' is protected and also defines the strata",
              "name the columns to protect with ‹columns›, without it");
  }
  for (const ColumnId id : read_) {
    if (outline_.column(id).is_text()) {
      labels_.emplace(id, CategoryCensus(outline_.info(id).kind == Kind::ordinal));
    }
  }
  for (const ColumnId id : step_.columns) {
    if (changes_type(id)) whole_.emplace(id, true);
  }
  shape_ = shape_without_records(outline_, step_, run_);
}

void StrataWork::add(const Key& key, std::size_t records, std::uint64_t first) {
  Stratum& stratum = strata_[key];
  stratum.first = stratum.records == 0 ? first : std::min(stratum.first, first);
  stratum.records += records;
  if (strata_.size() > most_strata) {
    bad_param("within",
              "column '" + outline_.info(*step_.within).name + "' has more than " +
                  std::to_string(most_strata) + " values",
              "choose a column with fewer, or group its values first");
  }
}

void StrataWork::observe(std::size_t, const Table& block, const RecordNumbers& numbers) {
  if (step_.within) {
    const Column& within = block.column(*step_.within);
    for (const std::vector<std::size_t>& rows : equal_rows(within)) {
      std::uint64_t first = numbers[rows.front()];
      for (const std::size_t row : rows) first = std::min(first, numbers[row]);
      add(key_of(within, rows.front()), rows.size(), first);
    }
  }
  for (auto& [id, census] : labels_) {
    census.observe(block.column(id), numbers);
    if (census.found() <= most_labels) continue;
    bad_input("column '" + outline_.info(id).name + "' has more than " + std::to_string(most_labels) +
                  " different texts",
              "leave it out of the step, or group its values first");
  }
  require_small(block, step_.columns);
  lost_.observe(block);
}

Value StrataWork::partial(std::size_t) const {
  Value strata = Value::array(), labels = Value::array();
  for (const auto& [key, stratum] : strata_) {
    strata.push(Value(Value::Array{key ? Value(*key) : Value(), stratum.records, stratum.first}));
  }
  for (const auto& [id, census] : labels_) labels.push(census.partial());
  return Value(Value::Array{strata, labels, lost_.means_state()});
}

void StrataWork::merge(std::size_t, const Value& part) {
  const Value &strata = item_of(part, 0), &labels = item_of(part, 1);
  if (!strata.is_array()) damaged_state();
  for (const Value& one : strata.as_array()) {
    const Value& key = item_of(one, 0);
    if (!key.is_null() && !key.is_text()) damaged_state();
    add(key.is_null() ? Key() : Key(key.as_text()), count_of(item_of(one, 1)),
        record_of_state(item_of(one, 2)));
  }
  std::size_t place = 0;
  for (auto& [id, census] : labels_) census.merge(item_of(labels, place++));
  lost_.merge_means(item_of(part, 2));
}

void StrataWork::finish(std::size_t) {
  for (auto& [id, census] : labels_) census.finish();
  lost_.finish_means();
  number_strata();
}

void StrataWork::number_strata() {
  std::vector<Stratum*> order;
  for (auto& [key, stratum] : strata_) order.push_back(&stratum);
  std::sort(order.begin(), order.end(),
            [](const Stratum* a, const Stratum* b) { return a->first < b->first; });
  for (std::size_t place = 0; place < order.size(); ++place) order[place]->place = place;
}

MaskedBlock StrataWork::apply(const Table&, const RecordNumbers&) {
  throw Error(ErrorCode::internal, "records inside strata are masked stratum by stratum");
}

// Integers came as doubles, since some strata may have given such.
MaskedBlock StrataWork::apply_ranked(const Table& block, const Table& ranked, const RecordNumbers&) {
  Table table = block;
  for (const ColumnId id : step_.columns) {
    Column column = ranked.column(id);
    if (changes_type(id)) {
      const Numbers numbers = column.to_numbers();
      column = whole_.at(id) ? integers_of(numbers) : Column(numbers);
    }
    table.replace(id, std::move(column));
    table.set_info(id, shape_[id]);
  }
  return {std::move(table)};
}

SupplyPlan StrataWork::supply(std::size_t) const {
  std::size_t most = 0;
  for (const auto& [key, stratum] : strata_) most = std::max(most, stratum.records);
  SupplyPlan plan{"strata", step_.columns, read_};
  plan.facts.set("within", outline_.info(*step_.within).name)
      .set("strata", strata_.size())
      .set("largest", most);
  return plan;
}

// Labels stand in the order in which the records of all strata have them, as in a table in memory.
Column StrataWork::like_original(ColumnId id, const Column& column) const {
  const std::string& name = outline_.info(id).name;
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr) {
    const bool numbers = outline_.column(id).get_if<Numbers>() != nullptr;
    if (column.same_type(outline_.column(id))) return column;
    if (numbers && column.get_if<Integers>() != nullptr) return column.to_numbers();
    bad_input("column '" + name + "' has another type than in the first pass", "give it one type");
  }
  const auto census = labels_.find(id);
  if (census == labels_.end()) bad_input("column '" + name + "' has texts in place of numbers");
  const std::vector<std::string>& order = outline_.info(id).order;
  if (outline_.info(id).kind == Kind::ordinal && !order.empty()) return with_labels(*codes, order, name);
  return with_labels(*codes, census->second.texts(), name);
}

Table StrataWork::whole_columns(const Table& values) const {
  std::vector<Column> columns;
  for (ColumnId id = 0; id < outline_.column_count(); ++id) {
    if (std::binary_search(read_.begin(), read_.end(), id)) {
      columns.push_back(like_original(id, values.column(values.require(outline_.info(id).name))));
    } else {
      columns.push_back(padded(outline_.column(id), values.rows()));
    }
  }
  return Table(outline_.schema(), std::move(columns));
}

Masked StrataWork::mask_one(const Table& records, const Stratum& stratum) const {
  if (records.rows() != stratum.records) {
    bad_input(
        "a stratum has " + std::to_string(records.rows()) + " records in one task, and " +
            std::to_string(stratum.records) + " in all",
        "bring all records of a stratum together; if they are, the data change from pass to pass: write "
        "them to a file first");
  }
  const std::string name =
      step_.within ? stratum_name(records.column(*step_.within), 0) : "one of the blocks";
  Masked one = apply_stratum(records, step_, stratum.place, name, run_.uncounted());
  if (one.tables.size() != 1 || one.tables.front().rows() != records.rows() ||
      one.mapping == Mapping::subset) {
    bad_input(step_.method->info.name +
                  " does not keep each record in its place, which parts of the records "
                  "need",
              "collect the records, or choose another method");
  }
  return one;
}

// The protected columns with the types that all strata share.
Table StrataWork::uniform(const Table& masked) {
  Table result = masked.taking_columns(step_.columns);
  for (std::size_t j = 0; j < step_.columns.size(); ++j) {
    const ColumnId id = step_.columns[j];
    const Column& column = result.column(j);
    const bool integers = column.get_if<Integers>() != nullptr, numbers = column.get_if<Numbers>() != nullptr;
    const bool number_before = changes_type(id) || outline_.column(id).get_if<Numbers>() != nullptr;
    if (number_before && (integers || numbers)) {
      if (changes_type(id)) whole_.at(id) = whole_.at(id) && integers;
      if (integers) result.edit_numbers(j);
    } else if (!column.same_type(outline_.column(id))) {
      bad_input(step_.method->info.name + " makes column '" + result.info(j).name +
                    "' one of another type, which strata in parts cannot",
                "collect the records, or make it a text first");
    }
  }
  return result;
}

SuppliedValues StrataWork::supplied(std::size_t, const SupplyRequest& request) {
  const Column& within = request.records.column(request.records.require(outline_.info(*step_.within).name));
  return mask_strata(request.records, within, request.numbers);
}

SuppliedValues StrataWork::mask_strata(const Table& given, const Column& within,
                                       const RecordNumbers& numbers) {
  const Table whole = whole_columns(given);
  for (auto& [key, stratum] : strata_) stratum.account.reset();
  std::vector<Table> parts{uniform(outline_)};
  SuppliedValues result;
  for (std::vector<std::size_t> rows : equal_rows(within)) {
    run_.check_stop();
    const auto found = strata_.find(key_of(within, rows.front()));
    if (found == strata_.end()) {
      bad_input("there is a stratum that was not there in the first pass",
                "write the records to a file first, so that every pass reads the same");
    }
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
    const Table records = whole.taking_rows(rows);
    const Masked one = mask_one(records, found->second);
    lost_.compare(records, one.tables.front());
    found->second.account = account_of(stratum_name(within, rows.front()), one);
    parts.push_back(uniform(one.tables.front()));
    for (const std::size_t row : rows) result.numbers.push_back(numbers[row]);
  }
  result.values = Table::concatenated(parts);
  result.tally = StrataWork::tally(0);  // whatever round it is of a work that is made of this one
  return result;
}

Value StrataWork::tally(std::size_t) const {
  Value accounts = Value::array(), whole = Value::array();
  for (const auto& [key, stratum] : strata_) {
    if (!stratum.account) continue;
    accounts.push(Value(Value::Array{key ? Value(*key) : Value(), state_of(*stratum.account)}));
  }
  for (const auto& [id, one] : whole_) whole.push(one);
  return Value(Value::Array{accounts, lost_.compared_state(), whole});
}

void StrataWork::merge_tally(std::size_t, const Value& tally) {
  const Value& accounts = item_of(tally, 0);
  if (!accounts.is_array()) damaged_state();
  for (const Value& one : accounts.as_array()) {
    const Value& key = item_of(one, 0);
    if (!key.is_null() && !key.is_text()) damaged_state();
    const auto found = strata_.find(key.is_null() ? Key() : Key(key.as_text()));
    if (found == strata_.end()) damaged_state();
    found->second.account = account_of_state(item_of(one, 1));
  }
  lost_.merge_compared(item_of(tally, 1));
  std::size_t place = 0;
  for (auto& [id, whole] : whole_) {
    const Value& one = item_of(item_of(tally, 2), place++);
    if (!one.is_bool()) damaged_state();
    whole = whole && one.as_bool();
  }
}

std::vector<StratumAccount> StrataWork::accounts() const {
  std::vector<StratumAccount> result(strata_.size());
  for (const auto& [key, stratum] : strata_) {
    if (!stratum.account) {
      bad_input("the records of some strata were not masked", "bring the records of every stratum");
    }
    result[stratum.place] = *stratum.account;
  }
  return result;
}

Masked StrataWork::described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const {
  if (strata_.empty()) return apply_plain(outline_, step_, run_);
  const std::vector<StratumAccount> found = accounts();
  std::optional<double> lost;
  if (tells_lost_variation(found)) lost = lost_.percent();
  return accounts_together(found, outline_.info(*step_.within).name, lost);
}

}  // namespace sfumato::masking
