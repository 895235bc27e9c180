// A table of cells as a .tab file with its .rda, .hrc and .cdl files. What these cannot store is reported in
// notes, or is an error where it would be read back as something else.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_fields.hpp"
#include "tables/formats/argus_losses.hpp"
#include "tables/formats/argus_table.hpp"
#include "tables/formats/table_layout.hpp"

namespace sfumato::tables {
namespace {

constexpr char separator = ';';

[[noreturn]] void cannot_hold(const std::string& what, const std::string& hint) {
  bad_input("a .tab file cannot store " + what, hint);
}

// A quoted code or name must be read back unchanged.
void require_plain(const std::string& text, const std::string& what) {
  const bool plain = !text.empty() && io::trimmed(text) == text &&
                     text.find_first_of("\"\n\r") == std::string::npos && !text.starts_with("\xEF\xBB\xBF");
  if (!plain) {
    cannot_hold(what + " " + data_value(text),
                "it must not be empty or contain quotes, line breaks or blanks at its ends");
  }
}

// The children of each code, from sums that form one tree; anything else is an error.
std::vector<std::vector<std::size_t>> children_of(const Dimension& dimension) {
  std::vector<std::vector<std::size_t>> children(dimension.codes.size());
  std::vector<bool> placed(dimension.codes.size(), false);
  for (const CodeSum& sum : dimension.sums) {
    bool again = !children[sum.parent].empty();
    for (const std::size_t child : sum.children) {
      again = again || placed[child];
      placed[child] = true;
    }
    if (again) {
      cannot_hold("the several hierarchies of '" + dimension.name + "'",
                  "write one table for each hierarchy, or use .json, which stores all of them");
    }
    children[sum.parent] = sum.children;
  }
  return children;
}

// A leading string that no code starts with.
std::string lead_for(const Dimension& dimension) {
  for (std::string lead : {"@", "#", "~", "&", "|", ">", "@@@@"}) {
    const bool free = std::none_of(dimension.codes.begin(), dimension.codes.end(),
                                   [&](const std::string& code) { return code.starts_with(lead); });
    if (free) return lead;
  }
  cannot_hold("the codes of '" + dimension.name + "'", "rename codes that start with '@'");
}

// All files are written before the first is renamed into place.
class ArgusWriter {
 public:
  ArgusWriter(const CellTable& table, const std::string& path) : table_(table), path_(path) {
    const std::filesystem::path whole(path);
    stem_ = (whole.parent_path() / whole.stem()).string();
  }

  std::vector<std::string> write() {
    require_one_table();
    for (const std::size_t dimension : view().dimensions) describe(table_.dimensions[dimension]);
    describe_values();
    // The cells last: new cells never lie beside an old description.
    open(stem_ + ".rda").write(metadata_);
    write_cells(open(path_));
    for (const std::unique_ptr<io::OutputFile>& file : files_) file->commit();
    for (std::string& loss : argus_losses(table_)) notes_.push_back(std::move(loss));
    if (table_.responses[view().response].counts && !frequencies_alone_) {
      notes_.emplace_back("weighted counts are written as amounts, with the frequencies");
    }
    return std::move(notes_);
  }

 private:
  const View& view() const { return table_.views.front(); }

  io::OutputFile& open(const std::string& path) {
    return *files_.emplace_back(std::make_unique<io::OutputFile>(path, io::owner_only));
  }

  void require_one_table() const {
    if (table_.dimensions.empty() || table_.views.empty()) {
      cannot_hold("a table without dimensions", "write .jj, which stores cells and relations");
    }
    if (table_.views.size() > 1) {
      cannot_hold(std::to_string(table_.views.size()) + " tables at once",
                  "write each of them separately, or use .json, which stores all of them");
    }
    if (!is_laid_out(table_)) {
      cannot_hold("relations that do not follow from its dimensions", "write .json, which stores everything");
    }
    if (path_ == "-") cannot_hold("a table in a pipe, since it is several files", "name a file");
    if (std::filesystem::path(path_).extension() == ".rda") {
      cannot_hold("cells under the name '" + path_ + "'",
                  "name the .tab file; the .rda is written beside it");
    }
    if (!table_.contributors.empty() && table_.contributors.size() != table_.cells.size()) {
      bad_input("the table has contributors of some cells only");
    }
  }

  // NAME_DIMENSION.hrc, without characters that are unusual in file names.
  std::string file_for(const std::string& dimension, const std::string& extension) {
    std::string name;
    for (const char letter : dimension) {
      const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9') || letter == '-';
      name += plain ? letter : '_';
    }
    std::string path = stem_ + "_" + name + extension;
    for (int i = 2; !used_.insert(upper_case(path)).second; ++i) {
      path = stem_ + "_" + name + "_" + std::to_string(i) + extension;
    }
    return path;
  }

  void name_variable(const std::string& name, const std::string& keywords) {
    require_plain(name, "the name");
    if (name.starts_with('<'))
      cannot_hold("the name '" + io::shown(name) + "'", "it must not start with '<'");
    metadata_ += (name.find_first_of(" \t") == std::string::npos ? name : '"' + name + '"') + "\n    " +
                 keywords + "\n";
  }

  void name_file(const std::string& keyword, const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    require_plain(name, "the file name");
    metadata_ += "    " + keyword + " \"" + name + "\"\n";
  }

  void describe(const Dimension& dimension) {
    for (const std::string& code : dimension.codes) require_plain(code, "the code");
    name_variable(dimension.name, "<RECODEABLE>");
    metadata_ += "    <TOTCODE> \"" + dimension.codes[0] + "\"\n";
    const std::vector<std::vector<std::size_t>> children = children_of(dimension);
    const bool flat = dimension.sums.size() <= 1;
    if (!flat) {
      const std::string path = file_for(dimension.name, ".hrc");
      const std::string lead = lead_for(dimension);
      metadata_ += "    <HIERARCHICAL>\n";
      name_file("<HIERCODELIST>", path);
      metadata_ += "    <HIERLEADSTRING> \"" + lead + "\"\n";
      open(path).write(hierarchy_text(dimension, children, lead));
    }
    if (!dimension.labels.empty()) write_labels(dimension);
  }

  static std::string hierarchy_text(const Dimension& dimension,
                                    const std::vector<std::vector<std::size_t>>& children,
                                    const std::string& lead) {
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> open;  // codes to write and their depths, the next last
    const auto push = [&](std::size_t parent, std::size_t depth) {
      for (std::size_t i = children[parent].size(); i-- > 0;) open.emplace_back(children[parent][i], depth);
    };
    push(0, 0);
    while (!open.empty()) {
      const auto [code, depth] = open.back();
      open.pop_back();
      for (std::size_t i = 0; i < depth; ++i) text += lead;
      text += dimension.codes[code] + "\n";
      push(code, depth + 1);
    }
    return text;
  }

  void write_labels(const Dimension& dimension) {
    std::string text;
    for (std::size_t i = 0; i < dimension.codes.size(); ++i) {
      const std::string& label = dimension.labels[i];
      const bool plain = dimension.codes[i].find(',') == std::string::npos && io::trimmed(label) == label &&
                         label.find_first_of("\"\n\r") == std::string::npos;
      if (!plain) {
        notes_.push_back("the label of '" + io::shown(dimension.codes[i]) + "' in '" +
                         io::shown(dimension.name) + "' cannot be stored in a .cdl file");
      } else if (!label.empty()) {
        text += dimension.codes[i] + "," + label + "\n";
      }
    }
    if (text.empty()) return;
    const std::string path = file_for(dimension.name, ".cdl");
    name_file("<CODELIST>", path);
    open(path).write(text);
  }

  // A name for an extra column that no dimension and no response has.
  std::string free_name(std::string name) {
    while (names_.contains(name)) name += "_";
    names_.insert(name);
    return name;
  }

  // Counts that equal the frequencies need no second column.
  bool counts_are_frequencies() const {
    if (!table_.responses[view().response].counts) return false;
    for (std::size_t cell = 0; cell < table_.cells.size(); ++cell) {
      const Decimal& value = table_.cells[cell].value;
      const bool same = table_.contributors.empty()
                            ? !value.is_negative() && value.units_at(0).has_value()
                            : value == Decimal::whole(table_.contributors[cell].frequency);
      if (!same) return false;
    }
    return true;
  }

  void describe_values() {
    const Response& response = table_.responses[view().response];
    for (const std::size_t dimension : view().dimensions) names_.insert(table_.dimensions[dimension].name);
    const std::string name = free_name(response.name);
    frequencies_alone_ = counts_are_frequencies();
    metadata_ = std::string("<SEPARATOR> \"") + separator + "\"\n" + metadata_;
    if (!frequencies_alone_) {
      int decimals = 0;
      for (const Cell& cell : table_.cells) decimals = std::max(decimals, cell.value.decimals());
      name_variable(name, "<NUMERIC>");
      metadata_ += "    <DECIMALS> " + std::to_string(decimals) + "\n";
    }
    if (frequencies_alone_) name_variable(name, "<FREQUENCY>");
    if (!table_.contributors.empty() && !frequencies_alone_)
      name_variable(free_name("Frequency"), "<FREQUENCY>");
    for (std::size_t cell = 0; cell < table_.contributors.size(); ++cell) {
      shadow_ = shadow_ || table_.contributors[cell].total != magnitude(table_.cells[cell].value);
      tops_ = std::max(tops_, table_.contributors[cell].largest.size());
    }
    if (shadow_) name_variable(free_name("Shadow"), "<NUMERIC> <SHADOW>");
    name_variable(free_name("Cost"), "<NUMERIC> <COST>");
    for (std::size_t i = 0; i < tops_; ++i)
      name_variable(free_name("Top" + std::to_string(i + 1)), "<MAXSCORE>");
    name_variable(free_name("Status"), "<STATUS>");
    name_variable(free_name("LowerLevel"), "<NUMERIC> <LOWERPL>");
    name_variable(free_name("UpperLevel"), "<NUMERIC> <UPPERPL>");
  }

  void write_cells(io::OutputFile& file) const {
    std::string text;
    for (std::size_t cell = 0; cell < table_.cells.size(); ++cell) {
      const std::span<const std::uint32_t> codes = table_.codes_of(cell);
      for (const std::size_t dimension : view().dimensions) {
        text += '"' + table_.dimensions[dimension].codes[codes[dimension]] + '"' + separator;
      }
      text += numbers_of(cell);
      if (text.size() > (std::size_t{1} << 20)) {
        file.write(text);
        text.clear();
      }
    }
    file.write(text);
  }

  std::string numbers_of(std::size_t position) const {
    const Cell& cell = table_.cells[position];
    std::string text = cell.value.text() + separator;
    if (!table_.contributors.empty()) {
      const Contributors& contributors = table_.contributors[position];
      if (!frequencies_alone_) text += std::to_string(contributors.frequency) + separator;
      if (shadow_) text += contributors.total.text() + separator;
      text += cell.cost.text() + separator;
      for (std::size_t i = 0; i < tops_; ++i) {
        text += (i < contributors.largest.size() ? contributors.largest[i].amount.text() : "0") + separator;
      }
    } else {
      text += cell.cost.text() + separator;
    }
    // tau-Argus's own letters; its M is a secondary cell.
    text += std::string(1, "SUMP"[static_cast<std::size_t>(cell.status)]) + separator;
    return text + cell.lower_level.text() + separator + cell.upper_level.text() + "\n";
  }

  const CellTable& table_;
  std::string path_, stem_;
  std::vector<std::unique_ptr<io::OutputFile>> files_;
  std::string metadata_;
  std::set<std::string> names_, used_;
  bool frequencies_alone_ = false;
  bool shadow_ = false;
  std::size_t tops_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> write_argus_table(const CellTable& table, const std::string& path) {
  return ArgusWriter(table, path).write();
}

}  // namespace sfumato::tables
