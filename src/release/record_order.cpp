// Everything is drawn after the release was made and measured, so that neither order nor numbers depend on
// what the records say.
#include "release/record_order.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "masking/masked_numbers.hpp"
#include "release/record_draws.hpp"

namespace sfumato::release {
namespace {

// Labels in the order in which the records have them: theirs was that of the original.
Column relabelled(const Codes& codes) {
  Codes result;
  std::vector<std::int32_t> code_of(codes.labels.size(), Codes::missing);
  for (const std::int32_t code : codes.codes) {
    if (code == Codes::missing) {
      result.codes.push_back(code);
      continue;
    }
    const auto label = static_cast<std::size_t>(code);
    if (code_of[label] == Codes::missing) {
      code_of[label] = static_cast<std::int32_t>(result.labels.size());
      result.labels.push_back(codes.labels[label]);
    }
    result.codes.push_back(code_of[label]);
  }
  return result;
}

Table in_order(const Table& table, const std::vector<std::size_t>& order) {
  Table result = table.taking_rows(order);
  for (ColumnId id = 0; id < result.column_count(); ++id) {
    const Codes* codes = result.column(id).get_if<Codes>();
    if (codes == nullptr || result.info(id).kind == Kind::ordinal) continue;
    result.replace(id, relabelled(*codes));
  }
  return result;
}

void shuffle(MaskingResult& result, const Run& run) {
  for (std::size_t copy = 0; copy < result.masked.tables.size(); ++copy) {
    run.check_stop();
    Table& table = result.masked.tables[copy];
    SecureRng draws = order_draws(run, copy);
    result.shuffled.push_back(
        masking::rows_by_draw(masking::numbers_of_masked(result.masked, table.rows(), run), draws));
    table = in_order(table, result.shuffled.back());
  }
  describe_order(result.release, {.shuffle = true}, {});
}

ColumnSet columns_with(const Table& table, Role role) {
  ColumnSet columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == role) columns.push_back(id);
  }
  return columns;
}

void renumber(MaskingResult& result, const Run& run) {
  std::vector<std::string> names;
  for (std::size_t copy = 0; copy < result.masked.tables.size(); ++copy) {
    Table& table = result.masked.tables[copy];
    const ColumnSet households = household_columns(table);
    names = table.names(households);
    const std::vector<std::uint64_t> numbers = masking::numbers_of_masked(result.masked, table.rows(), run);
    for (const ColumnId id : households) {
      masking::NumberedColumn made = renumbered_column(table, id, run, copy);
      table.replace(id,
                    masking::numbered_units(table.column(id), made.numbers, numbers, made.draws, made.text));
      table.set_info(id, made.info);
    }
  }
  describe_order(result.release, {.renumber = true}, names);
}

// For each record of a masked table, its original; none where records come from no single one.
std::optional<std::vector<std::size_t>> origins(const Masked& masked, std::size_t rows) {
  if (masked.mapping == Mapping::none) return std::nullopt;
  if (masked.mapping == Mapping::subset) return masked.rows;
  std::vector<std::size_t> same(rows);
  std::iota(same.begin(), same.end(), std::size_t{0});
  return same;
}

// Whether each record's value is at least the last one's, or at most; equal values alone are not an order.
bool is_ordered(const Column& column) {
  if (column.size() < 2 || column.missing_count() > 0) return false;
  const bool text = column.is_text();
  const Numbers numbers = text ? Numbers() : column.to_numbers();
  bool up = true, down = true;
  for (std::size_t row = 1; row < column.size(); ++row) {
    const int step = text ? column.text(row).compare(column.text(row - 1))
                          : (numbers[row] > numbers[row - 1]) - (numbers[row] < numbers[row - 1]);
    up = up && step >= 0;
    down = down && step <= 0;
  }
  return up != down;
}

// Columns that are not released as they were, and whose order the records still have: their places tell them.
std::vector<std::string> told_by_order(const MaskingResult& result) {
  const auto rows = origins(result.masked, result.masked.tables.front().rows());
  std::vector<std::string> names;
  if (!rows) return names;
  const bool renumbered = result.release.find("renumbered") != nullptr;
  for (ColumnId id = 0; id < result.original.column_count(); ++id) {
    const auto role = result.original.info(id).role;
    if (role != Role::identifier && !((role == Role::household || role == Role::unit) && renumbered))
      continue;
    if (is_ordered(result.original.column(id).taking(*rows))) {
      names.push_back("'" + result.original.info(id).name + "'");
    }
  }
  return names;
}

}  // namespace

ColumnSet household_columns(const Table& table) {
  ColumnSet columns = columns_with(table, Role::household);
  for (const ColumnId id : columns_with(table, Role::unit)) columns.push_back(id);
  return columns;
}

void describe_order(Value& release, const DeliveryTerms& terms, const std::vector<std::string>& renumbered) {
  if (terms.renumber && !renumbered.empty()) release.set("renumbered", Value::array_of(renumbered));
  if (terms.shuffle) release.set("mapping", to_text(Mapping::none)).set("shuffled", true);
}

Arranged arranged(MaskingResult result, const DeliveryTerms& terms, const Run& run) {
  Warnings warnings;
  UnchangedColumns unchanged;
  // Before the records are shuffled, while they can be compared with the original.
  if (terms.renumber) renumber(result, run);
  if (!result.masked.tables.empty()) {
    unchanged = unchanged_columns(result, result.masked.tables.front());
    warnings = unchanged_warnings(unchanged, true);
  }
  if (terms.shuffle) {
    shuffle(result, run);
  } else if (!result.masked.tables.empty()) {
    if (const std::vector<std::string> told = told_by_order(result); !told.empty()) {
      warnings.push_back(
          "the records are in the order of " + enumerated(told) +
          ", so that their places lead to the original's records; set ‹shuffle› for a random order");
    }
  }
  return {std::move(result), std::move(warnings), std::move(unchanged)};
}

void require_households(const Table& table) {
  if (!household_columns(table).empty()) return;
  bad_param("renumber", "‹renumber› has nothing to do: no column has the role household or unit",
            "declare it in the sidecar with role = \"household\", or leave ‹renumber› out");
}

}  // namespace sfumato::release
