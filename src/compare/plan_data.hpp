// The data of a plan: files or made-up data, each with one or several sets of columns. Every data set with
// each of its sets is one subject, on which the whole plan is run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/plan_section.hpp"
#include "io/table_file.hpp"

namespace sfumato::compare {

// Standard normal columns with equal correlations.
struct NormalData {
  std::size_t rows = 0;
  std::size_t columns = 0;
  double correlation = 0.0;
};

// A file, or one of two kinds of made-up data, with one set of columns.
struct PlanData {
  std::string path;      // path of the file; empty: made-up data
  std::string sample;    // the name of a made-up data set
  std::size_t rows = 0;  // of the sample
  std::optional<NormalData> normal;
  std::uint64_t seed = 1;            // of made-up data
  std::vector<std::string> columns;  // that are protected and compared; empty: by role or kind
  io::ReadOptions read;              // its declarations apply to made-up data too
  std::string description;           // "people.csv" as the plan writes it, "sample people, 1000 rows"
  std::string name;                  // in results: as the plan names it, else the description
  std::string columns_name;          // in results: as the plan names the set, else "income, tax"
  std::size_t data_set = 0;          // position among the data sets; the same: the same records
};

// Subjects of one plan: more are a mistake.
inline constexpr std::size_t most_subjects = 1000;

// [data], or [[data]] for several: every data set with each of its sets of columns, in the plan's order.
std::vector<PlanData> parse_plan_data(const PlanSection& top, const std::string& source);

}  // namespace sfumato::compare
