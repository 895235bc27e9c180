// Names are used first, since they usually give the meaning; then the data. Where both are inconclusive,
// numbers are proposed as confidential, so that they are protected.
#include "profile/role_proposal.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "profile/name_words.hpp"

namespace sfumato::profile {
namespace {

constexpr std::size_t few_categories = 50;

struct NameRule {
  Role role;
  std::vector<std::string_view> words;       // match a whole word of the name
  std::vector<std::string_view> beginnings;  // match the beginning of a word
};

// In this order: "household_weight" is a weight before it is a household, "household_id" a household
// and "region_name" a region before they are identifiers.
const std::vector<NameRule>& name_rules() {
  static const std::vector<NameRule> rules{
      {Role::weight, {"wt", "wgt", "pweight"}, {"weight"}},
      {Role::household, {"hh", "hid", "hhid", "hhold"}, {"household"}},
      {Role::quasi_identifier,
       {"age", "sex", "zip", "race", "dob", "job", "plz"},
       {"gender", "region", "zipcode", "postcode", "postal", "country", "county", "municipality", "city",
        "ethnic", "education", "marital", "occupation", "birth", "nationality", "citizenship", "agegroup"}},
      {Role::identifier,
       {"id", "name", "ssn", "mail", "phone", "uuid", "iban"},
       {"email", "telephone", "passport", "surname", "firstname", "lastname", "fullname", "address",
        "identifier"}},
  };
  return rules;
}

std::optional<RoleProposal> by_name(const ColumnInfo& info) {
  const std::vector<std::string> words = words_of(info.name);
  for (const NameRule& rule : name_rules()) {
    const std::string_view whole = word_among(words, rule.words, true);
    const std::string_view word = whole.empty() ? word_among(words, rule.beginnings, false) : whole;
    if (word.empty() || (rule.role == Role::weight && info.kind != Kind::numeric)) continue;
    return RoleProposal{rule.role, "the name has '" + std::string(word) + "'"};
  }
  return std::nullopt;
}

}  // namespace

bool running_number(const Column& column) {
  const Integers* integers = column.get_if<Integers>();
  if (integers == nullptr || integers->values.size() < 2 || column.missing_count() > 0) return false;
  const std::vector<std::int64_t>& values = integers->values;
  return std::adjacent_find(values.begin(), values.end(),
                            [](std::int64_t a, std::int64_t b) { return b != a + 1; }) == values.end();
}

RoleProposal propose_role(const ColumnInfo& info, const Column& column, std::size_t distinct,
                          std::size_t present) {
  return propose_role(info, {column.is_calendar(), running_number(column)}, distinct, present);
}

RoleProposal propose_role(const ColumnInfo& info, ColumnLook look, std::size_t distinct,
                          std::size_t present) {
  if (const auto proposal = by_name(info)) return *proposal;
  if (distinct <= 1) return {Role::non_confidential, "it never varies"};
  if (info.kind != Kind::numeric) {
    if (distinct == present) return {Role::identifier, "every record has a value of its own"};
    if (look.dates) return {Role::quasi_identifier, "dates are often known to others"};
    return {Role::quasi_identifier, distinct <= few_categories ? "few categories" : "text"};
  }
  if (look.dates) return {Role::quasi_identifier, "dates are often known to others"};
  if (distinct == present && look.running) return {Role::identifier, "a running number"};
  return {Role::confidential, "other numbers"};
}

}  // namespace sfumato::profile
