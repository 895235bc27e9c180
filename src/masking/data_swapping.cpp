// Data swapping. Some records exchange their protected values with records that are equal in other columns,
// so that joint counts of those columns and a protected one do not change.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/row_classes.hpp"

namespace sfumato::masking {
namespace {

// Records that exchange values, class by class: each class has none of them, or at least two.
using Chosen = std::vector<std::vector<std::size_t>>;

struct DataSwapping {
  double rate = 0.1;
  std::vector<std::string> keep;
  bool together = false;

  static MethodInfo info() {
    return {.name = "data-swapping",
            .title = "Data swapping",
            .family = Family::swapping,
            .summary = "Exchanges values between records that are equal in chosen columns.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference =
                "Dalenius, Reiss (1982), Data-swapping: a technique for disclosure control, Journal of "
                "Statistical Planning and Inference 6"};
  }

  static void params(ParamList<DataSwapping>& list) {
    list.number("rate", &DataSwapping::rate)
        .range(0.0, 1.0)
        .unit("of the records")
        .doc("Share of the records that exchange their values.")
        .dial(Dial::more_is_safer);
    list.columns("keep", &DataSwapping::keep)
        .doc("Columns whose joint counts with every protected column stay.");
    list.flag("together", &DataSwapping::together)
        .doc("Exchange all protected values of a record at once, so that they stay together.");
  }

  // As many records as the rate asks for (one more where a class would have a single one), all of a class
  // equally likely; in small classes more so, since the first record drawn of a class brings a partner.
  static Chosen choose(std::vector<std::vector<std::size_t>> classes, std::size_t wanted, Rng rng) {
    std::vector<std::size_t> tickets;  // the class of each record
    for (std::size_t c = 0; c < classes.size(); ++c) {
      rng.shuffle(std::span(classes[c]));
      if (classes[c].size() > 1) tickets.insert(tickets.end(), classes[c].size(), c);
    }
    rng.shuffle(std::span(tickets));
    std::vector<std::size_t> drawn(classes.size(), 0);
    std::size_t total = 0;
    for (std::size_t i = 0; i < tickets.size() && total < wanted; ++i) {
      std::size_t& count = drawn[tickets[i]];
      ++count;
      total += count == 1 ? 2 : count == 2 ? 0 : 1;  // the first one brings its partner
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
      classes[c].resize(drawn[c] == 0 ? 0 : std::max<std::size_t>(2, drawn[c]));
    }
    return classes;
  }

  // Row i of the masked column is row `result[i]` of the original: one random cycle through the chosen of
  // each class (Sattolo 1986), so that no record keeps its own value.
  static std::vector<std::size_t> exchanged(const Chosen& chosen, std::size_t rows, Rng rng) {
    std::vector<std::size_t> source(rows);
    std::iota(source.begin(), source.end(), std::size_t{0});
    for (const std::vector<std::size_t>& members : chosen) {
      for (std::size_t i = members.size(); i > 1; --i) {
        std::swap(source[members[i - 1]], source[members[rng.below(i - 1)]]);
      }
    }
    return source;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const ColumnSet moving = moving_columns(original, columns);
    const std::vector<std::vector<std::size_t>> classes = classes_of(original, moving, run);
    const auto wanted = static_cast<std::size_t>(std::round(rate * static_cast<double>(original.rows())));
    const Chosen chosen = choose(classes, wanted, run.rng("records"));
    Table masked = original;  // columns stay shared until replaced
    run.parallel(moving.size(), [&](std::size_t j) {
      const std::uint64_t stream = together ? 0 : moving[j];
      masked.replace(moving[j], original.column(moving[j]).taking(
                                    exchanged(chosen, original.rows(), run.rng("cycle", stream))));
    });
    Masked result{.tables = {masked}};
    result.details.set("swapped_records", count_of(chosen))
        .set("changed_records", changed_rows(original, masked, moving))
        .set("records_alone", std::count_if(classes.begin(), classes.end(),
                                            [](const auto& members) { return members.size() == 1; }));
    return result;
  }

 private:
  // A column that is both protected and kept is kept.
  ColumnSet moving_columns(const Table& table, const ColumnSet& columns) const {
    ColumnSet moving;
    for (const ColumnId id : columns) {
      const auto& name = table.info(id).name;
      if (std::find(keep.begin(), keep.end(), name) == keep.end()) moving.push_back(id);
    }
    if (moving.empty()) {
      bad_input("every column to swap is also to be kept", "protect columns that are not in `keep`");
    }
    return moving;
  }

  std::vector<std::vector<std::size_t>> classes_of(const Table& table, const ColumnSet& moving,
                                                   const Run& run) const {
    ColumnSet kept;
    for (const std::string& name : keep) kept.push_back(table.require(name));
    return rows_by_class(classes_with_gaps(table, kept, moving, run));
  }

  static std::size_t count_of(const Chosen& chosen) {
    std::size_t count = 0;
    for (const auto& members : chosen) count += members.size();
    return count;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(data_swapping, DataSwapping)
