#include "report/queries/token.hpp"

namespace sfumato::report {

Report query_token_report(const jobs::QueryTokenResult& result) {
  Report report;
  if (result.revoked) {
    report.document.set("user", result.user).set("revoked", true);
    report.blocks.emplace_back(
        Paragraph{"The token of " + result.user + " is revoked: it is no longer valid."});
    return report;
  }
  std::string permissions;
  for (const std::string& name : result.permissions) permissions += (permissions.empty() ? "" : ", ") + name;
  report.document.set("user", result.user)
      .set("token", result.token)
      .set("permissions", Value::array_of(result.permissions));
  report.blocks.emplace_back(
      KeyValues{{{"user", result.user}, {"permissions", permissions}, {"token", result.token}}});
  report.blocks.emplace_back(Paragraph{
      "Keep it: it is not stored and cannot be shown again. It replaces any earlier token of this user."});
  return report;
}

}  // namespace sfumato::report
