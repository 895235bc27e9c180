// A method on records that come block by block, for tables that do not fit into memory. Blocks are observed
// in some passes, then each is masked once; a table in one block gives the same values, which is how such a
// method masks a table in memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

// The first record of every block has a number that is a multiple of this: streams of random numbers belong
// to as many records.
constexpr std::size_t block_grain = 1 << 14;

struct MaskedBlock {
  Table table;
  std::vector<std::size_t> counts = {};  // added up over all blocks for the description
};

// One application of a method. Blocks come in the order of their records, and all of them in each pass.
// Labels of nominal columns may differ from block to block; those of ordinal columns are the same in all.
class BlockWork {
 public:
  virtual ~BlockWork() = default;

  // How often all blocks are observed before the first is masked.
  virtual std::size_t passes() const { return 0; }
  // `first` is the number of the block's first record, from 0.
  virtual void observe(std::size_t pass, const Table& block, std::size_t first) = 0;
  virtual void finish(std::size_t pass) = 0;

  virtual MaskedBlock apply(const Table& block, std::size_t first) = 0;

  // Columns whose present values are grouped in ascending order, equal ones in the order of their records.
  // For such columns blocks are not masked by apply: after the passes the caller sorts them, gets the groups,
  // and masks each block with the values of the groups in place of its cells.
  virtual ColumnSet ranked_columns() const { return {}; }
  // Where the groups of such a column begin, closed by the number of its present values.
  virtual std::vector<std::uint32_t> group_starts(ColumnId) const { return {}; }
  // What replaces the values of a group, which are ascending.
  virtual double group_value(std::span<const double> ascending) const { return ascending.front(); }
  virtual MaskedBlock apply_ranked(const Table& block, const Table& ranked, std::size_t first);

  // Columns of the original whose distinct values are counted for the description.
  virtual ColumnSet counted_values() const { return {}; }
  // Details and what may be revealed, without tables. `distinct` belongs to the columns above.
  virtual Masked described(const std::vector<std::size_t>& counts,
                           const std::vector<std::size_t>& distinct) const = 0;
};

// The whole table as one block.
Masked apply_whole(BlockWork& work, const Table& original, const Run& run);

// How a method works on blocks, beside its record in the registry.
struct BlockMethod {
  std::string name;
  // Why these parameters and columns need all records at once; empty where they do not. Of the table only the
  // schema and the types of columns count.
  std::function<std::string(const Table& outline, const ColumnSet& columns, const ParamValues& params)>
      hindrance;
  std::function<std::unique_ptr<BlockWork>(const Table& outline, const ColumnSet& columns,
                                           const ParamValues& params, const Run& run)>
      work;
};

// Null for a method that needs all records at once.
const BlockMethod* block_method(std::string_view name);
const std::vector<BlockMethod>& block_methods();

// For a struct with info(), params(), hindrance(outline, columns) and blocks(outline, columns, run).
template <class T>
BlockMethod make_block_method() {
  const auto bound = [](const ParamValues& params) {
    return param_list<T>().bind(resolve_params(param_list<T>().infos(), params, T::info().name));
  };
  return {T::info().name,
          [bound](const Table& outline, const ColumnSet& columns, const ParamValues& params) {
            return bound(params).hindrance(outline, columns);
          },
          [bound](const Table& outline, const ColumnSet& columns, const ParamValues& params, const Run& run) {
            return bound(params).blocks(outline, columns, run.within(T::info().name));
          }};
}

}  // namespace sfumato::masking

// At the end of a method's source file; block_methods.def lists the same name.
#define SFUMATO_BLOCK_METHOD(function, Type)                            \
  namespace sfumato::masking {                                          \
  BlockMethod function##_blocks() { return make_block_method<Type>(); } \
  }
