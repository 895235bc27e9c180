// Classes are counted by the texts of the cells, so that a label that is written differently in another month
// is another label. A missing cell is a value of its own among keys, and links nothing.
#include "release/earlier_releases.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "masking/level_columns.hpp"
#include "masking/record_groups.hpp"
#include "release/delivery.hpp"
#include "release/link_classes.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::release {
namespace {

bool named_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// In every earlier release.
bool in_all(const std::vector<EarlierRelease>& earlier, const std::string& name) {
  return std::all_of(earlier.begin(), earlier.end(),
                     [&](const EarlierRelease& one) { return one.table.find(name).has_value(); });
}

std::vector<std::string> all_keys(const MaskingResult& result, const Table& released) {
  std::vector<std::string> keys;
  for (const ClassPromise& promise : result.masked.promises) {
    for (const std::string& key : promise.keys) {
      if (!named_in(keys, key)) keys.push_back(key);
    }
  }
  if (!keys.empty()) return keys;
  for (const ColumnInfo& info : released.schema()) {
    const auto before = result.original.find(info.name);
    if (before && result.original.info(*before).role == Role::quasi_identifier) keys.push_back(info.name);
  }
  return keys;
}

// The largest k that is promised, or 2: a record must not be alone.
std::size_t promised_k(const std::vector<ClassPromise>& promises) {
  constexpr std::string_view model = "k-anonymity:";
  std::size_t k = 2;
  for (const ClassPromise& promise : promises) {
    for (const std::string& text : promise.models) {
      if (!text.starts_with(model)) continue;
      const auto wanted = parse_integer(text.substr(model.size()));
      if (wanted && *wanted > 2) k = std::max(k, static_cast<std::size_t>(*wanted));
    }
  }
  return k;
}

// The first column of this release with the role unit that all earlier releases have too.
std::string unit_of(const Table& released, const Table& original,
                    const std::vector<EarlierRelease>& earlier) {
  const auto unit = masking::column_of(original, Role::unit);
  if (!unit) return {};
  const std::string& name = original.info(*unit).name;
  return released.find(name) && in_all(earlier, name) ? name : std::string();
}

std::vector<std::string> linking_columns(const std::vector<std::string>& named, const Table& released,
                                         const std::vector<EarlierRelease>& earlier,
                                         const EarlierFindings& findings) {
  for (const std::string& name : named) {
    released.require(name);
    for (const EarlierRelease& one : earlier) {
      if (one.table.find(name)) continue;
      bad_param("link", "'" + one.name + "' has no column '" + name + "'",
                "name columns that every release has, or leave out ‹link›");
    }
  }
  if (!named.empty()) return named;
  if (!findings.unit.empty()) return {findings.unit};
  std::vector<std::string> names;
  for (const ColumnInfo& info : released.schema()) {
    if (info.role == Role::weight || named_in(findings.keys, info.name) || !in_all(earlier, info.name))
      continue;
    names.push_back(info.name);
  }
  return names;
}

// Columns of all releases, this one first, then the others in their order.
Table stacked(const Table& released, const std::vector<EarlierRelease>& earlier,
              const std::vector<std::string>& names) {
  ColumnSet columns;
  for (const std::string& name : names) columns.push_back(released.require(name));
  Table all = released.taking_columns(columns);
  ColumnSet every;
  for (ColumnId id = 0; id < names.size(); ++id) every.push_back(id);
  for (const EarlierRelease& one : earlier) all = masking::with_population(all, every, one.table);
  return all;
}

// Promises of which all releases have every column.
std::vector<verify::PromiseFinding> promises_in_union(const MaskingResult& result, const Table& released,
                                                      const std::vector<EarlierRelease>& earlier,
                                                      const std::string& unit, const Run& run) {
  std::vector<verify::PromiseFinding> findings;
  for (ClassPromise promise : result.masked.promises) {
    if (!promise.population.empty()) continue;
    if (promise.unit.empty()) promise.unit = unit;
    std::vector<std::string> names = promise.keys;
    for (const std::string& name : {promise.within, promise.unit}) {
      if (!name.empty() && !named_in(names, name)) names.push_back(name);
    }
    for (const std::string& model : promise.models) {
      for (const ColumnInfo& info : released.schema()) {
        if (model.find(":" + info.name + ":") != std::string::npos && !named_in(names, info.name))
          names.push_back(info.name);
      }
    }
    const bool everywhere = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return released.find(name) && in_all(earlier, name);
    });
    if (!everywhere) continue;
    Table all = stacked(released, earlier, names);
    for (ColumnId id = 0; id < all.column_count(); ++id) {
      ColumnInfo info = all.info(id);
      if (const auto before = result.original.find(info.name); before && !info.tree) {
        info.tree = result.original.info(*before).tree;
        all.set_info(id, std::move(info));
      }
    }
    findings.push_back(verify::check_promise(all, promise, nullptr, run));
    findings.back().counted_in = "union of the releases";
  }
  return findings;
}

// Rows whose keys are all suppressed.
std::vector<char> suppressed_rows(const Table& keys) {
  std::vector<char> suppressed(keys.rows(), keys.column_count() > 0 ? 1 : 0);
  for (ColumnId id = 0; id < keys.column_count(); ++id) {
    const Column& column = keys.column(id);
    for (std::size_t row = 0; row < keys.rows(); ++row) {
      if (suppressed[row] != 0 && (column.missing(row) || column.text(row) != masking::suppressed_text))
        suppressed[row] = 0;
    }
  }
  return suppressed;
}

}  // namespace

EarlierFindings compare_with_earlier(const MaskingResult& result, const std::vector<EarlierRelease>& earlier,
                                     const std::vector<std::string>& link, const Run& run) {
  const Table& masked = result.masked.tables.front();
  const Table released = masked.taking_columns(released_columns(masked));
  EarlierFindings findings;
  findings.k = promised_k(result.masked.promises);
  for (const std::string& key : all_keys(result, released)) {
    (released.find(key) && in_all(earlier, key) ? findings.keys : findings.absent).push_back(key);
  }
  if (findings.keys.empty()) {
    bad_param("earlier", "the releases have no keys in common to compare them by",
              "declare quasi-identifiers that every release has");
  }
  findings.unit = unit_of(released, result.original, earlier);
  findings.link = linking_columns(link, released, earlier, findings);

  StackedReleases stack;
  stack.begin.push_back(0);
  stack.begin.push_back(released.rows());
  for (const EarlierRelease& one : earlier) stack.begin.push_back(stack.begin.back() + one.table.rows());
  const Table keys = stacked(released, earlier, findings.keys);
  stack.suppressed = suppressed_rows(keys);
  ColumnSet every;
  for (ColumnId id = 0; id < keys.column_count(); ++id) every.push_back(id);
  stack.class_of_row = stats::equal_classes(stats::key_table(keys, every, run), run).of_row;
  stack.member_of_row = row_members(
      findings.unit.empty() ? Table() : stacked(released, earlier, {findings.unit}), stack.begin.back());
  if (!findings.link.empty()) stack.link_of_row = link_groups(stacked(released, earlier, findings.link), run);

  count_union(stack, findings);
  for (std::size_t r = 0; !findings.link.empty() && r < earlier.size(); ++r) {
    run.check_stop();
    findings.links.push_back(linked_with(stack, {r + 1}, findings.k));
    findings.links.back().name = earlier[r].name;
  }
  if (findings.links.size() > 1) {
    std::vector<std::size_t> all;
    for (std::size_t r = 1; r <= earlier.size(); ++r) all.push_back(r);
    findings.together = linked_with(stack, all, findings.k);
  }
  findings.promises = promises_in_union(result, released, earlier, findings.unit, run);
  return findings;
}

}  // namespace sfumato::release
