// How far apart the distributions of columns of two tables are, each column by itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"

namespace sfumato::stats {

// By column, from 0 to 1: the total variation distance of categories (a missing one is a category), the
// Kolmogorov–Smirnov distance of numbers (missing ones count as larger than all others, so that another share
// of them counts). Kinds are those of the first table; columns are found by name, and both have records.
std::vector<double> marginal_distances(const Table& first, const Table& second,
                                       const std::vector<std::string>& names, const Run& run);

// The difference of two distribution functions, where `a` of `all_a` values and `b` of `all_b` are not
// larger.
double distribution_step(std::uint64_t a, std::uint64_t all_a, std::uint64_t b, std::uint64_t all_b);

// Of how many records of each table have each category.
double total_variation(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

// 100·(1 − the mean distance).
double marginals_kept(const std::vector<double>& distances);
// That as the value, that of each column in the details.
void set_marginals(const std::vector<double>& distances, const std::vector<std::string>& names,
                   Score& result);

// Is a column one of numbers in both tables?
bool numbers_in_both(const Table& first, const Table& second, const std::string& name);

// Adds "records", "masked_records" and, where some of the first table lack a value, "incomplete_records".
void describe_files(const Table& first, const Table& second, const ColumnSet& columns, Value& details);

}  // namespace sfumato::stats
