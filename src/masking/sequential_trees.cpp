// Sequential trees. Every column is drawn from a classification or regression tree on the columns before it,
// so that relations of any shape between columns of any kind are kept.
#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/text_list.hpp"
#include "masking/drawn_records.hpp"
#include "masking/record_ties.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int64_t most_drawn_cells = 100'000'000;  // in addition to those of the original
constexpr std::size_t drawn_block = 1024;

bool among(const ColumnSet& columns, ColumnId id) {
  return std::find(columns.begin(), columns.end(), id) != columns.end();
}

struct SequentialTrees : TreeOptions {
  std::int64_t rows = 0;
  std::vector<std::string> order;

  static MethodInfo info() {
    return {.name = "sequential-trees",
            .title = "Sequential trees",
            .family = Family::synthesis,
            .summary = "Draws each column from a tree on the columns before it.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference =
                "Reiter (2005), Using CART to generate partially synthetic public use microdata, Journal of "
                "Official Statistics 21, 441-462; Nowok, Raab, Dibben (2016), synthpop: bespoke creation of "
                "synthetic data in R, Journal of Statistical Software 74(11)"};
  }

  static void params(ParamList<SequentialTrees>& list) {
    add_params(list);
    list.columns("order", &SequentialTrees::order)
        .doc("Protected columns that are drawn first, in this order; the others follow as in the file.");
    list.integer("rows", &SequentialTrees::rows)
        .range(0, 1e9)
        .unit("records")
        .doc("Synthetic records to draw; 0 means as many as the original has.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const ColumnSet targets = ordered(original, columns);
    const RecordRules rules(rule, original, false);
    Masked masked;
    masked.mapping = synthetic_mapping(original, targets);
    const bool partial = masked.mapping == Mapping::same_rows;
    const std::size_t released = released_rows(original, targets, partial);
    if (original.rows() == 0) {
      masked.tables = {original};
      return masked;
    }
    std::vector<SynthesisColumn> coded(original.column_count());
    const ColumnSet given = partial ? staying(original, targets) : ColumnSet{};
    run.parallel(coded.size(), [&](std::size_t id) {
      if (among(targets, id) || among(given, id)) coded[id] = synthesis_column(original, id);
    });
    const TreeChain chain = grown(original, coded, given, targets, run);
    DrawnRecords records(original, targets, released, partial, rules);
    const Redraws redraws = draw(chain, coded, given, targets, records, run);
    masked.tables.push_back(records.table());
    masked.details = details(original, chain, given, targets, coded);
    masked.details.set("lone_numbers", records.lone_numbers(coded));
    if (!rules.empty()) add_rules(masked.details, redraws, broken_in_original(original, rules, {}));
    return masked;
  }

 private:
  ColumnSet ordered(const Table& original, const ColumnSet& columns) const {
    ColumnSet targets;
    for (const std::string& name : order) {
      const ColumnId id = about("order", [&] { return original.require(name); });
      if (!among(columns, id)) {
        bad_param("order", "column '" + name + "' is to be drawn in an order, and it is not protected",
                  "name it with ‹columns› too, or leave it out of ‹order›");
      }
      if (!among(targets, id)) targets.push_back(id);
    }
    ColumnSet rest = columns;
    std::sort(rest.begin(), rest.end());
    for (const ColumnId id : rest) {
      if (!among(targets, id)) targets.push_back(id);
    }
    return targets;
  }

  // Columns that are released as they are and can predict.
  static ColumnSet staying(const Table& original, const ColumnSet& targets) {
    ColumnSet result;
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      const std::optional<Role> role = original.info(id).role;
      const bool key = role == Role::identifier || role == Role::household || role == Role::weight;
      if (!key && !among(targets, id)) result.push_back(id);
    }
    return result;
  }

  std::size_t released_rows(const Table& original, const ColumnSet& targets, bool partial) const {
    const auto wanted = static_cast<std::size_t>(rows);
    if (wanted == 0 || wanted == original.rows()) return original.rows();
    if (original.rows() == 0) {
      bad_param("rows", "the data have no record to draw values from", "leave out ‹rows›");
    }
    if (partial) {
      std::vector<std::string> others;
      for (ColumnId id = 0; id < original.column_count(); ++id) {
        const bool drawn = among(targets, id) || original.info(id).role == Role::identifier;
        if (!drawn) others.push_back(original.info(id).name);
      }
      bad_param("rows",
                "columns that are not protected have no values for " + std::to_string(rows) +
                    " synthetic records: " + quoted_names(others),
                "protect them too with ‹columns›, leave them out with ‹drop›, or leave out ‹rows›");
    }
    if (static_cast<double>(wanted) * static_cast<double>(targets.size()) >
        static_cast<double>(most_drawn_cells)) {
      bad_param(
          "rows",
          std::to_string(rows) + " records of " + std::to_string(targets.size()) + " columns are too many",
          "at most " + std::to_string(most_drawn_cells) + " cells are drawn: choose fewer ‹rows›");
    }
    return wanted;
  }

  TreeChain grown(const Table& original, const std::vector<SynthesisColumn>& coded, const ColumnSet& given,
                  const ColumnSet& targets, const Run& run) const {
    std::vector<std::uint32_t> all(original.rows());
    std::iota(all.begin(), all.end(), 0U);
    std::vector<ChainVariable> variables;
    std::vector<const SynthesisColumn*> drawn;
    for (const ColumnId id : given) variables.push_back({&coded[id], all});
    for (const ColumnId id : targets) drawn.push_back(&coded[id]);
    return {all, variables, drawn, *this, run};
  }

  Redraws draw(const TreeChain& chain, const std::vector<SynthesisColumn>& coded, const ColumnSet& given,
               const ColumnSet& targets, DrawnRecords& records, const Run& run) const {
    std::vector<Redraws> of_block((records.rows() + drawn_block - 1) / drawn_block);
    run.blocks(records.rows(), drawn_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Rng rng = run.rng("records", block);
      std::vector<std::uint32_t> codes(chain.variables());
      for (std::size_t row = begin; row < end; ++row) {
        for (std::size_t v = 0; v < given.size(); ++v) codes[v] = coded[given[v]].tree.codes[row];
        draw_record(chain, targets, records, row, row, codes, tries, rng, of_block[block]);
      }
    });
    return added_up(of_block);
  }

  Value details(const Table& original, const TreeChain& chain, const ColumnSet& given,
                const ColumnSet& targets, const std::vector<SynthesisColumn>& coded) const {
    Value trees = Value::object(), result = Value::object(), left_out = Value::array();
    for (std::size_t t = 0; t < targets.size(); ++t) {
      Value tree = Value::object();
      tree.set("leaves", chain.leaves(t)).set("predictors", chain.predictors(t));
      trees.set(original.info(targets[t]).name, tree);
      if (!coded[targets[t]].serves) left_out.push(original.info(targets[t]).name);
    }
    for (const ColumnId id : given) {
      if (!coded[id].serves) left_out.push(original.info(id).name);
    }
    result.set("trees", trees);
    if (!left_out.as_array().empty()) result.set("not_predicting", left_out);
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(sequential_trees, SequentialTrees)
