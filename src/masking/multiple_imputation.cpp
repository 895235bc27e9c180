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
            "Rubin (1993), Discussion: statistical disclosure limitation, Journal of Official Statistics 9"};
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
