// Multiple imputation. Several copies in which the protected columns are drawn from models given the other
// columns, so that no original values are released and analysts can account for the uncertainty of the draws.
#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/synthesis.hpp"

namespace sfumato::masking {
namespace {

struct MultipleImputation : SynthesisOptions {
  static MethodInfo info() {
    return {
        .name = "multiple-imputation",
        .title = "Multiple imputation",
        .family = Family::synthesis,
        .summary = "Replaces the protected columns by several draws from regressions on the other columns.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Rubin (1993), Discussion: statistical disclosure limitation, Journal of Official Statistics 9",
        .notes =
            "Each protected column in file order is drawn from the posterior predictive distribution of a "
            "regression on the columns that stay and on the protected ones before it, fitted to the "
            "original: linear for numbers (σ² from its scaled inverse χ², coefficients given σ², then the "
            "value), logistic for two categories and multinomial for more (coefficients from the normal "
            "approximation at the maximum, under a normal prior of variance 10 per standardised "
            "coefficient, then the category). Identifiers and nominal columns of more than 50 categories "
            "never predict, weights and households only where `given` names them. If some columns stay, "
            "copies are partly synthetic and keep the order of records; a column that the columns that "
            "stay determine comes back as it was. If no column that could predict is left to stay, "
            "synthesis is full and the first column is drawn from its own distribution; if none but "
            "identifiers stays at all, these become missing and records correspond to none. With `frame`, "
            "a table of the background columns of the whole population, the units of the data are taken "
            "out of it, by identifiers in both or else by equal background; each copy is a sample of the "
            "others with protected columns drawn for them, in the frame's order. A regression uses the "
            "records complete in it; while these are fewer than half of the column's, its predictor with "
            "the most missing values is left out, and fewer than 4 are an error. For prediction a missing "
            "number counts as the mean and a missing category as the most frequent. A missing cell stays "
            "missing, unless `fill`. With fewer than three degrees of freedom a linear regression gets a "
            "ridge penalty of 1 on standardised predictors; predictors that others determine are harmless. "
            "A constant or empty column stays as it is. Drawn numbers are real and may leave the range of "
            "the original. `combined` in the details has the mean of each drawn column by the rules of "
            "Raghunathan, Reiter and Rubin (2003) or, where columns stay, of Reiter (2003); with a frame, "
            "the mean of the units outside."};
  }

  static void params(ParamList<MultipleImputation>& list) {
    list.integer("copies", &MultipleImputation::copies)
        .range(2, 100)
        .doc("How many copies are drawn; 3 to 10 are usual.");
    list.columns("given", &MultipleImputation::given)
        .doc("Columns that predict, among those that stay; by default all that can.");
    list.table("frame", &MultipleImputation::frame)
        .doc("Background columns of all units of the population; copies then hold units outside the data.");
    list.integer("released", &MultipleImputation::released)
        .range(0, 1e9)
        .unit("records")
        .doc("Units in each copy, with a frame; 0 means as many as the data have.");
    list.flag("fill", &MultipleImputation::fill).doc("Draw missing cells of protected columns too.");
  }

  Masked apply(const Table& original, ColumnSet columns, const Run& run) const;
};

Masked MultipleImputation::apply(const Table& original, ColumnSet columns, const Run& run) const {
  if (frame.empty() && released > 0) {
    bad_param("released", "released = " + std::to_string(released) + " needs a frame to take units from",
              "name one with ‹frame›, or leave ‹released› out");
  }
  const Synthesis synthesis(*this, original, std::move(columns), run);
  Masked masked;
  masked.tables.resize(static_cast<std::size_t>(copies));
  run.expect(masked.tables.size());
  run.parallel(masked.tables.size(), [&](std::size_t i) {
    masked.tables[i] = synthesis.copy(run.within("copy", i));
    run.advance();
  });
  masked.details = synthesis.details(masked.tables);
  masked.mapping = synthesis.keeps_rows() ? Mapping::same_rows : Mapping::none;
  // What an analyst must know to choose and use a combining rule.
  masked.reveal.set("copies", copies)
      .set("synthesis", masked.details.at("synthesis"))
      .set("original_records", original.rows());
  return masked;
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(multiple_imputation, MultipleImputation)
