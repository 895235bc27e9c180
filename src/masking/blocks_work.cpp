// Only the caller can sort all records; what the blocks are and what they promise is decided here.
#include "masking/blocks_work.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "masking/fill_work.hpp"
#include "masking/partial_state.hpp"
#include "masking/stratum_step.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t large_sample = 1 << 16;

// Twice the smallest class that the method makes: fewer records in a block would lose much.
std::size_t least_of_block(const Step& step) {
  for (const auto& [name, value] : step.params) {
    if (name == "k" && value.is_integer()) return 2 * static_cast<std::size_t>(value.as_integer());
  }
  return 2;
}

// Does a model that holds in blocks of the records hold for all of them? Only where it does not compare
// classes with the whole file.
bool holds_in_all(const std::string& model) {
  return model.starts_with("k-anonymity:") ||
         (model.starts_with("l-diversity:") && model.find(":distinct:") != std::string::npos);
}

// Cells that are missing after the step and were not before.
std::size_t suppressed_cells(const Table& before, const Table& after, const ColumnSet& columns) {
  std::size_t cells = 0;
  for (const ColumnId id : columns) {
    for (std::size_t row = 0; row < before.rows(); ++row) {
      cells += !before.column(id).missing(row) && after.column(id).missing(row) ? 1 : 0;
    }
  }
  return cells;
}

// Rows in the order of near records, cut evenly into so many pieces; equal keys stay together where they
// must.
std::vector<std::vector<std::size_t>> cut(const std::vector<std::int64_t>& keys, const RecordNumbers& numbers,
                                          std::size_t pieces, bool equal) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : numbers[a] < numbers[b];
  });
  std::vector<std::vector<std::size_t>> result(1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool due = i * pieces >= result.size() * order.size();
    if (due && !(equal && keys[order[i]] == keys[order[i - 1]])) result.emplace_back();
    result.back().push_back(order[i]);
  }
  for (std::vector<std::size_t>& rows : result) {
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  }
  return result;
}

// Consecutive pieces of the order with so many records each, joined until every block has the least number:
// the block of each piece, from 0.
std::vector<std::size_t> blocks_of_pieces(const std::vector<std::size_t>& records, std::size_t least) {
  std::vector<std::size_t> result;
  std::size_t block = 0, held = 0;
  for (const std::size_t size : records) {
    if (held >= least) {
      ++block;
      held = 0;
    }
    result.push_back(block);
    held += size;
  }
  if (held < least && block > 0) {  // the last ones join the block before
    for (std::size_t& own : result) own = std::min(own, block - 1);
  }
  return result;
}

}  // namespace

std::string BlocksWork::hindrance(const Table& outline, const Step& step) {
  const MethodInfo& info = step.method->info;
  if (step.within) return "blocks and strata (‹within›) do not go together";
  if (step.fill && !fills_itself(*step.method)) {
    return "missing cells are drawn from the masked column (‹fill›)";
  }
  if (info.made_for == MadeFor::hierarchies) return "levels of hierarchies are chosen for all records";
  if (info.identifiers) return "pseudonyms are given to all records";
  return StrataWork::hindrance(outline, step);
}

BlocksWork::BlocksWork(const Table& outline, Step step, std::size_t block_rows, const Run& run)
    : StrataWork(outline, std::move(step), run),
      block_rows_(block_rows),
      least_(least_of_block(step_)),
      order_(outline_, step_.columns, step_.method->info.made_for == MadeFor::few_values) {
  if (block_rows_ < least_) {
    bad_param(
        "block-rows",
        "blocks of " + std::to_string(block_rows_) + " records are too small for " + step_.method->info.name,
        "choose at least " + std::to_string(least_) + ", which is twice k");
  }
}

void BlocksWork::observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) {
  if (pass == 0) StrataWork::observe(0, block, numbers);
  order_.observe(pass, block, numbers);
}

Value BlocksWork::partial(std::size_t pass) const {
  return Value(Value::Array{pass == 0 ? StrataWork::partial(0) : Value(), order_.partial(pass)});
}

void BlocksWork::merge(std::size_t pass, const Value& part) {
  if (pass == 0) StrataWork::merge(0, item_of(part, 0));
  order_.merge(pass, item_of(part, 1));
}

void BlocksWork::finish(std::size_t pass) {
  if (pass == 0) StrataWork::finish(0);
  order_.finish(pass);
}

std::size_t BlocksWork::sample_records() const {
  return block_rows_ <= large_sample / 4 ? 4 * block_rows_ : 2 * block_rows_;
}

SupplyPlan BlocksWork::supply(std::size_t round) const {
  if (round == 0) {
    SupplyPlan plan{"order", {}, read_};
    plan.facts.set("block_rows", block_rows_).set("equal", order_.equal());
    return plan;
  }
  if (round == 1) {
    SupplyPlan plan{"sample", {}, read_};
    plan.facts.set("records", strata_.size() > 1 ? sample_records() : 0);
    return plan;
  }
  SupplyPlan plan{"blocks", step_.columns, read_};
  plan.facts.set("blocks", strata_.size());
  return plan;
}

SuppliedValues BlocksWork::supplied(std::size_t round, const SupplyRequest& request) {
  if (round == 1) {
    SuppliedValues result;
    if (request.records.rows() > 0) loss_ = loss_of(whole_columns(request.records), request.numbers);
    result.tally = tally(1);
    return result;
  }
  if (round == 2) {
    const ColumnId id = request.records.require(block_name);
    SuppliedValues made = mask_strata(request.records, request.records.column(id), request.numbers);
    // In the order of the values.
    std::map<std::uint64_t, std::size_t> row_of;
    for (std::size_t row = 0; row < request.records.rows(); ++row) row_of.emplace(request.numbers[row], row);
    std::vector<std::size_t> rows;
    for (const std::uint64_t number : made.numbers) rows.push_back(row_of.at(number));
    std::vector<ColumnInfo> infos = made.values.schema();
    std::vector<Column> columns;
    for (ColumnId j = 0; j < made.values.column_count(); ++j) columns.push_back(made.values.column(j));
    infos.push_back(request.records.info(id));
    columns.push_back(request.records.column(id).taking(rows));
    made.values = Table(std::move(infos), std::move(columns));
    return made;
  }
  if (const Value* pieces = request.wanted.find("pieces")) return joined_pieces(*pieces);
  SuppliedValues result;
  Integers keys{order_.keys(whole_columns(request.records)), {}};
  for (std::size_t row = 0; row < request.records.rows(); ++row) {
    result.numbers.push_back(request.numbers[row]);
  }
  ColumnInfo info;
  info.name = key_name;
  result.values = Table({info}, {Column(std::move(keys))});
  result.tally = Value::array();
  return result;
}

// The texts of the blocks that the pieces of the order become.
SuppliedValues BlocksWork::joined_pieces(const Value& pieces) const {
  if (!pieces.is_array()) bad_input("\"pieces\" must be a list of numbers of records");
  std::vector<std::size_t> records;
  for (const Value& one : pieces.as_array()) records.push_back(count_of(one));
  Codes texts;
  for (const std::size_t block : blocks_of_pieces(records, least_)) {
    texts.codes.push_back(static_cast<std::int32_t>(block));
    if (block == texts.labels.size()) texts.labels.push_back(std::to_string(block));
  }
  ColumnInfo info;
  info.name = block_name;
  info.kind = Kind::nominal;
  return {Table({info}, {Column(std::move(texts))}), {}, Value::array()};
}

BlocksWork::Loss BlocksWork::loss_of(const Table& records, const RecordNumbers& numbers) const {
  const std::vector<std::int64_t> keys = order_.keys(records);
  const std::size_t pieces = std::max<std::size_t>(2, (records.rows() + block_rows_ - 1) / block_rows_);
  Loss loss{.records = records.rows()};
  try {
    const std::vector<std::size_t> all = cut(keys, numbers, 1, false).front();
    const Table sample = records.taking_rows(all);
    const Masked whole = apply_plain(sample, step_, run_.within("sample").without_record_numbers());
    loss.variation = LostVariation::of(sample, whole.tables.front(), step_.columns).percent();
    loss.cells = suppressed_cells(sample, whole.tables.front(), step_.columns);
    LostVariation lost(records, step_.columns);
    lost.observe(records);
    lost.finish_means();
    std::size_t piece = 0;
    for (const std::vector<std::size_t>& rows : cut(keys, numbers, pieces, order_.equal())) {
      const Table block = records.taking_rows(rows);
      const Masked masked = apply_stratum(block, step_, piece++, "a block", run_.within("sample"));
      lost.compare(block, masked.tables.front());
      loss.cells_by_blocks += suppressed_cells(block, masked.tables.front(), step_.columns);
    }
    loss.variation_by_blocks = lost.percent();
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    return {};  // a sample that the method does not take says nothing of the release
  }
  return loss;
}

Value BlocksWork::tally(std::size_t round) const {
  if (round == 2) return StrataWork::tally(0);
  if (round == 1) {
    if (!loss_) return {};
    return Value(Value::Array{loss_->records, number_state(loss_->variation),
                              number_state(loss_->variation_by_blocks), loss_->cells,
                              loss_->cells_by_blocks});
  }
  Value blocks = Value::array();
  for (const auto& [key, block] : strata_) {
    blocks.push(Value(Value::Array{key ? Value(*key) : Value(), block.records, block.first}));
  }
  return blocks;
}

void BlocksWork::merge_tally(std::size_t round, const Value& tally) {
  if (round == 2) {
    StrataWork::merge_tally(0, tally);
  } else if (round == 1) {
    if (tally.is_null()) return;
    loss_ = Loss{.records = count_of(item_of(tally, 0)),
                 .variation = number_of_state(item_of(tally, 1)),
                 .variation_by_blocks = number_of_state(item_of(tally, 2)),
                 .cells = count_of(item_of(tally, 3)),
                 .cells_by_blocks = count_of(item_of(tally, 4))};
  } else {
    if (!tally.is_array()) damaged_state();
    for (const Value& one : tally.as_array()) {
      if (!item_of(one, 0).is_text()) damaged_state();
      add(item_of(one, 0).as_text(), count_of(item_of(one, 1)), record_of_state(item_of(one, 2)));
    }
  }
}

void BlocksWork::finish_round(std::size_t round) {
  if (round == 0) number_strata();
}

MaskedBlock BlocksWork::apply_supplied(const Table& block, const Table& supplied,
                                       const RecordNumbers& numbers) {
  Table replaced = block;
  for (ColumnId id = 0; id < supplied.column_count(); ++id) {
    if (supplied.info(id).name == block_name) continue;
    replaced.replace(block.require(supplied.info(id).name), supplied.column(id));
  }
  return apply_ranked(block, replaced, numbers);
}

std::vector<ClassPromise> BlocksWork::promises() const {
  if (strata_.empty()) return {};
  std::vector<ClassPromise> promises = accounts().front().promises;
  for (ClassPromise& promise : promises) {
    for (const std::string& model : promise.models) {
      if (!holds_in_all(model)) {
        bad_input(model + " does not hold for all records where it holds in blocks of them",
                  "leave out the model, or collect the records");
      }
    }
    promise.within = block_name;
  }
  return promises;
}

Masked BlocksWork::described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const {
  if (strata_.empty()) return apply_plain(outline_, step_, run_);
  const std::vector<StratumAccount> found = accounts();
  std::optional<double> lost;
  if (tells_lost_variation(found)) lost = lost_.percent();
  Masked result = accounts_together(found, block_name, lost);
  Value details = Value::object();
  for (const auto& [name, value] : result.details.as_object()) {
    if (name != "strata" && name != "by_stratum") details.set(name, value);
  }
  std::size_t smallest = SIZE_MAX, largest = 0;
  for (const auto& [key, block] : strata_) {
    smallest = std::min(smallest, block.records);
    largest = std::max(largest, block.records);
  }
  Value approximate = Value::object();
  approximate
      .set("text",
           "masked by blocks of near records, not by one partition of all records: values are not "
           "those of the method on one machine")
      .set("blocks", strata_.size())
      .set("block_rows", block_rows_)
      .set("smallest_block", smallest)
      .set("largest_block", largest);
  if (loss_ && loss_->records > 0) {
    approximate.set("sample_records", loss_->records);
    if (found.front().details.find("suppressed_cells") != nullptr) {
      approximate.set("suppressed_cells_exact", loss_->cells)
          .set("suppressed_cells_blocks", loss_->cells_by_blocks);
    } else {
      approximate.set("sse_percent_exact", loss_->variation)
          .set("sse_percent_blocks", loss_->variation_by_blocks);
    }
  }
  details.set("approximate", approximate);
  result.details = std::move(details);
  result.promises = promises();
  return result;
}

}  // namespace sfumato::masking
