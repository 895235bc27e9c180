// Sidecars: what a sidecar declares, written for a table of such columns, must be declared again.
#include "io/sidecar.hpp"

#include "target.hpp"

namespace {

using namespace sfumato;

// A column as declared; nothing for an order together with a domain, which no kind allows.
std::optional<ColumnInfo> info_of(const std::string& name, const ColumnDeclaration& declaration) {
  if (!declaration.order.empty() && declaration.domain) return std::nullopt;
  ColumnInfo info;
  static_cast<ColumnTraits&>(info) = declaration;
  info.name = name;
  info.kind = declaration.kind.value_or(declaration.order.empty() ? Kind::numeric : Kind::ordinal);
  return info;
}

}  // namespace

FUZZ_TARGET(sidecar) {
  const std::string text = fuzz::text_of(data, size);
  const auto sidecar = fuzz::accepted([&] { return io::parse_sidecar(text, "fuzz.toml"); });
  if (!sidecar) return 0;
  std::vector<ColumnInfo> infos;
  for (const auto& [name, declaration] : sidecar->columns) {
    if (auto info = info_of(name, declaration)) infos.push_back(std::move(*info));
  }
  const Table table(infos, std::vector<Column>(infos.size()));
  const std::string written = io::sidecar_text(table, sidecar->release);
  const auto again = fuzz::accepted([&] { return io::parse_sidecar(written, "written.toml"); });
  fuzz::require(again.has_value(), "our own sidecar is refused", written);
  fuzz::require(again->columns.size() == infos.size(), "a column is lost", written);
  for (const ColumnInfo& info : infos) {
    const auto found = again->columns.find(info.name);
    fuzz::require(found != again->columns.end(), "a column is lost", written);
    fuzz::require(found->second.kind == info.kind, "a kind does not come back", written);
    fuzz::require(static_cast<const ColumnTraits&>(found->second) == static_cast<const ColumnTraits&>(info),
                  "a declaration does not come back", written);
  }
  fuzz::require(again->release.is_null() == sidecar->release.is_null(), "a release is lost", written);
  return 0;
}
