// A flag is a flag, columns are a list, pairs and texts may be repeated, and everything else is one text that
// parse_param reads.
#include "cli/param_options.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "report/catalogue.hpp"

namespace sfumato::cli {
namespace {

// May be given several times. The models of a method are one text, separated by commas.
bool may_repeat(const ParamInfo& info) {
  return info.kind == ParamKind::pairs || info.kind == ParamKind::texts || info.kind == ParamKind::columns ||
         (info.kind == ParamKind::text && info.name == "model");
}

std::string value_name(const ParamInfo& info) {
  switch (info.kind) {
    case ParamKind::integer:
      return "N";
    case ParamKind::number:
      return "X";
    case ParamKind::columns:
      return "A,B";
    case ParamKind::choice:
      return "WORD";
    case ParamKind::table:
      return "FILE";
    case ParamKind::pairs:
      return "COLUMN=VALUE";
    default:
      return "TEXT";
  }
}

// Texts and columns are taken one by one; the others are joined by commas, as parse_param reads them.
Value repeated_value(const ParamInfo& info, const std::vector<std::string>& parts) {
  if (info.kind == ParamKind::texts || info.kind == ParamKind::columns) {
    return checked_param(info, Value::array_of(parts));
  }
  std::string together;
  for (const std::string& part : parts) together += (together.empty() ? "" : ",") + part;
  return parse_param(info, together);
}

}  // namespace

ParamOptions::ParamOptions(std::vector<ParamInfo> infos) : infos_(std::move(infos)) {
  for (const ParamInfo& one : infos_) {
    if (one.kind == ParamKind::flag) {
      flags_[one.name] = one.initial.as_bool();
    } else if (may_repeat(one)) {
      repeated_[one.name];
    } else {
      typed_[one.name];
    }
  }
}

const ParamInfo& ParamOptions::info(const std::string& name) const {
  const auto found =
      std::find_if(infos_.begin(), infos_.end(), [&](const ParamInfo& one) { return one.name == name; });
  if (found == infos_.end()) throw Error(ErrorCode::internal, "there is no parameter '" + name + "'");
  return *found;
}

Option ParamOptions::option(const ParamInfo& info) {
  const std::string summary = report::param_summary(info);
  Option result{"--" + info.name, value_name(info), info.doc + (summary.empty() ? "" : " [" + summary + "]"),
                Flag{nullptr},    info.required,    info.choices};
  if (info.kind == ParamKind::flag) {
    result.value.clear();
    result.target = Flag{&flags_.at(info.name)};
  } else if (info.kind == ParamKind::columns) {
    result.target = List{&repeated_.at(info.name)};
  } else if (may_repeat(info)) {
    result.target = Texts{&repeated_.at(info.name)};
  } else {
    result.target = Text{&typed_.at(info.name)};
  }
  return result;
}

OptionGroup ParamOptions::group(const std::string& title) {
  OptionGroup result{title, {}};
  for (const ParamInfo& one : infos_) {
    if (one.kind != ParamKind::tree) result.options.push_back(option(one));
  }
  return result;
}

OptionGroup ParamOptions::group(const std::string& title, const std::vector<std::string>& names) {
  OptionGroup result{title, {}};
  for (const std::string& name : names) result.options.push_back(option(info(name)));
  return result;
}

ParamValues ParamOptions::given() const {
  ParamValues result;
  for (const ParamInfo& one : infos_) {
    if (one.kind == ParamKind::flag) {
      if (flags_.at(one.name) != one.initial.as_bool()) result.emplace_back(one.name, flags_.at(one.name));
    } else if (may_repeat(one)) {
      const std::vector<std::string>& parts = repeated_.at(one.name);
      if (!parts.empty()) result.emplace_back(one.name, repeated_value(one, parts));
    } else if (const auto& text = typed_.at(one.name)) {
      result.emplace_back(one.name, parse_param(one, *text));
    }
  }
  return result;
}

const std::optional<std::string>& ParamOptions::typed(const std::string& name) const {
  return typed_.at(name);
}

}  // namespace sfumato::cli
