#include "report/queries/token.hpp"

#include "report/queries/answer.hpp"

namespace sfumato::report {
namespace {

using queries::TokenHolder;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Value time_value(std::optional<std::int64_t> time) {
  return time ? Value(queries::utc_text(*time)) : Value();
}

// One word for whether it can be used.
const char* state_of(const jobs::ListedToken& token) {
  if (token.holder.revoked) return "revoked";
  if (!token.recorded) return "not recorded";
  return token.holder.expired ? "expired" : "valid";
}

Report list_report(const std::vector<jobs::ListedToken>& tokens) {
  Report report;
  Value list = Value::array();
  TableBlock block{{{"user"}, {"state"}, {"permissions"}, {"made"}, {"expires"}, {"revoked"}, {"quota, ε"}},
                   {}};
  for (const jobs::ListedToken& token : tokens) {
    const TokenHolder& holder = token.holder;
    const std::vector<std::string> permissions = queries::permission_names(holder.permissions);
    Value one = Value::object();
    one.set("user", holder.user)
        .set("state", state_of(token))
        .set("permissions", Value::array_of(permissions))
        .set("made", time_value(holder.made))
        .set("expires", time_value(holder.expires))
        .set("expired", holder.expired)
        .set("revoked", time_value(holder.revoked));
    list.push(set_epsilon(one, "quota", token.quota));
    const auto shown = [](std::optional<std::int64_t> time, const char* none) {
      return time ? queries::utc_text(*time) : std::string(none);
    };
    block.rows.push_back({holder.user, state_of(token), joined(permissions), shown(holder.made, "unknown"),
                          shown(holder.expires, "never"), shown(holder.revoked, "no"),
                          token.quota ? epsilon_text(*token.quota) : "none"});
  }
  report.document.set("tokens", std::move(list));
  if (block.rows.empty()) {
    report.blocks.emplace_back(Paragraph{"There is no token."});
  } else {
    report.blocks.emplace_back(std::move(block));
  }
  return report;
}

}  // namespace

Report query_token_report(const jobs::QueryTokenResult& result) {
  if (result.listed) return list_report(result.tokens);
  Report report;
  if (result.revoked) {
    report.document.set("user", result.user).set("revoked", true);
    report.blocks.emplace_back(
        Paragraph{"The token of " + result.user + " is revoked: it is no longer valid."});
    return report;
  }
  report.document.set("user", result.user)
      .set("token", result.token)
      .set("permissions", Value::array_of(result.permissions))
      .set("expires", time_value(result.expires));
  report.blocks.emplace_back(
      KeyValues{{{"user", result.user},
                 {"permissions", joined(result.permissions)},
                 {"expires", result.expires ? queries::utc_text(*result.expires) : std::string("never")},
                 {"token", result.token}}});
  report.blocks.emplace_back(Paragraph{
      "Keep it: it is not stored and cannot be shown again. It replaces any earlier token of this user."});
  return report;
}

}  // namespace sfumato::report
