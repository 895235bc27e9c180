// Parameters of methods, measures, table protections and jobs. Each is a member of a plain struct, bound once
// to its name, range, unit, doc and dial; options, forms, docs, validation and calibration all read that
// list.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

// A `table` names a data file or an input; the caller reads it first (Run::table has it). `pairs`
// are texts by column, an object: COLUMN=VALUE, repeated or separated by commas. `texts` are texts of any
// content, one at a time. A `tree` is a value of any shape, which its owner reads; the command line builds it
// from options of its own.
enum class ParamKind { flag, integer, number, choice, text, columns, table, pairs, texts, tree };

// Which direction protects more, for a parameter that sets the strength of a method.
enum class Dial { none, more_is_safer, less_is_safer };

std::string_view to_text(ParamKind kind);
std::string_view to_text(Dial dial);

struct ParamInfo {
  std::string name;
  ParamKind kind = ParamKind::number;
  Value initial;  // the default; null for a number that need not be given
  bool required = false;
  std::optional<double> lower;
  std::optional<double> upper;
  std::vector<std::string> choices;
  std::string unit;
  std::string value_name = {};  // placeholder of the value in help: "MEASURE=VALUE"; empty: by kind
  std::string doc;
  Dial dial = Dial::none;
  bool logarithmic = false;  // a dial best searched on a logarithmic scale
  // A choice whose values a sweep of this parameter goes over too, unless it is fixed or swept itself.
  std::string swept_with = {};
  std::vector<std::string> swept_choices = {};
};

// "0.1 to 100", "at least 1", "farthest or most-distant"; empty when every value is allowed.
std::string range_text(const ParamInfo& info);

// The pairs of a parameter, in the order given.
using ColumnTexts = std::vector<std::pair<std::string, std::string>>;

// Values by name, as a command line, a form or a plan gives them.
using ParamValues = std::vector<std::pair<std::string, Value>>;

// What a user typed, as a value of the parameter's kind; an error that names the parameter otherwise.
Value parse_param(const ParamInfo& info, std::string_view typed);

// Checks kind and range of a value, converts integers to numbers where numbers are expected.
Value checked_param(const ParamInfo& info, const Value& value);

// The whole list with what is given in place of defaults, all checked; unknown names are errors.
ParamValues resolve_params(const std::vector<ParamInfo>& infos, const ParamValues& given,
                           std::string_view owner);

// The same values as an object.
Value params_value(const ParamValues& values);

// Builder that completes one declaration: list.number("window", &T::window).range(0.1, 100).doc("…").
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
  ParamBuilder& required() {
    info_.required = true;
    return *this;
  }
  // One of these texts, for choices that a registry defines; for columns or texts, each of them.
  ParamBuilder& one_of(std::vector<std::string> texts) {
    if (info_.kind == ParamKind::text) info_.kind = ParamKind::choice;
    info_.choices = std::move(texts);
    return *this;
  }
  ParamBuilder& unit(std::string text) {
    info_.unit = std::move(text);
    return *this;
  }
  ParamBuilder& value_name(std::string text) {
    info_.value_name = std::move(text);
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

// How a value is written to a member of a certain type.
using ParamSetter = void (*)(void* member, const Value& value);

// A list of parameters without the type of their struct: each knows where its member lies in the struct and
// how that is written. What depends on the struct is kept small, because every method and measure compiles
// it.
class ParamEntries {
 public:
  ParamEntries() { entries_.reserve(32); }  // builders refer to entries

  std::vector<ParamInfo> infos() const;

 protected:
  ParamBuilder add(std::string name, ParamKind kind, Value initial, std::size_t offset, ParamSetter set);
  // The texts of a choice with the numbers of the enumerators they stand for.
  ParamBuilder add_choice(std::string name, std::vector<std::pair<std::string, std::int64_t>> choices,
                          std::int64_t initial, std::size_t offset, ParamSetter set);
  void assign(void* target, const ParamValues& resolved) const;

  static void set_flag(void* member, const Value& value);
  static void set_integer(void* member, const Value& value);
  static void set_number(void* member, const Value& value);
  static void set_optional_number(void* member, const Value& value);
  static void set_optional_integer(void* member, const Value& value);
  static void set_tree(void* member, const Value& value);
  static void set_text(void* member, const Value& value);
  static void set_columns(void* member, const Value& value);
  static void set_pairs(void* member, const Value& value);

 private:
  struct Entry {
    ParamInfo info;
    std::size_t offset;  // of the member, in bytes from the beginning of its struct
    ParamSetter set;
    std::vector<std::int64_t> enumerators;  // of a choice, in the order of its texts
  };
  std::vector<Entry> entries_;
};

// The parameters of T: its members' initial values are the defaults.
template <class T>
class ParamList : public ParamEntries {
 public:
  ParamBuilder flag(std::string name, bool T::*member) {
    return add(std::move(name), ParamKind::flag, initial_.*member, offset(member), set_flag);
  }
  ParamBuilder integer(std::string name, std::int64_t T::*member) {
    return add(std::move(name), ParamKind::integer, initial_.*member, offset(member), set_integer);
  }
  ParamBuilder number(std::string name, double T::*member) {
    return add(std::move(name), ParamKind::number, initial_.*member, offset(member), set_number);
  }
  // Numbers that have no default.
  ParamBuilder integer(std::string name, std::optional<std::int64_t> T::*member) {
    return add(std::move(name), ParamKind::integer, Value(), offset(member), set_optional_integer);
  }
  ParamBuilder number(std::string name, std::optional<double> T::*member) {
    return add(std::move(name), ParamKind::number, Value(), offset(member), set_optional_number);
  }
  ParamBuilder table(std::string name, std::string T::*member) {
    return add(std::move(name), ParamKind::table, initial_.*member, offset(member), set_text);
  }
  ParamBuilder text(std::string name, std::string T::*member) {
    return add(std::move(name), ParamKind::text, initial_.*member, offset(member), set_text);
  }
  ParamBuilder columns(std::string name, std::vector<std::string> T::*member) {
    return add(std::move(name), ParamKind::columns, Value::array_of(initial_.*member), offset(member),
               set_columns);
  }
  ParamBuilder texts(std::string name, std::vector<std::string> T::*member) {
    return add(std::move(name), ParamKind::texts, Value::array_of(initial_.*member), offset(member),
               set_columns);
  }
  ParamBuilder tree(std::string name, Value T::*member) {
    return add(std::move(name), ParamKind::tree, initial_.*member, offset(member), set_tree);
  }
  ParamBuilder pairs(std::string name, ColumnTexts T::*member) {
    return add(std::move(name), ParamKind::pairs, Value::object(), offset(member), set_pairs);
  }
  template <class E>
  ParamBuilder choice(std::string name, E T::*member,
                      std::initializer_list<std::pair<const char*, E>> choices) {
    std::vector<std::pair<std::string, std::int64_t>> numbered;
    for (const auto& [text, value] : choices) numbered.emplace_back(text, static_cast<std::int64_t>(value));
    return add_choice(std::move(name), std::move(numbered), static_cast<std::int64_t>(initial_.*member),
                      offset(member), [](void* place, const Value& value) {
                        *static_cast<E*>(place) = static_cast<E>(value.as_integer());
                      });
  }

  // A T with these values; they must have been resolved.
  T bind(const ParamValues& resolved) const {
    T target;
    assign(&target, resolved);
    return target;
  }

 private:
  template <class Member>
  std::size_t offset(Member T::*member) const {
    return static_cast<std::size_t>(reinterpret_cast<const char*>(&(initial_.*member)) -
                                    reinterpret_cast<const char*>(&initial_));
  }

  T initial_ = {};
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
