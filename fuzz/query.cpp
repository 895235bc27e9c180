// Queries: whatever is typed is taken or refused, and what is taken is read back from its normal text, which
// is then its own. Several aggregates are queries about the same records. What a condition reaches lies
// within the declared domains.
#include "queries/query.hpp"

#include "io/toml.hpp"
#include "queries/engine.hpp"
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
[table.t.column.day]
kind = "date"
domain = ["1969-12-30", "1972-03-01"]
null = true
[table.order.column.left]
kind = "category"
categories = ["only"]
)";
  return parse_catalogue(io::parse_toml(text, "fuzz"), "fuzz");
}

void check_query(const Query& query, const Catalogue& catalogue) {
  const std::string normal = normal_text(query, catalogue);
  const auto again = fuzz::accepted([&] { return parse_query(normal, catalogue); });
  fuzz::require(again.has_value(), "the normal text is refused", normal);
  fuzz::require(*again == query, "the normal text means something else", normal);
  fuzz::require(normal_text(*again, catalogue) == normal, "two normal texts", normal);
  const CatalogueTable& table = catalogue.tables[query.table];
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const RangeSet reached = reach(query.where, c, table);
    if (reached.empty()) continue;
    fuzz::require(reached.ranges().front().first >= table.column(c).first() &&
                      reached.ranges().back().last <= table.column(c).last(),
                  "a value outside of the domain", normal);
  }
  const std::size_t groups = group_count(query, table);
  fuzz::require(groups >= 1 && groups <= 100'000, "too many groups", normal);
  for (const std::size_t group : {std::size_t{0}, groups / 2, groups - 1}) {
    for (const std::string& name : group_names(query, table, group))
      fuzz::require(!name.empty(), "a group without a name", normal);
  }
}

// As many names as aggregates; the queries differ in their aggregates only.
void check_question(const Question& question, const Catalogue& catalogue) {
  const std::string normal = normal_text(question, catalogue);
  fuzz::require(question.names.size() == question.parts.size(), "an aggregate without a name", normal);
  const auto again = fuzz::accepted([&] { return parse_question(normal, catalogue); });
  if (again) fuzz::require(again->parts == question.parts, "the normal text means something else", normal);
  for (const Query& part : question.parts) {
    fuzz::require(part.where == question.first().where && part.groups == question.first().groups &&
                      part.bands == question.first().bands && part.table == question.first().table,
                  "aggregates of different records", normal);
  }
}

}  // namespace

FUZZ_TARGET(query) {
  static const Catalogue catalogue = fuzz_catalogue();
  const std::string text = fuzz::text_of(data, size);
  const auto question = fuzz::accepted([&] { return parse_question(text, catalogue); });
  if (!question) return 0;
  check_question(*question, catalogue);
  for (const Query& query : question->parts) check_query(query, catalogue);
  return 0;
}
