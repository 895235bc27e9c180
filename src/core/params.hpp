// Parameters of methods and measures. Each is a member of a plain struct, bound once to its name,
// range, unit, doc and dial; options, forms, docs, validation and calibration all read that list.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

// A `table` is the path of a data file; whoever takes the request reads it first (Run::table has it). `pairs`
// are texts by column, an object: COLUMN=VALUE, repeated or separated by commas.
enum class ParamKind { flag, integer, number, choice, text, columns, table, pairs };

// Which way a parameter protects more, where it is what one turns to set the strength of a method.
enum class Dial { none, more_is_safer, less_is_safer };

std::string_view to_text(ParamKind kind);
std::string_view to_text(Dial dial);

struct ParamInfo {
  std::string name;
  ParamKind kind = ParamKind::number;
  Value initial;  // the default; null for a number that need not be given
  std::optional<double> lower;
  std::optional<double> upper;
  std::vector<std::string> choices;
  std::string unit;
  std::string doc;
  Dial dial = Dial::none;
  bool logarithmic = false;  // a dial best searched on a logarithmic scale
  // A choice whose values a sweep of this parameter goes over too, unless it is fixed or swept itself.
  std::string swept_with = {};
  std::vector<std::string> swept_choices = {};
};

// "0.1 to 100", "at least 1", "farthest or most-distant"; empty when anything goes.
std::string range_text(const ParamInfo& info);

// What a parameter of pairs says, in the order given.
using ColumnTexts = std::vector<std::pair<std::string, std::string>>;

// Values by name, as a command line, a form or a plan gives them.
using ParamValues = std::vector<std::pair<std::string, Value>>;

// What a user typed, as a value of the parameter's kind; an error that names the parameter otherwise.
Value parse_param(const ParamInfo& info, std::string_view typed);

// Checks kind and range of a value, brings integers to numbers where numbers are wanted.
Value checked_param(const ParamInfo& info, const Value& value);

// The whole list with what is given in place of defaults, all checked; unknown names are errors.
ParamValues resolve_params(const std::vector<ParamInfo>& infos, const ParamValues& given,
                           std::string_view owner);

// The same values as an object.
Value params_value(const ParamValues& values);

// Fluent finish of one declaration: list.number("window", &T::window).range(0.1, 100).doc("…").
class ParamBuilder {
 public:
  explicit ParamBuilder(ParamInfo& info) : info_(info) {}
  ParamBuilder& range(double lower, double upper) {
    info_.lower = lower;
    info_.upper = upper;
    return *this;
  }
  ParamBuilder& at_least(double lower) {
    info_.lower = lower;
    return *this;
  }
  ParamBuilder& unit(std::string text) {
    info_.unit = std::move(text);
    return *this;
  }
  ParamBuilder& doc(std::string text) {
    info_.doc = std::move(text);
    return *this;
  }
  ParamBuilder& dial(Dial direction) {
    info_.dial = direction;
    return *this;
  }
  ParamBuilder& swept_with(std::string choice, std::vector<std::string> values) {
    info_.swept_with = std::move(choice);
    info_.swept_choices = std::move(values);
    return *this;
  }
  ParamBuilder& logarithmic() {
    info_.logarithmic = true;
    return *this;
  }

 private:
  ParamInfo& info_;
};

// The parameters of T: its members' initial values are the defaults.
template <class T>
class ParamList {
 public:
  ParamList() { entries_.reserve(32); }  // builders refer to entries

  ParamBuilder flag(std::string name, bool T::*member) {
    return add(std::move(name), ParamKind::flag, T{}.*member,
               [member](T& target, const Value& value) { target.*member = value.as_bool(); });
  }
  ParamBuilder integer(std::string name, std::int64_t T::*member) {
    return add(std::move(name), ParamKind::integer, T{}.*member,
               [member](T& target, const Value& value) { target.*member = value.as_integer(); });
  }
  ParamBuilder number(std::string name, double T::*member) {
    return add(std::move(name), ParamKind::number, T{}.*member,
               [member](T& target, const Value& value) { target.*member = value.as_number(); });
  }
  // A number that has no default.
  ParamBuilder number(std::string name, std::optional<double> T::*member) {
    return add(std::move(name), ParamKind::number, Value(), [member](T& target, const Value& value) {
      target.*member = value.is_null() ? std::nullopt : std::optional(value.as_number());
    });
  }
  ParamBuilder table(std::string name, std::string T::*member) {
    return add(std::move(name), ParamKind::table, T{}.*member,
               [member](T& target, const Value& value) { target.*member = value.as_text(); });
  }
  ParamBuilder text(std::string name, std::string T::*member) {
    return add(std::move(name), ParamKind::text, T{}.*member,
               [member](T& target, const Value& value) { target.*member = value.as_text(); });
  }
  ParamBuilder columns(std::string name, std::vector<std::string> T::*member) {
    return add(std::move(name), ParamKind::columns, Value::array_of(T{}.*member),
               [member](T& target, const Value& value) {
                 (target.*member).clear();
                 for (const Value& item : value.as_array()) (target.*member).push_back(item.as_text());
               });
  }
  ParamBuilder pairs(std::string name, ColumnTexts T::*member) {
    return add(std::move(name), ParamKind::pairs, Value::object(), [member](T& target, const Value& value) {
      (target.*member).clear();
      for (const auto& [column, text] : value.as_object()) {
        (target.*member).emplace_back(column, text.as_text());
      }
    });
  }
  template <class E>
  ParamBuilder choice(std::string name, E T::*member,
                      std::initializer_list<std::pair<const char*, E>> choices) {
    std::vector<std::pair<std::string, E>> named(choices.begin(), choices.end());
    std::string initial;
    std::vector<std::string> texts;
    for (const auto& [text, value] : named) {
      texts.push_back(text);
      if (value == T{}.*member) initial = text;
    }
    ParamBuilder builder =
        add(std::move(name), ParamKind::choice, initial, [member, named](T& target, const Value& value) {
          for (const auto& [text, choice] : named) {
            if (text == value.as_text()) target.*member = choice;
          }
        });
    entries_.back().info.choices = std::move(texts);
    return builder;
  }

  std::vector<ParamInfo> infos() const {
    std::vector<ParamInfo> result;
    for (const Entry& entry : entries_) result.push_back(entry.info);
    return result;
  }

  // A T with these values; they must have been resolved.
  T bind(const ParamValues& resolved) const {
    T target;
    for (const auto& [name, value] : resolved) {
      for (const Entry& entry : entries_) {
        if (entry.info.name == name) entry.assign(target, value);
      }
    }
    return target;
  }

 private:
  struct Entry {
    ParamInfo info;
    std::function<void(T&, const Value&)> assign;
  };

  ParamBuilder add(std::string name, ParamKind kind, Value initial,
                   std::function<void(T&, const Value&)> assign) {
    ParamInfo info;
    info.name = std::move(name);
    info.kind = kind;
    info.initial = std::move(initial);
    entries_.push_back({std::move(info), std::move(assign)});
    return ParamBuilder(entries_.back().info);
  }

  std::vector<Entry> entries_;
};

// The parameter list that T declares in T::params, built once; empty when T declares none.
template <class T>
const ParamList<T>& param_list() {
  static const ParamList<T> list = [] {
    ParamList<T> built;
    if constexpr (requires { T::params(built); }) T::params(built);
    return built;
  }();
  return list;
}

}  // namespace sfumato
