#include "release/declared_columns.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::release {
namespace {

Column in_declared_order(const Column& column, const ColumnInfo& info) {
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr || info.kind != Kind::ordinal || info.order.empty()) return column;
  std::vector<std::int32_t> place;
  for (const std::string& label : codes->labels) {
    const auto found = std::find(info.order.begin(), info.order.end(), label);
    if (found == info.order.end()) {
      bad_input("a supplied value of '" + info.name + "' is none of its declared categories");
    }
    place.push_back(static_cast<std::int32_t>(found - info.order.begin()));
  }
  Codes result{codes->codes, info.order};
  for (auto& code : result.codes) {
    if (code != Codes::missing) code = place[static_cast<std::size_t>(code)];
  }
  return result;
}

}  // namespace

Table declared_as(Table given, const Table& like) {
  for (ColumnId id = 0; id < given.column_count(); ++id) {
    const auto known = like.find(given.info(id).name);
    if (!known) continue;
    given.set_info(id, like.info(*known));
    given.replace(id, in_declared_order(given.column(id), like.info(*known)));
  }
  return given;
}

}  // namespace sfumato::release
