// Hierarchies: validated once when they are built, looked up by leaf afterwards.
#include "core/hierarchy.hpp"

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato {
namespace {

constexpr std::size_t most_complaints = 5;

void complain(std::vector<std::string>& complaints, std::string complaint) {
  if (complaints.size() < most_complaints) complaints.push_back(std::move(complaint));
}

// A value that has two different values above it would generalize to both.
void check_nesting(const std::vector<std::vector<std::string>>& rows, std::vector<std::string>& complaints) {
  const std::size_t levels = rows.front().size();
  for (std::size_t level = 1; level + 1 < levels; ++level) {
    std::unordered_map<std::string, std::string> parent;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto [entry, fresh] = parent.emplace(rows[row][level], rows[row][level + 1]);
      if (!fresh && entry->second != rows[row][level + 1]) {
        complain(complaints, "row " + std::to_string(row + 1) + ": " + data_value(rows[row][level]) +
                                 " lies under another value than in an earlier row");
      }
    }
  }
}

}  // namespace

Hierarchy::Hierarchy(std::vector<std::vector<std::string>> rows, std::string_view source)
    : rows_(std::move(rows)) {
  std::vector<std::string> complaints;
  if (rows_.empty()) complain(complaints, "it has no rows");
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].empty() || rows_[row].size() != rows_.front().size()) {
      complain(complaints, "row " + std::to_string(row + 1) + ": " + std::to_string(rows_[row].size()) +
                               " levels where the first row has " + std::to_string(rows_.front().size()));
    } else if (!position_.emplace(rows_[row].front(), row).second) {
      complain(complaints,
               "row " + std::to_string(row + 1) + ": " + data_value(rows_[row].front()) + " appears twice");
    }
  }
  if (complaints.empty()) check_nesting(rows_, complaints);
  if (complaints.empty()) return;
  std::string message = std::string(source) + " is not a hierarchy:";
  for (const std::string& complaint : complaints) message += "\n  " + complaint;
  bad_input(message, "write one row per leaf value: the leaf, then its ancestors, as many in every row");
}

const std::string& Hierarchy::at(std::string_view leaf, std::size_t level) const {
  return rows_[position_.at(std::string(leaf))].at(level);
}

std::vector<std::string> Hierarchy::uncovered(const std::vector<std::string>& values) const {
  std::vector<std::string> result;
  for (const std::string& value : values) {
    if (!has(value)) result.push_back(value);
  }
  return result;
}

}  // namespace sfumato
