// `sfumato query`: a database that answers questions about its records without giving them away.
#include "cli/commands.hpp"
#include "cli/query_commands.hpp"
#include "core/error.hpp"
#include "core/micro_epsilon.hpp"
#include "core/number_text.hpp"

namespace sfumato::cli {

std::int64_t micro_epsilon(const std::string& option, const std::string& typed) {
  const std::string hint = "write a number from 0.000001 to 1000, with up to six decimals";
  const std::optional<double> epsilon = parse_number(typed);
  if (!epsilon || !(*epsilon > 0 && *epsilon <= 1000)) bad_input(option + " cannot be '" + typed + "'", hint);
  const std::optional<std::int64_t> micro = exact_micro_epsilon(*epsilon);
  if (!micro) bad_input(option + " has more than six decimals", hint);
  return *micro;
}

Command query_command() {
  return {
      .name = "query",
      .summary = "Answers questions about confidential records, and keeps count of what they cost.",
      .description =
          "A database is made once from data and a catalogue, which declares what columns can hold and whom "
          "to protect (init). Then it answers (ask), says beforehand what an answer costs and how good it "
          "will be (explain), and shows what was spent (budget). Others ask over HTTP (serve), with a token "
          "(token). Which protection suits the questions that will be asked, a workload tells (compare).",
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
