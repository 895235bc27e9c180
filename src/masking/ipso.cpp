// IPSO: information preserving statistical obfuscation. Records are drawn from a normal model and
// rescaled, so that means, covariances and regressions are exactly those of the originals.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/record_ties.hpp"
#include "stats/distributions/exact_normal.hpp"
#include "stats/linear/matrix_roots.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct Ipso {
  std::vector<std::string> covariates;
  bool fill = false;

  static MethodInfo info() {
    return {
        .name = "ipso",
        .title = "Information preserving synthesis (IPSO)",
        .family = Family::synthesis,
        .summary = "Draws synthetic records with exactly the original means and covariances.",
        .accepts = Kind::numeric,
        .reference =
            "Burridge (2003), Information preserving statistical obfuscation, Statistics and Computing 13"};
  }

  static void params(ParamList<Ipso>& list) {
    list.columns("covariates", &Ipso::covariates)
        .doc("Columns that stay and that the others are modelled on.");
    list.flag("fill", &Ipso::fill).doc("Give missing cells a synthetic value too.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const ColumnSet given = covariate_columns(original, columns);
    const Mapping mapping = synthetic_mapping(original, columns);
    if (original.rows() == 0) return {.tables = {original}, .mapping = mapping};

    const stats::Matrix data = stats::numbers(original, columns);
    const Split split = split_rows(original, columns, given);
    const stats::Matrix design = stats::design_matrix(original, given);
    const stats::Matrix model = stats::taking_rows(design, split.complete);
    require_records(split.complete.size(), 3);
    const stats::LeastSquares fit = stats::least_squares(model, stats::taking_rows(data, split.complete));
    require_records(split.complete.size(), fit.rank + 2);

    Table masked = original;  // columns stay shared until edited
    const stats::Matrix root = stats::covariance_root(fit.residual_covariance);
    Rng rng = run.rng("records");
    write(masked, columns, split.complete, fit.predicted(model), stats::exact_normal(model, root, rng));
    run.check_stop();
    const stats::Matrix rest = stats::taking_rows(design, split.incomplete);
    write(masked, columns, split.incomplete, fit.predicted(rest), plain_normal(rest.rows(), root, rng));
    return {.tables = {masked}, .mapping = mapping};
  }

  struct Split {
    std::vector<std::size_t> complete, incomplete;
  };

  static Split split_rows(const Table& table, const ColumnSet& columns, const ColumnSet& given) {
    ColumnSet all = columns;
    all.insert(all.end(), given.begin(), given.end());
    Split split;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const auto missing = [&](ColumnId id) { return table.column(id).missing(row); };
      (std::any_of(all.begin(), all.end(), missing) ? split.incomplete : split.complete).push_back(row);
    }
    return split;
  }

  static stats::Matrix plain_normal(std::size_t rows, const stats::Matrix& root, Rng& rng) {
    stats::Matrix draws(rows, root.columns());
    for (std::size_t f = 0; f < draws.columns(); ++f) {
      for (double& draw : draws.column(f)) draw = rng.normal();
    }
    return stats::product(draws, stats::transposed(root));
  }

  void write(Table& masked, const ColumnSet& columns, const std::vector<std::size_t>& rows,
             const stats::Matrix& fitted, const stats::Matrix& residuals) const {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::span<double> values = masked.edit_numbers(columns[j]);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (fill || !std::isnan(values[rows[i]])) values[rows[i]] = fitted(i, j) + residuals(i, j);
      }
    }
  }

  ColumnSet covariate_columns(const Table& table, const ColumnSet& columns) const {
    ColumnSet given;
    for (const std::string& name : covariates) {
      given.push_back(table.require(name));
      if (std::find(columns.begin(), columns.end(), given.back()) == columns.end()) continue;
      bad_param("covariates", "column '" + name + "' is protected and also a covariate, which is not changed",
                "name the columns to protect with ‹columns›, without the covariates");
    }
    return given;
  }

  // With fewer, the draw could only return the original records.
  static void require_records(std::size_t complete, std::size_t wanted) {
    if (complete >= wanted) return;
    bad_input("ipso needs " + std::to_string(wanted) + " records without missing values, and there are " +
                  std::to_string(complete),
              "leave out columns with many missing values, or use fewer covariates");
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(ipso, Ipso)
