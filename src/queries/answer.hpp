// One question from its text to its answer: understood, charged, and only then looked up. Whoever asks
// learns the answer, or that there is none for him, and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/secure_rng.hpp"
#include "queries/database.hpp"
#include "queries/ledger.hpp"
#include "queries/mechanism.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

struct AskOptions {
  std::string user = "local";
  std::int64_t micro_epsilon = 100'000;
  bool laplace_extrema = false;  // MIN, MAX and quantiles by noise of the domain's width
};

struct Answer {
  bool refused = false;
  std::string reason;  // of a refusal
  bool grouped = false;
  std::vector<std::string> names;  // of the grouped columns
  std::vector<GroupAnswer> groups;
  bool intervals = true;  // an answer from masked data has none
  std::int64_t charged = 0;
  std::int64_t left = 0;
  bool repeated = false;  // the same question was answered before
};

// What would be charged for a question, and how good its answer would be. Needs no data and costs nothing.
struct Explanation {
  std::string query;  // the one way to write it
  Plan plan;
  std::size_t groups = 1;
  Protection protection = Protection::dp;
};

Explanation explain(const Database& database, std::string_view text, const AskOptions& options);

// Bad queries are errors, before anything is charged. Once the charge stands, whatever goes wrong is one and
// the same error.
Answer ask(const Database& database, Ledger& ledger, std::string_view text, const AskOptions& options,
           SecureRng& rng, const Run& run);

}  // namespace sfumato::queries
