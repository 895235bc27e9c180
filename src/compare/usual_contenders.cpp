// Only what is left out by nature is decided here; whether a method reaches the target shows in its trials.
#include "compare/usual_contenders.hpp"

#include <algorithm>
#include <cmath>

#include "core/text_list.hpp"
#include "masking/registry.hpp"

namespace sfumato::compare {
namespace {

constexpr std::size_t few = 50;     // different values
constexpr double many_share = 0.2;  // of the records

// Recipes for columns of numbers beside columns of categories; the last method has the numbers.
constexpr const char* mixed_recipes[] = {"pram+rank-swapping", "local-suppression+rank-swapping"};

bool is_continuous(const Column& column) {
  if (column.is_text()) return false;
  Numbers values = column.to_numbers();
  std::erase_if(values, [](double value) { return std::isnan(value); });
  const std::size_t present = values.size();
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values.size() > few &&
         static_cast<double>(values.size()) > many_share * static_cast<double>(present);
}

// Columns with numbers that are almost all different; with `bare` those of them without a hierarchy.
std::vector<std::string> continuous_columns(const Subject& subject, bool bare) {
  std::vector<std::string> names;
  for (const ColumnId id : subject.columns.columns) {
    const ColumnInfo& info = subject.original.info(id);
    if (bare && (info.tree != nullptr || !info.hierarchy.empty())) continue;
    if (is_continuous(subject.original.column(id))) names.push_back(info.name);
  }
  return names;
}

bool has_households(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == Role::household) return true;
  }
  return false;
}

std::string unsuitable(const Method& method, const Subject& subject) {
  if (std::string reason = misfit(method, subject); !reason.empty()) return reason;
  const std::size_t most = method.info.practical_rows;
  if (most > 0 && subject.original.rows() > most) {
    return "takes too long beyond " + std::to_string(most) + " records; name it with ‹methods› to try it";
  }
  if (method.info.family == Family::synthesis && method.info.households &&
      !has_households(subject.original)) {
    return "draws whole households, and no column has that role";
  }
  const MadeFor made_for = method.info.made_for;
  if (made_for == MadeFor::any_values) return "";
  if (made_for == MadeFor::dates) return "is for dates; name it with ‹methods› to try it";
  if (made_for == MadeFor::weights) return "is for sampling weights; name it with ‹methods› to try it";
  const bool hierarchies = made_for == MadeFor::hierarchies;
  const std::vector<std::string> names = continuous_columns(subject, hierarchies);
  if (names.empty()) return "";
  return (hierarchies ? "coarsens along hierarchies, and there is none for "
                      : "counts records with equal values, and almost every record has its own of ") +
         quoted_names(names);
}

bool has_kind(const Subject& subject, bool numeric) {
  return std::any_of(subject.columns.columns.begin(), subject.columns.columns.end(), [&](ColumnId id) {
    return (subject.original.info(id).kind == Kind::numeric) == numeric;
  });
}

}  // namespace

std::string misfit(const Method& method, const Subject& subject) {
  if (method.info.identifiers) return "takes identifiers, which no comparison has";
  ColumnSet refused;
  for (const ColumnId id : subject.columns.columns) {
    if (!method.info.accepts.has(subject.original.info(id).kind)) refused.push_back(id);
  }
  if (refused.empty()) return "";
  return "takes " + to_text(method.info.accepts) + " columns, and " +
         quoted_names(subject.original.names(refused)) + (refused.size() == 1 ? " is not" : " are not");
}

std::vector<std::string> usual_contenders(const Subject& subject) {
  std::vector<std::string> names;
  for (const Method& method : masking::methods()) {
    if (unsuitable(method, subject).empty()) names.push_back(method.info.name);
  }
  if (has_kind(subject, true) && has_kind(subject, false)) {
    names.insert(names.end(), std::begin(mixed_recipes), std::end(mixed_recipes));
  }
  return names;
}

std::vector<LeftOutMethod> left_out_contenders(const Subject& subject) {
  std::vector<LeftOutMethod> result;
  for (const Method& method : masking::methods()) {
    if (std::string reason = unsuitable(method, subject); !reason.empty()) {
      result.push_back({method.info.name, std::move(reason)});
    }
  }
  return result;
}

}  // namespace sfumato::compare
