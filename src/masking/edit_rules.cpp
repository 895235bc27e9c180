// Each rule counts violations before it repairs them.
#include "masking/edit_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/text_list.hpp"
#include "masking/block_rules.hpp"
#include "masking/declared_decimals.hpp"

namespace sfumato::masking {
namespace {

std::optional<Domain> observed_range(const Column& column) {
  double lower = std::numeric_limits<double>::infinity(), upper = -lower;
  for (const double value : column.to_numbers()) {
    if (std::isnan(value)) continue;
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
  if (lower > upper) return std::nullopt;
  return Domain{lower, upper};
}

bool is_whole(const Column& column) {
  if (column.get_if<Integers>() != nullptr) return true;
  const Numbers* numbers = column.get_if<Numbers>();
  return numbers != nullptr && std::all_of(numbers->begin(), numbers->end(), [](double value) {
           return std::isnan(value) || (value == std::floor(value) && std::abs(value) <= largest_whole);
         });
}

// One rule's counts by column, put into the details where there are any.
class Counts {
 public:
  void add(const std::string& column, Value entry) { entries_.set(column, std::move(entry)); }
  void describe(Value& details, const std::string& rule) const {
    if (!entries_.as_object().empty()) details.set(rule, entries_);
  }

 private:
  Value entries_ = Value::object();
};

// Halves go to even. A value inside its domain stays inside, where the domain contains integers.
double nearest_whole(double value, const std::optional<Domain>& domain) {
  const double whole = std::clamp(std::nearbyint(value), -largest_whole, largest_whole);
  if (!domain || value < domain->lower || value > domain->upper) return whole;
  const double lowest = std::ceil(domain->lower), highest = std::floor(domain->upper);
  return lowest <= highest ? std::clamp(whole, lowest, highest) : whole;
}

class RuleApplication {
 public:
  // With facts, the tables are a block of those that the facts are about.
  RuleApplication(const Table& original, Table& masked, const AllRuleFacts* facts = nullptr)
      : original_(original), masked_(masked), facts_(facts) {}

  void bounds(ColumnId id, bool repair) {
    const ColumnInfo& info = original_.info(id);
    if (info.kind != Kind::numeric || became_categories(id)) return;
    const RuleFacts* facts = facts_of(id);
    const std::optional<Domain> domain = info.domain || !repair ? info.domain
                                         : facts != nullptr     ? facts->range
                                                                : observed_range(original_.column(id));
    if (!domain) return;
    const std::size_t outside = count_outside(masked_.column(id), *domain);
    const std::size_t in_all = facts != nullptr ? facts->outside : outside;
    if (repair && !info.domain) undeclared_.push_back(info.name);
    if (in_all == 0 && !repair) return;
    if (repair && in_all > 0) {
      for (double& value : masked_.edit_numbers(id)) {
        if (!std::isnan(value)) value = std::clamp(value, domain->lower, domain->upper);
      }
    }
    Value entry = Value::object();
    entry.set("violations", outside).set("mended", repair);
    if (info.domain) entry.set("in_original", count_outside(original_.column(id), *domain));
    bounds_.add(info.name, entry);
    if (!repair) left_.push_back(info.name);
  }

  void integers(ColumnId id) {
    const ColumnInfo& info = original_.info(id);
    const RuleFacts* facts = facts_of(id);
    const bool whole = facts != nullptr ? facts->whole : is_whole(original_.column(id));
    if (info.kind != Kind::numeric || became_categories(id) || !whole) return;
    if (masked_.column(id).get_if<Integers>() != nullptr) return;
    const std::span<double> values = masked_.edit_numbers(id);
    std::size_t fractional = 0;
    for (double& value : values) {
      if (std::isnan(value)) continue;
      fractional += value != std::floor(value);
      value = nearest_whole(value, info.domain);
    }
    if (original_.column(id).get_if<Integers>() != nullptr) masked_.replace(id, whole_column(values));
    Value entry = Value::object();
    entry.set("violations", fractional).set("mended", true);
    integers_.add(info.name, entry);
  }

  // `known`: of all records, where the tables are a block of them.
  void derive(const Derivation& rule, const TotalFacts* known = nullptr) {
    const DerivedTotal made = derive_total(original_, masked_, rule, known);
    const TotalFacts& all = known != nullptr ? *known : made.found;
    const std::string& name = original_.info(rule.total).name;
    if (all.finer) finer_.push_back(name);
    if (all.outside > 0) left_.push_back(name);
    derived_.add(name, made.details);
  }

  RuleResult finished() const {
    RuleResult result;
    bounds_.describe(result.details, "bounds");
    integers_.describe(result.details, "integers");
    derived_.describe(result.details, "derived");
    if (!undeclared_.empty()) {
      result.warnings.push_back("no domain is declared for " + quoted_names(undeclared_) +
                                ": the smallest and largest original value are the bounds, and the release "
                                "may show them; declare domains with ‹domain›");
    }
    if (!finer_.empty()) {
      result.warnings.add(
          "totals have more decimals than declared, since their parts have: " + quoted_names(finer_),
          WarningGrade::note);
    }
    if (!left_.empty()) {
      result.warnings.add("some values are outside the declared domain of " + quoted_names(left_),
                          WarningGrade::note);
    }
    return result;
  }

 private:
  const RuleFacts* facts_of(ColumnId id) const { return facts_ == nullptr ? nullptr : &facts_->at(id); }

  // Labels have no bounds and no sums; their codes are not numbers of the data.
  bool became_categories(ColumnId id) const { return masked_.column(id).is_text(); }

  const Table& original_;
  Table& masked_;
  const AllRuleFacts* facts_;
  Counts bounds_, integers_, derived_;
  std::vector<std::string> undeclared_, left_, finer_;  // names of columns for the warnings
};

}  // namespace

RuleResult apply_edit_rules(const Table& original, Table& masked, const ColumnSet& columns,
                            const EditRules& rules) {
  RuleApplication application(original, masked);
  for (const ColumnId id : columns) {
    application.bounds(id, rules.keep_bounds);
    if (rules.keep_integers) application.integers(id);
  }
  round_to_declared(masked, columns);
  for (const Derivation& rule : rules.derive) application.derive(rule);
  return application.finished();
}

RuleResult apply_edit_rules(const Table& original, Table& masked, const ColumnSet& columns,
                            const EditRules& rules, const AllRuleFacts& facts) {
  RuleApplication application(original, masked, &facts);
  for (const ColumnId id : columns) {
    application.bounds(id, rules.keep_bounds);
    if (rules.keep_integers) application.integers(id);
  }
  return application.finished();
}

bool has_bounds_or_integers(const EditRules& rules, const Table& original, const ColumnSet& columns) {
  return rules.keep_bounds || rules.keep_integers ||
         std::any_of(columns.begin(), columns.end(),
                     [&](ColumnId id) { return original.info(id).domain.has_value(); });
}

Value derive_totals(const Table& original, Table& masked, const std::vector<Derivation>& rules,
                    const std::vector<TotalFacts>& known, std::vector<TotalFacts>* found) {
  Value derived = Value::object();
  for (std::size_t r = 0; r < rules.size(); ++r) {
    DerivedTotal made = derive_total(original, masked, rules[r], &known[r]);
    derived.set(original.info(rules[r].total).name, std::move(made.details));
    if (found != nullptr) add_facts((*found)[r], made.found);
  }
  Value details = Value::object();
  if (!rules.empty()) details.set("derived", std::move(derived));
  return details;
}

void add_facts(TotalFacts& sum, const TotalFacts& part) {
  sum.whole = sum.whole && part.whole;
  sum.finer = sum.finer || part.finer;
  sum.outside += part.outside;
}

Warnings rule_warnings(const Table& original, Table masked, const ColumnSet& columns, const EditRules& rules,
                       const AllRuleFacts& facts, const std::vector<TotalFacts>& totals) {
  RuleApplication application(original, masked, &facts);
  for (const ColumnId id : columns) {
    if (facts.contains(id)) application.bounds(id, rules.keep_bounds);
  }
  for (std::size_t r = 0; r < rules.derive.size(); ++r) application.derive(rules.derive[r], &totals[r]);
  return application.finished().warnings;
}

std::size_t outside_bounds(const ColumnInfo& original, const Column& masked, const EditRules& rules,
                           const std::optional<Domain>& range) {
  if (original.kind != Kind::numeric || masked.is_text()) return 0;
  const std::optional<Domain>& domain = original.domain || !rules.keep_bounds ? original.domain : range;
  return domain ? count_outside(masked, *domain) : 0;
}

void add_rule_counts(Value& sum, const Value& part) {
  for (const auto& [name, value] : part.as_object()) {
    const Value* before = sum.find(name);
    if (before == nullptr) {
      sum.set(name, value);
    } else if (value.is_object()) {
      Value inner = *before;
      add_rule_counts(inner, value);
      sum.set(name, inner);
    } else if (value.is_integer()) {
      sum.set(name, before->as_integer() + value.as_integer());
    }
  }
}

}  // namespace sfumato::masking
