// A made-up survey of people in households. The distributions are rough approximations of European household
// surveys, chosen for their shape, not estimated from data; docs/made-up-data.md has them.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "sample/draws.hpp"
#include "sample/households.hpp"
#include "sample/record_columns.hpp"
#include "sample/regions.hpp"
#include "sample/sample.hpp"

namespace sfumato::sample {
namespace {

constexpr std::array<const char*, 2> sexes{"female", "male"};
constexpr std::array<const char*, 4> marital_statuses{"single", "married", "divorced", "widowed"};
constexpr std::array<const char*, 5> educations{"below primary", "primary", "secondary", "vocational",
                                                "university"};

struct Region {
  double share;   // of households
  double weight;  // how many people one record stands for, on average: small regions are sampled more
  double income;  // added to the logarithm of incomes
};
constexpr std::array<Region, 8> regions{{{0.18, 95, 0.04},
                                         {0.08, 42, -0.12},
                                         {0.12, 64, -0.08},
                                         {0.07, 38, -0.05},
                                         {0.16, 88, 0.00},
                                         {0.09, 47, -0.03},
                                         {0.14, 76, 0.03},
                                         {0.16, 120, 0.14}}};

constexpr double largest_income = 2e6;
constexpr double largest_tax = 1e6;
constexpr double largest_savings = 2e7;

struct Person {
  std::int64_t record_id = 0;
  std::string name;
  std::int64_t age = 0;
  std::int32_t sex = 0;
  std::int32_t region = 0;
  std::int32_t education = 0;
  std::int32_t marital_status = 0;
  std::int64_t household_id = 0;
  double weight = 0.0;
  std::int64_t income = 0;
  std::int64_t tax = 0;
  std::int64_t savings = 0;
  bool income_missing = false;
  bool education_missing = false;
};

std::int32_t draw_region(Rng& rng) {
  double shares[regions.size()];
  for (std::size_t i = 0; i < regions.size(); ++i) shares[i] = regions[i].share;
  return one_of(shares, rng);
}

// What a person of that age can have finished; among adults, the later born went to school longer.
std::int32_t draw_education(std::int64_t age, Rng& rng) {
  const double draw = rng.uniform();
  if (age < 12) return 0;
  if (age < 16) return 1;
  if (age < 18) return draw < 0.7 ? 1 : 2;
  if (age < 23) return draw < 0.08 ? 1 : draw < 0.78 ? 2 : draw < 0.97 ? 3 : 4;
  const double years = static_cast<double>(age) - 25.0;
  const double university = std::clamp(0.38 - 0.0045 * years, 0.07, 0.38);
  const double primary = std::clamp(0.06 + 0.0065 * years, 0.06, 0.50);
  const double below = age > 70 ? 0.04 : 0.006;
  const double secondary = 0.56 * (1.0 - university - primary - below);
  if (draw < below) return 0;
  if (draw < below + primary) return 1;
  if (draw < below + primary + secondary) return 2;
  return draw < 1.0 - university ? 3 : 4;
}

// Work, pension, study or none of them; of those who work, three in a hundred have a Pareto tail.
double draw_income(const Person& person, Rng& rng) {
  const double years = static_cast<double>(person.age);
  const double education = person.education;
  const double gap = person.sex == female ? -0.17 : 0.0;
  const double place = rng.uniform();
  if (person.age < adult_age) return 0.0;
  if (person.age >= 66 || (person.age >= 60 && place < 0.35)) {
    return log_normal(9.45 + 0.13 * education + gap, 0.35, rng);
  }
  if (person.age < 25 && place < 0.45) return place < 0.15 ? 0.0 : log_normal(8.3, 0.5, rng);
  if (place < (person.sex == female ? 0.12 : 0.07)) {
    return place < 0.04 ? 0.0 : log_normal(8.8, 0.3, rng);
  }
  const double career = 1.0 - (years - 52.0) * (years - 52.0) / 1150.0;
  const double region = regions[static_cast<std::size_t>(person.region)].income;
  const double usual = log_normal(9.62 + 0.17 * education + 0.45 * career + gap + region, 0.45, rng);
  return rng.chance(0.03) ? usual * bounded_pareto(2.2, 30.0, rng) : usual;
}

// 18 % above 11,000, 30 % above 28,000, 42 % above 60,000; four percent either way are deductions.
double draw_tax(double income, Rng& rng) {
  const double rule = 0.18 * std::max(0.0, income - 11000.0) + 0.12 * std::max(0.0, income - 28000.0) +
                      0.12 * std::max(0.0, income - 60000.0);
  return rule * (1.0 + 0.04 * rng.normal());
}

// Nothing for about four adults in ten; else a share of the income that grows with age, times a Pareto tail.
double draw_savings(const Person& person, Rng& rng) {
  const double years = static_cast<double>(person.age);
  const double place = rng.uniform();
  if (person.age < adult_age)
    return place < 0.3 ? (100.0 + 60.0 * years) * bounded_pareto(2.0, 50.0, rng) : 0.0;
  if (place > 0.30 + 0.004 * (years - 18.0) + 0.06 * person.education) return 0.0;
  const double share = 0.012 * (years - 14.0) * rng.uniform(0.1, 1.0);
  return (800.0 + static_cast<double>(person.income) * share) * bounded_pareto(1.6, 200.0, rng);
}

void add_amounts(Person& person, Rng& rng) {
  person.income = amount(draw_income(person, rng), 0.0, largest_income);
  const double income = static_cast<double>(person.income);
  person.tax = amount(draw_tax(income, rng), 0.0, std::min(largest_tax, income));
  person.savings = amount(draw_savings(person, rng), 0.0, largest_savings);
  // Higher incomes are missing more often.
  const double silent = person.age < adult_age ? 0.0 : std::min(0.2, 0.008 + 0.025 * income / 50000.0);
  person.income_missing = rng.chance(silent);
  person.education_missing = rng.chance(0.015);
}

// Members share region, weight and, except partners who kept their own, family name.
void add_household(std::vector<Person>& people, std::int64_t household_id, Rng& rng) {
  const std::vector<Member> members = draw_household(block_rows - people.size(), rng);
  const std::int32_t region = draw_region(rng);
  const double average = regions[static_cast<std::size_t>(region)].weight;
  const double weight =
      std::round(100.0 * std::clamp(average * log_normal(0.0, 0.25, rng), 1.0, 1000.0)) / 100.0;
  const std::string family_name = made_up_word(3, rng);
  for (const Member& member : members) {
    Person person;
    person.age = member.age;
    person.sex = member.sex;
    person.marital_status = member.marital_status;
    person.household_id = household_id;
    person.region = region;
    person.weight = weight;
    const bool own_name = member.age >= adult_age && member.marital_status != married && rng.chance(0.6);
    const std::string given_name = made_up_word(2, rng);
    person.name = given_name + " " + (own_name ? made_up_word(3, rng) : family_name);
    person.education = draw_education(person.age, rng);
    add_amounts(person, rng);
    people.push_back(std::move(person));
  }
}

std::vector<Column> draw_people(std::uint64_t block, std::size_t rows, Rng rng) {
  const auto first = static_cast<std::int64_t>(block * block_rows);
  std::vector<Person> people;
  people.reserve(block_rows);
  for (std::int64_t household = 0; people.size() < rows; ++household) {
    add_household(people, 500001 + first + household, rng);
  }
  people.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) people[i].record_id = 100001 + first + static_cast<std::int64_t>(i);
  const auto income = [](const Person& person) {
    return person.income_missing ? std::nullopt : std::optional(person.income);
  };
  const auto education = [](const Person& person) {
    return person.education_missing ? Codes::missing : person.education;
  };
  return {integers(people, &Person::record_id),
          texts(people, &Person::name),
          integers(people, &Person::age),
          codes(people, &Person::sex, sexes),
          codes(people, &Person::region, region_names),
          codes(people, education, educations),
          codes(people, &Person::marital_status, marital_statuses),
          integers(people, &Person::household_id),
          numbers(people, &Person::weight),
          integers(people, income),
          integers(people, &Person::tax),
          integers(people, &Person::savings)};
}

std::vector<SampleColumn> people_columns() {
  std::vector<SampleColumn> columns{
      described("record_id", Kind::numeric, Role::identifier, "Number of the record, from 100001."),
      described("name", Kind::nominal, Role::identifier, "A made-up name; families share the second word."),
      described("age", Role::quasi_identifier, {0, oldest}, "Years; children live with a parent."),
      described("sex", Kind::nominal, Role::quasi_identifier, "female or male."),
      described("region", Kind::nominal, Role::quasi_identifier, "One of eight; the same in a household."),
      described("education", Kind::ordinal, Role::quasi_identifier,
                "Highest level finished, below primary to university; 1.5 % missing."),
      described(
          "marital_status", Kind::nominal, Role::quasi_identifier,
          "single, married, divorced or widowed, by age; about one person in 20,000 is a widow aged 17."),
      described("household_id", Kind::numeric, Role::household, "The same for people who live together."),
      described("weight", Role::weight, {1, 1000}, "People that the record stands for; it varies by region."),
      described("income", Role::confidential, {0, largest_income},
                "Euros a year, 0 for children; missing more often where it is high."),
      described("tax", Role::confidential, {0, largest_tax}, "Euros a year, progressive in income."),
      described("savings", Role::confidential, {0, largest_savings}, "Euros; many zeros and a Pareto tail.")};
  columns[3].info.categories.assign(sexes.begin(), sexes.end());
  columns[4].info.categories.assign(region_names.begin(), region_names.end());
  columns[5].info.order.assign(educations.begin(), educations.end());
  columns[6].info.categories.assign(marital_statuses.begin(), marital_statuses.end());
  columns[8].info.decimals = 2;
  for (const std::size_t whole : {2U, 9U, 10U, 11U}) columns[whole].info.decimals = 0;
  return columns;
}

}  // namespace

Sample people() {
  return {
      .info = {.name = "people",
               .summary = "A survey of people in households: demographic columns, weights, skewed amounts."},
      .columns = people_columns(),
      .draw = draw_people};
}

}  // namespace sfumato::sample
