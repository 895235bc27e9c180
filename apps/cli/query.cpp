// `sfumato query`: a database that answers questions about its records without giving them away.
#include "cli/commands.hpp"
#include "cli/query_commands.hpp"

namespace sfumato::cli {

Command query_command() {
  return {
      .name = "query",
      .summary = "Answers questions about confidential records, and keeps count of what they cost.",
      .description =
          "A database is made once from data and a catalogue, which declares what columns can hold and whom "
          "to protect (init). Then it answers (ask), says beforehand what an answer costs and how good it "
          "will be (explain), and shows what was spent (budget). Others ask over HTTP (serve), with a token "
          "(token). A workload shows which protection suits the expected questions (compare).",
      .examples =
          {"sfumato query init clinic patients.csv --catalogue catalogue.toml --protection dp --budget 3",
           "sfumato query explain clinic \"SELECT AVG(age) FROM patients WHERE smoker = 'yes'\"",
           "sfumato query ask clinic \"SELECT COUNT(*) FROM patients GROUP BY ward\" --epsilon 0.5"},
      .commands = {query_init_command(), query_ask_command(), query_explain_command(), query_budget_command(),
                   query_compare_command(), query_token_command(), query_serve_command()},
      .commands_title = "Commands",
      .commands_noun = "command"};
}

}  // namespace sfumato::cli
