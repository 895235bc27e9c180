// Nothing here reads data: the catalogue decides whether a constant is in the domain, or a text is a
// category. So an error reveals only the catalogue.
#include "queries/language/constants.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/column.hpp"
#include "core/error.hpp"
#include "io/utf8.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/lexer.hpp"
#include "queries/language/normal_form.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t lookups_before_index = 4;
// Limits the work of a short query: LIKE compares every category.
constexpr std::size_t max_scanned = std::size_t{1} << 22;

RangeSet numbers_by(ComparisonSign comparison, const DecimalUnits& constant, const RangeSet& domain) {
  const std::int64_t floor = constant.floor;
  const std::int64_t first = domain.ranges().front().first;
  const std::int64_t last = domain.ranges().back().last;
  const std::int64_t below = constant.exact ? floor - 1 : floor;  // the greatest value below the constant
  const std::int64_t least = constant.exact ? floor : floor + 1;  // the least value not below it
  switch (comparison) {
    case ComparisonSign::equal:
    case ComparisonSign::unequal: {
      std::vector<Range> same;
      if (constant.exact) same.push_back({floor, floor});
      const RangeSet equal = domain.intersection(RangeSet(std::move(same)));
      return comparison == ComparisonSign::equal ? equal : domain.difference(equal);
    }
    case ComparisonSign::less:
      return RangeSet({{first, std::min(last, below)}});
    case ComparisonSign::at_most:
      return RangeSet({{first, std::min(last, floor)}});
    case ComparisonSign::greater:
      return RangeSet({{std::max(first, floor + 1), last}});
    case ComparisonSign::at_least:
      return RangeSet({{std::max(first, least), last}});
  }
  return {};
}

// For dates the days since 1970-01-01; checked before.
DecimalUnits units_in(const ConstantSyntax& constant, const CatalogueColumn& column) {
  if (column.date) {
    std::int32_t day = 0;
    parse_date(unquoted(constant.spelling), day);
    return {day, true};
  }
  return units_of(constant.spelling, constant.negative, column.decimals);
}

// A few categories, for a hint.
std::string some_categories(const CatalogueColumn& column) {
  std::string result;
  for (std::size_t i = 0; i < column.categories.size(); ++i) {
    if (i == 8) return result + ", …";
    result += (i == 0 ? "'" : ", '") + io::shown(column.categories[i]) + "'";
  }
  return result;
}

}  // namespace

void require_date(std::string_view query, const ConstantSyntax& constant, const std::string& what) {
  constexpr const char* hint = "write dates as '1970-12-31' or DATE '1970-12-31'";
  std::int32_t day = 0;
  if (constant.kind == ConstantSyntax::Kind::number) {
    fail_at(query, constant.at, what + " is a date and cannot be compared with a number", hint);
  }
  if (!parse_date(unquoted(constant.spelling), day)) {
    fail_at(query, constant.at, io::shown(constant.spelling) + " is not a date", hint);
  }
}

RangeSet ConstantReader::accepted(const PredicateSyntax& test, std::size_t column) {
  const CatalogueColumn& about = table_.column(column);
  if (about.kind == ColumnKind::category) return accepted_codes(test, column);
  return accepted_numbers(test, about);
}

RangeSet ConstantReader::accepted_numbers(const PredicateSyntax& test, const CatalogueColumn& column) const {
  if (test.kind == PredicateSyntax::Kind::like) {
    fail_at(query_, test.at,
            "LIKE is for categories, and '" + column.name + (column.date ? "' is a date" : "' is a number"),
            "write BETWEEN or a comparison");
  }
  for (const ConstantSyntax& constant : test.constants) {
    if (column.date) {
      require_date(query_, constant, "'" + column.name + "'");
      continue;
    }
    if (constant.kind == ConstantSyntax::Kind::number) continue;
    fail_at(query_, constant.at,
            "'" + column.name + "' is a number and cannot be compared with the " +
                (constant.kind == ConstantSyntax::Kind::date ? "date " : "text ") +
                io::shown(constant.spelling),
            "write numbers without quotes");
  }
  const RangeSet domain = domain_of(column);
  if (test.kind == PredicateSyntax::Kind::comparison) {
    return numbers_by(test.comparison, units_in(test.constants.front(), column), domain);
  }
  if (test.kind == PredicateSyntax::Kind::between) {
    return numbers_by(ComparisonSign::at_least, units_in(test.constants[0], column), domain)
        .intersection(numbers_by(ComparisonSign::at_most, units_in(test.constants[1], column), domain));
  }
  std::vector<Range> listed;
  for (const ConstantSyntax& constant : test.constants) {
    const DecimalUnits units = units_in(constant, column);
    if (units.exact) listed.push_back({units.floor, units.floor});
  }
  return domain.intersection(RangeSet(std::move(listed)));
}

RangeSet ConstantReader::accepted_codes(const PredicateSyntax& test, std::size_t column) {
  const CatalogueColumn& about = table_.column(column);
  const bool equality =
      test.kind == PredicateSyntax::Kind::list ||
      (test.kind == PredicateSyntax::Kind::comparison &&
       (test.comparison == ComparisonSign::equal || test.comparison == ComparisonSign::unequal));
  if (!equality && test.kind != PredicateSyntax::Kind::like) {
    fail_at(query_, test.at, "'" + about.name + "' has categories, which have no order",
            "write =, <>, IN or LIKE 'prefix%'");
  }
  for (const ConstantSyntax& constant : test.constants) {
    if (constant.kind == ConstantSyntax::Kind::text) continue;
    fail_at(query_, constant.at,
            "'" + about.name + "' has categories and cannot be compared with a " +
                (constant.kind == ConstantSyntax::Kind::date ? "date" : "number"),
            "write a category in 'single quotes': " + some_categories(about));
  }
  if (test.kind == PredicateSyntax::Kind::like) return accepted_prefix(test, about);
  std::vector<Range> codes;
  for (const ConstantSyntax& constant : test.constants) {
    const std::int64_t code = code_of(constant, column);
    codes.push_back({code, code});
  }
  RangeSet result(std::move(codes));
  const bool unequal =
      test.kind == PredicateSyntax::Kind::comparison && test.comparison == ComparisonSign::unequal;
  return unequal ? domain_of(about).difference(result) : result;
}

RangeSet ConstantReader::accepted_prefix(const PredicateSyntax& test, const CatalogueColumn& column) {
  const ConstantSyntax& constant = test.constants.front();
  std::string prefix = unquoted(constant.spelling);
  const bool open = !prefix.empty() && prefix.back() == '%';
  while (!prefix.empty() && prefix.back() == '%') prefix.pop_back();
  if (prefix.find_first_of("%_\\") != std::string::npos) {
    fail_at(query_, constant.at, "LIKE takes a prefix and %, without other %, _ or \\",
            "list the categories with IN, or write = for a complete category");
  }
  scanned_ += column.categories.size();
  if (scanned_ > max_scanned) {
    fail_at(query_, test.at, "too many LIKE on columns with many categories", "use fewer of them");
  }
  std::vector<Range> codes;
  for (std::size_t i = 0; i < column.categories.size(); ++i) {
    const std::string& category = column.categories[i];
    if (!category.starts_with(prefix) || (!open && category.size() != prefix.size())) continue;
    codes.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(i)});
  }
  return RangeSet(std::move(codes));
}

std::int64_t ConstantReader::code_of(const ConstantSyntax& constant, std::size_t column) {
  const std::vector<std::string>& categories = table_.column(column).categories;
  const std::string text = unquoted(constant.spelling);
  std::optional<std::int64_t> code;
  if (++asked_[column] <= lookups_before_index) {
    const auto found = std::find(categories.begin(), categories.end(), text);
    if (found != categories.end()) code = found - categories.begin();
  } else {
    Codes& index = codes_[column];
    if (index.empty()) {
      index.reserve(categories.size());
      for (std::size_t i = 0; i < categories.size(); ++i) {
        index.emplace(categories[i], static_cast<std::int64_t>(i));
      }
    }
    if (const auto found = index.find(text); found != index.end()) code = found->second;
  }
  if (code) return *code;
  const CatalogueColumn& about = table_.column(column);
  const std::string close = suggestion(text, categories);
  fail_at(query_, constant.at, "'" + io::shown(text) + "' is not a category of '" + about.name + "'",
          close.empty() ? "it has " + some_categories(about) : close);
}

}  // namespace sfumato::queries
