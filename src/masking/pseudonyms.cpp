// Pseudonyms. Meaningless names replace identifiers, so that records of the same unit can still be linked,
// within a file or across files, without revealing the unit.
#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/keyed_draws.hpp"
#include "masking/unit_numbers_work.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t digest_bytes = 16;

enum class How { random, keyed, sequential };

struct Pseudonyms {
  How how = How::random;
  std::string key;

  static MethodInfo info() {
    return {
        .name = "pseudonyms",
        .title = "Pseudonyms",
        .family = Family::reduction,
        .summary = "Replaces identifiers by names without meaning.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Krawczyk, Bellare, Canetti (1997), HMAC: keyed-hashing for message authentication, RFC 2104; "
            "FIPS 180-4 (2015), Secure hash standard",
        .identifiers = true,
        .secret_key = true};
  }

  static void params(ParamList<Pseudonyms>& list) {
    list.choice("how", &Pseudonyms::how,
                {{"random", How::random}, {"keyed", How::keyed}, {"sequential", How::sequential}})
        .doc("Where pseudonyms come from.");
    list.table("key", &Pseudonyms::key).doc("File with the secret key of `keyed`, in one line.");
  }

  std::string refused() const {
    if (how == How::keyed && key.empty()) return "keyed pseudonyms need a key";
    if (how != How::keyed && !key.empty()) return "a key is for keyed pseudonyms only";
    return {};
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    if (const std::string reason = refused(); !reason.empty()) {
      bad_param("key", reason, "set ‹how› keyed ‹key› FILE, or leave out both");
    }
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::string block_hindrance() const {
    return how != How::sequential ? ""
                                  : "every identifier of the file is kept with its number; random and keyed "
                                    "pseudonyms need not be";
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;

  // The columns of some records with their pseudonyms, of a secret for each.
  static Table replaced(const Table& block, const ColumnSet& columns,
                        const std::vector<std::string>& secrets) {
    Table result = block;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnId id = columns[j];
      const stats::KeyColumn cells = stats::key_column(block.column(id));
      result.replace(id, renamed(cells, keyed(block.column(id), cells, secrets[j])));
      result.set_info(id, described(block.info(id)));
    }
    return result;
  }

  // An identifier that has become a pseudonym may be released; declarations of its values are no longer
  // valid.
  static ColumnInfo described(const ColumnInfo& before) {
    ColumnInfo after;
    after.name = before.name;
    after.kind = Kind::nominal;
    after.label = before.label;
    after.role = before.role == Role::identifier ? Role::non_confidential : before.role;
    return after;
  }

 private:
  static std::vector<std::string> keyed(const Column& column, const stats::KeyColumn& cells,
                                        const std::string& secret) {
    const Hmac hmac(secret);
    std::vector<std::string> names(static_cast<std::size_t>(cells.distinct));
    for (std::size_t row = 0; row < cells.codes.size(); ++row) {
      if (cells.codes[row] == stats::KeyColumn::missing) continue;
      std::string& name = names[static_cast<std::size_t>(cells.codes[row])];
      if (name.empty()) name = hexadecimal(hmac(column.text(row)), digest_bytes);
    }
    return names;
  }

  // Labels in the order of the pseudonyms, which, unlike the order of the file, reveals nothing.
  static Codes renamed(const stats::KeyColumn& cells, const std::vector<std::string>& names) {
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(names[a].size(), names[a]) < std::pair(names[b].size(), names[b]);
    });
    Codes result;
    std::vector<std::int32_t> place(names.size());
    for (const std::size_t code : order) {
      place[code] = static_cast<std::int32_t>(result.labels.size());
      result.labels.push_back(names[code]);
    }
    result.codes.resize(cells.codes.size(), Codes::missing);
    for (std::size_t row = 0; row < result.codes.size(); ++row) {
      if (cells.codes[row] != stats::KeyColumn::missing) {
        result.codes[row] = place[static_cast<std::size_t>(cells.codes[row])];
      }
    }
    return result;
  }
};

// 256 random bits, which are kept nowhere.
std::string drawn_secret(const Run& run) {
  SecureRng rng = run.secure("pseudonyms");
  std::string secret;
  for (std::size_t word = 0; word < 4; ++word) {
    const std::uint64_t bits = rng.bits();
    for (std::size_t i = 0; i < 8; ++i) secret.push_back(static_cast<char>(bits >> (8 * i) & 0xffU));
  }
  return secret;
}

// How many units each column has.
Masked with_units(const std::vector<std::string>& names, const std::vector<std::size_t>& distinct) {
  Masked result;
  Value units = Value::object();
  for (std::size_t j = 0; j < names.size(); ++j) units.set(names[j], distinct[j]);
  result.details.set("units", units);
  return result;
}

// A pseudonym depends on its identifier and on a secret alone, so that no pass is needed. Random ones have a
// secret that is drawn for their column.
class KeyedPseudonymsWork : public BlockWork {
 public:
  KeyedPseudonymsWork(std::vector<std::string> secrets, const Table& outline, const ColumnSet& columns)
      : secrets_(std::move(secrets)), columns_(columns), names_(outline.names(columns)) {}

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}
  MaskedBlock apply(const Table& block, const RecordNumbers&) override {
    return {Pseudonyms::replaced(block, columns_, secrets_)};
  }
  ColumnSet counted_values() const override { return columns_; }
  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>& distinct) const override {
    return with_units(names_, distinct);
  }

 private:
  std::vector<std::string> secrets_;
  ColumnSet columns_;
  std::vector<std::string> names_;
};

// Numbers in a random order, which all identifiers of a column have together.
class SequentialPseudonymsWork : public UnitNumbersWork {
 public:
  SequentialPseudonymsWork(const Table& outline, const ColumnSet& columns, const Run& run)
      : UnitNumbersWork(outline, numbered(outline, columns, run)) {}

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    return with_units(names(), unit_counts());
  }

 private:
  static std::vector<NumberedColumn> numbered(const Table& outline, const ColumnSet& columns,
                                              const Run& run) {
    std::vector<NumberedColumn> result;
    for (const ColumnId id : columns) {
      result.push_back({id, run.within("column", id).secure("pseudonyms"), UnitNumbers(), true,
                        Pseudonyms::described(outline.info(id))});
    }
    return result;
  }
};

std::unique_ptr<BlockWork> Pseudonyms::blocks(const Table& outline, const ColumnSet& columns,
                                              const Run& run) const {
  if (const std::string reason = refused(); !reason.empty()) {
    bad_param("key", reason, "set ‹how› keyed ‹key› FILE, or leave out both");
  }
  if (how == How::sequential) return std::make_unique<SequentialPseudonymsWork>(outline, columns, run);
  std::vector<std::string> secrets;
  for (const ColumnId id : columns) {
    secrets.push_back(how == How::keyed ? key_text(run.table(key)) : drawn_secret(run.within("column", id)));
  }
  return std::make_unique<KeyedPseudonymsWork>(std::move(secrets), outline, columns);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(pseudonyms, Pseudonyms)
SFUMATO_BLOCK_METHOD(pseudonyms, Pseudonyms)
