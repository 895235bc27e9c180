// Parameters stand here in full, defaults too, since defaults may change with a version.
#include "report/provenance.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/version.hpp"

namespace sfumato::report {
namespace {

struct Attacker {
  std::string_view measure, text;
};

constexpr std::string_view in_file = "knows the keys of a person and that the person is in the file";
constexpr std::string_view in_population = "knows the keys of a person of the population";
constexpr std::string_view wants_value =
    "knows the keys of a person in the file, and wants the confidential value";
constexpr std::string_view nearest =
    "has the original values, and links each record to the nearest masked one";
constexpr std::string_view by_ranks = "has the original values, and links records by ranks";
constexpr std::string_view synthetic_nearest =
    "takes the nearest synthetic record for that of a person, and reads what it says";
constexpr std::string_view synthetic_value =
    "knows the keys of a person, and reads the target of synthetic records with the same or the nearest keys";
constexpr std::string_view from_value = "takes a masked value for one near the original";

constexpr std::array attackers{
    Attacker{"k-anonymity", in_file},
    Attacker{"suda", in_file},
    Attacker{"identifying-power", in_file},
    Attacker{"l-diversity", wants_value},
    Attacker{"t-closeness", wants_value},
    Attacker{"individual-risk", in_population},
    Attacker{"model-risk", in_population},
    Attacker{"uniqueness", in_population},
    Attacker{"distance-linkage", nearest},
    Attacker{"rank-linkage", by_ranks},
    Attacker{"permutation-distance", by_ranks},
    Attacker{"probabilistic-linkage", "has the original values, and links records by columns that agree"},
    Attacker{"power-mean", by_ranks},
    Attacker{"cm1", by_ranks},
    Attacker{"cm2", by_ranks},
    Attacker{"cm3", by_ranks},
    Attacker{"interval-disclosure", from_value},
    Attacker{"interval-disclosure-sd", from_value},
    Attacker{"exact-copies", "takes a record of the synthetic file for that of a person"},
    Attacker{"closest-record", synthetic_nearest},
    Attacker{"neighbour-ratio", synthetic_nearest},
    Attacker{"replicated-uniques", "knows the keys of a person, and finds one synthetic record with them"},
    Attacker{"disclosive-attribution", synthetic_value},
    Attacker{"attribution-probability", synthetic_value},
    Attacker{"attribute-inference", synthetic_value},
    Attacker{"membership", "has the whole record of a person, and wants to know whether it was in the data"},
    Attacker{"score", nearest},
    Attacker{"score-2", nearest},
    Attacker{"score-tutorial", nearest}};

std::string parameter_of(const compare::MeasureRequest& request, std::string_view name) {
  for (const auto& [known, value] : request.parameters) {
    if (known == name) return to_text(value);
  }
  return {};
}

// By the parameter of the measure of that name.
std::string reidentifying(const compare::MeasureRequest& request) {
  const std::string attacker = parameter_of(request, "attacker");
  if (attacker == "journalist") return "journalist: " + std::string(in_population);
  if (attacker == "marketer") return "marketer: wants to match as many people as possible by their keys";
  return "prosecutor: " + std::string(in_file);
}

}  // namespace

std::string all_parameters(const ParamValues& params) {
  std::string text;
  for (const auto& [name, value] : params) {
    text += (text.empty() ? "" : ", ") + name + " = " + (to_text(value).empty() ? "none" : to_text(value));
  }
  return text.empty() ? "none" : text;
}

std::string attacker_text(const compare::MeasureRequest& request) {
  const MeasureInfo& info = request.measure->info;
  if (compare::side_of(request) == Side::utility) return {};
  if (info.name == "reidentification") return reidentifying(request);
  const auto* const found = std::find_if(attackers.begin(), attackers.end(),
                                         [&](const Attacker& entry) { return entry.measure == info.name; });
  return std::string(found == attackers.end() ? "see the page of the measure" : found->text);
}

TableBlock measures_made(const std::vector<compare::MeasureRequest>& requests) {
  TableBlock table{{{"measure"}, {"side"}, {"parameters"}, {"attacker assumed"}}, {}};
  for (const compare::MeasureRequest& request : requests) {
    const std::string attacker = attacker_text(request);
    table.rows.push_back({request.measure->info.name, std::string(to_text(compare::side_of(request))),
                          all_parameters(request.parameters), attacker.empty() ? "–" : attacker});
  }
  return table;
}

std::vector<Block> files_blocks(const jobs::Provenance& provenance) {
  if (provenance.files.empty()) return {};
  TableBlock files{{{"what"}, {"file"}, {"SHA-256"}}, {}};
  for (const jobs::ProvenanceFile& file : provenance.files) {
    files.rows.push_back({file.what, file.path, file.fingerprint()});
  }
  return {Heading{"Files", 3},
          Paragraph{"A file is the one of this report if `sha256sum` prints the same 64 digits for it."},
          files};
}

std::vector<Block> provenance_blocks(const jobs::Provenance& provenance) {
  KeyValues list{{{"program", "sfumato " + std::string(program_version())}}};
  if (!provenance.made_on.empty()) list.entries.emplace_back("date", provenance.made_on);
  if (!provenance.command.empty()) list.entries.emplace_back("command", provenance.command);
  std::vector<Block> blocks{list};
  const std::vector<Block> files = files_blocks(provenance);
  blocks.insert(blocks.end(), files.begin(), files.end());
  return blocks;
}

Value provenance_value(const jobs::Provenance& provenance) {
  Value files = Value::array();
  for (const jobs::ProvenanceFile& file : provenance.files) {
    Value entry = Value::object();
    files.push(entry.set("what", file.what)
                   .set("file", file.path)
                   .set("sha256", file.sha256.empty() ? Value() : Value(file.sha256)));
  }
  Value result = Value::object();
  return result.set("program", "sfumato " + std::string(program_version()))
      .set("date", provenance.made_on)
      .set("command", provenance.command)
      .set("files", std::move(files));
}

}  // namespace sfumato::report
