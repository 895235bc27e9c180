#include "core/warning.hpp"

#include <algorithm>

namespace sfumato {

std::string_view to_text(WarningGrade grade) {
  switch (grade) {
    case WarningGrade::stop:
      return "stop";
    case WarningGrade::mind:
      return "mind";
    case WarningGrade::note:
      return "note";
  }
  return {};
}

std::string_view label(WarningGrade grade) {
  return grade == WarningGrade::mind ? "warning" : to_text(grade);
}

void Warnings::add_new(const Warning& warning) {
  const auto known =
      std::find_if(begin(), end(), [&](const Warning& one) { return one.text == warning.text; });
  if (known == end()) {
    push_back(warning);
  } else {
    known->grade = std::min(known->grade, warning.grade);
  }
}

void Warnings::add_new(const Warnings& more) {
  for (const Warning& warning : more) add_new(warning);
}

Warnings Warnings::worst_first() const {
  Warnings sorted = *this;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Warning& a, const Warning& b) { return a.grade < b.grade; });
  return sorted;
}

std::vector<std::string> Warnings::texts() const {
  std::vector<std::string> result;
  for (const Warning& warning : *this) result.push_back(warning.text);
  return result;
}

std::vector<std::string> Warnings::grades() const {
  std::vector<std::string> result;
  for (const Warning& warning : *this) result.emplace_back(to_text(warning.grade));
  return result;
}

}  // namespace sfumato
