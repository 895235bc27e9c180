// The method itself runs on the rows, as on records with counts.
#include "masking/keys_work.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/privacy_models.hpp"
#include "masking/stratum_step.hpp"

namespace sfumato::masking {
namespace {

// Columns of the models, which stay as they are.
ColumnSet columns_of_models(const Table& outline, const ParamValues& params) {
  ColumnSet columns;
  for (const auto& [name, value] : params) {
    if (name != "model" || !value.is_text()) continue;
    for (const WrittenModel& one : parse_models(value.as_text())) {
      if (!one.column.empty()) columns.push_back(outline.require(one.column));
    }
  }
  return columns;
}

}  // namespace

bool KeysWork::fits(const Step& step) { return step.method->info.name == "generalization" && !step.within; }

std::string KeysWork::hindrance(const Step& step) {
  for (const auto& [name, value] : step.params) {
    if (name == "population" && value.is_text() && !value.as_text().empty()) {
      return "models of a population need its records";
    }
  }
  return {};
}

KeysWork::KeysWork(const Table& outline, Step step, const Run& run)
    : outline_(outline.taking_rows({})), step_(std::move(step)), run_(run) {
  const ColumnSet of_models = columns_of_models(outline_, step_.params);
  std::erase_if(step_.columns, [&](ColumnId id) {
    return std::find(of_models.begin(), of_models.end(), id) != of_models.end();
  });
  needs_ = step_.columns;
  for (const ColumnId id : of_models) {
    if (std::find(needs_.begin(), needs_.end(), id) == needs_.end()) needs_.push_back(id);
  }
  for (const ColumnId id : step_.columns) coarser_.emplace(id, false);
}

MaskedBlock KeysWork::apply(const Table&, const RecordNumbers&) {
  throw Error(ErrorCode::internal, "keys are generalized together");
}

MaskedBlock KeysWork::apply_ranked(const Table& block, const Table& ranked, const RecordNumbers&) {
  Table table = block;
  for (const auto& [id, coarser] : coarser_) {
    if (!coarser) continue;
    ColumnInfo info;
    info.name = block.info(id).name;
    info.role = block.info(id).role;
    info.label = block.info(id).label;
    info.kind = Kind::nominal;
    table.replace(id, ranked.column(id).is_text() ? ranked.column(id) : Column(Codes{}));
    table.set_info(id, std::move(info));
  }
  return {std::move(table)};
}

SupplyPlan KeysWork::supply(std::size_t) const { return {"keys", step_.columns, needs_}; }

SuppliedValues KeysWork::supplied(std::size_t, const SupplyRequest& request) {
  SuppliedValues result;
  if (request.records.rows() == 0) {
    result.values = outline_.taking_columns(step_.columns);
    result.tally = tally(0);
    return result;
  }
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  for (ColumnId id = 0; id < outline_.column_count(); ++id) {
    const std::optional<ColumnId> given = request.records.find(outline_.info(id).name);
    infos.push_back(outline_.info(id));
    columns.push_back(given ? request.records.column(*given)
                            : padded(outline_.column(id), request.records.rows()));
  }
  ColumnInfo count;
  count.name = count_name;
  count.role = Role::count;
  infos.push_back(count);
  columns.push_back(request.records.column(request.records.require(count_name)));
  const Table rows(std::move(infos), std::move(columns));
  const Masked masked = apply_plain(rows, step_, run_);
  account_ = account_of("", masked);
  const Table& made = masked.tables.front();
  for (auto& [id, coarser] : coarser_) {
    coarser = made.info(id).kind != rows.info(id).kind || made.info(id).tree != rows.info(id).tree ||
              !(made.column(id) == rows.column(id));
  }
  result.values = made.taking_columns(step_.columns);
  result.tally = tally(0);
  return result;
}

Value KeysWork::tally(std::size_t) const {
  Value coarser = Value::array();
  for (const auto& [id, one] : coarser_) coarser.push(one);
  return Value(Value::Array{account_ ? state_of(*account_) : Value(), coarser});
}

void KeysWork::merge_tally(std::size_t, const Value& tally) {
  if (!item_of(tally, 0).is_null()) account_ = account_of_state(item_of(tally, 0));
  std::size_t place = 0;
  for (auto& [id, coarser] : coarser_) {
    const Value& one = item_of(item_of(tally, 1), place++);
    if (!one.is_bool()) damaged_state();
    coarser = one.as_bool();
  }
}

std::vector<ClassPromise> KeysWork::promises() const {
  return account_ ? account_->promises : std::vector<ClassPromise>();
}

Masked KeysWork::described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const {
  Masked result;
  if (!account_) return result;
  result.details = account_->details;
  result.reveal = account_->reveal;
  result.promises = account_->promises;
  return result;
}

}  // namespace sfumato::masking
