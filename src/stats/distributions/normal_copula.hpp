// The normal copula of a table: the joint order of records in several columns, without the columns' own
// values. Methods that redraw ranks draw from it.
#pragma once

#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// Spearman's correlations of columns of average ranks, of equal length and without missing values. A
// constant column correlates 0 with every other.
Matrix rank_correlation(const std::vector<std::vector<double>>& ranks, const Run& run);

// The correlation 2·sin(π·ρ/6) of normal scores whose Spearman correlation is ρ: Pearson (1907), On
// further methods of determining correlation, Drapers' Company Research Memoirs IV.
Matrix normal_correlation(const Matrix& spearman);

// The correlation sin(π·τ/2) of a normal pair whose Kendall correlation is τ, which is clamped to [−1, 1]
// first: Greiner (1909), Über das Fehlersystem der Kollektivmaßlehre, Zeitschrift für Mathematik und
// Physik 57.
double correlation_of_tau(double tau);

// A symmetric matrix with unit diagonal as a correlation matrix: negative eigenvalues become 0, then rows
// and columns are scaled back to a unit diagonal. A correlation matrix stays, but for rounding.
Matrix clipped_correlation(const Matrix& symmetric);

// The last variables of a normal vector of the given correlation matrix, given its first ones:
// slopes·(first) + root·(independent normals).
struct ConditionalNormal {
  Matrix slopes;  // by pseudo-inverse
  Matrix root;    // root·rootᵀ is the conditional covariance
};
ConditionalNormal conditional_normal(const Matrix& correlation, std::size_t first);

// Such draws for a few records: a row of `terms` has the values of the first variables, then as many
// independent normals as there are others. Adds them to the rows of `draws` from `row` on.
void add_draws(const ConditionalNormal& model, const Matrix& terms, Matrix& draws, std::size_t row);

}  // namespace sfumato::stats
