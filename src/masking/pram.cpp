// Post-randomisation (PRAM). Each category is changed with known probabilities, so that no single cell is
// certain, and analysts who know the probabilities can still estimate the frequency of each category.
#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "core/column_choice.hpp"
#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "stats/categories/given_matrix.hpp"
#include "stats/categories/transition_matrix.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t block_rows = 1 << 14;
constexpr std::size_t most_categories = 1000;

// The categories of a column: those that some cell has, in their order, and then those that a given matrix
// adds.
struct Categories {
  stats::KeyColumn cells;
  std::vector<std::size_t> donors;  // a row that has the category, of those that some cell has
  std::vector<std::string> texts;
  std::vector<double> counts;
};

void refuse_many(std::size_t categories, const ColumnInfo& info) {
  if (categories <= most_categories) return;
  bad_input("column '" + info.name + "' has " + std::to_string(categories) +
                " categories, and pram takes at most " + std::to_string(most_categories),
            "group them first, or leave out the column");
}

// Counted block by block, unless categories are too many to be kept for each; the first row of a category is
// its donor.
Categories categories_of(const Column& column, const Run& run) {
  Categories result{.cells = stats::key_column(column), .donors = {}, .texts = {}, .counts = {}};
  const auto distinct = static_cast<std::size_t>(result.cells.distinct);
  const std::vector<std::int32_t>& codes = result.cells.codes;
  const std::size_t rows = distinct > most_categories ? codes.size() : block_rows;
  std::vector<std::vector<std::size_t>> counts(codes.size() / block_rows + 1), firsts(counts.size());
  run.blocks(codes.size(), rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::vector<std::size_t> count(distinct, 0), first(distinct, 0);
    for (std::size_t row = begin; row < end; ++row) {
      if (codes[row] == stats::KeyColumn::missing) continue;
      const auto code = static_cast<std::size_t>(codes[row]);
      if (count[code]++ == 0) first[code] = row;
    }
    counts[block] = std::move(count);
    firsts[block] = std::move(first);
  });
  result.donors.resize(distinct);
  result.counts.resize(distinct, 0.0);
  for (std::size_t block = 0; block < counts.size(); ++block) {
    for (std::size_t code = 0; code < counts[block].size(); ++code) {
      if (counts[block][code] == 0) continue;
      if (result.counts[code] == 0.0) result.donors[code] = firsts[block][code];
      result.counts[code] += static_cast<double>(counts[block][code]);
    }
  }
  for (const std::size_t donor : result.donors) result.texts.push_back(column.text(donor));
  return result;
}

// The rows of the given matrix that belong to the categories, extended by the categories that those rows lead
// to. None where the column has no category of the matrix.
std::optional<stats::Matrix> chosen_shares(const stats::GivenMatrix& given, Categories& categories,
                                           const std::string& column) {
  std::vector<std::string> unknown;
  for (const std::string& text : categories.texts) {
    if (!given.row_of(text)) unknown.push_back(text);
  }
  if (unknown.size() == categories.texts.size() && !unknown.empty()) return std::nullopt;
  if (!unknown.empty()) {
    bad_input("the matrix has no row for " + data_values(unknown) + " of column '" + column + "'",
              "add a row for each, or leave out the column");
  }
  std::vector<std::string>& texts = categories.texts;
  std::unordered_map<std::string, std::size_t> place;
  for (const std::string& text : texts) place.emplace(text, place.size());
  std::vector<std::optional<std::size_t>> rows;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    rows.push_back(given.row_of(texts[i]));
    for (std::size_t j = 0; rows[i] && j < given.to.size(); ++j) {
      if (given.shares(*rows[i], j) == 0.0 || !place.emplace(given.to[j], place.size()).second) continue;
      texts.push_back(given.to[j]);
      categories.counts.push_back(0.0);
    }
  }
  stats::Matrix shares(texts.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!rows[i]) shares(i, i) = 1.0;
    for (std::size_t j = 0; rows[i] && j < given.to.size(); ++j) {
      if (given.shares(*rows[i], j) > 0.0) shares(i, place.at(given.to[j])) = given.shares(*rows[i], j);
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
      bad_input("the matrix leads to '" + text + "', which is not in the order of column '" + info.name + "'",
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
            "control: theory and implementation, Journal of Official Statistics 14(4)"};
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

  // The result for a column.
  struct Outcome {
    std::optional<Column> column = std::nullopt;  // none: unchanged
    std::size_t changed = 0;
    std::size_t cells = 0;
    double expected = 0.0;
    Value matrix = Value::object();
  };

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    std::optional<stats::GivenMatrix> given;
    if (!matrix.empty()) given = stats::given_matrix(run.table(matrix));
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
  Outcome outcome(const Column& column, const ColumnInfo& info,
                  const std::optional<stats::GivenMatrix>& given, const Run& run) const {
    Categories categories = categories_of(column, run);
    std::optional<stats::Matrix> shares;
    if (given) {
      shares = chosen_shares(*given, categories, info.name);
      if (!shares) return {};
    }
    refuse_many(categories.texts.size(), info);
    if (!shares) shares = stats::retention_matrix(categories.counts, retain);
    if (invariant) shares = stats::invariant_matrix(*shares, categories.counts);
    Outcome result{.expected = stats::expected_change(*shares, categories.counts)};
    for (const double count : categories.counts) result.cells += static_cast<std::size_t>(count);
    result.column = redrawn(column, info, categories, *shares, result.changed, run);
    result.matrix = described(categories, *shares);
    return result;
  }

  // A category for each cell, as `written` numbers it; missing ones consume a random number and stay missing.
  static std::vector<std::int32_t> draws(const stats::Matrix& shares, const stats::KeyColumn& cells,
                                         const std::vector<std::int32_t>& written, std::size_t& changed,
                                         const Run& run) {
    std::vector<std::int32_t> drawn(cells.codes.size());
    std::vector<std::size_t> changes(drawn.size() / block_rows + 1, 0);
    const stats::TransitionDraws tables(shares);
    run.blocks(drawn.size(), block_rows, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::array<double, 1024> uniforms;
      Rng rng = run.rng("cells", block);
      std::size_t count = 0;
      for (std::size_t start = begin; start < end; start += uniforms.size()) {
        const std::size_t size = std::min(uniforms.size(), end - start);
        rng.uniform(std::span(uniforms).first(size));
        for (std::size_t i = 0; i < size; ++i) {
          const std::int32_t from = cells.codes[start + i];
          drawn[start + i] = from;
          if (from == stats::KeyColumn::missing) continue;
          const std::int32_t to = tables.draw(from, uniforms[i]);
          drawn[start + i] = written[static_cast<std::size_t>(to)];
          count += to != from;
        }
      }
      changes[block] = count;
    });
    changed = std::accumulate(changes.begin(), changes.end(), std::size_t{0});
    return drawn;
  }

  static Column redrawn(const Column& column, const ColumnInfo& info, const Categories& categories,
                        const stats::Matrix& shares, std::size_t& changed, const Run& run) {
    if (const Codes* before = column.get_if<Codes>()) {
      Codes after{{}, before->labels};
      const std::vector<std::int32_t> labels = label_codes(after, categories, info);
      after.codes = draws(shares, categories.cells, labels, changed, run);
      return after;
    }
    if (categories.texts.size() > categories.donors.size()) {
      bad_input("the matrix leads to '" + categories.texts[categories.donors.size()] +
                    "', which no cell of column '" + info.name + "' has",
                "declare the kind of the column, so that it is read as text, or change the matrix");
    }
    std::vector<std::int32_t> same(categories.texts.size());
    std::iota(same.begin(), same.end(), 0);
    const std::vector<std::int32_t> drawn = draws(shares, categories.cells, same, changed, run);
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
