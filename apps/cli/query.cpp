// `sfumato query`: a database that answers questions about its records without giving them away.
#include "cli/commands.hpp"
#include "cli/query_commands.hpp"
#include "core/error.hpp"
#include "tables/decimal.hpp"

namespace sfumato::cli {

std::int64_t micro_epsilon(const std::string& option, const std::string& typed) {
  const std::optional<tables::Decimal> number = tables::Decimal::parse(typed);
  const tables::Decimal millionth(1, 6), most = tables::Decimal::whole(1000);
  const std::string hint = "write a number from 0.000001 to 1000, with up to six decimals";
  if (!number || *number < millionth || *number > most)
    bad_input(option + " cannot be '" + typed + "'", hint);
  const tables::Decimal millions = *number * tables::Decimal::whole(1'000'000);
  const auto whole = static_cast<std::int64_t>(millions.number());
  if (tables::Decimal::whole(whole) != millions) bad_input(option + " has more than six decimals", hint);
  return whole;
}

std::string epsilon_text(std::int64_t micro_epsilon) {
  std::string text = tables::Decimal(micro_epsilon, 6).text();
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text.empty() || text == "-" ? "0" : text;
}

Command query_command() {
  return {
      .name = "query",
      .summary = "Answers questions about confidential records, and keeps count of what they cost.",
      .description =
          "A database is made once from data and a catalogue, which declares what columns can hold and whom "
          "to protect (init). Then it answers (ask), says beforehand what an answer costs and how good it "
          "will be (explain), and shows what was spent (budget).",
      .examples =
          {"sfumato query init clinic patients.csv --catalogue catalogue.toml --protection dp --budget 3",
           "sfumato query explain clinic \"SELECT AVG(age) FROM patients WHERE smoker = 'yes'\"",
           "sfumato query ask clinic \"SELECT COUNT(*) FROM patients GROUP BY ward\" --epsilon 0.5"},
      .commands = {query_init_command(), query_ask_command(), query_explain_command(),
                   query_budget_command()},
      .commands_title = "Commands",
      .commands_noun = "command"};
}

}  // namespace sfumato::cli
