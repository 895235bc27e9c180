// The made-up people: households that could exist, statuses and amounts with the documented shapes.
#include <algorithm>
#include <map>

#include "sample/blocks.hpp"
#include "sample/registry.hpp"

namespace sfumato::sample {
namespace {

constexpr std::size_t people_count = 120000;

const Table& people_table() {
  static const Table table = draw_table(sample("people"), people_count, Run({.seed = 1, .threads = 2}));
  return table;
}

Numbers people_column(const char* name) {
  return people_table().column(people_table().require(name)).to_numbers();
}

Numbers present(Numbers values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return values;
}

double quantile(Numbers values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double mean(const Numbers& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Values of a column where `keep(row)` holds, without missing ones.
template <class Keep>
Numbers where(const char* name, Keep keep) {
  const Numbers all = people_column(name);
  Numbers kept;
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (keep(row)) kept.push_back(all[row]);
  }
  return present(kept);
}

double missing_share(const char* name) {
  const Column& column = people_table().column(people_table().require(name));
  return static_cast<double>(column.missing_count()) / static_cast<double>(column.size());
}

// Positions of the statuses, as in the column's labels.
constexpr double single_status = 0, married_status = 1, widowed_status = 3;

TEST(People, LiveInHouseholdsThatCouldExist) {
  const Numbers household = people_column("household_id"), age = people_column("age"),
                region = people_column("region"), weight = people_column("weight"),
                status = people_column("marital_status");
  ASSERT_TRUE(std::is_sorted(household.begin(), household.end()));
  std::size_t first = 0, cut = 0;
  for (std::size_t end = 1; end <= people_count; ++end) {
    if (end < people_count && household[end] == household[first]) continue;
    std::size_t married_members = 0;
    double oldest_member = 0;
    for (std::size_t row = first; row < end; ++row) {
      EXPECT_EQ(region[row], region[first]);
      EXPECT_EQ(weight[row], weight[first]);
      married_members += status[row] == married_status ? 1 : 0;
      oldest_member = std::max(oldest_member, age[row]);
      if (age[row] < 18) {
        EXPECT_GE(oldest_member, age[row] + 18) << row;  // the parent comes first
      }
      if (status[row] == married_status) {
        EXPECT_GE(age[row], 18);
      }
    }
    EXPECT_LE(married_members, 2U);
    // A household that the end of the sample cuts may have lost a spouse.
    if (married_members == 1 && end - first > 1) ++cut;
    EXPECT_EQ(first / block_rows, (end - 1) / block_rows) << "a household is in two blocks";
    EXPECT_LE(end - first, 6U);
    first = end;
  }
  EXPECT_LE(cut, 1U);
}

TEST(People, UnderAgeAreSingleWithoutIncomeExceptAFewWidows) {
  const Numbers age = people_column("age"), status = people_column("marital_status"),
                income = people_column("income"), sex = people_column("sex");
  double children = 0, widows = 0;
  for (std::size_t row = 0; row < people_count; ++row) {
    if (age[row] >= 18) continue;
    ++children;
    EXPECT_EQ(income[row], 0.0);
    if (status[row] == single_status) continue;
    ++widows;
    EXPECT_EQ(status[row], widowed_status);
    EXPECT_EQ(age[row], 17.0);
    EXPECT_EQ(sex[row], 0.0);
  }
  EXPECT_GT(children / people_count, 0.15);
  EXPECT_LT(children / people_count, 0.30);
  // One in 20,000, so six are expected here.
  EXPECT_GE(widows, 1);
  EXPECT_LE(widows, 16);
}

TEST(People, MarryAndAreWidowedWithAge) {
  const Numbers age = people_column("age"), status = people_column("marital_status");
  const auto share = [&](double lower, double upper, double wanted) {
    double all = 0, those = 0;
    for (std::size_t row = 0; row < people_count; ++row) {
      if (age[row] < lower || age[row] >= upper) continue;
      ++all;
      those += status[row] == wanted ? 1 : 0;
    }
    return those / all;
  };
  EXPECT_LT(share(18, 25, married_status), 0.15);
  EXPECT_GT(share(45, 60, married_status), 0.45);
  EXPECT_LT(share(18, 40, widowed_status), 0.005);
  EXPECT_GT(share(85, 106, widowed_status), 0.25);
}

TEST(People, HaveSkewedIncomesThatDependOnAgeEducationAndSex) {
  const Numbers age = people_column("age"), education = people_column("education"),
                sex = people_column("sex");
  const auto working = [&](std::size_t row) { return age[row] >= 30 && age[row] < 60; };
  const Numbers all = where("income", working);
  EXPECT_GT(mean(all), 1.08 * quantile(all, 0.5));
  EXPECT_GT(quantile(all, 0.999), 5.0 * quantile(all, 0.5));
  const auto median = [&](auto keep) {
    return quantile(where("income", [&](std::size_t row) { return working(row) && keep(row); }), 0.5);
  };
  for (double level = 1; level < 4; ++level) {
    EXPECT_LT(median([&](std::size_t row) { return education[row] == level; }),
              median([&](std::size_t row) { return education[row] == level + 1; }));
  }
  EXPECT_GT(median([&](std::size_t row) { return sex[row] == 1; }),
            1.1 * median([&](std::size_t row) { return sex[row] == 0; }));
  EXPECT_GT(median([&](std::size_t row) { return age[row] >= 45; }),
            median([&](std::size_t row) { return age[row] < 35; }));
}

TEST(People, PayTaxProgressively) {
  const Numbers income = people_column("income"), tax = people_column("tax");
  double low = 0, low_tax = 0, high = 0, high_tax = 0;
  for (std::size_t row = 0; row < people_count; ++row) {
    if (std::isnan(income[row])) continue;
    EXPECT_LE(tax[row], income[row]);
    if (income[row] <= 11000.0) {
      EXPECT_EQ(tax[row], 0.0);
    }
    (income[row] < 25000 ? low : high) += income[row];
    (income[row] < 25000 ? low_tax : high_tax) += tax[row];
  }
  EXPECT_GT(high_tax / high, 2.0 * low_tax / low);
}

TEST(People, SaveNothingOrMuch) {
  const Numbers savings = people_column("savings");
  const auto zeros = static_cast<double>(std::count(savings.begin(), savings.end(), 0.0)) / people_count;
  EXPECT_GT(zeros, 0.35);
  EXPECT_LT(zeros, 0.65);
  EXPECT_GT(quantile(savings, 0.999), 8.0 * quantile(savings, 0.9));
}

TEST(People, MissHighIncomesMoreOften) {
  EXPECT_GT(missing_share("income"), 0.01);
  EXPECT_LT(missing_share("income"), 0.04);
  EXPECT_GT(missing_share("education"), 0.01);
  EXPECT_LT(missing_share("education"), 0.02);
  // Tax is never missing, and shows who has a high income.
  const Numbers income = people_column("income"), tax = people_column("tax");
  const double high_tax = quantile(tax, 0.95);
  double high = 0, silent = 0;
  for (std::size_t row = 0; row < people_count; ++row) {
    if (tax[row] < high_tax) continue;
    ++high;
    silent += std::isnan(income[row]) ? 1 : 0;
  }
  EXPECT_GT(silent / high, 1.5 * missing_share("income"));
}

TEST(People, WeighMoreInLargeRegions) {
  const Numbers region = people_column("region");
  const auto average = [&](double wanted) {
    return mean(where("weight", [&](std::size_t row) { return region[row] == wanted; }));
  };
  EXPECT_GT(average(7), 2.0 * average(3));  // Centre, South-East
}

}  // namespace
}  // namespace sfumato::sample
