// Units are found by the text of their cells, so that a column read as integers in one file and as
// numbers in the other still agrees.
#include "masking/population_frame.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/error.hpp"

namespace sfumato::masking {
namespace {

// Lengths before texts, so that no two records share a key by accident.
std::string key(const Table& table, const ColumnSet& columns, std::size_t row) {
  std::string result;
  for (const ColumnId id : columns) {
    const std::string text = table.column(id).missing(row) ? "?" : table.column(id).text(row) + "=";
    result += std::to_string(text.size()) + ":" + text;
  }
  return result;
}

struct Shared {
  ColumnSet sample;
  ColumnSet frame;
};

std::vector<std::size_t> unmatched(const Table& sample, const Table& frame, const Shared& by) {
  std::unordered_map<std::string, std::vector<std::size_t>> units;  // of a key, the last first
  for (std::size_t row = frame.rows(); row-- > 0;) units[key(frame, by.frame, row)].push_back(row);
  std::vector<bool> sampled(frame.rows(), false);
  for (std::size_t row = 0; row < sample.rows(); ++row) {
    const auto found = units.find(key(sample, by.sample, row));
    if (found == units.end() || found->second.empty()) {
      bad_input("record " + std::to_string(row + 1) + " of the data is not in the frame",
                "the frame must list every unit of the population once, the sampled ones too, and write "
                "its columns as the data do");
    }
    sampled[found->second.back()] = true;
    found->second.pop_back();
  }
  std::vector<std::size_t> outside;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    if (!sampled[row]) outside.push_back(row);
  }
  return outside;
}

[[noreturn]] void refuse_column(const std::string& name) {
  bad_param("frame",
            "column '" + name + "' is neither protected nor in the frame, so no unit outside the data has it",
            "protect it too with ‹columns›, leave it out of the data, or add it to the frame");
}

}  // namespace

PopulationFrame units_outside(const Table& sample, const ColumnSet& protected_columns, const Table& frame) {
  PopulationFrame result;
  Shared identifiers, background;
  for (ColumnId id = 0; id < sample.column_count(); ++id) {
    const ColumnInfo& info = sample.info(id);
    const std::optional<ColumnId> other = frame.find(info.name);
    result.counterpart.push_back(other);
    if (std::find(protected_columns.begin(), protected_columns.end(), id) != protected_columns.end())
      continue;
    const bool identifier =
        info.role == Role::identifier || (other && frame.info(*other).role == Role::identifier);
    if (!other && identifier) continue;
    if (!other) refuse_column(info.name);
    if (!identifier && frame.info(*other).kind != info.kind) {
      bad_input("column '" + info.name + "' is " + std::string(to_text(info.kind)) + " in the data and " +
                    std::string(to_text(frame.info(*other).kind)) + " in the frame",
                "declare its kind in the sidecars of both");
    }
    Shared& kept = identifier ? identifiers : background;
    kept.sample.push_back(id);
    kept.frame.push_back(*other);
  }
  if (identifiers.sample.empty() && background.sample.empty()) {
    bad_input("the frame and the data have only protected columns in common",
              "a frame needs the identifier or the background columns of every unit");
  }
  result.background = background.sample;
  result.outside = unmatched(sample, frame, identifiers.sample.empty() ? background : identifiers);
  return result;
}

}  // namespace sfumato::masking
