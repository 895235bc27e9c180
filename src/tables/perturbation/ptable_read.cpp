// Reads a ptable: lines into entries, then count by count into steps of keys.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/cell_text.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "tables/formats/argus_fields.hpp"
#include "tables/perturbation/ptable.hpp"
#include "tables/tabulation/record_keys.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::int64_t tolerance = noise_unit / 1'000'000;
constexpr std::int64_t largest_noise = 1'000'000'000'000;
constexpr double biased = 1e-4;  // a mean farther from 0 is not caused by rounded probabilities
constexpr std::size_t most_named = 5;

const std::vector<std::string> column_names = {"i", "j", "p", "v", "p_int_lb", "p_int_ub", "type"};
enum Field : std::size_t { count_field, becomes, share, noise_field, lower, upper, kind, fields_in_all };

// One line; shares and bounds in units of 10⁻¹⁸.
struct Entry {
  std::int64_t noise = 0;
  std::optional<std::int64_t> probability, begin, end;
  std::size_t line = 0;
};

char separator_of(std::string_view line) {
  for (const char candidate : {';', '\t', ','}) {
    if (line.find(candidate) != std::string_view::npos) return candidate;
  }
  return ';';
}

class PtableReader {
 public:
  PtableReader(std::string_view text, const std::string& source) : lines_(text, source, most_bytes) {}

  Ptable read() {
    read_names();
    while (const std::optional<std::string_view> line = lines_.next()) {
      if (!io::trimmed(*line).empty()) read_entry(*line);
    }
    if (entries_.empty()) bad_input(lines_.source() + " has a header, but no lines below it");
    Ptable ptable;
    if (entries_.begin()->first > 0) ptable.steps.push_back({{0, 0}});
    for (auto& [count, entries] : entries_) {
      if (count != static_cast<std::int64_t>(ptable.steps.size())) {
        bad_input(lines_.source() + " has no line for i = " + std::to_string(ptable.steps.size()) +
                      ", but one for i = " + std::to_string(count),
                  "counts must follow each other without gaps; the last one is used for all larger ones");
      }
      ptable.steps.push_back(has(lower) || has(upper) ? bounded_steps(count, entries)
                                                      : cut_steps(count, entries));
    }
    if (ptable.steps.size() == 1) {
      bad_input(lines_.source() + " has no count except 0", "add lines for i = 1 and more");
    }
    note_bias(ptable);
    return ptable;
  }

 private:
  bool has(Field field) const { return places_[field].has_value(); }

  void read_names() {
    std::optional<std::string_view> line = lines_.next();
    while (line && io::trimmed(*line).empty()) line = lines_.next();
    if (!line) bad_input(lines_.source() + " is empty", "a ptable starts with a header: i;j;p;v");
    separator_ = separator_of(*line);
    split(*line);
    width_ = fields_.size();
    for (std::size_t place = 0; place < fields_.size(); ++place) {
      const std::string name = lower_case(fields_[place]);
      const auto found = std::find(column_names.begin(), column_names.end(), name);
      if (found == column_names.end()) {
        const std::string close = suggestion(name, column_names);
        lines_.fail(
            "unknown column " + io::quoted(fields_[place]),
            close.empty() ? "the first line has the names i, j, p, v, p_int_lb, p_int_ub, type" : close);
      }
      std::optional<std::size_t>& known = places_[static_cast<std::size_t>(found - column_names.begin())];
      if (known) lines_.fail("the column " + io::quoted(name) + " occurs twice");
      known = place;
    }
    if (!has(count_field)) lines_.fail("there is no column 'i'", "i is the count that is changed");
    if (!has(noise_field) && !has(becomes)) {
      lines_.fail("there is no column 'v'", "v is the noise that a count gets");
    }
    if (!has(share) && !has(upper)) lines_.fail("there is no column 'p'", "p is the probability of a noise");
    if (has(lower) && !has(upper))
      lines_.fail("there is 'p_int_lb', but no 'p_int_ub'", "give both, or none");
  }

  static std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& letter : result)
      letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    return result;
  }

  void split(std::string_view line) {
    if (!split_argus_fields(line, separator_, fields_)) lines_.fail("a quoted field is not closed");
  }

  void read_entry(std::string_view line) {
    split(line);
    if (fields_.size() != width_) {
      lines_.fail("there are " + std::to_string(fields_.size()) + " fields, but " + std::to_string(width_) +
                  " columns");
    }
    if (has(kind) && lower_case(fields_[*places_[kind]]) != "all") {
      lines_.fail("the type is " + io::quoted(fields_[*places_[kind]]) + ", not 'all'",
                  "ptables of other types are for magnitudes; only counts can be perturbed");
    }
    const std::int64_t count = whole(count_field);
    if (count < 0) lines_.fail("the count i is negative");
    Entry entry;
    entry.line = lines_.number();
    entry.noise = has(noise_field) ? whole(noise_field) : whole(becomes) - count;
    if (has(noise_field) && has(becomes) && whole(becomes) - count != entry.noise) {
      lines_.fail("j is " + std::to_string(whole(becomes)) + ", but i + v is " +
                  std::to_string(count + entry.noise));
    }
    if (has(share)) entry.probability = part(share);
    if (has(lower)) entry.begin = part(lower);
    if (has(upper)) entry.end = part(upper);
    if (!has(upper) && *entry.probability > 0) require_possible(count, entry);
    entries_[count].push_back(entry);
  }

  std::optional<Decimal> decimal(std::string_view text) const {
    if (const auto exact = parse_argus_decimal(text, separator_ != ',')) return exact;
    const std::optional<double> number = parse_number(text);  // more digits than 18
    return number ? Decimal::of_number(*number, Decimal::most_decimals) : std::nullopt;
  }

  std::int64_t whole(Field field) const {
    const std::string_view text = fields_[*places_[field]];
    const std::optional<Decimal> read = decimal(text);
    const std::optional<std::int64_t> number = read ? read->units_at(0) : std::nullopt;
    if (!number) lines_.fail(column_names[field] + " is " + io::quoted(text) + ", which is not an integer");
    if (*number > largest_noise || *number < -largest_noise) {
      lines_.fail(column_names[field] + " is " + io::quoted(text) + ", which is too large");
    }
    return *number;
  }

  // A share of 1.
  std::int64_t part(Field field) const {
    const std::string_view text = fields_[*places_[field]];
    const std::optional<Decimal> read = decimal(text);
    const std::optional<std::int64_t> units = read ? read->units_at(Decimal::most_decimals) : std::nullopt;
    if (!units || *units < 0 || *units > noise_unit + tolerance) {
      lines_.fail(column_names[field] + " is " + io::quoted(text) + ", which is not between 0 and 1");
    }
    return std::min(*units, noise_unit);
  }

  [[noreturn]] void wrong(const Entry& entry, const std::string& message, const std::string& hint) const {
    bad_input(lines_.source() + ", line " + std::to_string(entry.line) + ": " + message, hint);
  }

  static void add_step(std::vector<NoiseStep>& steps, std::int64_t begin, std::int64_t noise) {
    if (begin >= noise_unit) return;
    const std::uint64_t key = key_of_share(begin, noise_unit);
    if (!steps.empty() && steps.back().noise == noise) return;
    steps.push_back({key, noise});
  }

  // Keys assigned in the order of the lines.
  std::vector<NoiseStep> cut_steps(std::int64_t count, const std::vector<Entry>& entries) const {
    std::vector<NoiseStep> steps;
    std::int64_t sum = 0;
    for (const Entry& entry : entries) {
      if (*entry.probability > 0) add_step(steps, sum, entry.noise);
      sum += *entry.probability;
      if (sum > noise_unit + tolerance) break;
    }
    if (sum < noise_unit - tolerance || sum > noise_unit + tolerance) {
      wrong(entries.back(),
            "the probabilities of i = " + std::to_string(count) + " add up to " +
                rounded(Decimal(sum, Decimal::most_decimals).number(), 8) +
                (sum > noise_unit ? " or more" : ""),
            "those of each count must add up to 1");
    }
    return steps;
  }

  std::vector<NoiseStep> bounded_steps(std::int64_t count, std::vector<Entry>& entries) const {
    if (has(lower)) {
      std::stable_sort(entries.begin(), entries.end(), [](const Entry& one, const Entry& other) {
        return std::pair(*one.begin, *one.end) < std::pair(*other.begin, *other.end);
      });
    }
    std::vector<NoiseStep> steps;
    std::map<std::int64_t, std::int64_t> widths;
    std::int64_t reached = 0;
    for (const Entry& entry : entries) {
      const std::int64_t begin = entry.begin.value_or(reached);
      if (begin < reached - tolerance || begin > reached + tolerance || *entry.end < begin) {
        wrong(entry,
              "the keys of i = " + std::to_string(count) + " from " + share_text(begin) + " to " +
                  share_text(*entry.end) + " do not follow those up to " + share_text(reached),
              "the bounds of each count must cover 0 to 1, without gaps and each key once");
      }
      const std::int64_t end = std::max(reached, *entry.end);
      widths[entry.noise] += end - reached;
      if (end > reached) {
        require_possible(count, entry);
        add_step(steps, reached, entry.noise);
      }
      reached = end;
    }
    if (reached < noise_unit - tolerance) {
      wrong(entries.back(), "the keys of i = " + std::to_string(count) + " end at " + share_text(reached),
            "the bounds of each count must cover 0 to 1");
    }
    if (has(share)) compare(count, entries, widths);
    return steps;
  }

  void require_possible(std::int64_t count, const Entry& entry) const {
    if (count + entry.noise >= 0) return;
    wrong(entry,
          "the count " + std::to_string(count) + " could become " + std::to_string(count + entry.noise),
          "no count may become negative");
  }

  static std::string share_text(std::int64_t units) {
    return Decimal(units, Decimal::most_decimals).trimmed().text();
  }

  // A noise with several ranges of keys may give the share of each range at its line, or the total share at
  // every line.
  void compare(std::int64_t count, const std::vector<Entry>& entries,
               const std::map<std::int64_t, std::int64_t>& widths) const {
    struct Said {
      std::int64_t sum = 0, first = 0;
      const Entry* entry = nullptr;
    };
    std::map<std::int64_t, Said> said;
    for (const Entry& entry : entries) {
      Said& one = said[entry.noise];
      if (one.entry == nullptr) one = {0, *entry.probability, &entry};
      one.sum = std::min(one.sum + *entry.probability, 2 * noise_unit);
    }
    const auto near = [](std::int64_t left, std::int64_t right) {
      return left <= right + 2 * tolerance && right <= left + 2 * tolerance;
    };
    for (const auto& [noise, one] : said) {
      const std::int64_t width = widths.at(noise);
      if (near(width, one.sum) || near(width, one.first)) continue;
      wrong(*one.entry,
            "the noise " + std::to_string(noise) + " of i = " + std::to_string(count) +
                " has the probability " + share_text(one.sum) + ", but " + share_text(width) + " of the keys",
            "p and p_int_ub − p_int_lb must agree");
    }
  }

  static void note_bias(Ptable& ptable) {
    std::vector<std::string> counts;
    for (std::size_t i = 0; i < ptable.steps.size(); ++i) {
      if (std::abs(ptable.mean(static_cast<std::int64_t>(i))) <= biased) continue;
      counts.push_back(std::to_string(i));
    }
    if (counts.empty()) return;
    ptable.notes.push_back("the noise of the ptable is not 0 on average for counts of " +
                           first_joined(counts, most_named, ", ", " and ") +
                           ": sums of many perturbed cells are biased");
  }

  TextLines lines_;
  char separator_ = ';';
  std::vector<std::string_view> fields_;
  std::size_t width_ = 0;
  std::array<std::optional<std::size_t>, fields_in_all> places_;
  std::map<std::int64_t, std::vector<Entry>> entries_;
};

}  // namespace

Ptable parse_ptable(std::string_view text, const std::string& source) {
  io::require_utf8(text, source);
  return PtableReader(text, source).read();
}

Ptable read_ptable(const std::string& path) {
  return parse_ptable(io::read_text_file(path, most_bytes), path);
}

}  // namespace sfumato::tables
