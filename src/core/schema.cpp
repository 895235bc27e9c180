// Names of kinds and roles, and declarations applied to the columns found.
#include "core/schema.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace sfumato {
namespace {

constexpr std::array<std::pair<Kind, std::string_view>, 3> kind_texts{{
    {Kind::numeric, "numeric"},
    {Kind::nominal, "nominal"},
    {Kind::ordinal, "ordinal"},
}};

constexpr std::array<std::pair<Role, std::string_view>, 8> role_texts{{
    {Role::identifier, "identifier"},
    {Role::quasi_identifier, "quasi-identifier"},
    {Role::confidential, "confidential"},
    {Role::non_confidential, "non-confidential"},
    {Role::weight, "weight"},
    {Role::household, "household"},
    {Role::unit, "unit"},
    {Role::stratum, "stratum"},
}};

template <class Texts, class Key>
std::string_view text_of(const Texts& texts, Key key) {
  return std::find_if(texts.begin(), texts.end(), [&](const auto& entry) { return entry.first == key; })
      ->second;
}

template <class Key, class Texts>
std::optional<Key> key_of(const Texts& texts, std::string_view text) {
  for (const auto& [key, name] : texts) {
    if (name == text) return key;
  }
  return std::nullopt;
}

template <class Texts>
std::vector<std::string> names_of(const Texts& texts) {
  std::vector<std::string> names;
  for (const auto& entry : texts) names.emplace_back(entry.second);
  return names;
}

}  // namespace

std::string_view to_text(Kind kind) { return text_of(kind_texts, kind); }
std::string_view to_text(Role role) {
  return role == Role::count ? std::string_view("count") : text_of(role_texts, role);
}

std::string to_text(Kinds kinds) {
  std::string text;
  for (const auto& [kind, name] : kind_texts) {
    if (kinds.has(kind)) text += (text.empty() ? "" : " or ") + std::string(name);
  }
  return text;
}

std::optional<Kind> parse_kind(std::string_view text) { return key_of<Kind>(kind_texts, text); }
std::optional<Role> parse_role(std::string_view text) { return key_of<Role>(role_texts, text); }

const std::vector<std::string>& kind_names() {
  static const std::vector<std::string> names = names_of(kind_texts);
  return names;
}

const std::vector<std::string>& role_names() {
  static const std::vector<std::string> names = names_of(role_texts);
  return names;
}

void apply_declarations(std::vector<ColumnInfo>& columns, const Declarations& declared) {
  for (const auto& [name, declaration] : declared) {
    const auto column = std::find_if(columns.begin(), columns.end(),
                                     [&](const ColumnInfo& info) { return info.name == name; });
    if (column == columns.end()) {
      std::vector<std::string> names;
      for (const ColumnInfo& info : columns) names.push_back(info.name);
      bad_input("no column '" + name + "' in the data, but it is declared", suggestion(name, names));
    }
    if (declaration.kind) column->kind = *declaration.kind;
    if (declaration.role) column->role = declaration.role;
    if (declaration.domain) column->domain = declaration.domain;
    if (declaration.decimals) column->decimals = declaration.decimals;
    if (!declaration.missing.empty()) column->missing = declaration.missing;
    if (!declaration.order.empty()) column->order = declaration.order;
    if (!declaration.categories.empty()) column->categories = declaration.categories;
    if (declaration.date) column->date = declaration.date;
    if (!declaration.hierarchy.empty()) column->hierarchy = declaration.hierarchy;
    if (!declaration.label.empty()) column->label = declaration.label;
    if (!declaration.value_labels.empty()) column->value_labels = declaration.value_labels;
  }
}

}  // namespace sfumato
