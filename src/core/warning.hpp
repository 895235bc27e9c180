// A warning with its grade: whether a release must not go out as it is, needs a decision, or is only
// explained. The code that makes a warning grades it; front ends and reports only show the grade.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato {

enum class WarningGrade {
  stop,  // do not release as it is
  mind,  // needs a decision
  note   // information
};

// "stop", "mind" or "note".
std::string_view to_text(WarningGrade grade);

// How a line of text begins: "stop", "warning" or "note".
std::string_view label(WarningGrade grade);

// A sentence without a full stop. A text without a grade needs a decision.
struct Warning {
  std::string text;
  WarningGrade grade = WarningGrade::mind;

  Warning(std::string said, WarningGrade graded = WarningGrade::mind)  // NOLINT(google-explicit-constructor)
      : text(std::move(said)), grade(graded) {}
  Warning(const char* said, WarningGrade graded = WarningGrade::mind)  // NOLINT(google-explicit-constructor)
      : text(said), grade(graded) {}
  operator const std::string&() const { return text; }  // NOLINT(google-explicit-constructor)

  bool operator==(const Warning&) const = default;
};

class Warnings : public std::vector<Warning> {
 public:
  using std::vector<Warning>::vector;
  // Texts without grades.
  Warnings(const std::vector<std::string>& texts)  // NOLINT(google-explicit-constructor)
      : std::vector<Warning>(texts.begin(), texts.end()) {}

  void add(std::string text, WarningGrade grade) { emplace_back(std::move(text), grade); }
  // A text is kept once, with the worst of its grades.
  void add_new(const Warning& warning);
  void add_new(const Warnings& more);

  // In the order of the grades, worst first; inside a grade the order stays.
  Warnings worst_first() const;
  std::vector<std::string> texts() const;
  // The names of the grades, in the order of the texts.
  std::vector<std::string> grades() const;
};

}  // namespace sfumato
