// Tables for tests: from columns, from plain CSV files of numbers, and made up.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/measure.hpp"
#include "core/method.hpp"
#include "core/table.hpp"

namespace sfumato::testing {

using NamedNumbers = std::vector<std::pair<std::string, std::vector<double>>>;

// A table of numeric columns; NaN is missing.
Table numbers_table(const NamedNumbers& columns);

// The named columns of a comma-separated file of numbers with a header (all that are numeric
// without names). Independent of src/io, so that kernels are checked without it.
Table read_numbers(const std::string& path, const std::vector<std::string>& names = {});

// Skewed, correlated amounts with ties and zeros: income, tax, savings, and a small integer "size".
Table incomes(std::size_t rows, std::uint64_t seed = 7);

// 240 incomes whose third column is a rent, and whose last a household of three records that share it.
Table tenants();

// The same table, with that domain declared for every numeric column.
Table with_domains(Table table, const Domain& domain);

// The same table with ordinal columns in place of numeric ones: at most 24 categories by rank, equal values
// in the same one, missing cells missing. Households stay.
Table as_categories(const Table& table);
// The same table with dates in place of numeric columns: a day for each rank, from 2000-01-01.
Table as_dates(const Table& table);
// Its columns as numbers again, which say the place of a category.
Table as_places(const Table& table);

ColumnSet all_columns(const Table& table);
ColumnSet columns_named(const Table& table, const std::vector<std::string>& names);

// One masked table by method name, over all columns, with a fixed seed.
Masked mask(const Table& original, const std::string& method, const ParamValues& params = {},
            std::uint64_t seed = 1);
// A measure by name, over all columns.
Score measure(const Table& original, const Table& masked, const std::string& name,
              const ParamValues& params = {});

// Rank linkage of a masking method, as the mean over draws: published values are single draws.
double mean_rank_linkage(const Table& original, const std::string& method, const ParamValues& params);

std::vector<double> sorted(const Table& table, const std::string& column);

}  // namespace sfumato::testing
