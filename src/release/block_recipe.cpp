// Every step observes the stored table as often as it needs, and then stores its columns anew. A sketch goes
// through the same steps and shows what they make of hierarchies and of the schema.
#include "release/block_recipe.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "masking/block_rules.hpp"
#include "masking/block_work.hpp"
#include "masking/declared_decimals.hpp"
#include "masking/fill_work.hpp"
#include "masking/keys_work.hpp"
#include "masking/strata_work.hpp"
#include "release/block_sketch.hpp"
#include "release/class_counts.hpp"
#include "release/dropped_columns.hpp"
#include "release/ranked_column.hpp"
#include "release/recipe_parts.hpp"

namespace sfumato::release {
namespace {

using io::StoredColumn;
using io::StoredTable;

std::optional<ColumnId> with_role(const Table& table, Role role) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == role) return id;
  }
  return std::nullopt;
}

bool works_on(const masking::BlockMethod* method, RecordsIn records) {
  return method != nullptr && (method->in_blocks || records == RecordsIn::parts);
}

std::string step_hindrance(const masking::Step& step, const Table& outline, RecordsIn records) {
  const MethodInfo& info = step.method->info;
  const masking::BlockMethod* method = masking::block_method(info.name);
  const bool in_parts = records == RecordsIn::parts;
  if (step.within && in_parts) return masking::StrataWork::hindrance(outline, step);
  if (step.fill && !(in_parts || masking::fills_itself(*step.method))) {
    return "missing cells are drawn from the masked column (‹fill›)";
  }
  if (step.fill && in_parts && !masking::fills_itself(*step.method)) {
    const bool units = info.samples && with_role(outline, Role::unit);
    if (units || with_role(outline, Role::household)) {
      return "missing cells of households or units are filled together (‹fill›)";
    }
  }
  if (in_parts && masking::KeysWork::fits(step)) return masking::KeysWork::hindrance(step);
  if (!works_on(method, records)) return "the method needs all records";
  if (step.within) return "records are masked inside strata (‹within›)";
  if (!in_parts && method->block_hindrance) {
    if (std::string reason = method->block_hindrance(step.params); !reason.empty()) return reason;
  }
  return method->hindrance(outline, step.columns, masking::params_with_fill(step));
}

// The columns that a step reads.
ColumnSet read_by(const masking::Step& step, const Table& outline) {
  ColumnSet columns = step.columns;
  for (const ColumnId id : masking::columns_in_params(outline, *step.method, step.params)) {
    columns.push_back(id);
  }
  for (const Role role : {Role::unit, Role::household}) {
    if (const auto id = with_role(outline, role)) columns.push_back(*id);
  }
  return columns;
}

class BlockSteps {
 public:
  BlockSteps(BlockRelease& release, std::string folder, Table sketch, const Run& run)
      : release_(release), folder_(std::move(folder)), sketch_(std::move(sketch)), run_(run) {}

  // Details and what may be revealed.
  Masked apply(const masking::Step& step, const Run& run) {
    StoredTable& table = release_.masked;
    const Table outline = table.outline();
    const auto work = masking::block_method(step.method->info.name)
                          ->work(outline, step.columns, masking::params_with_fill(step), run.uncounted());
    const ColumnSet needed = read_by(step, outline);
    require_own_columns(step, outline);
    for (std::size_t pass = 0; pass < work->passes(); ++pass) {
      run_.say(step.method->info.name + ": pass " + std::to_string(pass + 1));
      for (std::size_t block = 0; block < table.blocks(); ++block) {
        run_.check_stop();
        const Table part = table.block(block, run_, &needed);
        if (pass == 0) require_fitting(part, step);
        work->observe(pass, part, block * table.block_rows());
      }
      work->finish(pass);
    }
    std::vector<std::size_t> distinct;
    for (const ColumnId id : work->counted_values()) {
      distinct.push_back(count_classes(table, {id}, folder_, run_).classes);
    }
    std::map<ColumnId, std::shared_ptr<StoredColumn>> ranked;
    for (const ColumnId id : work->ranked_columns()) {
      run_.say(step.method->info.name + ": order of " + table.info(id).name);
      ranked[id] = ranked_column(
          table, id, work->group_starts(id),
          [&](std::span<const double> ascending) { return work->group_value(ascending); }, folder_, run_);
    }
    run_.say(step.method->info.name);
    const std::vector<std::size_t> counts = store(step, *work, needed, ranked);
    sketch_ = ranked.empty() ? work->apply(sketch_, 0).table : as_numbers(sketch_, step.columns);
    return work->described(counts, distinct);
  }

  // Bounds, integers and totals, after the last step.
  masking::RuleResult apply(const masking::EditRules& rules, const ColumnSet& columns) {
    const bool bounded = masking::has_bounds_or_integers(rules, sketch_, columns);
    const masking::AllRuleFacts facts = bounded ? rule_facts(rules, columns) : masking::AllRuleFacts();
    masking::RuleResult result;
    if (bounded) keep(rules, columns, facts, result.details);
    round(columns);
    std::vector<masking::TotalFacts> totals;
    for (const masking::Derivation& rule : rules.derive) totals.push_back(derive(rule, result.details));
    result.warnings =
        masking::rule_warnings(release_.described.original, sketch_, columns, rules, facts, totals);
    return result;
  }

  const Table& sketch() const { return sketch_; }

 private:
  // Declared decimals, after the rules, as in memory.
  void round(const ColumnSet& columns) {
    const bool declared = std::any_of(columns.begin(), columns.end(),
                                      [&](ColumnId id) { return sketch_.info(id).decimals.has_value(); });
    if (!declared) return;
    const ColumnSet whole = whole_columns(columns);
    rewrite(columns, columns, [&](std::size_t, Table part) {
      masking::round_numbers(part, columns);
      masking::round_to_declared(part, whole);
      return part;
    });
    masking::round_numbers(sketch_, columns);
    masking::round_to_declared(sketch_, whole);
  }

  // Bounds and integers; adds their counts.
  void keep(const masking::EditRules& rules, const ColumnSet& columns, const masking::AllRuleFacts& facts,
            Value& details) {
    const bool outside =
        std::any_of(facts.begin(), facts.end(), [](const auto& entry) { return entry.second.outside > 0; });
    const auto ruled = [&](const Table& before, Table part) {
      masking::add_rule_counts(details,
                               masking::apply_edit_rules(before, part, columns, rules, facts).details);
      return part;
    };
    if (rules.keep_bounds || rules.keep_integers) {
      rewrite(columns, columns, [&](std::size_t number, const Table& part) {
        return ruled(original_block(number, columns), part);
      });
      masking::apply_edit_rules(release_.described.original, sketch_, columns, rules, facts);
    } else if (outside) {
      for (std::size_t block = 0; block < release_.masked.blocks(); ++block) {
        ruled(original_block(block, columns), release_.masked.block(block, run_, &columns));
      }
    }
  }

  // One total; adds its counts. Its type is that of all sums.
  masking::TotalFacts derive(const masking::Derivation& rule, Value& details) {
    const ColumnSet needed = masking::columns_of(rule);
    masking::TotalFacts known;
    known.whole = release_.original.column(rule.total).outline().get_if<Integers>() != nullptr;
    for (std::size_t block = 0; known.whole && block < release_.masked.blocks(); ++block) {
      Table part = release_.masked.block(block, run_, &needed);
      known.whole = masking::derive_total(original_block(block, needed), part, rule).found.whole;
    }
    std::vector<masking::TotalFacts> found{known};
    rewrite({rule.total}, needed, [&](std::size_t number, Table part) {
      masking::add_rule_counts(
          details, masking::derive_totals(original_block(number, needed), part, {rule}, {known}, &found));
      return part;
    });
    masking::derive_total(release_.described.original, sketch_, rule, &known);
    return found.front();
  }

  static void require_fitting(const Table& part, const masking::Step& step) {
    const MethodInfo& info = step.method->info;
    require_usable(part, step.columns, info.accepts, info.name, info.differential);
  }

  // Columns that are equal within every household are masked once for each, which needs all its records. One
  // is equal where it makes no more classes together with the household than the household alone.
  void require_own_columns(const masking::Step& step, const Table& outline) const {
    const MethodInfo& info = step.method->info;
    const std::optional<ColumnId> household = with_role(outline, Role::household);
    const StoredTable& table = release_.masked;
    if (!household || masking::ignores_households(info) || table.rows() == 0) return;
    run_.say("households");
    const std::size_t households = count_classes(table, {*household}, folder_, run_).classes;
    if (table.column(*household).facts().missing == 0 && households == table.rows()) return;
    for (const ColumnId id : step.columns) {
      const bool known = table.column(*household).facts().missing == 0;
      if (known && count_classes(table, {*household, id}, folder_, run_).classes > households) continue;
      bad_input("this release cannot be made in blocks of records: " + info.name + " masks column '" +
                    table.info(id).name +
                    "' once per household, since it is equal within households, or the household of some "
                    "record is missing",
                "allow more with ‹memory›, leave out the column, or give the household column another role");
    }
  }

  // Ranked columns become numbers, whatever they were.
  static Table as_numbers(Table table, const ColumnSet& columns) {
    for (const ColumnId id : columns) table.edit_numbers(id);
    return table;
  }

  std::vector<std::size_t> store(const masking::Step& step, masking::BlockWork& work, const ColumnSet& needed,
                                 const std::map<ColumnId, std::shared_ptr<StoredColumn>>& ranked) {
    std::vector<std::size_t> counts;
    rewrite(step.columns, needed, [&](std::size_t block, const Table& part) {
      const std::size_t first = block * release_.masked.block_rows();
      if (work.passes() == 0) require_fitting(part, step);
      Table in_groups = part;
      for (const auto& [id, column] : ranked) in_groups.replace(id, column->block(block));
      masking::MaskedBlock masked =
          ranked.empty() ? work.apply(part, first) : work.apply_ranked(part, in_groups, first);
      counts.resize(std::max(counts.size(), masked.counts.size()), 0);
      for (std::size_t i = 0; i < masked.counts.size(); ++i) counts[i] += masked.counts[i];
      return std::move(masked.table);
    });
    return counts;
  }

  Table original_block(std::size_t number, const ColumnSet& columns) const {
    const StoredTable& table = release_.original;
    return table.blocks() == 0 ? table.outline() : table.block(number, run_, &columns);
  }

  // Stores these columns anew, as body(number of the block, block) gives them. A table without records has
  // one block without any.
  template <class Body>
  void rewrite(const ColumnSet& columns, const ColumnSet& needed, const Body& body) {
    StoredTable& table = release_.masked;
    const auto file = std::make_shared<io::ScratchFile>(folder_);
    std::vector<std::shared_ptr<StoredColumn>> stored;
    StoredTable next = table;
    for (std::size_t block = 0; block < std::max<std::size_t>(1, table.blocks()); ++block) {
      run_.check_stop();
      const Table part =
          body(block, table.blocks() == 0 ? table.outline() : table.block(block, run_, &needed));
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const ColumnInfo& info = part.info(columns[j]);
        if (block == 0) {
          next.set_info(columns[j], info);
          stored.push_back(std::make_shared<StoredColumn>(file, table.block_rows(), info.name,
                                                          info.kind == Kind::ordinal));
        }
        stored[j]->append(part.column(columns[j]));
      }
    }
    for (std::size_t j = 0; j < columns.size(); ++j) next.replace(columns[j], stored[j]);
    table = std::move(next);
  }

  // Columns without decimals that are integers in every block: in some only they would be of two types.
  ColumnSet whole_columns(const ColumnSet& columns) const {
    ColumnSet whole;
    for (const ColumnId id : columns) {
      if (sketch_.info(id).decimals == 0) whole.push_back(id);
    }
    for (std::size_t block = 0; !whole.empty() && block < release_.masked.blocks(); ++block) {
      Table part = release_.masked.block(block, run_, &whole);
      masking::round_to_declared(part, whole);
      std::erase_if(whole, [&](ColumnId id) { return part.column(id).get_if<Numbers>() != nullptr; });
    }
    return whole;
  }

  masking::AllRuleFacts rule_facts(const masking::EditRules& rules, const ColumnSet& columns) const {
    masking::AllRuleFacts facts;
    for (const ColumnId id : columns) {
      const StoredColumn& column = release_.original.column(id);
      masking::RuleFacts& one = facts[id];
      const Column outline = column.outline();
      const bool numbers = !column.is_text() && !outline.is_calendar();
      if (numbers && column.facts().present > 0) {
        one.range = Domain{column.facts().lowest, column.facts().highest};
      }
      one.whole = outline.get_if<Integers>() != nullptr || (numbers && column.facts().whole);
    }
    for (std::size_t block = 0; block < release_.masked.blocks(); ++block) {
      run_.check_stop();
      const Table part = release_.masked.block(block, run_, &columns);
      for (const ColumnId id : columns) {
        facts[id].outside +=
            masking::outside_bounds(release_.original.info(id), part.column(id), rules, facts[id].range);
      }
    }
    return facts;
  }

  BlockRelease& release_;
  std::string folder_;
  Table sketch_;
  const Run& run_;
};

std::string step_name(const masking::Recipe& recipe, std::size_t step) {
  const std::string& method = recipe.steps[step].method->info.name;
  return recipe.steps.size() == 1 ? method : "step " + std::to_string(step + 1) + " (" + method + ")";
}

}  // namespace

std::string recipe_hindrance(const masking::Recipe& recipe, RecordsIn records) {
  for (std::size_t s = 0; s < recipe.steps.size(); ++s) {
    const masking::RecipeStep& step = recipe.steps[s];
    const bool together =
        records == RecordsIn::parts &&
        (!step.within.empty() || masking::KeysWork::fits({step.method, {}, {}, std::nullopt, false}));
    if (!together && !works_on(masking::block_method(recipe.steps[s].method->info.name), records)) {
      return step_name(recipe, s) + ": the method needs all records";
    }
  }
  return {};
}

std::string recipe_hindrance(const masking::Recipe& recipe, const Table& outline,
                             const std::vector<std::string>& columns, const std::string& source,
                             RecordsIn records) {
  if (std::string reason = recipe_hindrance(recipe, records); !reason.empty()) return reason;
  for (ColumnId id = 0; id < outline.column_count() && records == RecordsIn::blocks; ++id) {
    if (outline.info(id).role == Role::unit)
      return "units with several records are counted among all records";
  }
  const PreparedSteps prepared =
      prepared_steps(recipe, leaving_out(outline, recipe), columns, source, records == RecordsIn::parts);
  for (std::size_t s = 0; s < prepared.steps.size(); ++s) {
    const std::string reason = step_hindrance(prepared.steps[s], outline, records);
    if (!reason.empty()) return step_name(recipe, s) + ": " + reason;
  }
  return {};
}

BlockRelease run_recipe_in_blocks(const masking::Recipe& recipe, io::StoredFile file,
                                  const std::vector<std::string>& columns, const std::string& source,
                                  const std::string& folder, const Run& run) {
  const Table values = block_sketch(recipe, file, columns, run);
  const Table sketch = leaving_out(values, recipe);
  for (ColumnId id = 0; id < sketch.column_count(); ++id) file.table.set_info(id, sketch.info(id));
  // Whether there are records at all is what a preparation asks of them.
  const Table shown = file.table.rows() == 0 ? sketch : file.table.block(0, run);
  PreparedSteps prepared = prepared_steps(recipe, shown, columns, source);
  const Run with = with_tables(recipe, run);

  BlockRelease release;
  release.original = file.table;
  release.masked = std::move(file.table);
  MaskingResult& result = release.described;
  result.original = sketch;
  BlockSteps steps(release, folder, sketch, run);
  Value details = Value::array(), reveal = Value::array();
  for (std::size_t s = 0; s < prepared.steps.size(); ++s) {
    const bool alone = prepared.steps.size() == 1;
    const Masked masked =
        steps.apply(prepared.steps[s], alone ? with : with.within("step", s).within("copy", 0));
    details.push(masked.details);
    reveal.push(masked.reveal);
    if (!alone) continue;
    result.masked.details = masked.details;
    result.masked.reveal = masked.reveal;
  }
  if (prepared.steps.size() > 1) {
    result.masked.details.set("steps", details);
    result.masked.reveal.set("steps", reveal);
  }
  result.warnings = prepared.warnings;
  const ColumnSet changed = protected_columns(prepared.steps);
  const masking::RuleResult rules = steps.apply(prepared.rules, changed);
  if (!rules.details.as_object().empty()) result.masked.details.set("rules", rules.details);
  result.warnings.add_new(rules.warnings);
  result.masked.tables = {steps.sketch()};
  finish_result(result, prepared, Choice::beforehand, with);
  if (!recipe.drop.empty()) result.release.set("drop", Value::array_of(recipe.drop));
  return release;
}

}  // namespace sfumato::release
