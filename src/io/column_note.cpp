// Notes as sidecars: sfumato wrote them, but they may have been changed, so nothing in them is an error.
#include "io/column_note.hpp"

#include "core/error.hpp"
#include "io/label_order.hpp"
#include "io/sidecar.hpp"

namespace sfumato::io {

std::string column_note(const std::vector<ColumnInfo>& infos) {
  std::vector<ColumnInfo> noted;
  for (const ColumnInfo& info : infos) {
    ColumnInfo& note = noted.emplace_back();
    note.name = info.name;
    note.kind = info.kind;
    note.missing = info.missing;
    note.label = info.label;
    note.value_labels = info.value_labels;
    if (info.kind == Kind::ordinal) note.order = info.order;
  }
  return sidecar_text(Table(noted, std::vector<Column>(noted.size())), {});
}

Declarations parse_column_note(std::string_view text) {
  if (text.empty()) return {};
  try {
    return parse_sidecar(text, "metadata").columns;
  } catch (const Error&) {
    return {};
  }
}

void apply_column_note(ColumnInfo& info, Column& column, const ColumnDeclaration& note) {
  if (note.kind && !(column.is_text() && *note.kind == Kind::numeric)) info.kind = *note.kind;
  info.label = note.label;
  info.value_labels = note.value_labels;
  info.missing = note.missing;
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr || note.order.empty() || info.kind != Kind::ordinal) return;
  Codes ordered = *codes;
  ColumnPlan plan;
  plan.declared = Kind::ordinal;
  plan.order = note.order;
  if (!order_labels(ordered, plan, '.')) return;
  column = std::move(ordered);
  info.order = note.order;
}

}  // namespace sfumato::io
