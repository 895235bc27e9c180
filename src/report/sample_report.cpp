#include "report/sample_report.hpp"

namespace sfumato::report {

Report sample_report(const jobs::SampleResult& result) {
  Report report;
  report.document.set("sample", result.sample)
      .set("rows", result.rows)
      .set("columns", Value::array_of(result.columns))
      .set("seeded", result.seeded);
  report.blocks.push_back(KeyValues{{{"sample", result.sample},
                                     {"records", std::to_string(result.rows)},
                                     {"columns", std::to_string(result.columns.size())}}});
  return report;
}

}  // namespace sfumato::report
