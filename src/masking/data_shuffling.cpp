// Data shuffling. New ranks are drawn from a normal copula fitted to the columns, conditional on columns that
// stay, and each column's own values are put in the order of its new ranks.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/elementary.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/record_ties.hpp"
#include "stats/distributions/normal_copula.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t shuffled_rows_at_once = 1024;

// A draw from a normal distribution of variance 1 as a number with the same order that differs from others
// only in three digits of the radix sort: 1 + ⌊(z + 8)·2²⁹⌋·2⁻⁴¹. Of a million draws about 260 pairs become
// equal; beyond ±8 lie 1e-15 of all.
double place_of(double draw) {
  const auto steps = static_cast<std::int64_t>((std::clamp(draw, -8.0, 8.0) + 8.0) * 0x1p29);
  return 1.0 + static_cast<double>(steps) * 0x1p-41;
}

struct DataShuffling {
  std::vector<std::string> given;

  static MethodInfo info() {
    return {.name = "data-shuffling",
            .title = "Data shuffling",
            .family = Family::swapping,
            .summary = "Reorders each column's values by ranks drawn from a model of the table.",
            .accepts = Kind::numeric | Kind::ordinal,
            .reference =
                "Muralidhar, Sarathy (2006), Data shuffling: a new masking approach for numerical data, "
                "Management Science 52(5)"};
  }

  static void params(ParamList<DataShuffling>& list) {
    list.columns("given", &DataShuffling::given)
        .doc("Columns that stay, and whose relation to the shuffled ones is kept.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    ColumnSet involved = given_columns(original);
    const std::size_t known = involved.size();
    for (const ColumnId id : columns) {
      if (std::find(involved.begin(), involved.end(), id) == involved.end()) involved.push_back(id);
    }
    if (involved.size() == known) {
      bad_input("every column to shuffle is also given", "protect columns that are not in `given`");
    }
    const Ranked ranked = rank(original, involved, run);
    const stats::Matrix spearman = complete(ranked) ? stats::rank_correlation(ranked.ranks, run)
                                                    : stats::rank_correlation(complete_ranks(ranked), run);
    const stats::Matrix correlation = stats::clipped_correlation(stats::normal_correlation(spearman));
    const stats::Matrix draws = drawn(stats::conditional_normal(correlation, known), ranked, run);

    Table masked = original;  // columns stay shared until replaced
    run.parallel(involved.size() - known, [&](std::size_t j) {
      const Column& column = original.column(involved[known + j]);
      masked.replace(involved[known + j], column.taking(sources(ranked.orders[known + j], draws.column(j))));
    });
    const ColumnSet shuffled(involved.begin() + static_cast<std::ptrdiff_t>(known), involved.end());
    return {.tables = {masked}, .mapping = synthetic_mapping(original, shuffled)};
  }

 private:
  // Of each column of the model: its present rows in ascending order, and average ranks (NaN: missing).
  struct Ranked {
    std::vector<std::vector<std::uint32_t>> orders;
    std::vector<std::vector<double>> ranks;
  };

  // Each once, in file order.
  ColumnSet given_columns(const Table& table) const {
    std::set<ColumnId> named;
    for (const std::string& name : given) named.insert(table.require(name));
    ColumnSet result(named.begin(), named.end());
    if (!result.empty()) require_usable(table, result, info().accepts, "`given` of data-shuffling");
    return result;
  }

  static Ranked rank(const Table& table, const ColumnSet& columns, const Run& run) {
    Ranked result{std::vector<std::vector<std::uint32_t>>(columns.size()),
                  std::vector<std::vector<double>>(columns.size())};
    run.parallel(columns.size(), [&](std::size_t j) {
      const Column& column = table.column(columns[j]);
      const Numbers* numbers = column.get_if<Numbers>();
      stats::Ranking ranking =
          numbers != nullptr ? stats::ranking(*numbers) : stats::ranking(column.to_numbers());
      result.orders[j] = std::move(ranking.order);
      result.ranks[j] = std::move(ranking.ranks);
    });
    return result;
  }

  static bool complete(const Ranked& ranked) {
    return std::all_of(ranked.orders.begin(), ranked.orders.end(),
                       [&](const auto& order) { return order.size() == ranked.ranks.front().size(); });
  }

  // The ranks of the complete records among themselves. A column without any value makes no record
  // incomplete: it counts as constant.
  static std::vector<std::vector<double>> complete_ranks(const Ranked& ranked) {
    const std::size_t rows = ranked.ranks.front().size();
    std::vector<std::size_t> complete;
    for (std::size_t row = 0; row < rows; ++row) {
      bool whole = true;
      for (std::size_t j = 0; whole && j < ranked.ranks.size(); ++j) {
        whole = ranked.orders[j].empty() || !std::isnan(ranked.ranks[j][row]);
      }
      if (whole) complete.push_back(row);
    }
    if (complete.size() < 2 && rows >= 2) {
      bad_param("columns", "data-shuffling needs two records that are complete in the columns involved",
                "protect fewer ‹columns›, or fill missing values first");
    }
    std::vector<std::vector<double>> result(ranked.ranks.size(), std::vector<double>(complete.size(), 1.0));
    for (std::size_t j = 0; j < result.size(); ++j) {
      for (std::size_t i = 0; !ranked.orders[j].empty() && i < complete.size(); ++i) {
        result[j][i] = ranked.ranks[j][complete[i]];
      }
      if (complete.size() < rows || ranked.orders[j].empty()) result[j] = stats::average_ranks(result[j]);
    }
    return result;
  }

  // One column for each that is shuffled; NaN where that one is missing.
  static stats::Matrix drawn(const stats::ConditionalNormal& model, const Ranked& ranked, const Run& run) {
    const std::size_t known = model.slopes.columns(), shuffled = model.root.rows();
    const std::size_t rows = ranked.ranks.front().size();
    stats::Matrix draws(rows, shuffled);
    run.expect((rows + shuffled_rows_at_once - 1) / shuffled_rows_at_once);
    run.blocks(rows, shuffled_rows_at_once, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Rng rng = run.rng("records", block);
      stats::Matrix terms(end - begin, known + shuffled);  // scores, then independent normals
      for (std::size_t k = 0; k < known + shuffled; ++k) {
        rng.uniform(terms.column(k));
        for (std::size_t i = begin; k < known && i < end; ++i) {
          const double share = (ranked.ranks[k][i] - 0.5) / static_cast<double>(ranked.orders[k].size());
          if (!std::isnan(share)) terms(i - begin, k) = share;
        }
        for (double& term : terms.column(k)) term = normal_quantile(term);
      }
      stats::add_draws(model, terms, draws, begin);
      for (std::size_t j = 0; j < shuffled; ++j) {
        const std::span<double> column = draws.column(j);
        const std::vector<double>& ranks = ranked.ranks[known + j];
        for (std::size_t i = begin; i < end; ++i)
          column[i] = std::isnan(ranks[i]) ? ranks[i] : place_of(column[i]);
      }
      run.advance();
    });
    return draws;
  }

  // Row i of the masked column is row `result[i]` of the original, which for a missing cell is i.
  static std::vector<std::size_t> sources(const std::vector<std::uint32_t>& order,
                                          std::span<const double> draws) {
    std::vector<std::size_t> source(draws.size());
    std::iota(source.begin(), source.end(), 0);
    const std::vector<std::uint32_t> places = stats::ascending_order(draws);
    for (std::size_t rank = 0; rank < places.size(); ++rank) source[places[rank]] = order[rank];
    return source;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(data_shuffling, DataShuffling)
