// Made-up people with numbers and categories for tests of synthetic files: every seed gives other people of
// the same population.
#pragma once

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "core/table.hpp"
#include "stats/neighbours/gower_space.hpp"

namespace sfumato::testing {

// sex and town (nominal), age and income (whole numbers), size (small number), illness (nominal, depends on
// age and town). A share of the cells is missing.
inline Table mixed_people(std::size_t rows, std::uint64_t seed, double missing = 0.0) {
  Rng rng({seed, 1212});
  Codes sex{{}, {"f", "m"}}, town{{}, {}}, illness{{}, {"none", "heart", "lung", "skin"}};
  for (int i = 0; i < 12; ++i) town.labels.push_back("t" + std::to_string(i));
  Numbers age, income, size;
  const auto code = [&](std::size_t value) {
    return rng.chance(missing) ? Codes::missing : static_cast<std::int32_t>(value);
  };
  const auto number = [&](double value) { return rng.chance(missing) ? std::nan("") : value; };
  for (std::size_t i = 0; i < rows; ++i) {
    const double years = std::floor(18.0 + 70.0 * rng.uniform());
    const std::size_t place = rng.below(12);
    sex.codes.push_back(code(rng.below(2)));
    town.codes.push_back(code(place));
    age.push_back(number(years));
    income.push_back(number(std::floor(std::exp(9.0 + 0.01 * years + 0.6 * rng.normal()))));
    size.push_back(number(static_cast<double>(1 + rng.below(5))));
    const bool ill = rng.chance(years / 150.0);
    illness.codes.push_back(code(ill ? 1 + (place + rng.below(2)) % 3 : 0));
  }
  std::vector<ColumnInfo> infos(6);
  const char* names[] = {"sex", "town", "age", "income", "size", "illness"};
  for (std::size_t j = 0; j < infos.size(); ++j) {
    infos[j].name = names[j];
    infos[j].kind = j == 0 || j == 1 || j == 5 ? Kind::nominal : Kind::numeric;
  }
  return {infos, {sex, town, age, income, size, illness}};
}

// The first rows are those of `copied`, the others those of `fresh`, in all as many as `fresh` has.
inline Table with_copies(const Table& fresh, const Table& copied, std::size_t copies) {
  std::vector<std::size_t> first(copies), rest(fresh.rows() - copies);
  std::iota(first.begin(), first.end(), std::size_t{0});
  std::iota(rest.begin(), rest.end(), copies);
  const std::vector<Table> parts{copied.taking_rows(first), fresh.taking_rows(rest)};
  return Table::concatenated(parts);
}

// The distance of definitions, written out: ranges are those of `ranges`.
inline double plain_distance(const Table& ranges, const Table& a, std::size_t i, const Table& b,
                             std::size_t k, const std::vector<std::string>& names) {
  double sum = 0.0;
  for (const std::string& name : names) {
    const Column &x = a.column(a.require(name)), &y = b.column(b.require(name));
    if (x.missing(i) || y.missing(k)) {
      sum += x.missing(i) && y.missing(k) ? 0.0 : 1.0;
      continue;
    }
    if (ranges.info(ranges.require(name)).kind != Kind::numeric) {
      sum += x.text(i) == y.text(k) ? 0.0 : 1.0;
      continue;
    }
    double lower = 1e300, upper = -1e300;
    for (const double value : ranges.column(ranges.require(name)).to_numbers()) {
      if (std::isnan(value)) continue;
      lower = std::min(lower, value);
      upper = std::max(upper, value);
    }
    const double u = x.to_numbers()[i], v = y.to_numbers()[k];
    sum += upper > lower ? std::min(std::fabs(u - v) / (upper - lower), 1.0) : (u == v ? 0.0 : 1.0);
  }
  return sum / static_cast<double>(names.size());
}

}  // namespace sfumato::testing
