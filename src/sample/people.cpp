// The distributions are rough likenesses of European household surveys, chosen for their shape
// (log-normal incomes, zeros in savings), not estimated from any data.
#include "sample/people.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/elementary.hpp"

namespace sfumato::sample {
namespace {

constexpr std::array<const char*, 16> syllables{"ba", "do", "fe", "ga", "ki", "la", "mo", "na",
                                                "pe", "ra", "si", "to", "ve", "wo", "xi", "zu"};
constexpr std::array<const char*, 2> sexes{"female", "male"};
constexpr std::array<const char*, 8> regions{"North", "North-East", "East", "South-East",
                                             "South", "South-West", "West", "Centre"};
constexpr std::array<double, 8> region_shares{0.18, 0.08, 0.12, 0.07, 0.16, 0.09, 0.14, 0.16};
constexpr std::array<const char*, 4> educations{"primary", "secondary", "vocational", "university"};
constexpr std::array<double, 4> education_shares{0.18, 0.34, 0.26, 0.22};
constexpr std::array<const char*, 4> marital_states{"single", "married", "divorced", "widowed"};

struct Person {
  std::string name;
  std::int64_t age = 0;
  std::int32_t sex = 0;
  std::int32_t region = 0;
  std::int32_t education = 0;
  std::int32_t marital = 0;
  double weight = 0.0;
  std::int64_t income = 0;
  std::int64_t tax = 0;
  std::int64_t savings = 0;
  bool income_missing = false;
  bool education_missing = false;
  bool joins_household = false;  // lives with the person before
};

template <std::size_t count>
std::int32_t draw(const std::array<double, count>& shares, Rng& rng) {
  double left = rng.uniform();
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (left < shares[i]) return static_cast<std::int32_t>(i);
    left -= shares[i];
  }
  return static_cast<std::int32_t>(count - 1);
}

std::string made_up_word(Rng& rng, int length) {
  std::string word;
  for (int i = 0; i < length; ++i) word += syllables[rng.below(syllables.size())];
  word.front() = static_cast<char>(word.front() - 'a' + 'A');
  return word;
}

std::int32_t marital_state(std::int64_t age, Rng& rng) {
  if (age < 22) return 0;
  const double old = std::clamp((static_cast<double>(age) - 22.0) / 60.0, 0.0, 1.0);
  return draw(std::array<double, 4>{0.55 * (1.0 - old) + 0.06, 0.35 + 0.15 * old, 0.12, 0.35 * old * old},
              rng);
}

std::int64_t progressive_tax(double income) {
  const double taxed = std::max(0.0, income - 11000.0);
  const double upper = std::max(0.0, income - 45000.0);
  return static_cast<std::int64_t>(std::round(0.18 * taxed + 0.16 * upper));
}

void add_amounts(Person& person, Rng& rng) {
  const double age = static_cast<double>(person.age);
  const double career = 1.0 - (age - 50.0) * (age - 50.0) / 2600.0;
  const double level = 9.55 + 0.22 * person.education + 0.55 * career + 0.45 * rng.normal();
  person.income = static_cast<std::int64_t>(std::round(portable_exp(level)));
  const double actual = static_cast<double>(person.income);
  person.tax = std::max<std::int64_t>(
      0, progressive_tax(actual) + static_cast<std::int64_t>(std::round(120.0 * rng.normal())));
  const bool saves = rng.chance(0.45 + 0.004 * (age - 18.0) + 0.05 * person.education);
  // A Pareto tail of index 1.8 over a share of the income that grows with age.
  const double tail = portable_exp(rng.exponential() / 1.8);
  const double share = 0.02 * (age - 16.0) * rng.uniform(0.1, 1.0);
  person.savings = saves ? static_cast<std::int64_t>(std::round(actual * share * tail)) : 0;
}

Person draw_person(Rng rng) {
  Person person;
  person.name = made_up_word(rng, 2) + " " + made_up_word(rng, 3);
  // The smaller of two draws thins out high ages.
  person.age = 18 + static_cast<std::int64_t>(std::min(rng.uniform(0.0, 78.0), rng.uniform(20.0, 110.0)));
  person.sex = rng.chance(0.51) ? 0 : 1;
  person.region = draw(region_shares, rng);
  person.education = draw(education_shares, rng);
  person.marital = marital_state(person.age, rng);
  person.weight = std::round(100.0 * (40.0 + 25.0 * rng.gamma(2.0))) / 100.0;
  add_amounts(person, rng);
  person.income_missing = rng.chance(0.01);
  person.education_missing = rng.chance(0.01);
  person.joins_household = rng.chance(0.45);
  return person;
}

template <std::size_t count>
Codes codes_with(const std::array<const char*, count>& labels) {
  return {{}, std::vector<std::string>(labels.begin(), labels.end())};
}

struct Builder {
  Integers record_id, age, household_id, income, tax, savings;
  Numbers weight;
  Codes name;
  std::unordered_map<std::string, std::int32_t> names;
  Codes sex = codes_with(sexes);
  Codes region = codes_with(regions);
  Codes education = codes_with(educations);
  Codes marital = codes_with(marital_states);

  void add(const Person& person, std::int64_t household) {
    record_id.values.push_back(100001 + static_cast<std::int64_t>(record_id.values.size()));
    const auto [known, added] = names.try_emplace(person.name, static_cast<std::int32_t>(name.labels.size()));
    name.codes.push_back(known->second);
    if (added) name.labels.push_back(person.name);
    age.values.push_back(person.age);
    sex.codes.push_back(person.sex);
    region.codes.push_back(person.region);
    education.codes.push_back(person.education_missing ? Codes::missing : person.education);
    marital.codes.push_back(person.marital);
    household_id.values.push_back(household);
    weight.push_back(person.weight);
    income.values.push_back(person.income_missing ? 0 : person.income);
    income.missing.push_back(person.income_missing ? 1 : 0);
    tax.values.push_back(person.tax);
    savings.values.push_back(person.savings);
  }
};

ColumnInfo column(std::string name, Kind kind, Role role) {
  ColumnInfo info;
  info.name = std::move(name);
  info.kind = kind;
  info.role = role;
  return info;
}

std::vector<ColumnInfo> schema() {
  std::vector<ColumnInfo> columns{column("record_id", Kind::numeric, Role::identifier),
                                  column("name", Kind::nominal, Role::identifier),
                                  column("age", Kind::numeric, Role::quasi_identifier),
                                  column("sex", Kind::nominal, Role::quasi_identifier),
                                  column("region", Kind::nominal, Role::quasi_identifier),
                                  column("education", Kind::ordinal, Role::quasi_identifier),
                                  column("marital_status", Kind::nominal, Role::quasi_identifier),
                                  column("household_id", Kind::numeric, Role::household),
                                  column("weight", Kind::numeric, Role::weight),
                                  column("income", Kind::numeric, Role::confidential),
                                  column("tax", Kind::numeric, Role::confidential),
                                  column("savings", Kind::numeric, Role::confidential)};
  columns[5].order.assign(educations.begin(), educations.end());
  return columns;
}

}  // namespace

Table people(std::size_t rows, const Run& run) {
  constexpr std::size_t block_size = 4096;
  std::vector<Person> persons(rows);
  run.blocks(rows, block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) persons[row] = draw_person(run.rng("person", row));
  });
  Builder builder;
  std::int64_t household = 5000;
  std::int64_t size = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool joins = row > 0 && persons[row].joins_household && size < 5;
    if (joins) persons[row].region = persons[row - 1].region;
    household += joins ? 0 : 1;
    size = joins ? size + 1 : 1;
    builder.add(persons[row], household);
  }
  std::vector<Column> columns;
  columns.emplace_back(std::move(builder.record_id));
  columns.emplace_back(std::move(builder.name));
  columns.emplace_back(std::move(builder.age));
  columns.emplace_back(std::move(builder.sex));
  columns.emplace_back(std::move(builder.region));
  columns.emplace_back(std::move(builder.education));
  columns.emplace_back(std::move(builder.marital));
  columns.emplace_back(std::move(builder.household_id));
  columns.emplace_back(std::move(builder.weight));
  columns.emplace_back(std::move(builder.income));
  columns.emplace_back(std::move(builder.tax));
  columns.emplace_back(std::move(builder.savings));
  return Table(schema(), std::move(columns));
}

}  // namespace sfumato::sample
