// One table of a plan, read strictly: anything unknown, or of an unexpected kind, is an error
// that names the file, the section and the key, with what to write instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/value.hpp"

namespace sfumato::compare {

class PlanSection {
 public:
  // `where` names the section in errors: "plan.toml, [data]".
  PlanSection(const Value& table, std::string where);

  const Value& table() const { return table_; }
  const std::string& where() const { return where_; }
  const Value* find(const std::string& key) const { return table_.find(key); }
  // Refuses every other key.
  void allow(const std::vector<std::string>& keys) const;

  // None where the key is missing.
  std::optional<std::string> text(const std::string& key) const;
  std::optional<bool> flag(const std::string& key) const;
  std::optional<double> number(const std::string& key) const;  // finite
  std::optional<std::int64_t> whole(const std::string& key, std::int64_t lower, std::int64_t upper) const;
  std::vector<std::string> texts(const std::string& key) const;
  // As text(), for a required key.
  std::string required_text(const std::string& key, const std::string& example) const;
  // The tables of [[key]], each with its place.
  std::vector<PlanSection> sections(const std::string& key) const;

  [[noreturn]] void wrong(const std::string& key, const std::string& what, std::string hint) const;

 private:
  const Value& table_;
  std::string where_;
};

// What `make` returns; an error gets the section's place as prefix.
template <class Make>
auto placed(const std::string& where, Make&& make) -> decltype(make()) {
  try {
    return make();
  } catch (const Error& failure) {
    throw failure.at(where);
  }
}

// A path that a plan names: relative to the plan, which is `source`, with ${NAME} replaced by the environment
// variable of that name. One that is not set is an error.
std::string plan_path(const PlanSection& section, const std::string& key, const std::string& written,
                      const std::string& source);

}  // namespace sfumato::compare
