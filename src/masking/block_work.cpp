// A table in memory is one block; methods that work on blocks are collected from block_methods.def.
#include "masking/block_work.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {

#define BLOCK_METHOD(function) BlockMethod function##_blocks();
#include "masking/block_methods.def"
#undef BLOCK_METHOD

const std::vector<BlockMethod>& block_methods() {
  static const std::vector<BlockMethod> all{
#define BLOCK_METHOD(function) function##_blocks(),
#include "masking/block_methods.def"
#undef BLOCK_METHOD
  };
  return all;
}

const BlockMethod* block_method(std::string_view name) {
  const auto& all = block_methods();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const BlockMethod& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Value BlockWork::partial(std::size_t) const {
  throw Error(ErrorCode::internal, "a method without passes has no partial result");
}

void BlockWork::merge(std::size_t, const Value&) {
  throw Error(ErrorCode::internal, "a method without passes has no partial result");
}

MaskedBlock BlockWork::apply_ranked(const Table&, const Table&, const RecordNumbers&) {
  throw Error(ErrorCode::internal, "a method without ranked columns");
}

Table BlockWork::brought(std::size_t round, const Table& before) const {
  return before.taking_columns(supply(round).needs);
}

SupplyPlan BlockWork::supply(std::size_t) const {
  throw Error(ErrorCode::internal, "a method without supplied values");
}

SuppliedValues BlockWork::supplied(std::size_t, const SupplyRequest&) {
  throw Error(ErrorCode::internal, "a method without supplied values");
}

MaskedBlock BlockWork::apply_supplied(const Table& block, const Table& supplied,
                                      const RecordNumbers& numbers) {
  Table replaced = block;
  for (ColumnId id = 0; id < supplied.column_count(); ++id) {
    replaced.replace(block.require(supplied.info(id).name), supplied.column(id));
  }
  return apply_ranked(block, replaced, numbers);
}

RecordNumbers numbers_of(const Run& run, std::size_t records) {
  const std::vector<std::uint64_t>* listed = run.record_numbers();
  if (listed == nullptr) return 0;
  if (listed->size() != records) throw Error(ErrorCode::internal, "the numbers of other records");
  return RecordNumbers(std::span(*listed));
}

Masked apply_whole(BlockWork& work, const Table& original, const Run& run) {
  run.check_stop();
  run.expect(work.passes() + 1);
  const RecordNumbers numbers = numbers_of(run, original.rows());
  for (std::size_t pass = 0; pass < work.passes(); ++pass) {
    work.observe(pass, original, numbers);
    work.finish(pass);
    run.advance();
    run.check_stop();
  }
  MaskedBlock masked = work.apply(original, numbers);
  run.advance();
  std::vector<std::size_t> distinct;
  for (const ColumnId id : work.counted_values()) {
    distinct.push_back(static_cast<std::size_t>(stats::key_column(original.column(id)).distinct));
  }
  Masked result = work.described(masked.counts, distinct);
  result.tables = {std::move(masked.table)};
  if (masked.rows) result.rows = *std::move(masked.rows);
  return result;
}

}  // namespace sfumato::masking
