// `sfumato query token`: who may ask the server of a database. A token is shown once, when it is made.
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "report/report.hpp"
#include "server/tokens.hpp"

namespace sfumato::cli {
namespace {

struct MakeToken {
  std::optional<std::string> database, user, quota;
  std::vector<std::string> permissions;
  bool revoke = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  report::Report made(server::TokenFile& tokens) const;
  report::Report revoked(server::TokenFile& tokens) const;
};

report::Report MakeToken::made(server::TokenFile& tokens) const {
  const server::Permissions given = server::parse_permissions(
      permissions.empty() ? std::vector<std::string>{"ask", "explain", "budget"} : permissions);
  const std::string token = tokens.make(*user, given);
  report::Report report;
  report.document.set("user", *user)
      .set("token", token)
      .set("permissions", Value::array_of(server::permission_names(given)));
  report::KeyValues facts{
      {{"user", *user}, {"may", joined(server::permission_names(given))}, {"token", token}}};
  report.blocks.emplace_back(std::move(facts));
  report.blocks.emplace_back(report::Paragraph{
      "Keep it: it is not stored and cannot be shown again. It takes the place of any token "
      "that this user had before."});
  return report;
}

report::Report MakeToken::revoked(server::TokenFile& tokens) const {
  if (!tokens.revoke(*user)) {
    bad_input("'" + *user + "' has no token", "see tokens.json in the database's folder for who has");
  }
  report::Report report;
  report.document.set("user", *user).set("revoked", true);
  report.blocks.emplace_back(report::Paragraph{"The token of " + *user + " is good for nothing now."});
  return report;
}

int MakeToken::operator()(Console& console) const {
  if (revoke && (quota || !permissions.empty())) {
    bad_input("--revoke gives nothing", "leave out --quota and --permissions");
  }
  server::require_user_name(*user);
  const queries::Database base(*database);
  const std::optional<std::int64_t> share =
      quota && *quota != "none" ? std::optional(micro_epsilon("--quota", *quota)) : std::nullopt;
  queries::Ledger ledger(base.ledger_path());
  // The share comes first: a token without it could spend more.
  if (quota) ledger.set_quota(*user, share);
  server::TokenFile tokens(*database + "/tokens.json");
  console.show(revoke ? revoked(tokens) : made(tokens), run_options.json);
  return 0;
}

}  // namespace

Command query_token_command() {
  const auto options = std::make_shared<MakeToken>();
  return {
      .name = "token",
      .summary = "Gives a user a token for the server, or takes it away.",
      .description =
          "A token is shown once; the database keeps its hash alone. A server that runs already knows of the "
          "change at once.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}}},
      .groups = {{"The token",
                  {{"--user", "NAME", "Whose token it is.", Text{&options->user}, true},
                   {"--permissions",
                    "NAME,…",
                    "What it allows: ask, explain, budget, admin; the first three unless given.",
                    List{&options->permissions},
                    false,
                    {"ask", "explain", "budget", "admin"}},
                   {"--quota", "E", "The user's share of the budget, or 'none'.", Text{&options->quota}},
                   {"--revoke", "", "Take the token away.", Flag{&options->revoke}}}},
                 options->run_options.group()},
      .examples = {"sfumato query token clinic --user anna --quota 0.5",
                   "sfumato query token clinic --user anna --revoke"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
