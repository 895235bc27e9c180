#include "release/delivery.hpp"

#include "io/sidecar.hpp"
#include "release/companion_files.hpp"
#include "release/verification.hpp"

namespace sfumato::release {
Table with_hierarchies(Table table, const Table& original) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    const auto before = original.find(info.name);
    if (info.tree || !before) continue;
    info.tree = original.info(*before).tree;
    table.set_info(id, std::move(info));
  }
  return table;
}

Delivery Destination::deliver(const MaskingResult& result, const DeliveryTerms& terms, const Run& run) const {
  Arranged ready = arranged(result, terms, run);
  std::optional<KeyExposure> exposure = key_exposure(ready.result, run);
  const Warnings exposed = exposure ? exposure_warnings(result, *exposure) : Warnings();
  if (terms.confirm) {
    Warnings known = result.warnings;
    known.insert(known.end(), exposed.begin(), exposed.end());
    known.insert(known.end(), ready.warnings.begin(), ready.warnings.end());
    terms.confirm(known);
  }
  std::vector<Table> maps;
  const bool fewer = ready.result.masked.mapping == Mapping::subset && ready.result.shuffled.empty();
  if (terms.map || (terms.kept_rows && fewer)) maps = map_tables(ready.result);
  Delivery delivery = put(ready.result, run);
  delivery.unchanged = std::move(ready.warnings);
  delivery.unchanged_columns = std::move(ready.unchanged);
  delivery.exposure = std::move(exposure);
  delivery.unchanged.insert(delivery.unchanged.begin(), exposed.begin(), exposed.end());
  delivery.maps = std::move(maps);
  delivery.order = std::move(ready.result.shuffled);
  return delivery;
}

Delivery TableDestination::put(const MaskingResult& result, const Run& run) const {
  Delivery delivery;
  for (const Table& table : result.masked.tables) {
    run.check_stop();
    delivery.findings = verify_table(with_hierarchies(table, result.original), result.masked.promises, run);
    delivery.tables.push_back(table.taking_columns(released_columns(table)));
  }
  delivery.sidecar = io::sidecar_value(delivery.tables.front(), result.release);
  delivery.warnings = unverified_warnings(result.masked.promises, delivery.findings);
  return delivery;
}

Value promises_value(const std::vector<verify::PromiseFinding>& findings) {
  Value values = Value::array();
  for (const verify::PromiseFinding& finding : findings) values.push(to_value(finding));
  return values;
}

ColumnSet released_columns(const Table& table) {
  ColumnSet columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::identifier) columns.push_back(id);
  }
  return columns;
}

Warnings all_warnings(const MaskingResult& result, const Delivery& delivery) {
  Warnings warnings = result.warnings;
  warnings.insert(warnings.end(), delivery.unchanged.begin(), delivery.unchanged.end());
  warnings.insert(warnings.end(), delivery.warnings.begin(), delivery.warnings.end());
  return warnings;
}

}  // namespace sfumato::release
