// The job `hierarchy`: a generalization hierarchy of one column, proposed or built from a specification, with
// how many records stay unique at each of its levels.
#pragma once

#include <string>
#include <vector>

#include "jobs/data.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct HierarchyRequest {
  std::string column;
  Value specification;            // as a file holds it; null: proposed, unless there are rows
  std::vector<std::string> keys;  // none: the declared quasi-identifiers, and the column

  Data original;

  static JobInfo info();
  static void params(ParamList<HierarchyRequest>& list);
};

// Records that are unique on the keys where the column is at this level; missing is a value of its own.
struct HierarchyLevel {
  std::size_t level = 0;
  std::size_t values = 0;  // different ones of the column in the data
  std::size_t uniques = 0;
  std::size_t smallest = 0;  // class
};

struct HierarchyResult {
  std::string column;
  Value specification;  // null where the column had its own rows
  std::string reason;   // why this was proposed; empty where it was given
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> keys;
  std::size_t records = 0;
  std::string unit = {};  // the column of units with several records, which are counted in place of records
  std::size_t units = 0;
  std::vector<HierarchyLevel> levels;
};

HierarchyResult column_hierarchy(const HierarchyRequest& request, const Run& run);

}  // namespace sfumato::jobs
