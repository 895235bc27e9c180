// A made-up survey of companies: skewed amounts that depend on size and sector, and
// accounting identities that hold exactly, since all amounts are whole thousands of euros.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/elementary.hpp"
#include "sample/draws.hpp"
#include "sample/record_columns.hpp"
#include "sample/regions.hpp"
#include "sample/sample.hpp"
#include "sample/sectors.hpp"

namespace sfumato::sample {
namespace {

constexpr std::array<const char*, sectors.size()> sector_codes = [] {
  std::array<const char*, sectors.size()> codes{};
  for (std::size_t i = 0; i < sectors.size(); ++i) codes[i] = sectors[i].code;
  return codes;
}();
constexpr double region_shares[] = {0.16, 0.07, 0.11, 0.07, 0.17, 0.08, 0.14, 0.20};
constexpr std::array<const char*, 5> legal_forms{"sole proprietor", "partnership", "limited company",
                                                 "public company", "cooperative"};
constexpr std::array<const char*, 6> trades{"Works", "Trading", "Partners", "Group", "Services", "Brothers"};

constexpr double most_employees = 200000;
constexpr double largest_turnover = 2e8;
constexpr double largest_amount = 5e8;  // of any other column, in size
constexpr std::int64_t first_id = 700001;
constexpr std::uint64_t holdings_per_block = 90;

// Amounts are thousands of euros.
struct Company {
  std::int64_t company_id = 0;
  std::string name;
  std::int64_t holding = 0;
  std::int32_t region = 0;
  std::int32_t sector = 0;
  std::int32_t legal_form = 0;
  std::int64_t employees = 0;
  std::int64_t turnover = 0, wages = 0, materials = 0, other_costs = 0, total_costs = 0;
  std::int64_t operating_profit = 0, financial_result = 0, taxes = 0, net_profit = 0;
  std::int64_t assets = 0, investment = 0;
};

// Which of a sector's companies in a block is its leader: the n-th.
using Leaders = std::array<std::uint64_t, sectors.size()>;

std::int32_t draw_sector(Rng& rng) {
  double shares[sectors.size()];
  for (std::size_t i = 0; i < sectors.size(); ++i) shares[i] = sectors[i].share;
  return one_of(shares, rng);
}

std::int64_t draw_employees(const Sector& sector, bool leader, Rng& rng) {
  const double usual = log_normal(1.1 + sector.size, 1.25, rng);
  const double factor = leader ? 40.0 * bounded_pareto(1.2, 15.0, rng) : 1.0;
  return amount(factor * (leader ? std::max(4.0, usual) : usual), 1.0, most_employees);
}

std::int32_t draw_legal_form(std::int64_t employees, Rng& rng) {
  if (employees < 5) return one_of({0.52, 0.12, 0.34, 0.0, 0.02}, rng);
  if (employees < 250) return one_of({0.08, 0.10, 0.74, 0.04, 0.04}, rng);
  return one_of({0.0, 0.02, 0.48, 0.46, 0.04}, rng);
}

// Costs follow from a margin, which is a loss for about three companies in ten; wages and materials alone can
// exceed turnover. Two in a hundred have no turnover.
void add_operations(Company& company, const Sector& sector, Rng& rng) {
  const double employees = static_cast<double>(company.employees);
  const double sold = employees * sector.productivity * log_normal(0.0, 0.45, rng);
  const bool dormant = rng.chance(0.02);
  company.turnover = dormant ? 0 : amount(sold, 1.0, largest_turnover);
  const double turnover = static_cast<double>(company.turnover);
  company.wages = amount(employees * sector.wage * log_normal(0.0, 0.22, rng), 0.0, largest_turnover);
  const double wages = static_cast<double>(company.wages);
  const double bought = std::max(0.0, turnover - wages) * sector.materials * log_normal(-0.03, 0.2, rng);
  company.materials = rng.chance(0.3 * (1.0 - sector.materials)) ? 0 : amount(bought, 0.0, turnover);
  const double margin = std::clamp(0.06 + 0.09 * rng.normal(), -0.6, 0.4);
  const double rest = turnover * (1.0 - margin) - wages - static_cast<double>(company.materials);
  const double least = dormant ? rng.uniform(0.0, 20.0) : 0.01 * turnover * rng.uniform();
  company.other_costs = amount(std::max(rest, least), 0.0, largest_turnover);
  company.total_costs = company.wages + company.materials + company.other_costs;
  company.operating_profit = company.turnover - company.total_costs;
}

void add_balance(Company& company, const Sector& sector, Rng& rng) {
  const double base = std::max(static_cast<double>(company.turnover), 15.0);
  company.assets = amount(base * sector.capital * log_normal(0.0, 0.6, rng), 1.0, largest_amount);
  const double assets = static_cast<double>(company.assets);
  const double interest = assets * (-0.008 + 0.015 * rng.normal());
  company.financial_result = rng.chance(0.15) ? 0 : amount(interest, -0.1 * assets, 0.1 * assets);
  const std::int64_t before_taxes = company.operating_profit + company.financial_result;
  const double rate = std::clamp(0.24 + 0.03 * rng.normal(), 0.1, 0.4);
  company.taxes =
      before_taxes <= 0 ? 0 : amount(rate * static_cast<double>(before_taxes), 0.0, largest_amount);
  company.net_profit = before_taxes - company.taxes;
  const double small = 1.0 / (1.0 + static_cast<double>(company.employees) / 12.0);
  const double invested = 0.04 * assets * log_normal(0.0, 0.9, rng);
  company.investment = rng.chance(0.12 + 0.55 * small) ? 0 : amount(invested, 0.0, assets);
}

// Larger companies belong to a group more often; any other is a group of its own. The heads of groups
// are the first companies of a block.
std::int64_t draw_holding(const Company& company, std::int64_t first_of_block, Rng& rng) {
  const double size = portable_log(static_cast<double>(company.employees) + 1.0);
  const auto group = static_cast<std::int64_t>(rng.below(holdings_per_block));
  const bool head = company.company_id < first_of_block + static_cast<std::int64_t>(holdings_per_block);
  const bool owned = rng.chance(std::min(0.5, 0.012 * size * size)) && !head;
  return owned ? first_of_block + group : company.company_id;
}

Company draw_company(std::int64_t id, Leaders& leaders, Rng& rng) {
  Company company;
  company.company_id = id;
  company.sector = draw_sector(rng);
  const Sector& sector = sectors[static_cast<std::size_t>(company.sector)];
  const bool leader = leaders[static_cast<std::size_t>(company.sector)]-- == 0;
  company.region = one_of(region_shares, rng);
  company.employees = draw_employees(sector, leader, rng);
  company.legal_form = draw_legal_form(company.employees, rng);
  company.name = made_up_word(3, rng);
  company.name += " ";
  company.name += trades[rng.below(trades.size())];
  add_operations(company, sector, rng);
  add_balance(company, sector, rng);
  return company;
}

std::vector<Column> draw_companies(std::uint64_t block, std::size_t rows, Rng rng) {
  const auto before = static_cast<std::int64_t>(block * block_rows);
  Leaders leaders;
  for (std::uint64_t& leader : leaders) leader = rng.below(10);
  std::vector<Company> companies;
  companies.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    companies.push_back(draw_company(first_id + before + static_cast<std::int64_t>(i), leaders, rng));
    companies.back().holding = draw_holding(companies.back(), first_id + before, rng);
  }
  return {integers(companies, &Company::company_id),
          texts(companies, &Company::name),
          integers(companies, &Company::holding),
          codes(companies, &Company::region, region_names),
          codes(companies, &Company::sector, sector_codes),
          codes(companies, &Company::legal_form, legal_forms),
          integers(companies, &Company::employees),
          integers(companies, &Company::turnover),
          integers(companies, &Company::wages),
          integers(companies, &Company::materials),
          integers(companies, &Company::other_costs),
          integers(companies, &Company::total_costs),
          integers(companies, &Company::operating_profit),
          integers(companies, &Company::financial_result),
          integers(companies, &Company::taxes),
          integers(companies, &Company::net_profit),
          integers(companies, &Company::assets),
          integers(companies, &Company::investment)};
}

SampleColumn money(std::string name, double lower, double upper, std::string doc) {
  return described(std::move(name), Role::confidential, {lower, upper}, std::move(doc));
}

std::vector<SampleColumn> company_columns() {
  constexpr double most = largest_amount;
  std::vector<SampleColumn> columns{
      described("company_id", Kind::numeric, Role::identifier, "Number of the company, from 700001."),
      described("name", Kind::nominal, Role::identifier, "A made-up name."),
      described("holding", Kind::numeric, Role::household,
                "The group that the company belongs to, named by the id of one company; its own id where it "
                "stands alone."),
      described("region", Kind::nominal, Role::quasi_identifier, "One of eight."),
      described("sector", Kind::nominal, Role::quasi_identifier,
                "A letter for the section and two digits for the division, as A01."),
      described("legal_form", Kind::nominal, Role::quasi_identifier, "One of five, by size."),
      described("employees", Role::quasi_identifier, {1, most_employees}, "Log-normal, with leaders."),
      money("turnover", 0, largest_turnover, "Thousands of euros, as all amounts; 0 for one in fifty."),
      money("wages", 0, largest_turnover, "What employees are paid."),
      money("materials", 0, largest_turnover, "Goods and materials bought; zeros in services."),
      money("other_costs", 0, largest_turnover, "Everything else that operations cost."),
      money("total_costs", 0, 3 * largest_turnover, "= wages + materials + other_costs."),
      money("operating_profit", -most, largest_turnover, "= turnover - total_costs; often negative."),
      money("financial_result", -0.1 * most, 0.1 * most, "Interest earned less interest paid."),
      money("taxes", 0, largest_turnover, "On profits; 0 after a loss."),
      money("net_profit", -most, most, "= operating_profit + financial_result - taxes."),
      money("assets", 1, most, "Total of the balance sheet."),
      money("investment", 0, most, "Bought in the year; many zeros.")};
  columns[3].info.categories.assign(region_names.begin(), region_names.end());
  columns[4].info.categories.assign(sector_codes.begin(), sector_codes.end());
  columns[5].info.categories.assign(legal_forms.begin(), legal_forms.end());
  for (SampleColumn& column : columns) {
    if (column.info.domain) column.info.decimals = 0;
  }
  return columns;
}

}  // namespace

Sample companies() {
  return {
      .info = {.name = "companies",
               .summary = "A survey of companies: sectors, groups, and accounts that add up in every row."},
      .columns = company_columns(),
      .draw = draw_companies};
}

}  // namespace sfumato::sample
