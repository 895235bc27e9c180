#include "jobs/callers_part.hpp"

#include "core/error.hpp"
#include "jobs/record_sequence.hpp"
#include "release/record_order.hpp"

namespace sfumato::jobs {
namespace {

// What needs all records at once.
void refuse_terms(const MaskRequest& request) {
  struct Term {
    const char* name;
    bool given;
    const char* why;
  };
  const Term terms[] = {
      {"fit", request.fit, "what is fitted depends on values that several records of the whole table share"},
      {"fitted", !request.fitted.is_null(), "what is new is counted among all records"},
      {"link", !request.link.empty(), "earlier releases are compared with all records"}};
  for (const Term& term : terms) {
    if (!term.given) continue;
    bad_param(term.name,
              param_reference(term.name) + " is not for parts of the records: " + std::string(term.why),
              "leave it out, or collect the records");
  }
}

// "__sfumato_value_0_income" is column income of step 0.
std::pair<std::size_t, std::string> supplied_name(const std::string& name) {
  const std::string rest = name.substr(std::string_view(value_prefix).size());
  const std::size_t end = rest.find('_');
  const bool digits =
      end != std::string::npos && end > 0 && end < 6 && rest.find_first_not_of("0123456789") == end;
  if (!digits) bad_input("column '" + name + "' has a name that sfumato uses itself", "rename the column");
  return {std::stoul(rest.substr(0, end)), rest.substr(end + 1)};
}

}  // namespace

std::vector<std::uint64_t> number_bits(const Table& table, ColumnId id) {
  const Integers* integers = table.column(id).get_if<Integers>();
  if (integers == nullptr || table.column(id).missing_count() > 0) {
    bad_input("column '" + table.info(id).name + "' has no numbers of records");
  }
  std::vector<std::uint64_t> numbers;
  numbers.reserve(integers->values.size());
  for (const std::int64_t bits : integers->values) numbers.push_back(static_cast<std::uint64_t>(bits));
  return numbers;
}

Column bits_column(const std::vector<std::uint64_t>& numbers) {
  Integers bits;
  bits.values.reserve(numbers.size());
  for (const std::uint64_t number : numbers) bits.values.push_back(static_cast<std::int64_t>(number));
  return bits;
}

ColumnInfo plain_info(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  info.kind = Kind::numeric;
  return info;
}

CallersPart callers_part(const MaskPartsRequest& request) {
  const Table& given = request.mask.original.file.table;
  CallersPart result;
  ColumnSet own;
  std::map<std::size_t, std::pair<std::vector<ColumnInfo>, std::vector<Column>>> found;
  for (ColumnId id = 0; id < given.column_count(); ++id) {
    const ColumnInfo& info = given.info(id);
    if (info.name == request.number_column) {
      result.numbers = number_bits(given, id);
    } else if (info.name.starts_with(value_prefix)) {
      const auto [step, name] = supplied_name(info.name);
      found[step].first.push_back(info);
      found[step].first.back().name = name;
      found[step].second.push_back(given.column(id));
    } else {
      own.push_back(id);
    }
  }
  if (!request.number_column.empty()) given.require(request.number_column);
  result.table = own.size() == given.column_count() ? given : given.taking_columns(own);
  for (auto& [step, columns] : found) {
    result.supplied.emplace(step, Table(std::move(columns.first), std::move(columns.second)));
  }
  if (!request.number_column.empty()) return result;
  if (!request.mask.row_number.empty() || !request.mask.record_key.empty()) {
    result.numbers = record_numbers(result.table, request.mask.row_number, request.mask.record_key);
  } else if (result.table.rows() > 0) {
    bad_input("the records of a part have no numbers",
              "name a column with \"row-number\", \"record-key\" or \"number-column\"");
  }
  return result;
}

release::PartitionRecipe recipe_of(const MaskPartsRequest& request, const CallersPart& part, const Run& run) {
  refuse_terms(request.mask);
  if (request.mask.renumber) release::require_households(part.table);
  const release::DeliveryTerms terms = request.mask.terms();
  std::map<std::size_t, Table> outlines;
  for (const auto& [step, table] : part.supplied) outlines.emplace(step, table.taking_rows({}));
  return {request.mask.steps(),
          part.table,
          request.mask.columns,
          request.mask.original.name,
          run,
          request.state,
          std::move(outlines),
          {request.block_rows, terms.shuffle, terms.renumber}};
}

}  // namespace sfumato::jobs
