// Top- and bottom-coding of records that come in blocks: limits are found by counting, then the cells beyond
// them are counted, since a column without any stays as it is.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "masking/block_work.hpp"
#include "masking/coding.hpp"
#include "masking/column_moments.hpp"
#include "masking/order_statistics.hpp"

namespace sfumato::masking {
namespace {

bool has_weights(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == Role::weight) return true;
  }
  return false;
}

// One column: numbers, or categories in their order.
class PassedColumn {
 public:
  PassedColumn(const Coding& coding, const ColumnInfo& info) : coding_(coding), info_(info) {}

  void observe(std::size_t pass, const Column& block) {
    const Codes* codes = categories(block);
    if (codes != nullptr && labels_.empty()) labels_ = codes->labels;
    if (pass == PassedQuantile::passes) {
      count_ += beyond(block);
    } else if (codes == nullptr) {
      if (!coding_.at)
        with_numbers(block, [&](std::span<const double> values) { quantile_.observe(pass, values); });
    } else if (pass == 0) {
      text_ = true;
      frequencies_.resize(labels_.size(), 0);
      for (const std::int32_t code : codes->codes) {
        if (code != Codes::missing) ++frequencies_[static_cast<std::size_t>(code)];
      }
    }
  }

  void finish(std::size_t pass) {
    if (pass == PassedQuantile::passes) return;
    if (text_) {
      if (pass == 0) code_limit_ = limit_code();
      return;
    }
    if (coding_.at) {
      limit_ = coding_.at;
      return;
    }
    quantile_.finish(pass, coding_.quantile);
    if (pass + 1 == PassedQuantile::passes) limit_ = quantile_.value();
  }

  // Counts of values by bucket or label, and in the last pass of cells beyond the limit.
  Value partial(std::size_t pass) const {
    Value state = Value::array();
    if (pass == PassedQuantile::passes) {
      state.push(count_);
      return state;
    }
    Value counts = Value::array();
    for (const std::size_t count : frequencies_) counts.push(count);
    state.push(text_);
    state.push(text_ ? std::move(counts) : quantile_.partial(pass));
    if (text_) state.push(Value::array_of(labels_));
    return state;
  }
  void merge(std::size_t pass, const Value& part) {
    if (pass == PassedQuantile::passes) {
      count_ += count_of(item_of(part, 0));
      return;
    }
    if (item_of(part, 0) != Value(true)) {
      quantile_.merge(pass, item_of(part, 1));
    } else if (pass == 0) {
      text_ = true;
      if (!item_of(part, 2).is_array()) damaged_state();
      std::vector<std::string> labels;
      for (const Value& label : item_of(part, 2).as_array()) {
        if (!label.is_text()) damaged_state();
        labels.push_back(label.as_text());
      }
      if (labels_.empty()) labels_ = labels;
      if (labels != labels_) damaged_state();
      frequencies_.resize(labels_.size(), 0);
      for (std::size_t code = 0; code < labels_.size(); ++code) {
        frequencies_[code] += count_of(item_of(item_of(part, 1), code));
      }
    }
  }

  std::size_t count() const { return count_; }
  Value limit() const {
    if (text_) return code_limit_ ? Value(labels_[static_cast<std::size_t>(*code_limit_)]) : Value();
    return limit_ ? Value(*limit_) : Value();
  }

  Column coded(const Column& block) const {
    if (const Codes* codes = categories(block)) {
      Codes result = *codes;
      for (std::int32_t& code : result.codes) {
        if (is_beyond(code)) code = *code_limit_;
      }
      return result;
    }
    Numbers values = block.to_numbers();
    for (double& value : values) {
      if (is_beyond(value)) value = *limit_;
    }
    return coded_values(block, std::move(values));
  }

 private:
  const Codes* categories(const Column& block) const {
    return info_.kind == Kind::ordinal ? block.get_if<Codes>() : nullptr;
  }
  bool is_beyond(double value) const {
    return limit_ && (coding_.tail == Tail::upper ? value > *limit_ : value < *limit_);
  }
  bool is_beyond(std::int32_t code) const {
    return code_limit_ && code != Codes::missing &&
           (coding_.tail == Tail::upper ? code > *code_limit_ : code < *code_limit_);
  }
  std::size_t beyond(const Column& block) const {
    const auto within = [&](const auto& values) {
      return static_cast<std::size_t>(
          std::count_if(values.begin(), values.end(), [&](auto value) { return is_beyond(value); }));
    };
    if (const Codes* codes = categories(block)) return within(codes->codes);
    std::size_t count = 0;
    with_numbers(block, [&](std::span<const double> values) { count = within(values); });
    return count;
  }

  // The category named, or the least at which the records up to it reach the quantile.
  std::optional<std::int32_t> limit_code() const {
    if (const auto named = named_limit(labels_, info_, coding_)) return named;
    std::size_t total = 0, reached = 0;
    for (const std::size_t count : frequencies_) total += count;
    for (std::size_t code = 0; code < frequencies_.size(); ++code) {
      reached += frequencies_[code];
      if (frequencies_[code] > 0 &&
          static_cast<double>(reached) >= coding_.quantile * static_cast<double>(total)) {
        return static_cast<std::int32_t>(code);
      }
    }
    return std::nullopt;
  }

  Coding coding_;
  ColumnInfo info_;
  PassedQuantile quantile_;
  bool text_ = false;
  std::vector<std::string> labels_;
  std::vector<std::size_t> frequencies_;
  std::optional<double> limit_;
  std::optional<std::int32_t> code_limit_;
  std::size_t count_ = 0;
};

class CodingWork : public BlockWork {
 public:
  CodingWork(const Table& outline, const ColumnSet& columns, const Coding& coding, const Run& run)
      : ids_(columns), names_(outline.names(columns)), run_(run) {
    for (const ColumnId id : columns) {
      columns_.emplace_back(own_coding(coding, outline.info(id), outline.column(id)), outline.info(id));
    }
  }

  std::size_t passes() const override { return PassedQuantile::passes + 1; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers&) override {
    run_.parallel(ids_.size(), [&](std::size_t j) { columns_[j].observe(pass, block.column(ids_[j])); });
  }
  void finish(std::size_t pass) override {
    for (PassedColumn& column : columns_) column.finish(pass);
  }

  Value partial(std::size_t pass) const override { return partials_of(columns_, pass); }
  void merge(std::size_t pass, const Value& part) override { merge_each(columns_, pass, part); }

  MaskedBlock apply(const Table& block, const RecordNumbers&) override {
    MaskedBlock result{block};
    run_.parallel(ids_.size(), [&](std::size_t j) {
      if (columns_[j].count() > 0) result.table.replace(ids_[j], columns_[j].coded(block.column(ids_[j])));
    });
    return result;
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    Value limits = Value::object();
    std::size_t count = 0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      limits.set(names_[j], columns_[j].limit());
      count += columns_[j].count();
    }
    result.details.set("coded", count).set("limits", limits);
    return result;
  }

 private:
  ColumnSet ids_;
  std::vector<std::string> names_;
  Run run_;
  std::vector<PassedColumn> columns_;
};

}  // namespace

std::string coding_hindrance(const Table& outline, const Coding& coding) {
  if (coding.replacement != TailValue::limit || coding.constant) {
    return "the values beyond the limit get a value of their own (‹replacement›, ‹constant›)";
  }
  if (coding.multivariate) return "distances of records from the mean are needed";
  if (!coding.at && has_weights(outline)) return "a quantile with weights is needed";
  return {};
}

std::unique_ptr<BlockWork> coding_work(const Table& outline, const ColumnSet& columns, const Coding& coding,
                                       const Run& run) {
  return std::make_unique<CodingWork>(outline, columns, coding, run);
}

}  // namespace sfumato::masking
