// Multiplicative noise. Every value is multiplied by a factor away from 1, which protects large
// values as much as small ones; then means and variances, or the covariance matrix, are restored.
#include <algorithm>
#include <cmath>

#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/column_moments.hpp"
#include "masking/draw_stream.hpp"
#include "masking/partial_state.hpp"
#include "masking/passed_covariance.hpp"
#include "stats/linear/matrix_roots.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

enum class Variant { hoehne, cell, covariance };

struct MultiplicativeNoise {
  double spread = 0.1;
  double shift = 0.0;
  Variant variant = Variant::hoehne;

  static MethodInfo info() {
    return {.name = "multiplicative-noise",
            .title = "Multiplicative noise",
            .family = Family::noise,
            .summary = "Multiplies every value by a random factor and restores the moments.",
            .accepts = Kind::numeric,
            .reference =
                "Höhne (2004), Varianten von Zufallsüberlagerung, working paper of the German Federal "
                "Statistical Office; Oganian, Karr (2011), Masking methods that preserve positivity "
                "constraints in microdata, J. Statistical Planning and Inference 141"};
  }

  static void params(ParamList<MultiplicativeNoise>& list) {
    list.number("spread", &MultiplicativeNoise::spread)
        .range(0.0, 100.0)
        .doc("s: standard deviation of the normal draw whose size is the distance of a factor from 1.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.number("shift", &MultiplicativeNoise::shift)
        .range(0.0, 100.0)
        .doc("f: smallest distance of a factor from 1.");
    list.choice("variant", &MultiplicativeNoise::variant,
                {{"hoehne", Variant::hoehne}, {"cell", Variant::cell}, {"covariance", Variant::covariance}})
        .doc("What shares a sign, and which moments are restored.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> blocks(const Table&, const ColumnSet& columns, const Run& run) const;
};

// y ← x̄ + (y − ȳ)·S_y^(−½)·S_x^½, with moments of the records that are complete.
class RestoredCovariance {
 public:
  explicit RestoredCovariance(std::size_t columns) : original_(columns), masked_(columns) {}

  void observe(std::size_t pass, const Table& original, const Table& masked, const ColumnSet& columns,
               const Run& run) {
    const stats::CompletePairs pairs = stats::complete_pairs(original, masked, columns);
    original_.observe(pass, pairs.original, run);
    masked_.observe(pass, pairs.masked, run);
  }
  void finish(std::size_t pass) {
    original_.finish(pass);
    masked_.finish(pass);
    if (pass + 1 < PassedCovariance::passes) return;
    transform_ = stats::product(stats::symmetric_inverse_root(masked_.covariance()),
                                stats::symmetric_root(original_.covariance()));
  }
  Value partial(std::size_t pass) const {
    return Value(Value::Array{original_.partial(pass), masked_.partial(pass)});
  }
  void merge(std::size_t pass, const Value& part) {
    original_.merge(pass, item_of(part, 0));
    masked_.merge(pass, item_of(part, 1));
  }

  void apply(Table& masked, const ColumnSet& columns, const Run& run) const {
    const std::size_t m = columns.size();
    std::vector<std::span<double>> values;
    for (const ColumnId id : columns) values.push_back(masked.edit_numbers(id));
    constexpr std::size_t block_size = 1024;
    run.blocks(masked.rows(), block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
      stats::Matrix deviations(end - begin, m);
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t row = begin; row < end; ++row) {
          deviations(row - begin, j) = std::isnan(values[j][row]) ? 0.0 : values[j][row] - masked_.mean(j);
        }
      }
      const stats::Matrix restored = stats::product(deviations, transform_);
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t row = begin; row < end; ++row) {
          if (!std::isnan(values[j][row])) values[j][row] = original_.mean(j) + restored(row - begin, j);
        }
      }
    });
  }

 private:
  PassedCovariance original_, masked_;
  stats::Matrix transform_;
};

// Moments of the columns before and after the noise, in two passes each, with which every column gets back
// its mean and its variance; or the covariance matrices of both in two passes.
class MultiplicativeNoiseWork : public BlockWork {
 public:
  MultiplicativeNoiseWork(const MultiplicativeNoise& wanted, ColumnSet columns, const Run& run)
      : wanted_(wanted),
        columns_(std::move(columns)),
        run_(run),
        before_(columns_),
        after_(columns_.size()),
        covariance_(rescales() ? 0 : columns_.size()),
        signs_(run.rng("signs")) {
    for (const ColumnId id : columns_) streams_.emplace_back(run.rng("column", id));
  }

  static_assert(PassedMoments::passes == PassedCovariance::passes);
  std::size_t passes() const override { return (rescales() ? 2 : 1) * PassedMoments::passes; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override {
    if (pass < PassedMoments::passes) {
      before_.observe(pass, block, run_);
      if (!rescales()) covariance_.observe(pass, block, noisy(block, numbers), columns_, run_);
      return;
    }
    const Table& masked = noisy(block, numbers);
    run_.parallel(columns_.size(), [&](std::size_t j) {
      after_[j].observe(pass - PassedMoments::passes, *masked.column(columns_[j]).get_if<Numbers>());
    });
  }
  void finish(std::size_t pass) override {
    if (pass < PassedMoments::passes) {
      before_.finish(pass);
      if (!rescales()) covariance_.finish(pass);
      return;
    }
    for (PassedMoments& one : after_) one.finish(pass - PassedMoments::passes);
  }

  Value partial(std::size_t pass) const override {
    if (!rescales()) return Value(Value::Array{before_.partial(pass), covariance_.partial(pass)});
    return pass < PassedMoments::passes ? before_.partial(pass)
                                        : partials_of(after_, pass - PassedMoments::passes);
  }
  void merge(std::size_t pass, const Value& part) override {
    if (!rescales()) {
      before_.merge(pass, item_of(part, 0));
      covariance_.merge(pass, item_of(part, 1));
    } else if (pass < PassedMoments::passes) {
      before_.merge(pass, part);
    } else {
      merge_each(after_, pass - PassedMoments::passes, part);
    }
  }

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    Table masked = noisy(block, numbers);
    last_ = last_block_ = {};
    if (!rescales()) covariance_.apply(masked, columns_, run_);
    run_.parallel(columns_.size(), [&](std::size_t j) {
      if (before_[j].constant()) {  // moments are restored only up to rounding
        masked.replace(columns_[j], block.column(columns_[j]));
        return;
      }
      if (!rescales()) return;
      const stats::Moments &before = before_[j].moments(), &after = after_[j].moments();
      // A column without spread becomes its old mean.
      const double factor = after.squares > 0.0 ? std::sqrt(before.squares / after.squares) : 0.0;
      for (double& value : masked.edit_numbers(columns_[j])) {
        value = before.mean + (value - after.mean) * factor;
      }
    });
    return {std::move(masked)};
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    result.reveal.set("spread", wanted_.spread).set("shift", wanted_.shift);
    return result;
  }

 private:
  bool rescales() const { return wanted_.variant != Variant::covariance; }

  // The block with its noise, which is kept for the next pass where that has the same block.
  const Table& noisy(const Table& block, const RecordNumbers& numbers) {
    const bool same = last_.rows() == block.rows() && last_.rows() > 0 && last_first_ == numbers[0] &&
                      last_last_ == numbers[block.rows() - 1] && shares_columns(block);
    if (same) return last_;
    last_ = last_block_ = block;
    if (block.rows() > 0) {
      last_first_ = numbers[0];
      last_last_ = numbers[block.rows() - 1];
    }
    std::vector<double> signs(block.rows());
    for (std::size_t row = 0; row < signs.size(); ++row) {
      signs[row] = signs_.record(numbers[row]).chance(0.5) ? 1.0 : -1.0;
    }
    run_.parallel(columns_.size(), [&](std::size_t j) {
      const std::span<double> values = last_.edit_numbers(columns_[j]);
      for (std::size_t row = 0; row < values.size(); ++row) {
        const double draw = streams_[j].record(numbers[row]).normal();
        // The sign of a normal draw is independent of its size, so it is used as the sign of the cell.
        const double sign = wanted_.variant == Variant::hoehne ? signs[row] : std::copysign(1.0, draw);
        values[row] *= 1.0 + sign * (wanted_.shift + wanted_.spread * std::abs(draw));
      }
    });
    return last_;
  }

  MultiplicativeNoise wanted_;
  ColumnSet columns_;
  Run run_;
  ColumnMoments before_;
  std::vector<PassedMoments> after_;
  RestoredCovariance covariance_;
  DrawStream signs_;
  std::vector<DrawStream> streams_;
  // Blocks of equal numbers may still be different ones, of which each has its own columns.
  bool shares_columns(const Table& block) const {
    return std::all_of(columns_.begin(), columns_.end(),
                       [&](ColumnId id) { return &block.column(id) == &last_block_.column(id); });
  }

  Table last_, last_block_;
  std::uint64_t last_first_ = 0, last_last_ = 0;
};

std::unique_ptr<BlockWork> MultiplicativeNoise::blocks(const Table&, const ColumnSet& columns,
                                                       const Run& run) const {
  return std::make_unique<MultiplicativeNoiseWork>(*this, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(multiplicative_noise, MultiplicativeNoise)
SFUMATO_BLOCK_METHOD(multiplicative_noise, MultiplicativeNoise)
