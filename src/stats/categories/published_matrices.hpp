// Matrices of post-randomisation as a release publishes them: one for each column, or one for all columns
// that have its categories. They are read from a table, since a parameter names a table.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Square: every category that cells have or get, and the probabilities to get from one to another. A category
// without a row does not change.
struct CategoryMatrix {
  std::vector<std::string> categories;
  Matrix shares;
};

class PublishedMatrices {
 public:
  // A table `column, from, to, share` has one row for each share of each column, and what is left out is 0;
  // any other is a matrix as given_matrix() reads it; anything else is refused.
  explicit PublishedMatrices(const Table& table);

  // The matrix of a column; `observed` are the categories of its released cells. None where the column has
  // none, or no category of the matrix for all columns. An error lists observed categories that
  // the matrix does not have.
  std::optional<CategoryMatrix> of(const std::string& column, const std::vector<std::string>& observed) const;

 private:
  std::map<std::string, CategoryMatrix> of_column_;
  std::optional<CategoryMatrix> for_all_;
};

// What a post-randomised release reveals, as a table `column, from, to, share`: `columns`
// of the document, or of its steps, with the `categories` and the `matrix` of each. Errors name `source`.
Table revealed_matrices(const Value& document, const std::string& source);

}  // namespace sfumato::stats
