// Cells are compared with categories by their text, so that codes may be stored as numbers.
#include "masking/declared_categories.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::masking {
namespace {

std::vector<std::string> each_once(const std::vector<std::string>& items) {
  std::unordered_set<std::string> seen;
  std::vector<std::string> result;
  for (const std::string& item : items) {
    if (seen.insert(item).second) result.push_back(item);
  }
  return result;
}

// A category as a value of another type, if that is written in the same way: "007" is not a number.
std::optional<std::int64_t> integer_of(const std::string& text) {
  const auto integer = parse_integer(text);
  return integer && std::to_string(*integer) == text ? integer : std::nullopt;
}
std::optional<double> number_of(const std::string& text) {
  const auto number = parse_number(text);
  return number && shortest(*number) == text ? number : std::nullopt;
}

// All of them, or nothing.
template <class T, class Parse>
std::optional<std::vector<T>> parsed(const std::vector<std::string>& categories, const Parse& parse) {
  std::vector<T> result;
  for (const std::string& category : categories) {
    const auto value = parse(category);
    if (!value) return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

template <class T>
std::vector<T> picked(const std::vector<std::uint32_t>& places, const std::vector<T>& values) {
  std::vector<T> result;
  result.reserve(places.size());
  for (const std::uint32_t place : places) result.push_back(values[place]);
  return result;
}

}  // namespace

std::vector<std::string> declared_categories(const ColumnInfo& info) {
  if (info.kind == Kind::ordinal && !info.order.empty()) return each_once(info.order);
  if (!info.categories.empty()) return each_once(info.categories);
  std::vector<std::string> found;
  for (const auto& [code, label] : info.value_labels) {
    if (std::find(info.missing.begin(), info.missing.end(), code) == info.missing.end())
      found.push_back(code);
  }
  // A hierarchy that is built has the values of the data as leaves, and declares nothing.
  const bool listed = info.tree != nullptr && !info.hierarchy.empty() && !info.hierarchy.ends_with(".toml");
  if (found.empty() && listed) {
    for (const auto& row : info.tree->rows()) found.push_back(row.front());
  }
  return each_once(found);
}

std::vector<std::vector<std::string>> release_categories(const Table& table, const ColumnSet& columns,
                                                         std::string_view method) {
  std::vector<std::vector<std::string>> result;
  std::vector<std::string> lacking;
  bool ordinal = false;  // of the first column without them
  for (const ColumnId id : columns) {
    result.push_back(declared_categories(table.info(id)));
    if (!result.back().empty()) continue;
    if (lacking.empty()) ordinal = table.info(id).kind == Kind::ordinal;
    lacking.push_back(table.info(id).name);
  }
  if (lacking.empty()) return result;
  bad_input(
      std::string(method) + " needs the declared categories of " + quoted_names(lacking),
      std::string("declare them (") + (ordinal ? "order" : "categories") +
          " = [\"…\", \"…\"] under [columns." + lacking.front() +
          "] in the sidecar, or labels of its codes, or a hierarchy) from what is known without the data");
}

std::vector<double> category_places(const Column& column, const std::vector<std::string>& categories,
                                    std::size_t instead) {
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < categories.size(); ++i) place.emplace(categories[i], i);
  const auto find = [&](const std::string& text) {
    const auto found = place.find(text);
    return static_cast<double>(found == place.end() ? instead : found->second);
  };
  std::vector<double> result(column.size(), static_cast<double>(instead));
  if (const Codes* codes = column.get_if<Codes>()) {
    std::vector<double> of_label;
    for (const std::string& label : codes->labels) of_label.push_back(find(label));
    for (std::size_t row = 0; row < result.size(); ++row) {
      if (codes->codes[row] != Codes::missing)
        result[row] = of_label[static_cast<std::size_t>(codes->codes[row])];
    }
    return result;
  }
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (!column.missing(row)) result[row] = find(column.text(row));
  }
  return result;
}

Column category_column(const std::vector<std::uint32_t>& places, const std::vector<std::string>& categories,
                       bool labelled_codes) {
  if (labelled_codes) {
    if (const auto integers = parsed<std::int64_t>(categories, integer_of)) {
      return Integers{picked(places, *integers), {}};
    }
    if (const auto numbers = parsed<double>(categories, number_of)) return picked(places, *numbers);
  }
  return Codes{{places.begin(), places.end()}, categories};
}

}  // namespace sfumato::masking
