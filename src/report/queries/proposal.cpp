#include "report/queries/proposal.hpp"

namespace sfumato::report {

Report query_proposal_report(const queries::ProposedCatalogue& proposal, bool written) {
  Report report;
  report.document.set("catalogue", proposal.text)
      .set("confirm", Value::array_of(proposal.confirm))
      .set("left_out", Value::array_of(proposal.left_out));
  if (!proposal.confirm.empty()) {
    report.warnings.push_back(std::to_string(proposal.confirm.size()) +
                              " declarations come from the data and would be public: confirm or replace the "
                              "lines marked TO CONFIRM");
  }
  if (!written) return report;
  TableBlock block{{{"to confirm or left out"}}, {}};
  for (const std::string& one : proposal.confirm) block.rows.push_back({one});
  for (const std::string& one : proposal.left_out) block.rows.push_back({one});
  if (!block.rows.empty()) report.blocks.emplace_back(std::move(block));
  return report;
}

}  // namespace sfumato::report
