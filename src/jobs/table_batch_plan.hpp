// A batch file as what it asks for, table by table, with every path resolved. All that can be wrong without
// the data is an error here, before any work is done.
#pragma once

#include <string>
#include <vector>

#include "tables/formats/arb.hpp"

namespace sfumato::jobs {

template <class Action>
struct AtLine {
  std::size_t line = 0;
  Action action;
};

struct BatchSource {
  std::size_t line = 0;
  bool microdata = false;
  std::string data, metadata;
};

struct PlannedTable {
  std::size_t number = 0;
  std::size_t line = 0;
  std::size_t source = 0;  // among the session's
  tables::ArbSpecifyTable specification;
  AtLine<tables::ArbSafetyRule> rules;
  std::vector<AtLine<tables::ArbApriori>> apriori;
  std::vector<AtLine<tables::ArbRecode>> recodes;
  std::vector<AtLine<tables::ArbSuppress>> suppress;  // one at most
  std::vector<AtLine<tables::ArbWriteTable>> writes;
};

// What stands between two <CLEAR>.
struct BatchSession {
  std::vector<BatchSource> sources;
  std::vector<PlannedTable> tables;
  std::vector<AtLine<tables::ArbSuppress>> linked;  // of table 0; one at most
  std::vector<AtLine<tables::ArbRead>> reads;
};

struct BatchPlan {
  std::string source;
  std::vector<tables::ArbStep> steps;
  std::vector<BatchSession> sessions;
  std::string logbook, version_info;  // empty: none
  std::vector<std::string> notes;
  std::vector<std::string> inputs;   // every file that is read
  std::vector<std::string> outputs;  // every file that <WRITETABLE>, <LOGBOOK> and <VERSIONINFO> name

  std::string at(std::size_t line) const { return source + ", line " + std::to_string(line); }
};

// `folder` for what is written; empty: as the paths say, from the folder of `source`.
BatchPlan plan_batch(std::vector<tables::ArbStep> steps, const std::string& source,
                     const std::string& folder);

}  // namespace sfumato::jobs
