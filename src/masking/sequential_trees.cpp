// Sequential trees. Every column is drawn from a classification or regression tree on the columns before it,
// so that relations of any shape between columns of any kind are kept.
#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/text_list.hpp"
#include "masking/drawn_records.hpp"
#include "masking/household_layout.hpp"
#include "masking/record_ties.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int64_t most_drawn_cells = 100'000'000;  // in addition to those of the original
constexpr std::size_t drawn_block = 1024;
constexpr std::size_t homes_block = 256;   // households
constexpr std::int64_t member_tries = 10;  // of a member, before its household is drawn again

bool among(const ColumnSet& columns, ColumnId id) {
  return std::find(columns.begin(), columns.end(), id) != columns.end();
}

// What is known before the first draw, and what is drawn: once per household, and for each record.
struct DrawnLevels {
  ColumnSet given, shared, own;
  HouseholdLayout homes;  // empty where no drawn column belongs to households
};

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
                "synthetic data in R, Journal of Statistical Software 74(11)",
            .keeps_households = true,
            .draws_values = true};
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
    const DrawnLevels levels = levels_of(original, targets, partial);
    run.parallel(coded.size(), [&](std::size_t id) {
      if (among(targets, id) || among(levels.given, id)) coded[id] = synthesis_column(original, id);
    });
    DrawnRecords records(original, targets, released, partial, rules);
    Value trees = Value::object();
    const Redraws redraws = levels.shared.empty() ? draw_persons(levels, coded, records, trees, run)
                                                  : draw_homes(levels, coded, records, trees, run);
    masked.tables.push_back(records.table());
    masked.details.set("trees", trees);
    add_levels(masked.details, original, levels, coded);
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
      const std::string remedy =
          household_role(original)
              ? "leave them out with ‹drop›, or leave out ‹rows›; records of households are as many as in "
                "the "
                "original, also with household-synthesis"
              : "protect them too with ‹columns›, leave them out with ‹drop›, or leave out ‹rows›";
      bad_param("rows",
                "columns that are not protected have no values for " + std::to_string(rows) +
                    " synthetic records: " + quoted_names(others),
                remedy);
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

  // Columns of households are drawn before those of persons. Where numbers of households are drawn
  // themselves, or every household has one member, all columns belong to persons.
  static DrawnLevels levels_of(const Table& original, const ColumnSet& targets, bool partial) {
    DrawnLevels levels;
    if (partial) levels.given = staying(original, targets);
    const std::optional<ColumnId> household = household_role(original);
    if (household && !among(targets, *household)) levels.homes = household_layout(original, {});
    const bool together = !levels.homes.members.empty() && levels.homes.members.size() < original.rows();
    for (const ColumnId id : targets) {
      const bool shared = together && equal_in_households(original.column(id), levels.homes);
      (shared ? levels.shared : levels.own).push_back(id);
    }
    return levels;
  }

  // From these rows of the original.
  TreeChain grown(const std::vector<std::uint32_t>& from, const std::vector<SynthesisColumn>& coded,
                  const ColumnSet& given, const ColumnSet& targets, const Run& run) const {
    std::vector<ChainVariable> variables;
    std::vector<const SynthesisColumn*> drawn;
    for (const ColumnId id : given) variables.push_back({&coded[id], from});
    for (const ColumnId id : targets) drawn.push_back(&coded[id]);
    return {from, variables, drawn, *this, run};
  }

  static std::vector<std::uint32_t> all_rows(const Table& original) {
    std::vector<std::uint32_t> all(original.rows());
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }

  Redraws draw_persons(const DrawnLevels& levels, const std::vector<SynthesisColumn>& coded,
                       DrawnRecords& records, Value& trees, const Run& run) const {
    const ColumnSet& given = levels.given;
    const TreeChain chain = grown(all_rows(records.original()), coded, given, levels.own, run);
    std::vector<Redraws> of_block((records.rows() + drawn_block - 1) / drawn_block);
    run.blocks(records.rows(), drawn_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Rng rng = run.rng("records", block);
      std::vector<std::uint32_t> codes(chain.variables());
      for (std::size_t row = begin; row < end; ++row) {
        for (std::size_t v = 0; v < given.size(); ++v) codes[v] = coded[given[v]].tree.codes[row];
        draw_record(chain, levels.own, records, row, row, codes, tries, rng, of_block[block]);
      }
    });
    add_trees(trees, records.original(), chain, levels.own);
    return added_up(of_block);
  }

  // The columns of a household given what stays of its first member, then those of each member given them.
  Redraws draw_homes(const DrawnLevels& levels, const std::vector<SynthesisColumn>& coded,
                     DrawnRecords& records, Value& trees, const Run& run) const {
    const Table& original = records.original();
    const std::vector<std::vector<std::uint32_t>>& homes = levels.homes.members;
    std::vector<std::uint32_t> first_members;
    for (const auto& members : homes) first_members.push_back(members.front());
    ColumnSet known = levels.given;
    known.insert(known.end(), levels.shared.begin(), levels.shared.end());
    const TreeChain of_home = grown(first_members, coded, levels.given, levels.shared, run);
    const TreeChain of_person = grown(all_rows(original), coded, known, levels.own, run);
    std::vector<Redraws> of_block((homes.size() + homes_block - 1) / homes_block);
    run.blocks(homes.size(), homes_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Rng rng = run.rng("households", block);
      std::vector<std::uint32_t> home_codes(of_home.variables()), codes(of_person.variables());
      const auto set_given = [&](std::vector<std::uint32_t>& target, std::uint32_t row) {
        for (std::size_t v = 0; v < levels.given.size(); ++v)
          target[v] = coded[levels.given[v]].tree.codes[row];
      };
      const auto draw_members = [&](const std::vector<std::uint32_t>& members) {
        Redraws redraws;
        for (const std::uint32_t row : members) {
          std::copy(home_codes.begin(), home_codes.end(), codes.begin());
          set_given(codes, row);
          draw_record(of_person, levels.own, records, row, row, codes,
                      levels.own.empty() ? 0 : std::min(tries, member_tries), rng, redraws);
        }
        return redraws;
      };
      for (std::size_t h = begin; h < end; ++h) {
        Redraws& sum = of_block[block];
        set_given(home_codes, homes[h].front());
        for (std::int64_t attempt = 0; attempt <= tries; ++attempt) {
          const bool kept = draw_shared(of_home, levels.shared, records, homes[h], home_codes, rng, sum);
          const Redraws members = draw_members(homes[h]);
          sum.redrawn += members.redrawn;
          if (members.broken == 0) break;
          // Members may fit another draw of the household; they mend no rule that it breaks by itself.
          if (attempt == tries || !kept || levels.own.empty()) {
            sum.broken += members.broken;
            break;
          }
          ++sum.redrawn;
          for (const std::uint32_t row : homes[h]) records.forget(levels.own, row);
        }
      }
    });
    add_trees(trees, original, of_home, levels.shared);
    add_trees(trees, original, of_person, levels.own);
    return added_up(of_block);
  }

  // Once for all members; false where no draw kept the rules. Rules are checked for each of them; conditions
  // on columns that are not drawn yet neither hold nor fail.
  bool draw_shared(const TreeChain& chain, const ColumnSet& shared, DrawnRecords& records,
                   const std::vector<std::uint32_t>& members, std::vector<std::uint32_t>& codes, Rng& rng,
                   Redraws& redraws) const {
    std::vector<TreeChain::Cell> cells(shared.size());
    for (std::int64_t attempt = 0; attempt <= tries; ++attempt) {
      chain.draw(codes, cells, rng);
      for (const std::uint32_t row : members) {
        for (std::size_t t = 0; t < shared.size(); ++t) records.set(shared[t], row, cells[t]);
      }
      const bool kept = records.rules().empty() ||
                        std::all_of(members.begin(), members.end(),
                                    [&](std::uint32_t row) { return records.keeps_rules(row, row); });
      if (kept) return true;
      if (attempt < tries) ++redraws.redrawn;
    }
    return false;
  }

  static void add_trees(Value& trees, const Table& original, const TreeChain& chain,
                        const ColumnSet& targets) {
    for (std::size_t t = 0; t < targets.size(); ++t) {
      Value tree = Value::object();
      tree.set("leaves", chain.leaves(t)).set("predictors", chain.predictors(t));
      trees.set(original.info(targets[t]).name, tree);
    }
  }

  static void add_levels(Value& details, const Table& original, const DrawnLevels& levels,
                         const std::vector<SynthesisColumn>& coded) {
    Value left_out = Value::array();
    for (const ColumnSet* part : {&levels.shared, &levels.own, &levels.given}) {
      for (const ColumnId id : *part) {
        if (!coded[id].serves) left_out.push(original.info(id).name);
      }
    }
    if (!left_out.as_array().empty()) details.set("not_predicting", left_out);
    if (levels.shared.empty()) return;
    Value level = Value::object();
    level.set("households", levels.homes.members.size())
        .set("columns", Value::array_of(original.names(levels.shared)))
        .set("apart", false);
    details.set("household_level", level);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(sequential_trees, SequentialTrees)
