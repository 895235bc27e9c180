// A method on records that come block by block, for tables that do not fit into memory. Blocks are observed
// in some passes, then each is masked once; a table in one block gives the same values, which is how such a
// method masks a table in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

// The first record of every block has a number that is a multiple of this: streams of random numbers belong
// to as many records.
constexpr std::size_t block_grain = 1 << 14;

// The numbers of a block's records, from 0: consecutive ones, or any. A record's random draws belong to its
// number, wherever the record is.
class RecordNumbers {
 public:
  RecordNumbers(std::uint64_t first) : first_(first) {}  // NOLINT: implicit by intent
  // As many as the block has records; they must outlive this.
  explicit RecordNumbers(std::span<const std::uint64_t> numbers) : numbers_(numbers), listed_(true) {}

  std::uint64_t operator[](std::size_t row) const { return listed_ ? numbers_[row] : first_ + row; }

 private:
  std::uint64_t first_ = 0;
  std::span<const std::uint64_t> numbers_;
  bool listed_ = false;
};

struct MaskedBlock {
  Table table;
  std::vector<std::size_t> counts = {};  // added up over all blocks for the description
  // Of a sample: the rows of the block that are released.
  std::optional<std::vector<std::size_t>> rows = std::nullopt;
};

// What a step needs beyond passes: values that its caller finds in an order of all records, or in whole
// classes of them, and then supplies for each record.
struct SupplyPlan {
  std::string how = {};           // "groups", "ranks", "classes", …: what the caller has to do
  ColumnSet columns = {};         // whose cells are replaced
  ColumnSet needs = {};           // columns whose cells the caller brings
  Value facts = Value::object();  // what the caller must know beside
  // The numbers of the values are those of records, or found in this column of earlier values of the step.
  std::string by = {};
  std::size_t before = 0;  // rounds of the step that found other values
};

// Records as the caller brings them: all of a class, or consecutive ones of an order.
struct SupplyRequest {
  Table records;  // the columns that the plan needs, and others that the caller adds, such as ranks
  RecordNumbers numbers = RecordNumbers(0);
  Value wanted = Value::object();  // what the caller says beside
  // Of calls that follow each other: what the call before left for this one.
  std::optional<Table> continuation = std::nullopt;
};

struct SuppliedValues {
  Table values;                                      // columns under the names of those that they replace
  std::vector<std::uint64_t> numbers = {};           // of their records; empty: they belong to none
  Value tally = {};                                  // merged over all calls
  std::optional<Table> continuation = std::nullopt;  // for the call that follows
};

// One application of a method. All blocks come in each pass, in any order, and what is learned of them does
// not depend on it. Labels of nominal columns may differ from block to block; those of ordinal columns are
// the same in all.
class BlockWork {
 public:
  virtual ~BlockWork() = default;

  // How often all blocks are observed before the first is masked.
  virtual std::size_t passes() const { return 0; }
  virtual void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) = 0;
  virtual void finish(std::size_t pass) = 0;

  // What the blocks of a pass gave so far, for another process; merged there before its pass is finished, in
  // any order and with any other parts, it counts as if those blocks had been observed.
  virtual Value partial(std::size_t pass) const;
  virtual void merge(std::size_t pass, const Value& part);

  virtual MaskedBlock apply(const Table& block, const RecordNumbers& numbers) = 0;
  // A table of values that stands for all records, after this work, where masking would sample it.
  virtual std::optional<Table> sketched(const Table&) const { return std::nullopt; }

  // Columns whose present values are grouped in ascending order, equal ones in the order of their records.
  // For such columns blocks are not masked by apply: after the passes the caller sorts them, gets the groups,
  // and masks each block with the values of the groups in place of its cells.
  virtual ColumnSet ranked_columns() const { return {}; }
  // Where the groups of such a column begin, closed by the number of its present values.
  virtual std::vector<std::uint32_t> group_starts(ColumnId) const { return {}; }
  // What replaces the values of a group, which are ascending.
  virtual double group_value(std::span<const double> ascending) const { return ascending.front(); }
  virtual MaskedBlock apply_ranked(const Table& block, const Table& ranked, const RecordNumbers& numbers);

  // Rounds in which the caller brings records, and gets the values of the last one. Some may come before the
  // passes; what they find may decide how many passes and rounds there are.
  virtual std::size_t rounds() const { return 0; }
  virtual std::size_t rounds_before_passes() const { return 0; }
  // Are the values of this round joined to the records?
  virtual bool joins(std::size_t round) const { return round + 1 == rounds(); }
  // The rows of a block whose records are brought, by the values that it has already; none: all.
  virtual std::optional<std::vector<std::size_t>> rows_brought(std::size_t, const Table&, const Table*,
                                                               const RecordNumbers&) const {
    return std::nullopt;
  }
  // A block of a pass with the values that it has already, where there are some.
  virtual void observe_supplied(std::size_t pass, const Table& block, const Table*,
                                const RecordNumbers& numbers) {
    observe(pass, block, numbers);
  }
  virtual SupplyPlan supply(std::size_t round) const;
  // Of records before the step, what the caller brings in a round: the columns that the plan needs.
  virtual Table brought(std::size_t round, const Table& before) const;
  virtual SuppliedValues supplied(std::size_t round, const SupplyRequest& request);
  // Tallies of a round, in any order, and what they come to so far; without any the tally is that of no call.
  virtual Value tally(std::size_t) const { return {}; }
  virtual void merge_tally(std::size_t, const Value&) {}
  virtual void finish_round(std::size_t) {}
  // A block with its supplied columns, by name. Where all replace columns of the block, apply_ranked gets
  // them.
  virtual MaskedBlock apply_supplied(const Table& block, const Table& supplied, const RecordNumbers& numbers);

  // What masked blocks add to the description beside their counts, merged as above.
  virtual Value applied() const { return {}; }
  virtual void merge_applied(const Value&) {}

  // What is promised of classes of records, once all is known; the caller verifies it in what was made.
  virtual std::vector<ClassPromise> promises() const { return {}; }

  // Columns of the original whose distinct values are counted for the description.
  virtual ColumnSet counted_values() const { return {}; }
  // Details and what may be revealed, without tables. `distinct` belongs to the columns above.
  virtual Masked described(const std::vector<std::size_t>& counts,
                           const std::vector<std::size_t>& distinct) const = 0;
};

// The numbers of a run's records, of which there are as many; the run must outlive them.
RecordNumbers numbers_of(const Run& run, std::size_t records);

// The whole table as one block.
Masked apply_whole(BlockWork& work, const Table& original, const Run& run);

// How a method works on blocks, beside its record in the registry.
struct BlockMethod {
  std::string name;
  bool in_blocks = true;  // false: only where a caller supplies values
  // Why these parameters and columns need all records at once; empty where they do not. Of the table only the
  // schema and the types of columns count.
  std::function<std::string(const Table& outline, const ColumnSet& columns, const ParamValues& params)>
      hindrance;
  std::function<std::unique_ptr<BlockWork>(const Table& outline, const ColumnSet& columns,
                                           const ParamValues& params, const Run& run)>
      work;
  // The same as `hindrance`, of blocks alone: where a caller supplies values it can be done. May be empty.
  std::function<std::string(const ParamValues& params)> block_hindrance = nullptr;
};

// Null for a method that needs all records at once.
const BlockMethod* block_method(std::string_view name);
const std::vector<BlockMethod>& block_methods();

// For a struct with info(), params(), hindrance(outline, columns), blocks(outline, columns, run) and, if it
// has one, block_hindrance().
template <class T>
BlockMethod make_block_method(bool in_blocks = true) {
  const auto bound = [](const ParamValues& params) {
    return param_list<T>().bind(resolve_params(param_list<T>().infos(), params, T::info().name));
  };
  BlockMethod made{
      T::info().name, in_blocks,
      [bound](const Table& outline, const ColumnSet& columns, const ParamValues& params) {
        return bound(params).hindrance(outline, columns);
      },
      [bound](const Table& outline, const ColumnSet& columns, const ParamValues& params, const Run& run) {
        return bound(params).blocks(outline, columns, run.within(T::info().name));
      }};
  if constexpr (requires(const T& method) { method.block_hindrance(); }) {
    made.block_hindrance = [bound](const ParamValues& params) { return bound(params).block_hindrance(); };
  }
  return made;
}

}  // namespace sfumato::masking

// At the end of a method's source file; block_methods.def lists the same name. The second one is for methods
// that work on blocks only where a caller supplies values.
#define SFUMATO_BLOCK_METHOD(function, Type)                            \
  namespace sfumato::masking {                                          \
  BlockMethod function##_blocks() { return make_block_method<Type>(); } \
  }
#define SFUMATO_SUPPLIED_METHOD(function, Type)                              \
  namespace sfumato::masking {                                               \
  BlockMethod function##_blocks() { return make_block_method<Type>(false); } \
  }
