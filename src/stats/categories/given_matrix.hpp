// A Markov matrix given by the user as a table: the categories that cells have in its first column, those
// that they get in its header.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct GivenMatrix {
  std::vector<std::string> from;
  std::vector<std::string> to;
  Matrix shares;  // rows add up to 1

  std::optional<std::size_t> row_of(const std::string& category) const;
};

// Refuses, by row and column, an invalid share, a row whose shares do not add up to 1 within 1e-9, and
// categories that are missing or appear twice. Rows are then divided by their sum.
GivenMatrix given_matrix(const Table& table);
GivenMatrix given_matrix(std::vector<std::string> from, std::vector<std::string> to, Matrix shares);

}  // namespace sfumato::stats
