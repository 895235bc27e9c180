// Matching is by the text of a cell, so that 007 and 7 are the same person only where both files say so.
#include "jobs/intruder.hpp"

#include <cmath>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

std::unordered_map<std::string, std::size_t> rows_by_key(const Table& table, ColumnId match,
                                                         const std::string& what) {
  std::unordered_map<std::string, std::size_t> rows;
  const Column& column = table.column(match);
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    if (!rows.emplace(column.text(row), row).second) {
      bad_input(data_value(column.text(row)) + " stands twice in column '" + table.info(match).name +
                    "' of " + what + " (rows " + std::to_string(rows.at(column.text(row)) + 1) + " and " +
                    std::to_string(row + 1) + ")",
                "match by a column that identifies records");
    }
  }
  return rows;
}

// Row i of the result is what the intruder knows of original i; `source` has row + 1, or 0.
Column known_column(const Column& theirs, const Column& ours, const std::vector<std::size_t>& source) {
  if (const Codes* codes = ours.get_if<Codes>()) {
    Codes result{std::vector<std::int32_t>(source.size(), Codes::missing), codes->labels};
    std::unordered_map<std::string, std::int32_t> places;
    for (const std::string& label : codes->labels)
      places.emplace(label, static_cast<std::int32_t>(places.size()));
    for (std::size_t row = 0; row < source.size(); ++row) {
      if (source[row] == 0 || theirs.missing(source[row] - 1)) continue;
      const auto [place, fresh] =
          places.try_emplace(theirs.text(source[row] - 1), static_cast<std::int32_t>(result.labels.size()));
      if (fresh) result.labels.push_back(place->first);
      result.codes[row] = place->second;
    }
    return result;
  }
  const Numbers values = theirs.to_numbers();
  Numbers result(source.size(), std::nan(""));
  for (std::size_t row = 0; row < source.size(); ++row) {
    if (source[row] > 0) result[row] = values[source[row] - 1];
  }
  return result;
}

}  // namespace

IntruderKnowledge intruder_knowledge(const Table& original, const ColumnChoice& choice,
                                     const DataReader& file, const std::string& match, const Run& run) {
  Declarations declared;
  const Table first = file.read({}, run).table;
  for (const ColumnId id : choice.columns) {
    if (first.find(original.info(id).name)) declared[original.info(id).name].kind = original.info(id).kind;
  }
  const Table theirs = file.read(declared, run).table;
  const auto rows = rows_by_key(theirs, theirs.require(match), "the intruder's file");
  const Column& keys = original.column(original.require(match));
  rows_by_key(original, original.require(match), "the original");
  IntruderKnowledge result{original, {{}, choice.named}, 0, 0};
  std::vector<std::size_t> source(original.rows());
  for (std::size_t row = 0; row < original.rows(); ++row) {
    const auto found = keys.missing(row) ? rows.end() : rows.find(keys.text(row));
    if (found == rows.end()) continue;
    source[row] = found->second + 1;
    ++result.known;
  }
  result.unknown = theirs.rows() - result.known;
  for (const ColumnId id : choice.columns) {
    const std::optional<ColumnId> other = theirs.find(original.info(id).name);
    if (!other) continue;
    result.columns.columns.push_back(id);
    result.original.replace(id, known_column(theirs.column(*other), original.column(id), source));
  }
  if (result.columns.columns.empty()) {
    bad_input("'" + file.name + "' has none of the compared columns",
              "an intruder who knows nothing of them links nothing");
  }
  if (result.known == 0) {
    bad_input("no record of '" + file.name + "' is in the original by column '" + match + "'",
              "check that both files write it in the same way");
  }
  return result;
}

}  // namespace sfumato::jobs
