#include "queries/proposal.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/database_address.hpp"
#include "io/json.hpp"
#include "io/toml.hpp"
#include "queries/catalogue.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

constexpr const char* heading =
    "# A proposal. This file becomes public with the database: analysts see every domain and category.\n"
    "# Lines marked TO CONFIRM were taken from the data, rounded. Replace them by what is known without the\n"
    "# data (a law, a questionnaire, a code list), or confirm that they may be public.\n";
constexpr int most_declared_decimals = 6;

struct Part {
  std::string text;
  std::optional<std::string> left_out;
  std::vector<std::string> confirm;
};

// TOML reads the texts of JSON.
std::string toml_quoted(const std::string& text) { return io::json_text(Value(text)); }

bool is_name(const std::string& name) {
  return !name.empty() && is_name_start(name.front()) &&
         std::all_of(name.begin(), name.end(), is_name_part) && !is_reserved(name);
}

// A power of ten that is at least a tenth of the width, and at least one unit.
double rounding_step(double lower, double upper, int decimals) {
  const double width = std::max(upper - lower, std::max(std::abs(lower), std::abs(upper)) / 10);
  const double unit = std::pow(10.0, -decimals);
  return width > 0 ? std::max(unit, std::pow(10.0, std::ceil(std::log10(width)) - 1)) : unit;
}

Domain rounded_outward(double lower, double upper, int decimals) {
  const double step = rounding_step(lower, upper, decimals);
  Domain domain{(std::ceil(lower / step) - 1) * step, (std::floor(upper / step) + 1) * step};
  if (lower >= 0 && lower <= upper / 2) domain.lower = 0;
  if (upper <= 0 && upper >= lower / 2) domain.upper = 0;
  return domain;
}

int decimals_of(const Numbers& values) {
  int decimals = 0;
  for (const double value : values) {
    while (std::isfinite(value) && decimals < most_declared_decimals) {
      const double scaled = value * std::pow(10.0, decimals);
      if (std::abs(scaled - std::round(scaled)) <= 1e-6) break;
      ++decimals;
    }
  }
  return decimals;
}

std::string number_text(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  std::string text = shortest(std::round(value * scale) / scale);
  return text == "-0" ? "0" : text;
}

void propose_numbers(const ColumnInfo& info, const Column& column, Part& part) {
  const Numbers values = column.to_numbers();
  std::optional<double> lower, upper;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    lower = lower ? std::min(*lower, value) : value;
    upper = upper ? std::max(*upper, value) : value;
  }
  if (!info.domain && !lower) {
    part.left_out = "it has no values and no declared domain";
    return;
  }
  const int decimals = info.decimals.value_or(decimals_of(values));
  const Domain domain = info.domain.value_or(lower ? rounded_outward(*lower, *upper, decimals) : Domain{});
  part.text += "kind = \"number\"\ndomain = [" + number_text(domain.lower, decimals) + ", " +
               number_text(domain.upper, decimals) + "]";
  if (!info.domain) {
    part.text += "  # TO CONFIRM: from the data, rounded outwards";
    part.confirm.push_back(info.name + ": domain");
  }
  part.text += "\n";
  if (decimals > 0) {
    part.text += "decimals = " + std::to_string(decimals);
    if (!info.decimals) {
      part.text += "  # TO CONFIRM: from the data";
      part.confirm.push_back(info.name + ": decimals");
    }
    part.text += "\n";
  }
  part.text += "outside = \"clamp\"\n";
}

// From the first day of a decade to the last day of one. Of moments a catalogue has the days.
void propose_dates(const ColumnInfo& info, const Column& column, Part& part) {
  std::optional<std::int32_t> first, last;
  const Dates* dates = column.get_if<Dates>();
  const Timestamps* times = column.get_if<Timestamps>();
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    const std::int32_t day = dates != nullptr ? dates->days[row] : times->day(times->ticks[row]);
    first = first ? std::min(*first, day) : day;
    last = last ? std::max(*last, day) : day;
  }
  if (!first) {
    part.left_out = "it has no values";
    return;
  }
  const std::string from = date_text(*first).substr(0, 3) + "0-01-01",
                    to = date_text(*last).substr(0, 3) + "9-12-31";
  part.text += "kind = \"date\"\ndomain = [" + toml_quoted(from) + ", " + toml_quoted(to) +
               "]  # TO CONFIRM: from the data, rounded outwards to whole decades\noutside = \"clamp\"\n";
  part.confirm.push_back(info.name + ": domain");
}

std::vector<std::string> declared_categories(const ColumnInfo& info) {
  if (!info.order.empty()) return info.order;
  if (!info.categories.empty()) return info.categories;
  std::vector<std::string> codes;
  for (const auto& [code, label] : info.value_labels) codes.push_back(code);
  std::erase_if(codes, [&](const std::string& code) {
    return std::find(info.missing.begin(), info.missing.end(), code) != info.missing.end();
  });
  return codes;
}

// The texts of a column and the number of records of each, in the order of the texts.
std::vector<std::pair<std::string, std::size_t>> counted_texts(const Column& column) {
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!column.missing(row)) texts.push_back(column.text(row));
  }
  std::sort(texts.begin(), texts.end());
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (std::string& text : texts) {
    if (counts.empty() || counts.back().first != text) counts.emplace_back(std::move(text), 0);
    ++counts.back().second;
  }
  return counts;
}

void propose_categories(const ColumnInfo& info, const Column& column, Part& part) {
  std::vector<std::string> categories = declared_categories(info);
  const bool declared = !categories.empty();
  std::size_t rare = 0;
  if (!declared) {
    const auto counts = counted_texts(column);
    if (counts.size() > most_categories) {
      part.left_out = "it has more than " + std::to_string(most_categories) +
                      " different texts, as identifiers and free texts have";
      return;
    }
    for (const auto& [text, records] : counts) {
      if (records >= common_records) {
        categories.push_back(text);
      } else {
        ++rare;
      }
    }
  }
  if (categories.empty()) {
    part.left_out = "no category has " + std::to_string(common_records) + " records, and none is declared";
    return;
  }
  if (!declared) {
    part.text += "# TO CONFIRM: the categories are from the data\n";
    if (rare > 0) {
      part.text += "# Some categories are missing here, because fewer than " +
                   std::to_string(common_records) +
                   " records have them: add all that are possible, or combine them in the data.\n";
    }
    part.confirm.push_back(info.name + ": categories");
  }
  part.text += "kind = \"category\"\ncategories = [";
  for (std::size_t i = 0; i < categories.size(); ++i)
    part.text += (i > 0 ? ", " : "") + toml_quoted(categories[i]);
  part.text += "]\n";
}

Part propose_column(const ColumnInfo& info, const Column& column) {
  Part part;
  if (!is_name(info.name)) {
    part.left_out = "its name is not possible in a question: rename it in the data (letters, digits, _)";
  } else if (info.role == Role::identifier) {
    part.left_out = "it is an identifier; if it identifies persons, give it as person of the table";
  } else if (info.role == Role::household) {
    part.left_out = "it identifies households; to protect households, give it as person of the table";
  } else if (info.role == Role::unit) {
    part.left_out = "it identifies persons or companies; give it as person of the table";
  } else if (column.is_calendar()) {
    propose_dates(info, column, part);
  } else if (info.kind == Kind::numeric && !column.is_text()) {
    propose_numbers(info, column, part);
  } else {
    propose_categories(info, column, part);
  }
  if (part.left_out) return part;
  if (column.missing_count() > 0) {
    part.text += "null = true  # TO CONFIRM: the data have missing values\n";
    part.confirm.push_back(info.name + ": null");
  }
  if (info.role) part.text += "role = " + toml_quoted(std::string(to_text(*info.role))) + "\n";
  return part;
}

}  // namespace

ProposedCatalogue propose_catalogue(const Table& table, const std::string& name) {
  if (!is_name(name)) {
    bad_param("table", "'" + name + "' cannot be the name of a table",
              "give ‹table› with letters, digits and underscores, not a word of the query language");
  }
  ProposedCatalogue proposal;
  proposal.text = heading;
  std::size_t columns = 0;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const ColumnInfo& info = table.info(id);
    const Part part = propose_column(info, table.column(id));
    proposal.confirm.insert(proposal.confirm.end(), part.confirm.begin(), part.confirm.end());
    if (part.left_out) {
      proposal.text += "\n# " + toml_quoted(info.name) + " is left out: " + *part.left_out + ".\n";
      proposal.left_out.push_back(info.name + ": " + *part.left_out);
      continue;
    }
    proposal.text += "\n[table." + name + ".column." + info.name + "]\n" + part.text;
    ++columns;
  }
  if (columns == 0) {
    bad_input("no column of the data can be in a catalogue",
              "declare kinds, domains and categories in the sidecar of the data");
  }
  parse_catalogue(io::parse_toml(proposal.text, "the proposal"), "the proposal");
  return proposal;
}

std::string table_name_of(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  if (io::is_database(path)) name = io::database_address(path).table;
  name = name.substr(0, name.find('.', 1));
  std::replace_if(
      name.begin(), name.end(), [](char letter) { return !is_name_part(letter); }, '_');
  return name.empty() || !is_name_start(name.front()) || is_reserved(name) ? "t_" + name : name;
}

}  // namespace sfumato::queries
