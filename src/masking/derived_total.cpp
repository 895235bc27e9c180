// The identity comes first: a total is not moved into its bounds, nor rounded where its parts are finer.
#include "masking/derived_total.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "masking/declared_decimals.hpp"

namespace sfumato::masking {
namespace {

Numbers evaluated(const Table& table, const Derivation& rule) {
  Numbers sums(table.rows(), 0.0);
  for (const Derivation::Term& term : rule.terms) {
    const Numbers values = table.column(term.column).to_numbers();
    for (std::size_t row = 0; row < sums.size(); ++row) sums[row] += term.sign * values[row];
  }
  return sums;
}

// Records whose total is not the sum of its parts, but for rounding; those with gaps do not count.
std::size_t broken(const Table& table, const Derivation& rule) {
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

// A total whose parts have more decimals than it declares is not rounded.
Numbers rounded_sums(const Table& masked, const Derivation& rule, const ColumnInfo& info, bool& finer) {
  Numbers sums = evaluated(masked, rule);
  if (!info.decimals) return sums;
  ColumnSet parts;
  for (const Derivation::Term& term : rule.terms) parts.push_back(term.column);
  const std::optional<int> decimals = sum_decimals(masked, parts, info.decimals);
  for (double& sum : sums) {
    const double rounded = with_decimals(sum, *info.decimals);
    finer = finer || (!decimals && std::abs(rounded - sum) > 1e-9 * std::max(1.0, std::abs(sum)));
    if (decimals) sum = rounded;
  }
  return sums;
}

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

DerivedTotal derive_total(const Table& original, Table& masked, const Derivation& rule,
                          const TotalFacts* known) {
  const ColumnInfo& info = original.info(rule.total);
  for (const Derivation::Term& term : rule.terms) {
    if (!masked.column(term.column).is_text()) continue;
    bad_input("'" + rule.text + "' cannot be derived: column '" + original.info(term.column).name +
                  "' became categories",
              "leave out the rule, or mask that column with a method of numbers");
  }
  DerivedTotal result;
  TotalFacts& found = result.found;
  result.details.set("rule", rule.text)
      .set("violations", broken(masked, rule))
      .set("in_original", broken(original, rule))
      .set("mended", true);
  const Numbers sums = rounded_sums(masked, rule, info, found.finer);
  found.whole = original.column(rule.total).get_if<Integers>() != nullptr &&
                std::all_of(sums.begin(), sums.end(), [](double sum) {
                  return std::isnan(sum) || (sum == std::floor(sum) && std::abs(sum) <= largest_whole);
                });
  const bool whole = known != nullptr ? known->whole && found.whole : found.whole;
  masked.replace(rule.total, whole ? whole_column(sums) : Column(sums));
  if (info.domain) found.outside = count_outside(masked.column(rule.total), *info.domain);
  if (found.outside > 0) result.details.set("outside_domain", found.outside);
  return result;
}

ColumnSet columns_of(const Derivation& rule) {
  ColumnSet columns{rule.total};
  for (const Derivation::Term& term : rule.terms) {
    if (std::find(columns.begin(), columns.end(), term.column) == columns.end())
      columns.push_back(term.column);
  }
  return columns;
}

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

}  // namespace sfumato::masking
