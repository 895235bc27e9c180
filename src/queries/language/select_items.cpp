// An aggregate is recognised by its word, and its argument by the forms of that word.
#include "queries/language/select_items.hpp"

#include "io/utf8.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

// The aggregate that is written with this word and argument.
struct KnownForm {
  Aggregate aggregate;
  const AggregateForm* form;
};
std::optional<KnownForm> form_of(std::string_view word, std::optional<Argument> argument = std::nullopt) {
  const std::vector<AggregateRecord>& all = aggregate_records();
  for (std::size_t place = 0; place < all.size(); ++place) {
    for (const AggregateForm& form : all[place].forms) {
      if (!same_word(form.word, word) || (argument && form.argument != *argument)) continue;
      return KnownForm{static_cast<Aggregate>(place), &form};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string aggregates_hint() { return "ask for " + aggregate_forms_text(); }

bool is_aggregate(std::string_view word) { return form_of(word).has_value(); }

AggregateSyntax read_aggregate(TokenCursor& cursor) {
  AggregateSyntax result;
  const Token word = cursor.take();
  if (!form_of(word.spelling)) {
    cursor.fail(word, "there is no aggregate '" + io::shown(word.spelling) + "'", aggregates_hint());
  }
  result.function = {word.spelling, word.at};
  cursor.expect_symbol("(");
  std::optional<KnownForm> known = form_of(word.spelling, Argument::all);
  if (!known || !cursor.take_symbol("*")) {
    known = form_of(word.spelling, Argument::distinct_column);
    if (!known || !cursor.take_word("DISTINCT")) {
      known = form_of(word.spelling, Argument::column);
      if (!known) known = form_of(word.spelling, Argument::column_and_share);
    }
    result.column = cursor.name("a column");
  }
  if (!known) cursor.unexpected("an argument of " + io::shown(word.spelling), aggregates_hint());
  if (known->form->argument == Argument::column_and_share) {
    if (!cursor.take_symbol(",")) cursor.unexpected("',' and a share", "such as QUANTILE(age, 0.25)");
    result.share = cursor.constant("a share from 0 to 1");
  }
  result.aggregate = known->aggregate;
  result.millionths = known->form->millionths;
  cursor.expect_symbol(")");
  return result;
}

namespace {

std::optional<Banding::Kind> part_at(const TokenCursor& cursor) {
  for (const Banding::Kind kind : date_parts) {
    if (cursor.at_word(date_part_word(kind))) return kind;
  }
  return std::nullopt;
}

}  // namespace

bool at_part_of_date(const TokenCursor& cursor) { return cursor.at_call() && part_at(cursor).has_value(); }

GroupingSyntax read_grouping(TokenCursor& cursor, std::string_view expected) {
  GroupingSyntax result;
  if (at_part_of_date(cursor)) {
    result.kind = *part_at(cursor);
    cursor.take();
    cursor.expect_symbol("(");
    result.column = cursor.name("a column of dates");
    cursor.expect_symbol(")");
    return result;
  }
  result.column = cursor.name(expected);
  if (cursor.take_symbol("/")) {
    result.kind = Banding::Kind::width;
    result.width = cursor.constant("the width of the bands, a number");
  }
  return result;
}

std::optional<NameSyntax> read_alias(TokenCursor& cursor) {
  if (!cursor.take_word("AS")) return std::nullopt;
  return cursor.name("a name after AS");
}

}  // namespace sfumato::queries
