// Categories are compared as text, so that codes may be numbers in one file and text in the other.
#include "masking/given_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::masking {
namespace {

constexpr double tolerance = 1e-9;

void refuse_twins(const std::vector<std::string>& categories, const std::string& where) {
  std::set<std::string> seen;
  for (const std::string& category : categories) {
    if (!seen.insert(category).second) {
      bad_input("the matrix has category '" + category + "' twice in " + where, "keep one of the two");
    }
  }
}

std::vector<double> shares_of(const Table& table, ColumnId id, const std::vector<std::string>& from) {
  const std::string& to = table.info(id).name;
  if (table.column(id).is_text()) {
    bad_input("column '" + to + "' of the matrix holds text", "every cell must be a share from 0 to 1");
  }
  std::vector<double> shares = table.column(id).to_numbers();
  for (std::size_t row = 0; row < shares.size(); ++row) {
    if (shares[row] >= 0.0 && shares[row] <= 1.0 + tolerance) continue;
    bad_input("the matrix has " + (std::isnan(shares[row]) ? "no share" : shortest(shares[row])) + " from '" +
                  from[row] + "' to '" + to + "'",
              "every cell must be a share from 0 to 1");
  }
  return shares;
}

}  // namespace

std::optional<std::size_t> GivenMatrix::row_of(const std::string& category) const {
  const auto found = std::find(from.begin(), from.end(), category);
  return found == from.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - from.begin()));
}

GivenMatrix given_matrix(const Table& table) {
  if (table.column_count() < 2 || table.rows() == 0) {
    bad_input("the matrix has no shares",
              "give the categories before in its first column, and a column for each category after");
  }
  GivenMatrix result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.column(0).missing(row)) {
      bad_input("row " + std::to_string(row + 1) + " of the matrix names no category",
                "the first column says which category a row belongs to");
    }
    result.from.push_back(table.column(0).text(row));
  }
  refuse_twins(result.from, "its first column");
  result.to = table.names();
  result.to.erase(result.to.begin());
  result.shares = stats::Matrix(result.from.size(), result.to.size());
  std::vector<double> sums(result.from.size(), 0.0);
  for (std::size_t j = 0; j < result.to.size(); ++j) {
    const std::vector<double> shares = shares_of(table, j + 1, result.from);
    for (std::size_t i = 0; i < shares.size(); ++i) sums[i] += result.shares(i, j) = shares[i];
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (std::fabs(sums[i] - 1.0) > tolerance) {
      bad_input("the shares of '" + result.from[i] + "' in the matrix add up to " + shortest(sums[i]),
                "every row must add up to 1");
    }
    for (std::size_t j = 0; j < result.to.size(); ++j) result.shares(i, j) /= sums[i];
  }
  return result;
}

}  // namespace sfumato::masking
