// Five kinds of household with shares like those of a European country; marital statuses depend on age.
#include "sample/households.hpp"

#include <algorithm>
#include <cmath>

#include "sample/draws.hpp"

namespace sfumato::sample {
namespace {

enum Composition : std::int32_t { alone, couple, family, lone_parent, shared };
constexpr double composition_shares[] = {0.40, 0.27, 0.22, 0.07, 0.04};
constexpr double child_count_shares[] = {0.38, 0.42, 0.15, 0.05};

// Makes about one person in 20,000 a widow of 17: that many persons are girls of 17, times this.
constexpr double early_widow = 0.0145;

std::int32_t any_sex(Rng& rng) { return rng.chance(0.51) ? female : male; }

// Of an adult who lives without a spouse. Women are widowed more often than men.
std::int32_t status_without_spouse(std::int64_t age, std::int32_t sex, Rng& rng) {
  const double years = static_cast<double>(age);
  const double late = std::max(0.0, years - 45.0);
  const double is_widowed = std::min(0.75, 0.0004 + (sex == female ? 0.00042 : 0.00022) * late * late);
  const double is_divorced = std::clamp(0.009 * (years - 20.0), 0.0, 0.24);
  const double is_single = 1.0 - is_widowed - is_divorced;
  constexpr std::int32_t statuses[] = {single, divorced, widowed};
  return statuses[one_of({is_single, is_divorced, is_widowed}, rng)];
}

std::int64_t age_alone(Rng& rng) {
  const double place = rng.uniform();
  switch (one_of({0.20, 0.32, 0.48}, rng)) {
    case 0:
      return adult_age + static_cast<std::int64_t>(17.0 * place);
    case 1:
      return 35 + static_cast<std::int64_t>(27.0 * place);
    default:
      return 62 + static_cast<std::int64_t>(std::min(43.0, 5.5 * rng.gamma(2.0)));
  }
}

std::vector<Member> one_alone(Rng& rng) {
  Member member{age_alone(rng), any_sex(rng), single};
  member.marital_status = status_without_spouse(member.age, member.sex, rng);
  const bool apart = rng.chance(0.02) && member.age >= 21;  // married, but the spouse lives elsewhere
  if (apart) member.marital_status = married;
  return {member};
}

// The men are two years older on average; one couple in fifty is of one sex.
std::vector<Member> two_partners(std::int64_t age, double married_more, Rng& rng) {
  Member first{age, any_sex(rng), single};
  Member second = first;
  if (!rng.chance(0.02)) second.sex = first.sex == female ? male : female;
  const double older = first.sex == second.sex ? 0.0 : second.sex == male ? 2.0 : -2.0;
  const auto difference = static_cast<std::int64_t>(std::round(older + 3.0 * rng.normal()));
  second.age = std::clamp(age + difference, adult_age, oldest);
  const double years = static_cast<double>(std::min(first.age, second.age));
  if (rng.chance(std::clamp(0.1 + 0.02 * (years - 20.0) + married_more, 0.02, 0.93))) {
    first.marital_status = second.marital_status = married;
  } else {
    first.marital_status = status_without_spouse(first.age, first.sex, rng);
    second.marital_status = status_without_spouse(second.age, second.sex, rng);
  }
  return {first, second};
}

// Up to 24 years old and 18 years younger than the younger parent, the oldest first.
void add_children(std::vector<Member>& members, std::int32_t count, Rng& rng) {
  std::int64_t youngest_parent = oldest;
  for (const Member& parent : members) youngest_parent = std::min(youngest_parent, parent.age);
  const std::int64_t most = std::min<std::int64_t>(24, youngest_parent - 18);
  std::vector<Member> children;
  for (std::int32_t i = 0; i < count; ++i) {
    Member child{whole_between(0, most, rng), any_sex(rng), single};
    if (child.age == 17 && child.sex == female && rng.chance(early_widow)) child.marital_status = widowed;
    children.push_back(child);
  }
  std::stable_sort(children.begin(), children.end(),
                   [](const Member& a, const Member& b) { return a.age > b.age; });
  members.insert(members.end(), children.begin(), children.end());
}

std::vector<Member> sharing_adults(Rng& rng) {
  std::vector<Member> members(static_cast<std::size_t>(whole_between(2, 4, rng)));
  for (Member& member : members) {
    member.age = adult_age + static_cast<std::int64_t>(std::min(60.0, 7.0 * rng.gamma(1.3)));
    member.sex = any_sex(rng);
    member.marital_status = status_without_spouse(member.age, member.sex, rng);
  }
  return members;
}

std::vector<Member> draw_members(std::int32_t composition, Rng& rng) {
  std::vector<Member> members;
  switch (composition) {
    case couple:
      return two_partners(rng.chance(0.25) ? whole_between(21, 38, rng) : whole_between(46, 84, rng), 0.0,
                          rng);
    case family:
      members = two_partners(whole_between(23, 56, rng), 0.15, rng);
      add_children(members, 1 + one_of(child_count_shares, rng), rng);
      return members;
    case lone_parent:
      members = {{whole_between(22, 56, rng), rng.chance(0.84) ? female : male, single}};
      members[0].marital_status = status_without_spouse(members[0].age, members[0].sex, rng);
      add_children(members, 1 + one_of({0.58, 0.34, 0.08}, rng), rng);
      return members;
    case shared:
      return sharing_adults(rng);
    default:
      return one_alone(rng);
  }
}

}  // namespace

std::vector<Member> draw_household(std::size_t most, Rng& rng) {
  const std::int32_t composition = one_of(composition_shares, rng);
  std::vector<Member> members = draw_members(most == 1 ? alone : composition, rng);
  if (members.size() > most)
    members.resize(most);  // with two or more places, a member of the couple is never removed
  return members;
}

}  // namespace sfumato::sample
