// Columns drawn one after the other, each from a tree on the columns before it: what `sequential-trees` and
// `household-synthesis` share. Trees are grown on original values and used with synthetic ones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/params.hpp"
#include "core/table.hpp"
#include "masking/leaf_smoothing.hpp"
#include "stats/models/sampling_tree.hpp"

namespace sfumato::masking {

struct TreeOptions {
  std::int64_t leaf = 5;
  double complexity = 1e-8;
  bool smooth = false;
  std::vector<std::string> rule;
  std::int64_t tries = 100;

  stats::SamplingTreeLimits limits() const { return {static_cast<std::size_t>(leaf), complexity}; }

  // The parameters that both methods have.
  template <class T>
  static void add_params(ParamList<T>& list) {
    list.integer("leaf", &T::leaf)
        .range(1, 1e6)
        .unit("records")
        .doc("Fewest original records of a leaf, from which values are drawn.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.number("complexity", &T::complexity)
        .range(0.0, 1.0)
        .doc("A split must lower the impurity of the whole tree by more than this share of it.");
    list.flag("smooth", &T::smooth)
        .doc(
            "Move numbers that fewer than leaf records, or fewer than 5, have, inside the range of their "
            "leaf.");
    list.texts("rule", &T::rule)
        .value_name("RULE")
        .doc("A rule that records must keep, such as 'if relation=child then age<30'.");
    list.integer("tries", &T::tries)
        .range(1, 10000)
        .doc("How often a record that breaks a rule is drawn again.");
  }
};

// A column of the original as trees use it.
struct SynthesisColumn {
  stats::TreeColumn tree;
  bool numbers = false;  // drawn by regression trees: numbers and dates
  bool serves = false;   // can it predict? It varies, and has no more categories than EncodedColumn takes
  std::optional<int> decimals;  // of numbers
};
SynthesisColumn synthesis_column(const Table& table, ColumnId id);
// Counts, such as the size of a household, which are only used to predict.
SynthesisColumn counted_column(const std::vector<double>& counts);

// A predictor that is known before the first draw: record i of the chain has the value of row `rows[i]`.
struct ChainVariable {
  const SynthesisColumn* column = nullptr;
  std::vector<std::uint32_t> rows;
};

class TreeChain {
 public:
  // Record i of the chain is row `rows[i]` of the original. Columns must outlive the chain.
  TreeChain(std::vector<std::uint32_t> rows, const std::vector<ChainVariable>& given,
            const std::vector<const SynthesisColumn*>& targets, const TreeOptions& options, const Run& run);

  // A drawn cell: the row of the original that has the value, and the number in its place where it was
  // smoothed, else NaN.
  struct Cell {
    std::uint32_t row = 0;
    double number = 0.0;
  };

  std::size_t given() const { return given_; }
  std::size_t variables() const { return given_ + models_.size(); }
  std::size_t targets() const { return models_.size(); }
  // One record. The codes of the given variables are set, those of the targets are set here.
  void draw(std::span<std::uint32_t> codes, std::span<Cell> cells, Rng& rng) const;

  std::size_t leaves(std::size_t target) const;
  std::size_t predictors(std::size_t target) const;

 private:
  struct Model {
    const SynthesisColumn* column = nullptr;
    std::optional<stats::SamplingTree> presence;  // whether a number is missing, where some are
    std::optional<stats::SamplingTree> value;
    std::vector<LeafKernel> kernels;       // by leaf of `value`; empty: no smoothing
    std::vector<std::uint32_t> frequency;  // by code, among the records of the chain
  };

  void grow(Model& model, const std::vector<stats::TreeColumn>& variables, std::size_t before,
            const TreeOptions& options, const Run& run) const;
  Cell drawn(const Model& model, std::span<const std::uint32_t> codes, Rng& rng) const;

  std::vector<std::uint32_t> rows_;
  std::size_t given_ = 0;
  std::size_t leaf_ = 0;
  std::vector<std::uint8_t> serves_;  // by variable
  std::vector<Model> models_;
};

}  // namespace sfumato::masking
