// Record swapping. Households that are rare in their area exchange their geography with households of the
// same size elsewhere, so that an attacker cannot be certain of a match.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/row_classes.hpp"
#include "masking/swap_partners.hpp"

namespace sfumato::masking {
namespace {

using Households = std::vector<std::vector<std::size_t>>;

// By the role of a column; records without a household, or in a table without that role, are households of
// one.
Households households_of(const Table& table, const Run& run) {
  std::optional<ColumnId> household;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (!household && table.info(id).role == Role::household) household = id;
  }
  Households result;
  if (household)
    result = rows_by_class(stats::equal_classes(stats::key_table(table, {*household}, run), run));
  std::vector<std::size_t> single;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!household || table.column(*household).missing(row)) single.push_back(row);
  }
  std::erase_if(result, [&](const auto& rows) { return table.column(*household).missing(rows.front()); });
  for (const std::size_t row : single) result.push_back({row});
  return result;
}

struct RecordSwapping {
  double rate = 0.1;
  std::vector<std::string> geography;
  std::vector<std::string> risk_keys;
  std::int64_t k = 3;
  std::vector<std::string> similar;

  static MethodInfo info() {
    return {
        .name = "record-swapping",
        .title = "Targeted record swapping",
        .family = Family::swapping,
        .summary = "Exchanges the geography of rare households with that of similar households elsewhere.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Shlomo, Tudor, Groom (2010), Data swapping for protecting census tables, Privacy in Statistical "
            "Databases, LNCS 6344",
        .households = true,
        .made_for = MadeFor::few_values};
  }

  static void params(ParamList<RecordSwapping>& list) {
    list.number("rate", &RecordSwapping::rate)
        .range(0.0, 1.0)
        .unit("of the households")
        .doc("Share of the households that are swapped, including those at risk, which all are.")
        .dial(Dial::more_is_safer);
    list.columns("geography", &RecordSwapping::geography)
        .doc("Columns of the place where a household lives.");
    list.columns("risk-keys", &RecordSwapping::risk_keys)
        .doc("Columns by which a person could be identified within a place.");
    list.integer("k", &RecordSwapping::k)
        .at_least(1)
        .unit("records")
        .doc("A record with fewer equal records in its place is at risk.");
    list.columns("similar", &RecordSwapping::similar)
        .doc("Columns in which swapped households must be equal.");
  }

  // A comparison must name the geography: there is no default.
  std::string refused() const { return geography.empty() ? "needs to be told the geography" : ""; }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    if (k > static_cast<std::int64_t>(original.rows())) {
      bad_input(
          "k = " + std::to_string(k) + " is more than the " + std::to_string(original.rows()) + " records",
          "choose a smaller k");
    }
    ColumnSet where = columns_of(original, geography);
    if (where.empty()) where = {columns.front()};
    const Households households = households_of(original, run);
    const Movers movers = movers_of(original, where, households, run);
    const auto wanted = static_cast<std::size_t>(std::round(rate * static_cast<double>(households.size())));
    const SwapPartners partners = swap_partners(movers, wanted, run);

    const std::vector<std::size_t> source = sources(households, partners, original.rows());
    Masked result{.tables = {original}};  // columns stay shared until replaced
    for (const ColumnId id : where) {
      result.tables.front().replace(id, original.column(id).taking(source));
    }
    result.details.set("geography", Value::array_of(original.names(where)))
        .set("households", households.size())
        .set("at_risk", std::count(movers.at_risk.begin(), movers.at_risk.end(), true))
        .set("swapped_households", 2 * partners.pairs.size())
        .set("at_risk_without_partner", partners.at_risk_alone)
        .set("without_geography", std::count(movers.places.begin(), movers.places.end(), std::nullopt))
        .set("changed_records", changed_rows(original, result.tables.front(), where));
    return result;
  }

 private:
  static ColumnSet columns_of(const Table& table, const std::vector<std::string>& names) {
    ColumnSet result;
    for (const std::string& name : names) result.push_back(table.require(name));
    return result;
  }

  // The named ones, else the quasi-identifiers; never the geography, which is used anyway.
  ColumnSet keys_of(const Table& table, const ColumnSet& where) const {
    ColumnSet keys = columns_of(table, risk_keys);
    for (ColumnId id = 0; risk_keys.empty() && id < table.column_count(); ++id) {
      if (table.info(id).role == Role::quasi_identifier) keys.push_back(id);
    }
    std::erase_if(keys,
                  [&](ColumnId id) { return std::find(where.begin(), where.end(), id) != where.end(); });
    return keys;
  }

  Movers movers_of(const Table& table, const ColumnSet& where, const Households& households,
                   const Run& run) const {
    const auto places = stats::equal_classes(stats::key_table(table, where, run), run).of_row;
    const auto profiles = stats::equal_classes(stats::key_table(table, columns_of(table, similar), run), run);
    const std::vector<bool> risky = records_at_risk(table, where, run);
    const auto nowhere = [&](std::size_t row) {
      return std::any_of(where.begin(), where.end(),
                         [&](ColumnId id) { return table.column(id).missing(row); });
    };
    Movers movers;
    std::map<std::vector<std::uint32_t>, std::uint32_t> sorts;  // by the profiles of the members, ascending
    for (const std::vector<std::size_t>& members : households) {
      std::vector<std::uint32_t> profile;
      for (const std::size_t row : members) profile.push_back(profiles.of_row[row]);
      std::sort(profile.begin(), profile.end());
      const auto number = static_cast<std::uint32_t>(sorts.size());
      movers.sorts.push_back(sorts.try_emplace(std::move(profile), number).first->second);
      const bool lost = std::any_of(members.begin(), members.end(), nowhere);
      movers.places.push_back(lost ? std::nullopt : std::optional(places[members.front()]));
      movers.at_risk.push_back(
          std::any_of(members.begin(), members.end(), [&](std::size_t row) { return risky[row]; }));
    }
    return movers;
  }

  std::vector<bool> records_at_risk(const Table& table, const ColumnSet& where, const Run& run) const {
    ColumnSet keys = keys_of(table, where);
    std::vector<bool> risky(table.rows(), false);
    if (keys.empty()) return risky;
    keys.insert(keys.end(), where.begin(), where.end());
    const stats::KeyClasses classes = stats::equal_classes(stats::key_table(table, keys, run), run);
    for (std::size_t row = 0; row < risky.size(); ++row) {
      risky[row] = static_cast<std::int64_t>(classes.sizes[classes.of_row[row]]) < k;
    }
    return risky;
  }

  // Row i of the masked geography is row `result[i]` of the original.
  static std::vector<std::size_t> sources(const Households& households, const SwapPartners& partners,
                                          std::size_t rows) {
    std::vector<std::size_t> source(rows);
    std::iota(source.begin(), source.end(), std::size_t{0});
    for (const auto& [one, other] : partners.pairs) {
      for (std::size_t i = 0; i < households[one].size(); ++i) {
        std::swap(source[households[one][i]], source[households[other][i]]);
      }
    }
    return source;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(record_swapping, RecordSwapping)
