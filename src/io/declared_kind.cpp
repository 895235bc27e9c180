// Declarations applied to typed columns, one column at a time.
#include "io/declared_kind.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/cell_text.hpp"
#include "io/code_collector.hpp"
#include "io/label_order.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

bool is_number_column(const Column& column) {
  return column.get_if<Numbers>() != nullptr || column.get_if<Integers>() != nullptr;
}

Column without_tokens(Column column, const std::vector<std::string>& tokens) {
  std::vector<double> numbers;
  for (const std::string& token : tokens) {
    if (const auto number = cell_number(token, '.')) numbers.push_back(*number);
  }
  const auto is_token = [&](double value) {
    return std::find(numbers.begin(), numbers.end(), value) != numbers.end();
  };
  if (numbers.empty() || !is_number_column(column)) return column;
  if (const Integers* found = column.get_if<Integers>()) {
    Integers integers = *found;
    for (std::size_t row = 0; row < integers.values.size(); ++row) {
      if (column.missing(row) || !is_token(static_cast<double>(integers.values[row]))) continue;
      integers.missing.resize(integers.values.size());
      integers.missing[row] = 1;
      integers.values[row] = 0;
    }
    return integers;
  }
  for (double& value : column.edit_numbers()) {
    if (is_token(value)) value = std::numeric_limits<double>::quiet_NaN();
  }
  return column;
}

// Also drops labels that are tokens.
Column with_order(Codes codes, const ColumnInfo& info, const std::vector<std::string>& tokens,
                  const std::string& where) {
  ColumnPlan plan;
  plan.storage = Storage::text;
  plan.declared = info.kind;
  plan.order = info.order;
  plan.missing = tokens;
  if (order_labels(codes, plan, '.')) return codes;
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    if (codes.codes[row] == Codes::missing) continue;
    const std::string& label = codes.labels[static_cast<std::size_t>(codes.codes[row])];
    if (std::find(info.order.begin(), info.order.end(), label) == info.order.end()) {
      bad_input(where + ", row " + std::to_string(row + 1) + ": " + data_value(label) +
                    " is not in the declared order",
                "add it to the order");
    }
  }
  // Only labels that no row uses are outside the order.
  Codes used;
  CodeCollector collector;
  for (const std::int32_t code : codes.codes) {
    if (code == Codes::missing) {
      collector.add_missing();
    } else {
      collector.add(codes.labels[static_cast<std::size_t>(code)]);
    }
  }
  used = collector.take();
  static_cast<void>(order_labels(used, plan, '.'));
  return used;
}

Codes as_text(const Column& column) {
  CodeCollector collector;
  collector.reserve(column.size());
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      collector.add_missing();
    } else {
      collector.add(column.text(row));
    }
  }
  return collector.take();
}

Column as_numbers(const Codes& codes, const std::string& where) {
  std::vector<double> numbers;
  bool whole = true;
  for (std::size_t label = 0; label < codes.labels.size(); ++label) {
    const auto number = cell_number(codes.labels[label], '.');
    numbers.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    whole = whole && classify(codes.labels[label], '.') == CellClass::integer;
    const auto row = std::find(codes.codes.begin(), codes.codes.end(), static_cast<std::int32_t>(label));
    if (number || row == codes.codes.end()) continue;
    bad_input(where + ", row " + std::to_string(row - codes.codes.begin() + 1) + ": " +
                  data_value(codes.labels[label]) + " is not a number",
              "declare it as a token for missing values, or kind = \"nominal\"");
  }
  Integers integers;
  Numbers result;
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    const bool missing = codes.codes[row] == Codes::missing;
    const auto label = missing ? 0 : static_cast<std::size_t>(codes.codes[row]);
    if (!whole) {
      result.push_back(missing ? std::numeric_limits<double>::quiet_NaN() : numbers[label]);
      continue;
    }
    if (missing) {
      integers.missing.resize(codes.codes.size());
      integers.missing[row] = 1;
    }
    integers.values.push_back(missing ? 0 : *cell_integer(codes.labels[label]));
  }
  if (whole) return integers;
  return result;
}

// Texts, or integers such as 20210331, in a declared form.
Column as_dates(const Column& column, const DateForm& form, const std::vector<std::string>& tokens,
                const std::string& where) {
  Dates dates;
  dates.days.assign(column.size(), Dates::missing);
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    const std::string text = column.text(row);
    if (std::find(tokens.begin(), tokens.end(), text) != tokens.end()) continue;
    if (parse_date(text, form, dates.days[row], false) || parse_date(text, dates.days[row])) continue;
    bad_input(where + ", row " + std::to_string(row + 1) + ": '" + shown(text) + "' is not a date (" +
                  to_text(form) + ")",
              "declare it as a token for missing values, or leave date out");
  }
  return dates;
}

bool has_times(const Column& column) {
  const Codes* codes = column.get_if<Codes>();
  return codes != nullptr && std::any_of(codes->labels.begin(), codes->labels.end(),
                                         [](const auto& label) { return !split_moment(label).time.empty(); });
}

Column converted(Column column, const ColumnInfo& info, bool kind_declared,
                 const std::vector<std::string>& tokens, const std::string& where) {
  column = without_tokens(std::move(column), tokens);
  const bool categories = info.kind != Kind::numeric;
  if (kind_declared && categories && is_number_column(column) && !labels_numbers(info.value_labels)) {
    column = as_text(column);
  }
  if (const Codes* codes = column.get_if<Codes>()) {
    if (!kind_declared && tokens.empty()) return column;
    const bool keeps_order = info.kind == Kind::ordinal && !kind_declared;
    ColumnInfo wanted = info;
    if (keeps_order) wanted.kind = Kind::nominal;  // only tokens are dropped
    Column ordered = with_order(*codes, wanted, tokens, where);
    return kind_declared && !categories ? as_numbers(*ordered.get_if<Codes>(), where) : ordered;
  }
  if (kind_declared && info.kind == Kind::numeric && column.is_calendar()) {
    bad_input(where + ": it is declared numeric, but holds dates", "declare kind = \"ordinal\"");
  }
  return column;
}

}  // namespace

// Columns of which nothing is declared stay shared.
Table as_declared(Table table, const Declarations& declared, const std::vector<std::string>& missing,
                  const std::string& source) {
  std::vector<ColumnInfo> infos = table.schema();
  apply_declarations(infos, declared);
  for (ColumnId id = 0; id < infos.size(); ++id) {
    ColumnInfo& info = infos[id];
    std::vector<std::string> tokens = missing;
    bool kind_declared = false;
    if (const auto found = declared.find(info.name); found != declared.end()) {
      tokens.insert(tokens.end(), found->second.missing.begin(), found->second.missing.end());
      kind_declared = found->second.kind.has_value() || !found->second.order.empty();
      if (!found->second.kind && !found->second.order.empty()) info.kind = Kind::ordinal;
      if (found->second.date && has_times(table.column(id))) {
        if (auto times =
                timestamps_of(*table.column(id).get_if<Codes>(), found->second.date->order, tokens)) {
          table.replace(id, std::move(*times));
          info.kind = Kind::ordinal;
          kind_declared = false;
          tokens.clear();
        }
      }
      if (found->second.date && !table.column(id).is_calendar() && !has_times(table.column(id))) {
        const std::string where = source + ", column '" + shown(info.name) + "'";
        table.replace(id, as_dates(table.column(id), *found->second.date, tokens, where));
        info.kind = Kind::ordinal;
        kind_declared = false;
        tokens.clear();
      }
    }
    if (info.kind != Kind::ordinal) info.order.clear();
    if (kind_declared || !tokens.empty()) {
      table.replace(id, converted(table.column(id), info, kind_declared, tokens,
                                  source + ", column '" + shown(info.name) + "'"));
    }
    table.set_info(id, std::move(info));
  }
  return table;
}

Column with_labelled_codes(Column column, const ColumnInfo& info) {
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr || info.kind == Kind::numeric || !labels_numbers(info.value_labels)) return column;
  const bool whole = std::all_of(codes->labels.begin(), codes->labels.end(), [](const std::string& label) {
    return classify(label, '.') == CellClass::integer;
  });
  return whole ? as_numbers(*codes, {}) : column;
}

void require_numeric_domains(const std::vector<ColumnInfo>& columns, const std::string& source) {
  for (const ColumnInfo& info : columns) {
    if (info.domain && info.kind != Kind::numeric) {
      bad_input(source + ", column '" + shown(info.name) + "': a domain is declared, but the column is " +
                    std::string(to_text(info.kind)),
                "leave the domain out, or declare kind = \"numeric\"");
    }
  }
}

bool is_missing_code(std::string_view code) {
  return code.size() == 2 && code[0] == '.' && code[1] >= 'a' && code[1] <= 'z';
}

bool labels_numbers(const ValueLabels& labels) {
  return !labels.empty() && std::all_of(labels.begin(), labels.end(), [](const auto& entry) {
    return is_missing_code(entry.first) || parse_number(entry.first).has_value();
  });
}

}  // namespace sfumato::io
