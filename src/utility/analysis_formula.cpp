// Text to pieces (names and signs), and pieces to formulas.
#include "utility/analysis_formula.hpp"

#include <algorithm>
#include <optional>

#include "core/error.hpp"

namespace sfumato::utility {
namespace {

constexpr const char* regression_hint =
    "write it as income ~ age + savings, with ; between regressions; a name with signs or spaces can be put "
    "in double quotes";
constexpr const char* mean_hint =
    "write it as income by region, or income alone, with ; between means; a name with signs or spaces can be "
    "put in double quotes";

enum class Sign { none, tilde, plus, semicolon, by };

// A sign, or a name.
struct Piece {
  Sign sign = Sign::none;
  std::string name;
};

bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

Sign sign_of(char letter) {
  return letter == '~'   ? Sign::tilde
         : letter == '+' ? Sign::plus
         : letter == ';' ? Sign::semicolon
                         : Sign::none;
}

class Scanner {
 public:
  Scanner(std::string_view text, bool means) : text_(text), means_(means) {}

  std::vector<Piece> pieces() {
    std::vector<Piece> result;
    while (skip_spaces()) {
      if (const Sign sign = sign_of(text_[place_]); sign != Sign::none) {
        ++place_;
        result.push_back({sign, {}});
      } else if (text_[place_] == '"') {
        result.push_back({Sign::none, quoted()});
      } else if (means_ && word() == "by") {
        place_ += 2;
        result.push_back({Sign::by, {}});
      } else {
        result.push_back({Sign::none, plain()});
      }
    }
    return result;
  }

 private:
  bool skip_spaces() {
    while (place_ < text_.size() && is_space(text_[place_])) ++place_;
    return place_ < text_.size();
  }

  // Up to the next space, sign or quote.
  std::string_view word() const {
    std::size_t end = place_;
    while (end < text_.size() && !is_space(text_[end]) && sign_of(text_[end]) == Sign::none &&
           text_[end] != '"') {
      ++end;
    }
    return text_.substr(place_, end - place_);
  }

  // Words with the spaces between them, up to a sign, a quote or, among means, "by".
  std::string plain() {
    const std::size_t begin = place_;
    std::size_t end = place_;
    while (true) {
      const std::string_view next = word();
      if (next.empty() || (means_ && end > begin && next == "by")) break;
      place_ += next.size();
      end = place_;
      if (!skip_spaces()) break;
    }
    return std::string(text_.substr(begin, end - begin));
  }

  std::string quoted() {
    std::string name;
    for (++place_; place_ < text_.size(); ++place_) {
      if (text_[place_] != '"') {
        name += text_[place_];
      } else if (place_ + 1 < text_.size() && text_[place_ + 1] == '"') {
        name += text_[place_++];
      } else {
        ++place_;
        if (name.empty()) bad_input("an empty name in quotes", "name a column between the quotes");
        return name;
      }
    }
    bad_input("a quote is not closed in '" + std::string(text_) + "'", "write a second \" after the name");
  }

  std::string_view text_;
  bool means_;
  std::size_t place_ = 0;
};

// The pieces between semicolons; none are empty.
std::vector<std::vector<Piece>> statements(std::string_view text, bool means) {
  std::vector<std::vector<Piece>> result(1);
  for (Piece& piece : Scanner(text, means).pieces()) {
    if (piece.sign == Sign::semicolon) {
      result.emplace_back();
    } else {
      result.back().push_back(std::move(piece));
    }
  }
  std::erase_if(result, [](const std::vector<Piece>& pieces) { return pieces.empty(); });
  return result;
}

bool is_name(const std::vector<Piece>& pieces, std::size_t place) {
  return place < pieces.size() && pieces[place].sign == Sign::none;
}

bool is_sign(const std::vector<Piece>& pieces, std::size_t place, Sign sign) {
  return place < pieces.size() && pieces[place].sign == sign;
}

std::string written(const std::string& name, bool means) {
  bool plain = !name.empty() && !is_space(name.front()) && !is_space(name.back());
  for (const char letter : name) plain = plain && letter != '"' && sign_of(letter) == Sign::none;
  if (plain && means) {
    const std::vector<Piece> pieces = Scanner(name, true).pieces();
    plain = pieces.size() == 1 && pieces[0].sign == Sign::none;
  }
  if (plain) return name;
  std::string result = "\"";
  for (const char letter : name) result += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return result + '"';
}

}  // namespace

std::vector<RegressionFormula> parse_regressions(std::string_view text) {
  std::vector<RegressionFormula> result;
  for (const std::vector<Piece>& pieces : statements(text, false)) {
    if (!is_name(pieces, 0)) bad_input("a regression without a response", regression_hint);
    RegressionFormula formula{pieces[0].name, {}};
    if (!is_sign(pieces, 1, Sign::tilde)) {
      bad_input("the regression of '" + formula.response + "' needs a ~ after its response", regression_hint);
    }
    for (std::size_t place = 2; place == 2 || place < pieces.size(); place += 2) {
      if (!is_name(pieces, place) || (place > 2 && !is_sign(pieces, place - 1, Sign::plus))) {
        bad_input("the regression of '" + formula.response + "' needs predictors with + between them",
                  regression_hint);
      }
      const std::string& name = pieces[place].name;
      if (name == formula.response || std::ranges::count(formula.predictors, name) > 0) {
        bad_input("the regression of '" + formula.response + "' names '" + name + "' twice", regression_hint);
      }
      formula.predictors.push_back(name);
    }
    if (pieces.size() % 2 == 0) {
      bad_input("the regression of '" + formula.response + "' ends with a sign", regression_hint);
    }
    result.push_back(std::move(formula));
  }
  return result;
}

std::vector<MeanFormula> parse_means(std::string_view text) {
  std::vector<MeanFormula> result;
  for (const std::vector<Piece>& pieces : statements(text, true)) {
    if (!is_name(pieces, 0)) bad_input("a mean without a column", mean_hint);
    MeanFormula formula{pieces[0].name, {}};
    if (pieces.size() > 1) {
      if (pieces.size() != 3 || !is_sign(pieces, 1, Sign::by) || !is_name(pieces, 2)) {
        bad_input(
            "the mean of '" + formula.column + "' must be followed by 'by' and one column, or by nothing",
            mean_hint);
      }
      formula.by = pieces[2].name;
      if (formula.by == formula.column)
        bad_input("the mean of '" + formula.column + "' by itself", mean_hint);
    }
    result.push_back(std::move(formula));
  }
  return result;
}

std::string to_text(const RegressionFormula& formula) {
  std::string text = written(formula.response, false) + " ~ ";
  for (std::size_t i = 0; i < formula.predictors.size(); ++i) {
    text += (i > 0 ? " + " : "") + written(formula.predictors[i], false);
  }
  return text;
}

std::string to_text(const MeanFormula& formula) {
  return written(formula.column, true) + (formula.by.empty() ? "" : " by " + written(formula.by, true));
}

}  // namespace sfumato::utility
