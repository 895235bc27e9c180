#include "report/queries/figures.hpp"

#include <cmath>

namespace sfumato::report {
namespace {

using queries::Answer;
using queries::AnswerFormat;
using queries::GroupAnswer;
using queries::Intervals;

bool has_intervals(const Answer& answer) { return answer.intervals != Intervals::none; }

Value interval_value(const Answer& answer, const GroupAnswer& group, const AnswerFormat& format) {
  if (!has_intervals(answer)) return {};
  Value interval = Value::array();
  interval.push(queries::answer_value(group.lower95, format));
  interval.push(queries::answer_value(group.upper95, format));
  return interval;
}

// A number, or its bounds with camouflage.
Value figure_value(const Answer& answer, const GroupAnswer& group, const AnswerFormat& format) {
  if (answer.intervals != Intervals::certain) return queries::answer_value(group.value, format);
  Value ends = Value::object();
  return ends.set("lower", queries::answer_value(group.lower95, format))
      .set("upper", queries::answer_value(group.upper95, format));
}

std::string interval_title(const Answer& answer) {
  return answer.intervals == Intervals::certain ? "certain interval" : "95 % interval";
}

std::string interval_text(const GroupAnswer& group, const AnswerFormat& format) {
  return queries::answer_text(group.lower95, format) + " to " + queries::answer_text(group.upper95, format);
}

// Of all aggregates, by their names.
Value named_intervals(const Answer& answer, std::size_t group) {
  if (!has_intervals(answer)) return {};
  Value all = Value::object();
  for (std::size_t i = 0; i < answer.columns.size(); ++i) {
    const Answer::Column& column = answer.columns[i];
    all.set(column.name, interval_value(answer, answer.of(i)[group], column.format));
  }
  return all;
}

void set_figures(const Answer& answer, std::size_t group, Value& result) {
  for (std::size_t i = 0; i < answer.columns.size(); ++i) {
    const Answer::Column& column = answer.columns[i];
    result.set(column.name, figure_value(answer, answer.of(i)[group], column.format));
  }
}

}  // namespace

Value figures_value(const Answer& answer) {
  if (answer.refused) return {};
  const AnswerFormat format = answer.columns.front().format;
  if (!answer.grouped) {
    if (!answer.named) return figure_value(answer, answer.groups.front(), format);
    Value all = Value::object();
    set_figures(answer, 0, all);
    return all;
  }
  Value list = Value::array();
  for (std::size_t group = 0; group < answer.groups.size(); ++group) {
    const GroupAnswer& first = answer.groups[group];
    Value one = Value::object();
    for (std::size_t i = 0; i < answer.names.size(); ++i) one.set(answer.names[i], first.group[i]);
    if (answer.named) {
      set_figures(answer, group, one);
      one.set("interval95", named_intervals(answer, group));
    } else {
      one.set("value", figure_value(answer, first, format))
          .set("interval95", interval_value(answer, first, format));
    }
    list.push(std::move(one));
  }
  return list;
}

Value intervals_value(const Answer& answer) {
  if (answer.refused || answer.grouped) return {};
  if (answer.named) return named_intervals(answer, 0);
  return interval_value(answer, answer.groups.front(), answer.columns.front().format);
}

Block figures_block(const Answer& answer) {
  const auto title = [&](std::size_t i) { return answer.named ? answer.columns[i].name : "answer"; };
  const auto interval = [&](std::size_t i) {
    return answer.named ? answer.columns[i].name + ", " + interval_title(answer) : interval_title(answer);
  };
  if (!answer.grouped) {
    KeyValues facts;
    for (std::size_t i = 0; i < answer.columns.size(); ++i) {
      const GroupAnswer& figure = answer.of(i).front();
      const AnswerFormat& format = answer.columns[i].format;
      facts.entries.emplace_back(title(i), queries::answer_text(figure.value, format));
      if (has_intervals(answer)) facts.entries.emplace_back(interval(i), interval_text(figure, format));
    }
    return facts;
  }
  TableBlock block;
  for (const std::string& name : answer.names) block.columns.push_back({name});
  for (std::size_t i = 0; i < answer.columns.size(); ++i) {
    block.columns.push_back({title(i), Align::right});
    if (has_intervals(answer)) block.columns.push_back({interval(i), Align::right});
  }
  for (std::size_t group = 0; group < answer.groups.size(); ++group) {
    std::vector<std::string> row = answer.groups[group].group;
    for (std::size_t i = 0; i < answer.columns.size(); ++i) {
      const GroupAnswer& figure = answer.of(i)[group];
      row.push_back(queries::answer_text(figure.value, answer.columns[i].format));
      if (has_intervals(answer)) row.push_back(interval_text(figure, answer.columns[i].format));
    }
    block.rows.push_back(std::move(row));
  }
  return block;
}

}  // namespace sfumato::report
