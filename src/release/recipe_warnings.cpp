// One function for each warning, in the order in which they are shown.
#include "release/recipe_warnings.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "release/lone_values.hpp"

namespace sfumato::release {
namespace {

constexpr std::string_view seed_warning =
    "the release was made with ‹seed›: anyone who guesses the seed can undo the protection; leave ‹seed› out "
    "for data that you publish";

void add_thin_means_warning(MaskingResult& result) {
  const Value* thin = result.masked.details.find("thin_means");
  if (thin == nullptr) return;
  result.warnings.push_back(to_text(*thin) +
                            " group means rest on fewer than k values, since others are missing, and protect "
                            "less: leave out columns with many missing values, or choose a larger k");
}

// Groups of k records, for example, hold for each of the two sets of columns by itself.
void add_household_warning(MaskingResult& result) {
  const Value* level = result.masked.details.find("household_level");
  if (level == nullptr || !level->at("apart").as_bool()) return;
  std::vector<std::string> names;
  for (const Value& name : level->at("columns").as_array()) names.push_back(name.as_text());
  result.warnings.add(
      "columns equal within households were masked once per household, apart from the others: " +
          quoted_names(names),
      WarningGrade::note);
}

// Values of the original that synthetic records got.
void add_lone_values(MaskingResult& result, const std::vector<masking::Step>& steps, const Run& run) {
  const ColumnSet drawn = columns_of_drawn_values(steps);
  if (drawn.empty()) return;
  const LoneValues found = lone_values(result.original, result.masked.tables, drawn, run);
  result.masked.details.set("lone_numbers", found.numbers).set("lone_categories", found.categories);
  result.exposing = lone_values_warnings(found, result.original, steps);
  result.warnings.add_new(result.exposing);
}

// Blocks of near records in place of one partition of all records.
void add_approximate_note(MaskingResult& result) {
  const Value* approximate = result.masked.details.find("approximate");
  if (approximate == nullptr || !approximate->is_object()) return;
  std::string text = "the release is approximate: it was " + approximate->at("text").as_text() + " (" +
                     to_text(approximate->at("blocks")) + " blocks)";
  if (const Value* exact = approximate->find("sse_percent_exact")) {
    text += "; on a sample of " + to_text(approximate->at("sample_records")) + " records blocks lose " +
            rounded(approximate->at("sse_percent_blocks").as_number(), 3) +
            "% of the variation, and one partition " + rounded(exact->as_number(), 3) + "%";
  } else if (const Value* cells = approximate->find("suppressed_cells_exact")) {
    text += "; on a sample of " + to_text(approximate->at("sample_records")) + " records blocks suppress " +
            to_text(approximate->at("suppressed_cells_blocks")) + " cells, and one partition " +
            to_text(*cells);
  }
  result.warnings.add(text, WarningGrade::note);
}

// A method of households that found none.
void add_no_household_warning(MaskingResult& result) {
  const Value* role = result.masked.details.find("household_role");
  if (role == nullptr || role->as_bool()) return;
  result.warnings.push_back(
      "no column has the role household, and every record was drawn as a household of one: declare the "
      "column "
      "of household numbers with role = \"household\"");
}

// Records that were drawn again and again, and still break a rule.
void add_broken_rules_warning(MaskingResult& result) {
  const Value* rules = result.masked.details.find("record_rules");
  if (rules == nullptr || rules->at("broken").as_integer() == 0) return;
  result.warnings.push_back(
      to_text(rules->at("broken")) +
      " records break a ‹rule› after all ‹tries›: correct the rule, or allow more tries");
}

// Columns that should be generalized and have no hierarchy.
void add_hierarchy_warning(MaskingResult& result) {
  const Value* bare = result.masked.details.find("without_hierarchy");
  if (bare == nullptr) return;
  result.warnings.push_back("left as they are, since they have no hierarchy: " + to_text(*bare));
}

// Every cell of the step's columns is at the highest level or suppressed.
void add_no_information_warning(MaskingResult& result) {
  if (result.masked.details.find("no_information") == nullptr) return;
  result.warnings.push_back(
      "the release keeps no information in its protected columns: every value is suppressed or as coarse as "
      "it "
      "can be; allow more with ‹suppress›, protect fewer columns, or choose weaker models");
}

// A window that reaches no other record.
void add_unchanged_warning(MaskingResult& result) {
  const Value* unchanged = result.masked.details.find("unchanged_columns");
  if (unchanged == nullptr) return;
  result.warnings.add("released as they were, since ‹window› is less than one record: " +
                          to_text(*unchanged) + "; choose a window of at least 100/records %",
                      WarningGrade::stop);
}

// A step after the one that promised.
void add_undone_warning(MaskingResult& result) {
  const Value* undone = result.masked.details.find("undone_promises");
  if (undone == nullptr) return;
  for (const Value& promise : undone->as_array()) {
    result.warnings.add(to_text(promise.at("models")) + " of " + to_text(promise.at("keys")) +
                            " is undone by " + promise.at("by").as_text() +
                            ", which changes them afterwards, and is not promised any more",
                        WarningGrade::stop);
  }
}

// A method that draws nothing can be undone by no seed, but the seed also orders and renumbers records.
WarningGrade seed_grade(const std::vector<masking::Step>& steps) {
  const bool random = std::any_of(steps.begin(), steps.end(),
                                  [](const masking::Step& step) { return step.method->info.random; });
  return random ? WarningGrade::stop : WarningGrade::mind;
}

// Columns that a promise leaves out.
void add_uncovered_warning(MaskingResult& result) {
  const Guarantee& guarantee = result.masked.guarantee;
  if (!guarantee.holds() || guarantee.uncovered.empty()) return;
  result.warnings.push_back("ε does not cover columns that are released as they are: " +
                            quoted_names(guarantee.uncovered));
}

}  // namespace

bool warns_of_seed(std::string_view text) {
  return text.starts_with(seed_warning.substr(0, seed_warning.find("‹")));
}

void add_recipe_warnings(MaskingResult& result, const std::vector<masking::Step>& steps, const Run& run) {
  add_approximate_note(result);
  add_household_warning(result);
  add_uncovered_warning(result);
  add_thin_means_warning(result);
  add_lone_values(result, steps, run);
  add_no_household_warning(result);
  add_broken_rules_warning(result);
  add_hierarchy_warning(result);
  add_no_information_warning(result);
  add_unchanged_warning(result);
  add_undone_warning(result);
  if (run.seeded()) result.warnings.add(std::string(seed_warning), seed_grade(steps));
}

}  // namespace sfumato::release
