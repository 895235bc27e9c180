// Categories are compared as text, so that codes may be numbers in one file and text in the other.
#include "stats/categories/given_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::stats {
namespace {

constexpr double tolerance = 1e-9;

void refuse_duplicates(const std::vector<std::string>& categories, const std::string& where) {
  std::set<std::string> seen;
  for (const std::string& category : categories) {
    if (!seen.insert(category).second) {
      bad_input("the matrix has category '" + category + "' twice in " + where, "keep one of the two");
    }
  }
}

// Refuses invalid shares and divides rows by their sums.
void settle(GivenMatrix& matrix) {
  for (std::size_t i = 0; i < matrix.from.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < matrix.to.size(); ++j) {
      const double share = matrix.shares(i, j);
      if (!(share >= 0.0 && share <= 1.0 + tolerance)) {
        bad_input("the matrix has " + (std::isnan(share) ? "no share" : shortest(share)) + " from '" +
                      matrix.from[i] + "' to '" + matrix.to[j] + "'",
                  "every cell must be a share from 0 to 1");
      }
      sum += share;
    }
    if (std::fabs(sum - 1.0) > tolerance) {
      bad_input("the shares of '" + matrix.from[i] + "' in the matrix add up to " + shortest(sum),
                "every row must add up to 1");
    }
    for (std::size_t j = 0; j < matrix.to.size(); ++j) matrix.shares(i, j) /= sum;
  }
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
  std::vector<std::string> from;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (table.column(0).missing(row)) {
      bad_input("row " + std::to_string(row + 1) + " of the matrix names no category",
                "the first column says which category a row belongs to");
    }
    from.push_back(table.column(0).text(row));
  }
  std::vector<std::string> to = table.names();
  to.erase(to.begin());
  Matrix shares(from.size(), to.size());
  for (std::size_t j = 0; j < to.size(); ++j) {
    if (table.column(j + 1).is_text()) {
      bad_input("column '" + to[j] + "' of the matrix holds text", "every cell must be a share from 0 to 1");
    }
    const std::vector<double> column = table.column(j + 1).to_numbers();
    for (std::size_t i = 0; i < from.size(); ++i) shares(i, j) = column[i];
  }
  return given_matrix(std::move(from), std::move(to), std::move(shares));
}

GivenMatrix given_matrix(std::vector<std::string> from, std::vector<std::string> to, Matrix shares) {
  refuse_duplicates(from, "its first column");
  refuse_duplicates(to, "its header");
  GivenMatrix result{std::move(from), std::move(to), std::move(shares)};
  settle(result);
  return result;
}

}  // namespace sfumato::stats
