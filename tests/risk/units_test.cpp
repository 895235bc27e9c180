// Risks of units with several records, against counts by brute force on small random tables: keys differ
// within units, some are missing, and some records have no unit.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "support/categories.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;

struct Stays {
  std::vector<std::string> unit, a, b, c, ill;
  std::size_t rows() const { return unit.size(); }
  const std::vector<std::string>& key(std::size_t j) const { return j == 0 ? a : j == 1 ? b : c; }
  std::string person(std::size_t row) const {
    return unit[row].empty() ? "record " + std::to_string(row) : unit[row];
  }
  std::set<std::string> persons() const {
    std::set<std::string> result;
    for (std::size_t row = 0; row < rows(); ++row) result.insert(person(row));
    return result;
  }
  bool blank(std::size_t row) const { return a[row].empty() && b[row].empty() && c[row].empty(); }
};

Stays random_stays(Rng& rng, bool gaps) {
  Stays result;
  const std::size_t rows = 1 + rng.below(30), persons = 1 + rng.below(12);
  const auto text = [&](const char* prefix, std::uint64_t values) {
    if (gaps && rng.chance(0.2)) return std::string();
    return prefix + std::to_string(rng.below(values));
  };
  for (std::size_t row = 0; row < rows; ++row) {
    result.unit.push_back(rng.chance(0.1) ? "" : "p" + std::to_string(rng.below(persons)));
    result.a.push_back(text("a", 3));
    result.b.push_back(text("b", 2));
    result.c.push_back(text("c", 3));
    result.ill.push_back(rng.chance(0.1) ? "" : "i" + std::to_string(rng.below(4)));
  }
  return result;
}

Table table_of(const Stays& stays) {
  Table table = testing::texts_table(
      {{"person", stays.unit}, {"a", stays.a}, {"b", stays.b}, {"c", stays.c}, {"ill", stays.ill}});
  const Role roles[] = {Role::unit, Role::quasi_identifier, Role::quasi_identifier, Role::quasi_identifier,
                        Role::confidential};
  for (ColumnId id = 0; id < 5; ++id) {
    ColumnInfo info = table.info(id);
    info.role = roles[id];
    table.set_info(id, info);
  }
  return table;
}

// How many persons have a record that agrees with this one; a blank record agrees with all and counts for no
// other person.
double agreeing(const Stays& stays, std::size_t row, bool wildcard, double alpha = 1.0) {
  if (wildcard && stays.blank(row)) return static_cast<double>(stays.persons().size());
  std::map<std::string, double> found{{stays.person(row), 1.0}};
  for (std::size_t other = 0; other < stays.rows(); ++other) {
    if (wildcard && stays.blank(other)) continue;
    bool agree = true, both_miss = false;
    for (std::size_t j = 0; j < 3; ++j) {
      const std::string &x = stays.key(j)[row], &y = stays.key(j)[other];
      both_miss = both_miss || (x.empty() && y.empty());
      agree = agree && (x == y || (wildcard && (x.empty() || y.empty())));
    }
    if (!agree) continue;
    double& amount = found[stays.person(other)];
    amount = std::max(amount, wildcard && both_miss ? alpha : 1.0);
  }
  double sum = 0.0;
  for (const auto& [person, amount] : found) sum += amount;
  return sum;
}

std::map<std::string, double> fewest_by_person(const Stays& stays, bool wildcard) {
  std::map<std::string, double> result;
  for (std::size_t row = 0; row < stays.rows(); ++row) {
    const double count = agreeing(stays, row, wildcard);
    const auto [place, fresh] = result.try_emplace(stays.person(row), count);
    if (!fresh) place->second = std::min(place->second, count);
  }
  return result;
}

double persons_below(const std::map<std::string, double>& fewest, double limit) {
  return static_cast<double>(
      std::count_if(fewest.begin(), fewest.end(), [&](const auto& one) { return one.second < limit; }));
}

TEST(UnitRisks, KAnonymityAndUniquenessCountPersons) {
  Rng rng({32, 1});
  for (int trial = 0; trial < 400; ++trial) {
    const Stays stays = random_stays(rng, trial % 2 == 0);
    const Table table = table_of(stays);
    const Score k = measure(table, table, "k-anonymity"), unique = measure(table, table, "uniqueness");
    const auto wildcard = fewest_by_person(stays, true), category = fewest_by_person(stays, false);
    double least = INFINITY;
    for (const auto& [person, count] : wildcard) least = std::min(least, count);
    ASSERT_EQ(k.value, least) << trial;
    for (const int limit : {2, 3, 5}) {
      const std::string name = std::to_string(limit);
      ASSERT_EQ(k.details.at("below").at("wildcard").at(name).as_number(), persons_below(wildcard, limit));
      ASSERT_EQ(k.details.at("below").at("category").at(name).as_number(), persons_below(category, limit));
    }
    for (std::size_t row = 0; row < stays.rows(); ++row) {
      ASSERT_EQ(k.per_record[row], agreeing(stays, row, true)) << trial << " " << row;
    }
    const auto persons = static_cast<double>(stays.persons().size());
    ASSERT_NEAR(*unique.value, 100.0 * persons_below(category, 2) / persons, 1e-9);
    ASSERT_EQ(unique.details.at("wildcard_uniques").as_number(), persons_below(wildcard, 2));
    ASSERT_EQ(k.details.at("units").as_number(), persons);
    const Score half = measure(table, table, "k-anonymity", {{"alpha", 0.5}});
    for (std::size_t row = 0; row < stays.rows(); ++row) {
      ASSERT_NEAR(half.per_record[row], agreeing(stays, row, true, 0.5), 1e-12) << trial << " " << row;
    }
  }
}

TEST(UnitRisks, APersonHasTheRiskOfTheRiskiestRecord) {
  Rng rng({32, 2});
  for (int trial = 0; trial < 200; ++trial) {
    const Stays stays = random_stays(rng, trial % 2 == 0);
    const Table table = table_of(stays);
    double sum = 0.0, above = 0.0, highest = 0.0;
    const auto fewest = fewest_by_person(stays, true);
    for (const auto& [person, count] : fewest) {
      sum += 1.0 / count;
      above += 1.0 / count > 0.2 ? 1.0 : 0.0;
      highest = std::max(highest, 1.0 / count);
    }
    const auto persons = static_cast<double>(fewest.size());
    ASSERT_NEAR(*measure(table, table, "individual-risk").value, 100.0 * sum / persons, 1e-9);
    const Score match = measure(table, table, "reidentification");
    ASSERT_NEAR(*match.value, 100.0 * highest, 1e-9);
    ASSERT_NEAR(match.details.at("prosecutor").at("average").as_number(), 100.0 * sum / persons, 1e-9);
    ASSERT_NEAR(match.details.at("prosecutor").at("above").as_number(), 100.0 * above / persons, 1e-9);
  }
}

// Is the record's combination on these columns, all present, that of its person alone?
bool alone_on(const Stays& stays, std::size_t row, unsigned set) {
  for (std::size_t other = 0; other < stays.rows(); ++other) {
    bool equal = stays.person(other) != stays.person(row);
    for (std::size_t j = 0; j < 3; ++j) {
      if ((set >> j & 1U) != 0) equal = equal && stays.key(j)[row] == stays.key(j)[other];
    }
    if (equal) return false;
  }
  return true;
}

bool present(const Stays& stays, std::size_t row, unsigned set) {
  for (std::size_t j = 0; j < 3; ++j) {
    if ((set >> j & 1U) != 0 && stays.key(j)[row].empty()) return false;
  }
  return true;
}

TEST(UnitRisks, SpecialUniquesAndIdentifyingPowerCountPersons) {
  Rng rng({32, 3});
  for (int trial = 0; trial < 200; ++trial) {
    const Stays stays = random_stays(rng, trial % 2 == 0);
    const Table table = table_of(stays);
    std::set<std::string> special, unique;
    std::map<unsigned, std::set<std::vector<std::string>>> minimal;  // combinations, by set of columns
    for (std::size_t row = 0; row < stays.rows(); ++row) {
      if (alone_on(stays, row, 7)) unique.insert(stays.person(row));
      for (unsigned set = 1; set < 8; ++set) {
        if (!present(stays, row, set) || !alone_on(stays, row, set)) continue;
        bool smaller = false;
        for (unsigned part = (set - 1) & set; part != 0; part = (part - 1) & set) {
          smaller = smaller || alone_on(stays, row, part);
        }
        if (smaller) continue;
        special.insert(stays.person(row));
        minimal[set].insert({stays.a[row], stays.b[row], stays.c[row]});
      }
    }
    const auto persons = static_cast<double>(stays.persons().size());
    const Score suda = measure(table, table, "suda");
    ASSERT_NEAR(*suda.value, 100.0 * static_cast<double>(special.size()) / persons, 1e-9) << trial;
    std::size_t sizes[4] = {};
    for (const auto& [set, combinations] : minimal) {
      sizes[std::popcount(set)] += combinations.size();
    }
    for (std::size_t size = 1; size < 4; ++size) {
      ASSERT_EQ(suda.details.at("sizes").at(std::to_string(size)).as_number(),
                static_cast<double>(sizes[size]));
    }
    for (std::size_t row = 0; row < stays.rows(); ++row) {
      bool any = false;
      for (const auto& [set, combinations] : minimal) {
        any = any || combinations.contains({stays.a[row], stays.b[row], stays.c[row]});
      }
      ASSERT_EQ(suda.per_record[row] > 0.0, any);
    }
    ASSERT_NEAR(*measure(table, table, "identifying-power").value,
                100.0 * static_cast<double>(unique.size()) / persons, 1e-9);
  }
}

// The values of each person in each class of equal keys that has a key.
using ValuesOfPersons = std::map<std::string, std::set<std::string>>;
std::map<std::vector<std::string>, ValuesOfPersons> classes_of(const Stays& stays) {
  std::map<std::vector<std::string>, ValuesOfPersons> result;
  for (std::size_t row = 0; row < stays.rows(); ++row) {
    if (stays.blank(row)) continue;
    ValuesOfPersons& persons = result[{stays.a[row], stays.b[row], stays.c[row]}];
    if (!stays.ill[row].empty()) persons[stays.person(row)].insert(stays.ill[row]);
  }
  return result;
}

TEST(UnitRisks, DiversityTakesTheCommonestValueOfEachPerson) {
  Rng rng({32, 4});
  for (int trial = 0; trial < 300; ++trial) {
    const Stays stays = random_stays(rng, trial % 2 == 0);
    const Table table = table_of(stays);
    double distinct = INFINITY;
    bool any = false;
    for (const auto& [key, persons] : classes_of(stays)) {
      std::map<std::string, int> having;
      for (const auto& [person, values] : persons) {
        for (const std::string& value : values) ++having[value];
      }
      std::set<std::string> taken;
      for (const auto& [person, values] : persons) {
        std::string best;
        for (const std::string& value : values) {
          if (best.empty() || having[value] > having[best]) best = value;
        }
        taken.insert(best);
      }
      any = any || !persons.empty();
      distinct = std::min(distinct, static_cast<double>(taken.size()));
      for (const auto& [value, count] : having) {
        // A value that all persons of a class have is known.
        if (count == static_cast<int>(persons.size())) {
          ASSERT_EQ(taken.size(), 1U);
        }
      }
    }
    const Score score = measure(table, table, "l-diversity", {{"column", "ill"}});
    ASSERT_EQ(score.value.has_value(), any);
    if (any) {
      ASSERT_EQ(*score.value, distinct) << trial;
    }
  }
}

TEST(UnitRisks, ClosenessSharesAPersonBetweenItsValues) {
  Rng rng({32, 5});
  for (int trial = 0; trial < 300; ++trial) {
    const Stays stays = random_stays(rng, trial % 2 == 0);
    const Table table = table_of(stays);
    ValuesOfPersons all;
    for (std::size_t row = 0; row < stays.rows(); ++row) {
      if (!stays.ill[row].empty()) all[stays.person(row)].insert(stays.ill[row]);
    }
    const auto shares = [](const ValuesOfPersons& persons) {
      std::map<std::string, double> result;
      for (const auto& [person, values] : persons) {
        for (const std::string& value : values) {
          result[value] += 1.0 / static_cast<double>(values.size()) / static_cast<double>(persons.size());
        }
      }
      return result;
    };
    const std::map<std::string, double> overall = shares(all);
    double largest = -1.0;
    for (const auto& [key, persons] : classes_of(stays)) {
      if (persons.empty()) continue;
      std::map<std::string, double> own = shares(persons);
      double sum = 0.0;
      for (const auto& [value, share] : overall) sum += std::fabs(own[value] - share) / 2.0;
      largest = std::max(largest, sum);
    }
    const Score score = measure(table, table, "t-closeness", {{"column", "ill"}});
    ASSERT_EQ(score.value.has_value(), largest >= 0.0);
    if (score.value) {
      ASSERT_NEAR(*score.value, largest, 1e-9) << trial;
    }
  }
}

// Two stays of person 1 in class x; by records it has two, by persons one.
TEST(UnitRisks, ByHandWithTheNumbersForRecordsBesideThem) {
  Table table =
      testing::texts_table({{"person", {"1", "1", "2", "3", ""}}, {"a", {"x", "x", "y", "y", "y"}}});
  ColumnInfo info = table.info(0);
  info.role = Role::unit;
  table.set_info(0, info);
  const Score k = measure(table, table, "k-anonymity");
  EXPECT_EQ(k.value, 1.0);
  EXPECT_EQ(k.reading, "1 of 4 units of 'person' are unique on their keys");
  EXPECT_EQ(k.details.at("by_records").at("smallest").at("category"), Value(2.0));
  EXPECT_EQ(k.details.at("records"), Value(5));
  const Score unique = measure(table, table, "uniqueness");
  EXPECT_EQ(unique.value, 25.0);
  EXPECT_EQ(unique.details.at("by_records").at("sample_uniques"), Value(0));
  const Score risk = measure(table, table, "individual-risk");
  EXPECT_NEAR(*risk.value, 50.0, 1e-12);  // (1 + 3 · 1/3) / 4
  EXPECT_NEAR(risk.details.at("by_records").at("expected").as_number(), 2.0, 1e-12);
  EXPECT_FALSE(measure(table, table, "model-risk").value.has_value());
}

TEST(UnitRisks, AUnitWeighsItsSmallestWeightOnce) {
  Table table = testing::numbers_table({{"person", {1, 1, 2}}, {"a", {5, 5, 5}}, {"w", {10, 30, 20}}});
  for (const auto& [id, role] : {std::pair(0, Role::unit), {1, Role::quasi_identifier}, {2, Role::weight}}) {
    ColumnInfo info = table.info(static_cast<ColumnId>(id));
    info.role = role;
    table.set_info(static_cast<ColumnId>(id), info);
  }
  Table one_each = table.taking_rows(std::vector<std::size_t>{0, 2});
  ColumnInfo info = one_each.info(0);
  info.role.reset();
  one_each.set_info(0, info);
  EXPECT_EQ(measure(table, table, "individual-risk").value,
            measure(one_each, one_each, "individual-risk").value);
  EXPECT_EQ(measure(table, table, "uniqueness").details.at("population"), Value(30.0));
}

}  // namespace
}  // namespace sfumato
