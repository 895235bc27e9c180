// Each rule counts violations before it repairs them.
#include "masking/edit_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "masking/block_rules.hpp"
#include "masking/declared_decimals.hpp"

namespace sfumato::masking {
namespace {

// Beyond this, doubles do not represent every integer.
constexpr double largest_whole = 9007199254740992.0;

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

std::size_t count_outside(const Column& column, const Domain& domain) {
  const Numbers values = column.to_numbers();
  return static_cast<std::size_t>(std::count_if(values.begin(), values.end(), [&](double value) {
    return value < domain.lower || value > domain.upper;
  }));
}

Column whole_column(std::span<const double> values) {
  Integers integers{std::vector<std::int64_t>(values.size()), {}};
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) {
      integers.missing.resize(values.size());
      integers.missing[row] = 1;
    } else {
      integers.values[row] = static_cast<std::int64_t>(values[row]);
    }
  }
  return integers;
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

  void derive(const Derivation& rule) {
    const ColumnInfo& info = original_.info(rule.total);
    for (const Derivation::Term& term : rule.terms) {
      if (!became_categories(term.column)) continue;
      bad_input("'" + rule.text + "' cannot be derived: column '" + original_.info(term.column).name +
                    "' became categories",
                "leave out the rule, or mask that column with a method of numbers");
    }
    Value entry = Value::object();
    entry.set("rule", rule.text)
        .set("violations", broken(masked_, rule))
        .set("in_original", broken(original_, rule))
        .set("mended", true);
    const Numbers sums = rounded_sums(rule, info);
    bool whole = original_.column(rule.total).get_if<Integers>() != nullptr;
    for (const double sum : sums)
      whole = whole && (std::isnan(sum) || (sum == std::floor(sum) && std::abs(sum) <= largest_whole));
    masked_.replace(rule.total, whole ? whole_column(sums) : Column(sums));
    if (info.domain) {
      const std::size_t outside = count_outside(masked_.column(rule.total), *info.domain);
      if (outside > 0) {
        entry.set("outside_domain", outside);
        left_.push_back(info.name);
      }
    }
    derived_.add(info.name, entry);
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

  static Numbers evaluated(const Table& table, const Derivation& rule) {
    Numbers sums(table.rows(), 0.0);
    for (const Derivation::Term& term : rule.terms) {
      const Numbers values = table.column(term.column).to_numbers();
      for (std::size_t row = 0; row < sums.size(); ++row) sums[row] += term.sign * values[row];
    }
    return sums;
  }

  // Records whose total is not the sum of its parts, but for rounding; those with gaps do not count.
  static std::size_t broken(const Table& table, const Derivation& rule) {
    const Numbers sums = evaluated(table, rule), totals = table.column(rule.total).to_numbers();
    std::vector<double> sizes(table.rows(), 0.0);
    for (const Derivation::Term& term : rule.terms) {
      const Numbers values = table.column(term.column).to_numbers();
      for (std::size_t row = 0; row < sizes.size(); ++row) sizes[row] += std::abs(values[row]);
    }
    std::size_t count = 0;
    for (std::size_t row = 0; row < sums.size(); ++row)
      count += std::abs(sums[row] - totals[row]) > 1e-12 * sizes[row];
    return count;
  }

  // The identity comes first: a total whose parts have more decimals than it declares is not rounded.
  Numbers rounded_sums(const Derivation& rule, const ColumnInfo& info) {
    Numbers sums = evaluated(masked_, rule);
    if (!info.decimals) return sums;
    ColumnSet parts;
    for (const Derivation::Term& term : rule.terms) parts.push_back(term.column);
    const std::optional<int> decimals = sum_decimals(masked_, parts, info.decimals);
    bool finer = false;
    for (double& sum : sums) {
      const double rounded = with_decimals(sum, *info.decimals);
      finer = finer || std::abs(rounded - sum) > 1e-9 * std::max(1.0, std::abs(sum));
      if (decimals) sum = rounded;
    }
    if (!decimals && finer) finer_.push_back(info.name);
    return sums;
  }

  const Table& original_;
  Table& masked_;
  const AllRuleFacts* facts_;
  Counts bounds_, integers_, derived_;
  std::vector<std::string> undeclared_, left_, finer_;  // names of columns for the warnings
};

// The terms of "A+B-C"; names are matched against the table, the longest first.
class TermParser {
 public:
  TermParser(std::string_view typed, const Table& table)
      : typed_(typed), table_(table), failed_(typed.size() + 1) {}

  // From `begin` on, where the next term has this sign; false, and nothing added, where the text cannot be
  // parsed.
  bool parse(std::size_t begin, double sign, std::vector<Derivation::Term>& terms) {
    if (failed_[begin]) return false;
    for (std::size_t end = typed_.size(); end > begin; --end) {
      const bool last = end == typed_.size();
      if (!last && typed_[end] != '+' && typed_[end] != '-') continue;
      const std::optional<ColumnId> id = table_.find(typed_.substr(begin, end - begin));
      if (!id) continue;
      terms.push_back({sign, *id});
      if (last || parse(end + 1, typed_[end] == '+' ? 1.0 : -1.0, terms)) return true;
      terms.pop_back();
    }
    failed_[begin] = true;
    return false;
  }

 private:
  std::string_view typed_;
  const Table& table_;
  std::vector<bool> failed_;  // positions from which parsing fails
};

std::string first_unknown(std::string_view typed, const Table& table) {
  std::size_t begin = 0;
  while (begin <= typed.size()) {
    const std::size_t end = std::min(typed.find_first_of("+-", begin), typed.size());
    const std::string_view name = typed.substr(begin, end - begin);
    if (!table.find(name)) return std::string(name);
    begin = end + 1;
  }
  return std::string(typed);
}

}  // namespace

Derivation parse_derivation(std::string_view typed, const Table& table) {
  const auto refuse = [&](const std::string& why) {
    bad_param("derive", "‹derive› cannot be '" + std::string(typed) + "': " + why,
              "write TOTAL=A+B with names of columns, for example income=wages+other");
  };
  const std::size_t equals = typed.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == typed.size()) {
    refuse("it has no total, or no parts");
  }
  Derivation result;
  result.text = typed;
  result.total = table.require(typed.substr(0, equals));
  std::string_view terms = typed.substr(equals + 1);
  const double sign = terms.front() == '-' ? -1.0 : 1.0;
  if (terms.front() == '-') terms.remove_prefix(1);
  if (!TermParser(terms, table).parse(0, sign, result.terms)) {
    table.require(first_unknown(terms, table));
    refuse("it is not a sum of columns");
  }
  for (const Derivation::Term& term : result.terms) {
    if (term.column == result.total) refuse("the total is one of its own parts");
    if (table.info(term.column).kind != Kind::numeric) {
      refuse("column '" + table.info(term.column).name + "' is not numeric");
    }
  }
  if (table.info(result.total).kind != Kind::numeric) {
    refuse("column '" + table.info(result.total).name + "' is not numeric");
  }
  return result;
}

ColumnSet without_derived(const ColumnSet& columns, const std::vector<Derivation>& derive,
                          const Table& table) {
  for (std::size_t later = 0; later < derive.size(); ++later) {
    for (std::size_t first = 0; first < derive.size(); ++first) {
      const bool twice = first != later && derive[first].total == derive[later].total;
      if (twice) {
        bad_param("derive", "'" + table.info(derive[first].total).name + "' is derived twice",
                  "give ‹derive› once for it");
      }
      if (first >= later) continue;
      for (const Derivation::Term& term : derive[first].terms) {
        if (term.column != derive[later].total) continue;
        bad_param("derive",
                  "'" + derive[first].text + "' needs '" + table.info(term.column).name +
                      "', which is derived after it",
                  "give the ‹derive› options in the order in which they can be computed");
      }
    }
  }
  ColumnSet kept = columns;
  std::erase_if(kept, [&](ColumnId id) {
    return std::any_of(derive.begin(), derive.end(),
                       [&](const Derivation& rule) { return rule.total == id; });
  });
  return kept;
}

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
