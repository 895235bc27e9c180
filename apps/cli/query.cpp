// `sfumato query`: a database that answers questions about its records without disclosing them.
#include "cli/commands.hpp"
#include "cli/query_commands.hpp"

namespace sfumato::cli {

Command query_command() {
  return {
      .name = "query",
      .summary = "Answers questions about confidential records, and logs their cost.",
      .description =
          "init creates a database once, from data and a catalogue that declares what columns can hold and "
          "whom to protect. ask answers a question, explain shows its cost and expected error in advance, "
          "and budget shows what was spent. serve answers over HTTP to users with a token; token creates "
          "one. compare shows which protection suits a workload of questions. schema shows what analysts may "
          "ask, "
          "propose-catalogue drafts a catalogue, and refresh replaces the records under the same log.",
      .examples =
          {"sfumato query init clinic patients.csv --catalogue catalogue.toml --protection dp --budget 3",
           "sfumato query explain clinic \"SELECT AVG(age) FROM patients WHERE smoker = 'yes'\"",
           "sfumato query ask clinic \"SELECT COUNT(*) FROM patients GROUP BY ward\" --epsilon 0.5"},
      .commands = {query_init_command(), query_ask_command(), query_explain_command(), query_budget_command(),
                   query_compare_command(), query_token_command(), query_serve_command(),
                   query_schema_command(), query_propose_command(), query_refresh_command()},
      .commands_title = "Commands",
      .commands_noun = "command"};
}

}  // namespace sfumato::cli
