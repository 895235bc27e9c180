#include "jobs/data.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "io/declared_kind.hpp"

namespace sfumato::jobs {

namespace {

bool has_words(const Column& column) {
  const Codes* codes = column.get_if<Codes>();
  return codes != nullptr && std::any_of(codes->labels.begin(), codes->labels.end(),
                                         [](const std::string& label) { return !parse_number(label); });
}

}  // namespace

DataReader reader_of(Table table, std::string name) {
  io::Sidecar known;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (has_words(table.column(id))) known.columns[table.info(id).name].kind = table.info(id).kind;
  }
  return {name,
          [table = std::move(table), name, known](const Declarations& declared, const Run&) {
            return io::TableFile{
                .table = io::as_declared(table, declared, {}, name), .sidecar = known, .missing_token = {}};
          },
          true};
}

}  // namespace sfumato::jobs
