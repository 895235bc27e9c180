// A number that is missing in some records has two trees: one for whether it is missing, one for its value.
#include "masking/tree_chain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "masking/encoded_column.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t fewest_alike = 5;  // records with a value that is not smoothed, whatever the leaf
constexpr double largest_smoothed = 9007199254740992.0;  // beyond it, integers are not exact as doubles

std::vector<std::uint32_t> counted_codes(const SynthesisColumn& column, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> counts(column.tree.values.size() + 1, 0);
  for (const std::uint32_t row : rows) ++counts[column.tree.codes[row]];
  return counts;
}

std::uint32_t any_of(std::span<const std::uint32_t> members, Rng& rng) {
  return members[rng.below(members.size())];
}

}  // namespace

SynthesisColumn synthesis_column(const Table& table, ColumnId id) {
  const Kind kind = table.info(id).kind;
  const bool dates = table.column(id).is_calendar();
  SynthesisColumn result;
  result.numbers = kind == Kind::numeric || dates;
  result.tree = stats::tree_column(table.column(id).to_numbers(), kind == Kind::nominal && !dates);
  const std::size_t levels = result.tree.values.size();
  result.serves = levels > 0 && (!result.tree.categories || levels <= EncodedColumn::most_levels);
  if (result.numbers) result.decimals = written_decimals(table, id);
  return result;
}

SynthesisColumn counted_column(const std::vector<double>& counts) {
  return {stats::tree_column(counts, false), true, !counts.empty(), 0};
}

TreeChain::TreeChain(std::vector<std::uint32_t> rows, const std::vector<ChainVariable>& given,
                     const std::vector<const SynthesisColumn*>& targets, const TreeOptions& options,
                     const Run& run)
    : rows_(std::move(rows)),
      given_(given.size()),
      leaf_(static_cast<std::size_t>(options.leaf)),
      models_(targets.size()) {
  std::vector<stats::TreeColumn> variables(given.size() + targets.size());
  for (const ChainVariable& variable : given) serves_.push_back(variable.column->serves ? 1 : 0);
  for (const SynthesisColumn* target : targets) serves_.push_back(target->serves ? 1 : 0);
  run.parallel(variables.size(), [&](std::size_t v) {
    variables[v] = v < given_ ? stats::taking(given[v].column->tree, given[v].rows)
                              : stats::taking(targets[v - given_]->tree, rows_);
  });
  run.expect(targets.size());
  // The last ones have most predictors and take longest.
  run.parallel(targets.size(), [&](std::size_t task) {
    const std::size_t t = targets.size() - 1 - task;
    models_[t].column = targets[t];
    grow(models_[t], variables, given_ + t, options, run);
    run.advance();
  });
}

void TreeChain::grow(Model& model, const std::vector<stats::TreeColumn>& variables, std::size_t before,
                     const TreeOptions& options, const Run& run) const {
  const SynthesisColumn& column = *model.column;
  const std::uint32_t missing = column.tree.missing();
  std::vector<std::uint32_t> offered, all(rows_.size()), present;
  for (std::uint32_t v = 0; v < before; ++v) {
    if (serves_[v] != 0) offered.push_back(v);
  }
  std::iota(all.begin(), all.end(), 0U);
  stats::TreeTarget target;
  for (const std::uint32_t row : rows_) target.labels.push_back(column.tree.codes[row]);
  model.frequency = counted_codes(column, rows_);
  if (!column.numbers) {
    target.classes = column.tree.values.size() + 1;
    model.value.emplace(target, variables, offered, all, options.limits(), run);
    return;
  }
  for (const std::uint32_t record : all) {
    const std::uint32_t code = target.labels[record];
    if (code != missing) present.push_back(record);
    target.numbers.push_back(code == missing ? 0.0 : column.tree.values[code]);
    target.labels[record] = code == missing ? 1 : 0;
  }
  if (present.size() < all.size()) {
    target.classes = 2;
    model.presence.emplace(target, variables, offered, all, options.limits(), run);
  }
  target.classes = 0;
  if (!present.empty() || all.empty()) {
    model.value.emplace(target, variables, offered, present, options.limits(), run);
  }
  if (!options.smooth || !model.value) return;
  for (std::size_t leaf = 0; leaf < model.value->leaves(); ++leaf) {
    std::vector<double> values;
    for (const std::uint32_t record : model.value->members(leaf)) values.push_back(target.numbers[record]);
    model.kernels.push_back(leaf_kernel(std::move(values)));
  }
}

TreeChain::Cell TreeChain::drawn(const Model& model, std::span<const std::uint32_t> codes, Rng& rng) const {
  const stats::TreeColumn& tree = model.column->tree;
  if (model.presence) {
    const std::uint32_t row = rows_[any_of(model.presence->members(model.presence->leaf_of(codes)), rng)];
    if (tree.codes[row] == tree.missing()) return {row, std::nan("")};
  }
  const std::size_t leaf = model.value->leaf_of(codes);
  Cell cell{rows_[any_of(model.value->members(leaf), rng)], std::nan("")};
  if (model.kernels.empty()) return cell;
  const std::uint32_t code = tree.codes[cell.row];
  const double value = tree.values[code];
  if (model.frequency[code] >= std::max(leaf_, fewest_alike) || std::abs(value) > largest_smoothed)
    return cell;
  const LeafKernel& kernel = model.kernels[leaf];
  const double moved = rounded_to(smoothed(value, kernel, rng), model.column->decimals);
  if (moved != value && moved >= kernel.lower && moved <= kernel.upper) cell.number = moved;
  return cell;
}

void TreeChain::draw(std::span<std::uint32_t> codes, std::span<Cell> cells, Rng& rng) const {
  for (std::size_t t = 0; t < models_.size(); ++t) {
    cells[t] = drawn(models_[t], codes, rng);
    codes[given_ + t] = models_[t].column->tree.codes[cells[t].row];
  }
}

std::size_t TreeChain::leaves(std::size_t target) const {
  return models_[target].value ? models_[target].value->leaves() : models_[target].presence->leaves();
}

std::size_t TreeChain::predictors(std::size_t target) const {
  const Model& model = models_[target];
  std::vector<std::uint32_t> used = model.value ? model.value->used() : model.presence->used();
  return used.size();
}

}  // namespace sfumato::masking
