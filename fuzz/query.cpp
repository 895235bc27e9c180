// Queries: whatever is typed is taken or refused, and what is taken is read back from its normal text, which
// is then its own. What a condition reaches lies within the declared domains.
#include "queries/query.hpp"

#include "io/toml.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::queries;

Catalogue fuzz_catalogue() {
  constexpr const char* text = R"(
[table.t.column.a]
kind = "number"
domain = [-3, 12]
null = true
[table.t.column.b]
kind = "number"
domain = [-9007199254740992, 9007199254740992]
decimals = 0
[table.t.column.d]
kind = "number"
domain = [0, 1]
decimals = 15
[table.t.column.c]
kind = "category"
categories = ["x", "xy", "it's", "%", "1", "ä"]
null = true
[table.order.column.left]
kind = "category"
categories = ["only"]
)";
  return parse_catalogue(io::parse_toml(text, "fuzz"), "fuzz");
}

}  // namespace

FUZZ_TARGET(query) {
  static const Catalogue catalogue = fuzz_catalogue();
  const std::string text = fuzz::text_of(data, size);
  const auto query = fuzz::accepted([&] { return parse_query(text, catalogue); });
  if (!query) return 0;
  const std::string normal = normal_text(*query, catalogue);
  const auto again = fuzz::accepted([&] { return parse_query(normal, catalogue); });
  fuzz::require(again.has_value(), "the normal text is refused", normal);
  fuzz::require(*again == *query, "the normal text means something else", normal);
  fuzz::require(normal_text(*again, catalogue) == normal, "two normal texts", normal);
  const CatalogueTable& table = catalogue.tables[query->table];
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const RangeSet reached = reach(query->where, c, table);
    if (reached.empty()) continue;
    fuzz::require(reached.ranges().front().first >= table.column(c).first() &&
                      reached.ranges().back().last <= table.column(c).last(),
                  "a value outside of the domain", normal);
  }
  return 0;
}
