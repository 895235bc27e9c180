// Jobs that protect a table of cells, one for each protection. Their requests are the protections' own
// parameters with the table; an unsafe result contains no table that could be published.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/adjustment/adjust.hpp"
#include "tables/perturbation/perturb.hpp"
#include "tables/recoding/recode.hpp"
#include "tables/rounding/round.hpp"
#include "tables/suppression/suppress.hpp"

namespace sfumato::jobs {

// The result of a protection. `made` is for the report; the table is available only through `table()`.
template <class Made>
struct Protected {
  tables::CellTable original = {};
  Made made = {};
  bool safe = false;
  std::vector<std::string> notes = {};  // in addition to those of `made`

  // The table for publication; null unless it is safe.
  const tables::CellTable* table() const { return safe ? &made.table : nullptr; }
};

// The job of a protection; `Params` describes it.
template <class Params>
struct ProtectionRequest : Params {
  tables::CellTable table;
  std::vector<std::string> notes;  // earlier notes about the table; they come first in the result

  static JobInfo info() {
    const tables::ProtectionInfo about = Params::info();
    return {.name = about.name,
            .title = about.title,
            .summary = about.summary,
            .inputs = {{.name = "table",
                        .doc = "The table, with its sensitive cells and their levels.",
                        .kind = InputKind::cells}}};
  }
};

using SuppressRequest = ProtectionRequest<tables::SuppressParams>;
using RoundRequest = ProtectionRequest<tables::RoundParams>;
using AdjustRequest = ProtectionRequest<tables::AdjustParams>;
using RecodeRequest = ProtectionRequest<tables::RecodeParams>;
struct PerturbRequest : ProtectionRequest<tables::PerturbParams> {
  std::string ptable_source = "the ptable";  // for messages: the file that it came from
};

Protected<tables::Suppression> protect(SuppressRequest request, const Run& run);
Protected<tables::Rounding> protect(RoundRequest request, const Run& run);
Protected<tables::Adjustment> protect(AdjustRequest request, const Run& run);
Protected<tables::Perturbation> protect(PerturbRequest request, const Run& run);
Protected<tables::Recoding> protect(RecodeRequest request, const Run& run);

}  // namespace sfumato::jobs
