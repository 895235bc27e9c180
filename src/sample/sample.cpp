// The schema of a sample, column by column.
#include "sample/sample.hpp"

namespace sfumato::sample {

std::vector<ColumnInfo> Sample::schema() const {
  std::vector<ColumnInfo> infos;
  infos.reserve(columns.size());
  for (const SampleColumn& column : columns) infos.push_back(column.info);
  return infos;
}

SampleColumn described(std::string name, Kind kind, Role role, std::string doc) {
  SampleColumn column;
  column.info.name = std::move(name);
  column.info.kind = kind;
  column.info.role = role;
  column.doc = std::move(doc);
  return column;
}

SampleColumn described(std::string name, Role role, Domain domain, std::string doc) {
  SampleColumn column = described(std::move(name), Kind::numeric, role, std::move(doc));
  column.info.domain = domain;
  return column;
}

}  // namespace sfumato::sample
