// Post-randomisation (PRAM). Each category is changed with known probabilities, so that no single cell can be
// trusted, and whoever knows the probabilities can still estimate how often each category occurs.
#include <algorithm>
#include <numeric>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/given_matrix.hpp"
#include "stats/key_classes.hpp"
#include "stats/transition_matrix.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t block_rows = 1 << 14;
constexpr std::size_t most_categories = 1000;

// The categories of a column: those that some cell has, in their order, and then those that a given matrix
// brings in.
struct Categories {
  stats::KeyColumn cells;
  std::vector<std::size_t> donors;  // a row that has the category, of those that some cell has
  std::vector<std::string> texts;
  std::vector<double> counts;
};

Categories categories_of(const Column& column) {
  Categories result{.cells = stats::key_column(column), .donors = {}, .texts = {}, .counts = {}};
  const auto distinct = static_cast<std::size_t>(result.cells.distinct);
  result.donors.resize(distinct);
  result.texts.resize(distinct);
  result.counts.resize(distinct, 0.0);
  for (std::size_t row = 0; row < result.cells.codes.size(); ++row) {
    if (result.cells.codes[row] == stats::KeyColumn::missing) continue;
    const auto code = static_cast<std::size_t>(result.cells.codes[row]);
    if (result.counts[code]++ == 0.0) result.donors[code] = row;
  }
  for (std::size_t code = 0; code < distinct; ++code) result.texts[code] = column.text(result.donors[code]);
  return result;
}

// The rows of the given matrix that belong to the categories, which grow by what those rows lead to. None
// where the column has nothing to do with the matrix.
std::optional<stats::Matrix> chosen_shares(const GivenMatrix& given, Categories& categories,
                                           const std::string& column) {
  std::vector<std::string> unknown;
  for (const std::string& text : categories.texts) {
    if (!given.row_of(text)) unknown.push_back(text);
  }
  if (unknown.size() == categories.texts.size() && !unknown.empty()) return std::nullopt;
  if (!unknown.empty()) {
    bad_input("the matrix has no row for " + quoted_names(unknown) + " of column '" + column + "'",
              "add a row for each, or leave out the column");
  }
  std::vector<std::string>& texts = categories.texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::optional<std::size_t> row = given.row_of(texts[i]);
    for (std::size_t j = 0; row && j < given.to.size(); ++j) {
      const bool reached = given.shares(*row, j) > 0.0;
      if (reached && std::find(texts.begin(), texts.end(), given.to[j]) == texts.end()) {
        texts.push_back(given.to[j]);
        categories.counts.push_back(0.0);
      }
    }
  }
  stats::Matrix shares(texts.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::optional<std::size_t> row = given.row_of(texts[i]);
    if (!row) shares(i, i) = 1.0;
    for (std::size_t j = 0; row && j < given.to.size(); ++j) {
      const auto place = std::find(texts.begin(), texts.end(), given.to[j]) - texts.begin();
      if (given.shares(*row, j) > 0.0) shares(i, static_cast<std::size_t>(place)) = given.shares(*row, j);
    }
  }
  return shares;
}

// The code of each category among the labels; a nominal column takes new ones.
std::vector<std::int32_t> label_codes(Codes& codes, const Categories& categories, const ColumnInfo& info) {
  std::vector<std::int32_t> result;
  for (const std::string& text : categories.texts) {
    const auto found = std::find(codes.labels.begin(), codes.labels.end(), text);
    if (found == codes.labels.end() && info.kind == Kind::ordinal) {
      bad_input(
          "the matrix leads to '" + text + "', which has no place in the order of column '" + info.name + "'",
          "declare the order of its categories with `order` in the sidecar");
    }
    result.push_back(static_cast<std::int32_t>(found - codes.labels.begin()));
    if (found == codes.labels.end()) codes.labels.push_back(text);
  }
  return result;
}

struct Pram {
  double retain = 0.8;
  std::string matrix;
  bool invariant = false;

  static MethodInfo info() {
    return {
        .name = "pram",
        .title = "Post-randomisation (PRAM)",
        .family = Family::noise,
        .summary = "Changes categories at random, with probabilities that can be published.",
        .accepts = Kind::nominal | Kind::ordinal,
        .reference =
            "Gouweleeuw, Kooiman, Willenborg, de Wolf (1998), Post randomisation for statistical disclosure "
            "control: theory and implementation, Journal of Official Statistics 14(4)",
        .notes =
            "Every cell is drawn by itself from the row of a Markov matrix P that belongs to its category: "
            "it "
            "stays with probability `retain`, and else becomes another category with a probability "
            "proportional to how often that one occurs. A `matrix` (categories before in the first column, "
            "categories after in the header, rows that add up to 1) takes the place of `retain`, in all "
            "columns whose categories it has; columns that share none with it stay as they are and are "
            "listed "
            "under `left_alone`. With `invariant` the matrix is R = PQ, Q_ji = t_i·P_ij/Σ_h t_h·P_hj, so "
            "that "
            "the frequencies t are kept in expectation; more cells change than under P. Without it, "
            "t̂ = (Pᵀ)⁻¹·t* estimates them from those of the release, t*; `--reveal` publishes the matrix, "
            "and "
            "with it the ratios of the original frequencies. The details tell which share of cells was "
            "expected to change and did. The fewer categories, the less `retain` may fall: of two with "
            "`retain` 0 every cell becomes the other, which anybody can undo. Missing stays missing; a "
            "single "
            "category stays as it is; more than 1000 are refused."};
  }

  static void params(ParamList<Pram>& list) {
    list.number("retain", &Pram::retain)
        .range(0.0, 1.0)
        .doc("Probability that a cell keeps its category.")
        .dial(Dial::less_is_safer);
    list.table("matrix", &Pram::matrix).doc("File with the probabilities, in place of `retain`.");
    list.flag("invariant", &Pram::invariant)
        .doc("Choose the probabilities so that frequencies are kept in expectation.");
  }

  // What became of a column.
  struct Outcome {
    std::optional<Column> column = std::nullopt;  // none: left alone
    std::size_t changed = 0;
    std::size_t cells = 0;
    double expected = 0.0;
    Value matrix = Value::object();
  };

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    std::optional<GivenMatrix> given;
    if (!matrix.empty()) given = given_matrix(run.table(matrix));
    std::vector<Outcome> outcomes(columns.size());
    run.parallel(columns.size(), [&](std::size_t j) {
      outcomes[j] = outcome(original.column(columns[j]), original.info(columns[j]), given,
                            run.within("column", columns[j]));
    });
    if (std::none_of(outcomes.begin(), outcomes.end(), [](const auto& o) { return o.column.has_value(); })) {
      bad_input("the matrix has no category of any chosen column",
                "its first column must hold the categories as the data write them");
    }
    return put_together(original, columns, outcomes);
  }

 private:
  Outcome outcome(const Column& column, const ColumnInfo& info, const std::optional<GivenMatrix>& given,
                  const Run& run) const {
    Categories categories = categories_of(column);
    std::optional<stats::Matrix> shares;
    if (given) {
      shares = chosen_shares(*given, categories, info.name);
      if (!shares) return {};
    }
    if (categories.texts.size() > most_categories) {
      bad_input("column '" + info.name + "' has " + std::to_string(categories.texts.size()) +
                    " categories, of which pram takes " + std::to_string(most_categories) + " at most",
                "group them first, or leave out the column");
    }
    if (!shares) shares = stats::retention_matrix(categories.counts, retain);
    if (invariant) shares = stats::invariant_matrix(*shares, categories.counts);
    std::vector<std::int32_t> drawn = draws(*shares, categories.cells, run);
    Outcome result{.expected = stats::expected_change(*shares, categories.counts)};
    for (std::size_t row = 0; row < drawn.size(); ++row) {
      result.cells += drawn[row] != stats::KeyColumn::missing;
      result.changed += drawn[row] != categories.cells.codes[row];
    }
    result.column = written(column, info, categories, std::move(drawn));
    result.matrix = described(categories, *shares);
    return result;
  }

  // A category for each cell; missing ones use up a number and stay missing.
  static std::vector<std::int32_t> draws(const stats::Matrix& shares, const stats::KeyColumn& cells,
                                         const Run& run) {
    std::vector<std::int32_t> drawn(cells.codes.size());
    const stats::TransitionDraws tables(shares);
    run.blocks(drawn.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::vector<double> uniforms(end - begin);
      run.rng("cells", block).uniform(uniforms);
      for (std::size_t row = begin; row < end; ++row) {
        const std::int32_t from = cells.codes[row];
        drawn[row] = from == stats::KeyColumn::missing ? from : tables.draw(from, uniforms[row - begin]);
      }
    });
    return drawn;
  }

  static Column written(const Column& column, const ColumnInfo& info, const Categories& categories,
                        std::vector<std::int32_t> drawn) {
    if (const Codes* before = column.get_if<Codes>()) {
      Codes after{{}, before->labels};
      const std::vector<std::int32_t> codes = label_codes(after, categories, info);
      for (std::int32_t& cell : drawn) {
        if (cell != Codes::missing) cell = codes[static_cast<std::size_t>(cell)];
      }
      after.codes = std::move(drawn);
      return after;
    }
    if (categories.texts.size() > categories.donors.size()) {
      bad_input("the matrix leads to '" + categories.texts[categories.donors.size()] +
                    "', which no cell of column '" + info.name + "' has",
                "declare the kind of the column, so that it is read as text, or change the matrix");
    }
    std::vector<std::size_t> source(drawn.size());
    for (std::size_t row = 0; row < drawn.size(); ++row) {
      const bool missing = drawn[row] == stats::KeyColumn::missing;
      source[row] = missing ? row : categories.donors[static_cast<std::size_t>(drawn[row])];
    }
    return column.taking(source);
  }

  static Value described(const Categories& categories, const stats::Matrix& shares) {
    Value rows = Value::array();
    for (std::size_t i = 0; i < shares.rows(); ++i) {
      Value row = Value::array();
      for (std::size_t j = 0; j < shares.columns(); ++j) row.push(shares(i, j));
      rows.push(row);
    }
    Value result = Value::object();
    result.set("categories", Value::array_of(categories.texts)).set("matrix", rows);
    return result;
  }

  static Masked put_together(const Table& original, const ColumnSet& columns,
                             std::vector<Outcome>& outcomes) {
    Masked result{.tables = {original}};  // columns stay shared until replaced
    std::size_t changed = 0;
    std::vector<std::string> left_alone;
    Value shares = Value::object(), matrices = Value::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::string& name = original.info(columns[j]).name;
      if (!outcomes[j].column) {
        left_alone.push_back(name);
        continue;
      }
      const double cells = static_cast<double>(std::max<std::size_t>(1, outcomes[j].cells));
      Value share = Value::object();
      share.set("expected", outcomes[j].expected)
          .set("changed", static_cast<double>(outcomes[j].changed) / cells);
      shares.set(name, share);
      matrices.set(name, outcomes[j].matrix);
      changed += outcomes[j].changed;
      result.tables.front().replace(columns[j], std::move(*outcomes[j].column));
    }
    result.details.set("changed_cells", changed).set("changed_share", shares);
    if (!left_alone.empty()) result.details.set("left_alone", Value::array_of(left_alone));
    result.reveal.set("columns", matrices);
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(pram, Pram)
