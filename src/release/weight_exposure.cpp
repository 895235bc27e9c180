// Counted on texts by the code that verifies promises.
#include "release/weight_exposure.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "masking/partial_state.hpp"
#include "release/cell_changes.hpp"
#include "release/unchanged_columns.hpp"
#include "release/unique_words.hpp"
#include "verify/agreeing_records.hpp"

namespace sfumato::release {
namespace {

using HolderCodes = std::vector<std::uint32_t>;

// Of each record: the code of its household or unit; a record without one, and every record of a table
// without such a column, is a holder of its own.
HolderCodes holder_codes(const Table& original, const Table& table, std::string& holder) {
  HolderCodes codes(table.rows(), verify::KeyTexts::missing);
  for (const Role role : {Role::unit, Role::household}) {  // households win
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      if (declared_role(original, table.info(id)) != role || !has_values(table.column(id))) continue;
      codes = verify::key_texts(table, {id}).codes.front();
      holder = std::string(to_text(role));
    }
  }
  std::uint32_t next = 0;
  for (const std::uint32_t code : codes) {
    if (code != verify::KeyTexts::missing) next = std::max(next, code + 1);
  }
  for (std::uint32_t& code : codes) {
    if (code == verify::KeyTexts::missing) code = next++;
  }
  return codes;
}

// Rounded to nine digits, so that products and quotients of the same factor are equal.
double nine_digits(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, 8.0 - std::floor(std::log10(std::fabs(value))));
  return std::round(value * scale) / scale;
}

}  // namespace

WeightExposure weight_exposure(const Table& original, const Table& table, ColumnId weight) {
  WeightExposure result;
  const HolderCodes holders = holder_codes(original, table, result.holder);
  const verify::KeyTexts texts = verify::key_texts(table, {weight});
  verify::Rows rows;
  std::set<std::uint32_t> all;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    if (verify::is_blank(texts, row)) continue;
    rows.push_back(row);
    all.insert(holders[row]);
  }
  result.holders = all.size();
  std::set<std::uint32_t> alone;
  for (const verify::Rows& same : verify::equal_records(texts, rows)) {
    const std::uint32_t first = holders[same.front()];
    if (!std::all_of(same.begin(), same.end(), [&](std::uint32_t row) { return holders[row] == first; })) {
      continue;
    }
    result.alone += same.size();
    alone.insert(first);
  }
  result.holders_alone = alone.size();
  ColumnSet keys;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (declared_role(original, table.info(id)) == Role::quasi_identifier && has_values(table.column(id)))
      keys.push_back(id);
  }
  result.key_columns = keys.size();
  if (keys.empty()) return result;
  verify::KeyTexts key_texts = verify::key_texts(table, keys);
  result.unique_keys = unique_records(key_texts);
  key_texts.codes.push_back(texts.codes.front());
  result.unique_with_keys = unique_records(key_texts);
  return result;
}

std::string words(const WeightExposure& exposure, std::size_t records) {
  const bool by_record = exposure.holder.empty();
  std::string text;
  if (exposure.alone == 0) {
    text = by_record ? "no record has a weight of its own"
                     : "no " + exposure.holder + " has a weight of its own";
  } else if (by_record) {
    text = of_records(exposure.alone, records) + " records have a weight of their own, which leads to them";
  } else {
    text = of_records(exposure.alone, records) + " records have a weight that no other " + exposure.holder +
           " has, which leads to " + of_records(exposure.holders_alone, exposure.holders) + " " +
           exposure.holder + "s";
  }
  if (exposure.unique_with_keys > exposure.unique_keys) {
    text += "; beside the quasi-identifiers it raises the unique records from " +
            std::to_string(exposure.unique_keys) + " to " + std::to_string(exposure.unique_with_keys);
  }
  return text;
}

bool is_rescaled(const Column& original, const Column& released) {
  if (original.is_text() || released.is_text() || original.size() != released.size()) return false;
  const Numbers before = original.to_numbers(), after = released.to_numbers();
  std::set<double> weights, new_weights, factors;
  std::size_t cells = 0;
  for (std::size_t row = 0; row < before.size(); ++row) {
    if (std::isnan(before[row]) || std::isnan(after[row]) || before[row] == 0.0) continue;
    ++cells;
    weights.insert(before[row]);
    new_weights.insert(nine_digits(after[row]));
    factors.insert(nine_digits(after[row] / before[row]));
  }
  const bool few = factors.size() == 1 || 10 * factors.size() <= cells;
  return cells > 0 && few && 10 * new_weights.size() >= 9 * weights.size();
}

void WeightFactors::add(const Column& original, const Column& released) {
  if (original.is_text() || released.is_text()) return;
  const Numbers before = original.to_numbers(), after = released.to_numbers();
  for (std::size_t row = 0; row < before.size(); ++row) {
    if (std::isnan(before[row]) || std::isnan(after[row]) || before[row] == 0.0) continue;
    const double factor = after[row] / before[row];
    least_ = cells_ == 0 ? factor : std::min(least_, factor);
    largest_ = cells_ == 0 ? factor : std::max(largest_, factor);
    ++cells_;
  }
}

Value WeightFactors::state() const {
  return Value(Value::Array{cells_, masking::number_state(least_), masking::number_state(largest_)});
}

void WeightFactors::merge(const Value& state) {
  const std::size_t cells = masking::count_of(masking::item_of(state, 0));
  if (cells == 0) return;
  const double least = masking::number_of_state(masking::item_of(state, 1));
  const double largest = masking::number_of_state(masking::item_of(state, 2));
  least_ = cells_ == 0 ? least : std::min(least_, least);
  largest_ = cells_ == 0 ? largest : std::max(largest_, largest);
  cells_ += cells;
}

bool WeightFactors::one_factor() const {
  return cells_ > 0 && least_ > 0.0 && std::isfinite(largest_) && largest_ - least_ <= 1e-9 * largest_;
}

}  // namespace sfumato::release
