// Households are the outer loop, strata the inner loop, and the method is applied to each.
#include "masking/step.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "masking/household_layout.hpp"
#include "masking/household_level.hpp"
#include "masking/lost_variation.hpp"
#include "masking/record_groups.hpp"
#include "masking/sample_weights.hpp"
#include "masking/strata.hpp"
#include "masking/stratum_accounts.hpp"
#include "masking/stratum_step.hpp"
#include "masking/unit_step.hpp"

namespace sfumato::masking {
namespace {

// A method that gives households new numbers starts at 1 in every stratum.
void number_on(std::vector<Masked>& parts) {
  std::size_t before = 0;
  for (Masked& part : parts) {
    if (part.details.find("renumbered") == nullptr) return;
    for (Table& table : part.tables) {
      const ColumnId id = *column_of(table, Role::household);
      table.replace(id, numbered_after(table.column(id), before));
    }
    before += static_cast<std::size_t>(part.details.at("households").as_integer());
  }
}

Masked apply_strata(const Table& original, const Step& step, const Run& run) {
  if (!step.within || original.rows() == 0) return apply_plain(original, step, run);
  const Column& column = original.column(*step.within);
  const std::vector<std::vector<std::size_t>> strata = equal_rows(column);
  std::vector<Masked> parts;
  std::vector<StratumAccount> accounts;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    const std::string name = stratum_name(column, strata[s].front());
    parts.push_back(apply_stratum(original.taking_rows(strata[s]), step, s, name, run));
    accounts.push_back(account_of(name, parts.back()));
  }
  number_on(parts);
  Masked result = merged(parts, strata);
  std::optional<double> lost;
  if (tells_lost_variation(accounts)) {
    lost = LostVariation::of(original, result.tables.front(), step.columns).percent();
  }
  const std::string& within = original.info(*step.within).name;
  Masked told = accounts_together(accounts, within, lost);
  result.details = std::move(told.details);
  result.reveal = std::move(told.reveal);
  result.promises = std::move(told.promises);
  for (ClassPromise& promise : result.promises) {
    // Units whose records lie in several strata were counted in each of them.
    if (!promise.unit.empty() &&
        !equal_within(column, record_groups(original.column(original.require(promise.unit))))) {
      promise.unit.clear();
    }
  }
  return result;
}

// Samples are drawn of households or, where there are none, of units with several records.
std::optional<ColumnId> household_column(const Table& table, bool samples) {
  const std::optional<ColumnId> household = column_of(table, Role::household);
  return household || !samples ? household : column_of(table, Role::unit);
}

// A household is drawn in the stratum of its first member, and its members with it.
SampleDesign household_design(const Table& original, const RecordGroups& households, const Masked& sampled,
                              const std::optional<ColumnId>& within) {
  std::vector<std::size_t> stratum_of_household(households.size(), 0);
  std::size_t strata = 1;
  if (within) {
    std::vector<std::size_t> heads;
    for (const auto& members : households) heads.push_back(members.front());
    const auto groups = equal_rows(original.column(*within).taking(heads));
    stratum_of_household = group_of_row(groups, households.size());
    strata = groups.size();
  }
  std::vector<double> all(strata, 0.0), drawn(strata, 0.0);
  SampleDesign design{std::vector<std::size_t>(original.rows(), 0), std::vector<double>(strata, 1.0)};
  for (std::size_t h = 0; h < households.size(); ++h) {
    all[stratum_of_household[h]] += 1.0;
    for (const std::size_t row : households[h]) design.stratum[row] = stratum_of_household[h];
  }
  for (const std::size_t household : sampled.rows) drawn[stratum_of_household[household]] += 1.0;
  for (std::size_t s = 0; s < strata; ++s) {
    if (drawn[s] > 0.0) design.factor[s] = all[s] / drawn[s];
  }
  return design;
}

// `name` is what they are in details: "household" or "unit".
Masked whole_households(const Table& original, const RecordGroups& households, const Masked& sampled,
                        const Step& step, const std::string& name) {
  Masked result;
  result.mapping = Mapping::subset;
  result.details = sampled.details;
  for (const std::size_t household : sampled.rows) {
    result.rows.insert(result.rows.end(), households[household].begin(), households[household].end());
  }
  std::sort(result.rows.begin(), result.rows.end());
  result.details.set(name + "s", sampled.rows.size());
  if (result.details.find("records") != nullptr) result.details.set("records", result.rows.size());
  if (const Value* factor = result.details.find("weight_factor")) {
    const Value of_households = *factor;
    result.details.set(name + "_weight_factor", of_households);
    if (!result.rows.empty()) {
      result.details.set("weight_factor",
                         static_cast<double>(original.rows()) / static_cast<double>(result.rows.size()));
    }
  }
  result.tables.push_back(original.taking_rows(result.rows));
  Value totals =
      reweigh(result.tables[0], original, result.rows,
              household_design(original, households, sampled, step.within), reweight_of(step.params));
  if (!totals.is_null()) result.details.set("weights", std::move(totals));
  return result;
}

// The numbers of these records.
std::vector<std::uint64_t> numbers_at(const Run& run, const std::vector<std::size_t>& rows) {
  const std::vector<std::uint64_t>* numbers = run.record_numbers();
  std::vector<std::uint64_t> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(numbers == nullptr ? row : (*numbers)[row]);
  return result;
}

ParamValues leaving_weights(ParamValues params) {
  std::erase_if(params, [](const auto& param) { return param.first == "reweight"; });
  params.emplace_back("reweight", "none");
  return params;
}

// The columns that belong to households are masked in a table of households, the others as they are.
class HouseholdStep {
 public:
  HouseholdStep(const Table& original, const Step& step, ColumnId household, const Run& run)
      : original_(original),
        step_(step),
        run_(run),
        name_(original.info(household).role == Role::unit ? "unit" : "household"),
        households_(record_groups(original.column(household))) {
    // Those of records without a household are not in the order of their first members.
    std::sort(households_.begin(), households_.end(),
              [](const auto& a, const auto& b) { return a.front() < b.front(); });
    for (const ColumnId id : step.columns) {
      (equal_within(original.column(id), households_) ? shared_ : own_).push_back(id);
    }
  }

  Masked apply() const {
    const bool samples = step_.method->info.samples;
    if (households_.size() == original_.rows() || (shared_.empty() && !samples)) {
      return apply_strata(original_, step_, run_);
    }
    std::vector<std::size_t> heads;
    for (const auto& members : households_) heads.push_back(members.front());
    Step household_step = step_;
    if (!samples) household_step.columns = shared_;
    // All records of a sample get one factor below.
    if (samples && !step_.within) household_step.params = leaving_weights(step_.params);
    const Table table = original_.taking_rows(heads);
    const Run run = samples ? run_ : run_.within("households");
    const Masked once = apply_strata(table, household_step, run.with_record_numbers(numbers_at(run_, heads)));
    if (samples) return whole_households(original_, households_, once, step_, name_);
    if (once.tables.front().rows() != heads.size()) {
      bad_input(step_.method->info.name + " draws synthetic records and cannot keep households together",
                "give the household column another role");
    }
    return joined(once);
  }

 private:
  Masked joined(const Masked& once) const {
    std::optional<Masked> apart;
    if (!own_.empty()) {
      Step own_step = step_;
      own_step.columns = own_;
      apart = apply_strata(original_, own_step, run_);
    }
    Masked result =
        with_household_level(std::move(apart), once, households_.size(), original_.names(shared_));
    if (own_.empty()) result.tables.assign(once.tables.size(), original_);
    const std::vector<std::size_t> household = group_of_row(households_, original_.rows());
    for (std::size_t copy = 0; copy < result.tables.size(); ++copy) {
      for (const ColumnId id : shared_) {
        result.tables[copy].replace(id, once.tables[copy].column(id).taking(household));
      }
    }
    return result;
  }

  const Table& original_;
  const Step& step_;
  const Run& run_;
  std::string name_;
  std::vector<std::vector<std::size_t>> households_;
  ColumnSet shared_, own_;
};

// Strata are drawn apart: a household with members in two of them would be two.
void refuse_torn_households(const Table& original, const Step& step, ColumnId household) {
  const RecordGroups households = record_groups(original.column(household));
  if (equal_within(original.column(*step.within), households)) return;
  const bool shared = step.method->info.households ||
                      std::any_of(step.columns.begin(), step.columns.end(),
                                  [&](ColumnId id) { return equal_within(original.column(id), households); });
  if (!shared) return;
  bad_param("within",
            "members of a household differ in '" + original.info(*step.within).name + "', so that " +
                step.method->info.name + " would draw one household in several strata",
            "choose a column that is equal for all members, leave the household column out with ‹drop›, or "
            "leave out ‹within›");
}

Mapping weaker(Mapping a, Mapping b) { return std::max(a, b); }

}  // namespace

bool ignores_households(const MethodInfo& info) {
  return info.differential || info.whole_records || info.households || info.keeps_households ||
         info.identifiers || info.made_for == MadeFor::weights;
}

bool survives(const ClassPromise& promise, const Table& table, const Step& step, Mapping mapping) {
  if (mapping != Mapping::same_rows) return false;
  ColumnSet changed = step.columns;
  // A method that swaps households changes its geography columns, too.
  if (step.method->info.households) {
    for (const ColumnId id : columns_in_params(table, *step.method, step.params)) changed.push_back(id);
  }
  for (const std::string& name : table.names(changed)) {
    if (name == promise.within || name == promise.unit) return false;
    if (std::find(promise.keys.begin(), promise.keys.end(), name) != promise.keys.end()) return false;
    for (const std::string& model : promise.models) {
      if (model.find(":" + name + ":") != std::string::npos) return false;
    }
  }
  return true;
}

ColumnSet columns_in_params(const Table& table, const Method& method, const ParamValues& params) {
  ColumnSet named;
  for (const ParamInfo& info : method.params) {
    if (info.kind != ParamKind::columns) continue;
    for (const auto& [name, value] : params) {
      if (name != info.name) continue;
      for (const Value& column : value.as_array()) named.push_back(table.require(column.as_text()));
    }
  }
  return named;
}

Masked apply_step(const Table& original, const Step& step, const Run& run) {
  if (step.within &&
      std::find(step.columns.begin(), step.columns.end(), *step.within) != step.columns.end()) {
    bad_param("within",
              "column '" + original.info(*step.within).name + "' is protected and also defines the strata",
              "name the columns to protect with ‹columns›, without it");
  }
  const MethodInfo& info = step.method->info;
  if (step.within && info.differential) {
    bad_param(
        "within",
        info.name + " promises its ε for the whole table, and masking inside strata would break the promise",
        "leave out ‹within›, or release each stratum as a separate data set");
  }
  require_usable(original, step.columns, info.accepts, info.name, info.differential);
  const std::optional<ColumnId> household = household_column(original, info.samples);
  const std::optional<ColumnId> unit = column_of(original, Role::unit);
  if (unit && info.whole_records && !info.differential && original.rows() > 0) {
    if (std::optional<Masked> masked = by_units(original, step, *unit, run, apply_strata))
      return *std::move(masked);
  }
  if (household && step.within && info.draws_values) refuse_torn_households(original, step, *household);
  if (!household || original.rows() == 0 || ignores_households(info))
    return apply_strata(original, step, run);
  return HouseholdStep(original, step, *household, run).apply();
}

namespace {

// Records that an earlier step kept have the numbers that they had.
Run numbered(const Run& run, const Masked& before) {
  if (before.mapping == Mapping::same_rows) return run;
  if (before.mapping == Mapping::none) return run.without_record_numbers();
  return run.with_record_numbers(numbers_at(run, before.rows));
}

}  // namespace

Masked apply_steps(const Table& original, const std::vector<Step>& steps, const Run& run) {
  if (steps.size() == 1) return apply_step(original, steps.front(), run);
  Masked result{.tables = {original}};
  Value details = Value::array(), reveal = Value::array();
  bool promised = false;
  Value undone = Value::array();
  for (std::size_t s = 0; s < steps.size(); ++s) {
    Masked next;
    for (std::size_t copy = 0; copy < result.tables.size(); ++copy) {
      const Run own = numbered(run.within("step", s).within("copy", copy), result);
      Masked masked = apply_step(result.tables[copy], steps[s], own);
      if (result.tables.size() > 1 && masked.mapping == Mapping::subset) {
        bad_input(steps[s].method->info.name + " would select different records in every copy",
                  "put it before the step that makes copies");
      }
      next.tables.insert(next.tables.end(), masked.tables.begin(), masked.tables.end());
      next.mapping = masked.mapping;
      next.rows = std::move(masked.rows);
      next.details = std::move(masked.details);
      next.reveal = std::move(masked.reveal);
      promised = promised || masked.guarantee.epsilon.has_value();
      next.promises = std::move(masked.promises);
    }
    for (const ClassPromise& promise : result.promises) {
      if (survives(promise, original, steps[s], next.mapping)) {
        next.promises.push_back(promise);
      } else {
        undone.push(to_value(promise).set("by", steps[s].method->info.name));
      }
    }
    if (next.mapping == Mapping::subset && result.mapping == Mapping::subset) {
      for (std::size_t& row : next.rows) row = result.rows[row];
    } else if (next.mapping == Mapping::same_rows) {
      next.rows = std::move(result.rows);
    }
    next.mapping = weaker(next.mapping, result.mapping);
    if (next.mapping == Mapping::none) next.rows.clear();
    details.push(next.details);
    reveal.push(next.reveal);
    result = std::move(next);
  }
  result.details = Value::object();
  result.details.set("steps", details);
  if (!undone.as_array().empty()) result.details.set("undone_promises", undone);
  result.reveal = Value::object();
  result.reveal.set("steps", reveal);
  if (promised) result.guarantee.withdraw("several steps, which no guarantee covers together");
  return result;
}

}  // namespace sfumato::masking
