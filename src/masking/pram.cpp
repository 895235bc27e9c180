// Post-randomisation (PRAM). Each category is changed with known probabilities, so that no single cell is
// certain, and analysts who know the probabilities can still estimate the frequency of each category.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "core/column_choice.hpp"
#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/category_census.hpp"
#include "masking/draw_stream.hpp"
#include "masking/partial_state.hpp"
#include "stats/categories/given_matrix.hpp"
#include "stats/categories/transition_matrix.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t most_categories = 1000;

// The categories of a column: those that some cell has, in their order, and then those that a given matrix
// adds.
struct Categories {
  std::vector<std::string> texts;
  std::vector<double> counts;
};

void refuse_many(std::size_t categories, const ColumnInfo& info) {
  if (categories <= most_categories) return;
  bad_input("column '" + info.name + "' has " + std::to_string(categories) +
                " categories, and pram takes at most " + std::to_string(most_categories),
            "group them first, or leave out the column");
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

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;
};

// A cell for each place among categories, of the type of their column.
Column cells_at(const Column& values, const std::vector<std::int32_t>& places) {
  const auto at = [&](const auto& all, std::size_t row) {
    return all[static_cast<std::size_t>(places[row])];
  };
  const auto gone = [&](std::size_t row) { return places[row] == CategoryCensus::missing; };
  if (const Integers* integers = values.get_if<Integers>()) {
    Integers result{std::vector<std::int64_t>(places.size()), {}};
    for (std::size_t row = 0; row < places.size(); ++row) {
      if (gone(row)) result.missing.resize(places.size(), 0);
      if (gone(row)) result.missing[row] = 1;
      if (!gone(row)) result.values[row] = at(integers->values, row);
    }
    return result;
  }
  if (const Dates* dates = values.get_if<Dates>()) {
    Dates result{std::vector<std::int32_t>(places.size(), Dates::missing)};
    for (std::size_t row = 0; row < places.size(); ++row) {
      if (!gone(row)) result.days[row] = at(dates->days, row);
    }
    return result;
  }
  if (const Timestamps* times = values.get_if<Timestamps>()) {
    Timestamps result = times->outline();
    result.ticks.assign(places.size(), Timestamps::missing);
    for (std::size_t row = 0; row < places.size(); ++row) {
      if (!gone(row)) result.ticks[row] = at(times->ticks, row);
    }
    return result;
  }
  Numbers result(places.size(), std::nan(""));
  for (std::size_t row = 0; row < places.size(); ++row) {
    if (!gone(row)) result[row] = at(*values.get_if<Numbers>(), row);
  }
  return result;
}

// One column: its categories are counted first, then every cell draws from the row of its own.
class PramColumn {
 public:
  PramColumn(const ColumnInfo& info, const Column& outline, const Run& run)
      : info_(info), run_(run), census_(info.kind == Kind::ordinal) {
    census_.take_form(outline);
  }

  void observe(const Column& block, const RecordNumbers& numbers) { census_.observe(block, numbers); }
  Value partial(std::size_t) const { return census_.partial(); }
  void merge(std::size_t, const Value& part) { census_.merge(part); }
  // What some records have is enough to know that there are too many, before all come together.
  void refuse_many_cells() const { refuse_many(census_.with_cells(), info_); }

  void finish(const Pram& wanted, const std::optional<stats::GivenMatrix>& given) {
    census_.finish();
    categories_.texts = census_.texts();
    for (const std::size_t count : census_.counts()) {
      categories_.counts.push_back(static_cast<double>(count));
      cells_ += count;
    }
    std::optional<stats::Matrix> shares;
    if (given) {
      shares = chosen_shares(*given, categories_, info_.name);
      if (!shares) return;
    }
    refuse_many(categories_.texts.size(), info_);
    if (!shares) shares = stats::retention_matrix(categories_.counts, wanted.retain);
    if (wanted.invariant) shares = stats::invariant_matrix(*shares, categories_.counts);
    expected_ = stats::expected_change(*shares, categories_.counts);
    prepare_written();
    draws_.emplace(*shares);
    shares_ = std::move(shares);
  }

  const std::string& name() const { return info_.name; }
  // False where the matrix has no category of the column, which then stays as it is.
  bool changes() const { return shares_.has_value(); }

  // The column of a block after the draws; `changed` counts cells.
  Column redrawn(const Column& block, const RecordNumbers& numbers, std::size_t& changed) const {
    const std::vector<std::int32_t> drawn = drawn_places(census_.places(block), numbers, changed);
    if (!labels_) return cells_at(census_.values(), drawn);
    return Codes{drawn, *labels_};
  }

  Value share(std::size_t changed) const {
    Value value = Value::object();
    value.set("expected", expected_)
        .set("changed", static_cast<double>(changed) / static_cast<double>(std::max<std::size_t>(1, cells_)));
    return value;
  }

  Value matrix() const {
    Value rows = Value::array();
    for (std::size_t i = 0; i < shares_->rows(); ++i) {
      Value row = Value::array();
      for (std::size_t j = 0; j < shares_->columns(); ++j) row.push((*shares_)(i, j));
      rows.push(row);
    }
    Value result = Value::object();
    result.set("categories", Value::array_of(categories_.texts)).set("matrix", rows);
    return result;
  }

 private:
  // How each category is written: its label, or its place among the values.
  void prepare_written() {
    if (const Codes* codes = census_.values().get_if<Codes>()) {
      Codes labels{{}, codes->labels};
      written_ = label_codes(labels, categories_, info_);
      labels_ = std::move(labels.labels);
      return;
    }
    if (categories_.texts.size() > census_.size()) {
      bad_input("the matrix leads to '" + categories_.texts[census_.size()] + "', which no cell of column '" +
                    info_.name + "' has",
                "declare the kind of the column, so that it is read as text, or change the matrix");
    }
    written_.resize(categories_.texts.size());
    std::iota(written_.begin(), written_.end(), 0);
  }

  // A category for each cell, as `written_` numbers it; missing ones consume a random number and stay
  // missing.
  std::vector<std::int32_t> drawn_places(std::vector<std::int32_t> cells, const RecordNumbers& numbers,
                                         std::size_t& changed) const {
    std::vector<std::size_t> changes(cells.size() / block_grain + 1, 0);
    run_.blocks(cells.size(), block_grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::uint64_t stream = numbers[begin] / block_grain;
      DrawStream draws(run_.rng("cells", stream));
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint64_t number = numbers[row];
        if (number / block_grain != stream) {
          stream = number / block_grain;
          draws = DrawStream(run_.rng("cells", stream));
        }
        const double uniform = draws.record(number % block_grain).uniform();
        std::int32_t& cell = cells[row];
        if (cell == CategoryCensus::missing) continue;
        const std::int32_t to = draws_->draw(cell, uniform);
        changes[block] += to != cell;
        cell = written_[static_cast<std::size_t>(to)];
      }
    });
    changed = std::accumulate(changes.begin(), changes.end(), std::size_t{0});
    return cells;
  }

  ColumnInfo info_;
  Run run_;
  CategoryCensus census_;
  Categories categories_;
  std::optional<stats::Matrix> shares_;
  std::optional<stats::TransitionDraws> draws_;
  std::vector<std::int32_t> written_;
  std::optional<std::vector<std::string>> labels_;  // of a column of text
  std::size_t cells_ = 0;
  double expected_ = 0.0;
};

class PramWork : public BlockWork {
 public:
  PramWork(const Pram& wanted, const Table& outline, const ColumnSet& columns, const Run& run)
      : wanted_(wanted), ids_(columns), run_(run) {
    if (!wanted.matrix.empty()) given_ = stats::given_matrix(run.table(wanted.matrix));
    for (const ColumnId id : columns) {
      columns_.emplace_back(outline.info(id), outline.column(id), run.within("column", id));
    }
  }

  std::size_t passes() const override { return 1; }
  void observe(std::size_t, const Table& block, const RecordNumbers& numbers) override {
    run_.parallel(ids_.size(), [&](std::size_t j) { columns_[j].observe(block.column(ids_[j]), numbers); });
  }
  void finish(std::size_t) override {
    run_.parallel(ids_.size(), [&](std::size_t j) { columns_[j].finish(wanted_, given_); });
    if (std::none_of(columns_.begin(), columns_.end(), [](const PramColumn& one) { return one.changes(); })) {
      bad_input("the matrix has no category of any chosen column",
                "its first column must hold the categories as the data write them");
    }
  }

  Value partial(std::size_t pass) const override {
    if (!given_) {
      for (const PramColumn& one : columns_) one.refuse_many_cells();
    }
    return partials_of(columns_, pass);
  }
  void merge(std::size_t pass, const Value& part) override { merge_each(columns_, pass, part); }

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    MaskedBlock result{block, std::vector<std::size_t>(ids_.size(), 0)};
    run_.parallel(ids_.size(), [&](std::size_t j) {
      if (!columns_[j].changes()) return;
      result.table.replace(ids_[j], columns_[j].redrawn(block.column(ids_[j]), numbers, result.counts[j]));
    });
    return result;
  }

  Masked described(const std::vector<std::size_t>& counts, const std::vector<std::size_t>&) const override {
    Masked result;
    std::vector<std::string> left_alone;
    Value shares = Value::object(), matrices = Value::object();
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const std::string& name = columns_[j].name();
      if (!columns_[j].changes()) {
        left_alone.push_back(name);
        continue;
      }
      shares.set(name, columns_[j].share(counts[j]));
      matrices.set(name, columns_[j].matrix());
    }
    result.details.set("changed_cells", std::accumulate(counts.begin(), counts.end(), std::size_t{0}))
        .set("changed_share", shares);
    if (!left_alone.empty()) result.details.set("left_alone", Value::array_of(left_alone));
    result.reveal.set("columns", matrices);
    return result;
  }

 private:
  Pram wanted_;
  ColumnSet ids_;
  Run run_;
  std::optional<stats::GivenMatrix> given_;
  std::vector<PramColumn> columns_;
};

std::unique_ptr<BlockWork> Pram::blocks(const Table& outline, const ColumnSet& columns,
                                        const Run& run) const {
  run.check_stop();
  return std::make_unique<PramWork>(*this, outline, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(pram, Pram)
SFUMATO_BLOCK_METHOD(pram, Pram)
