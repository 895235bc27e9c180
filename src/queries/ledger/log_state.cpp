// Processes the rows of the log in order into sums and lists.
#include "queries/ledger/log_state.hpp"

#include <charconv>

#include "queries/utc_time.hpp"

namespace sfumato::queries {

namespace {

std::string key(const std::string& user, const std::string& query) {
  const Digest digest = sha256(std::to_string(user.size()) + ":" + user + query);
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// The text of a charge: digits without leading zeros.
std::optional<std::int64_t> number_of(const std::string& digits) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || std::to_string(number) != digits) return std::nullopt;
  return number;
}

}  // namespace

std::optional<std::string> LogState::append(const LogRow& row, Check check) {
  if (row.position != rows_) {
    return "row " + std::to_string(rows_) + " is missing: row " + std::to_string(row.position) +
           " is in its place";
  }
  if (chain_digest(chain_, row) != row.chain)
    return "it or a row before it was changed: the hash of the chain is wrong";
  if ((row.kind == RowKind::opening) != (row.position == 0))
    return "the opening must be row 0, and only row 0";
  std::optional<std::string> wrong;
  switch (row.kind) {
    case RowKind::opening:
      wrong = open(row);
      break;
    case RowKind::charge:
      wrong = charge(row, check);
      break;
    case RowKind::answer:
      wrong = answer(row);
      break;
    case RowKind::quota:
      wrong = set_quota(row);
      break;
    case RowKind::repeat:
      wrong = repeat(row);
      break;
    case RowKind::over_cap:
    case RowKind::over_quota:
      wrong = refuse(row, check);
      break;
    case RowKind::terms:
      wrong = record(row);
      break;
    case RowKind::token:
      wrong = set_token(row);
      break;
    case RowKind::refresh:
      wrong = refresh(row);
      break;
    case RowKind::note:
      if (row.text.empty() || row.charged != 0 || row.entry != 0) wrong = "it is not a note";
      break;
    default:
      wrong = "it has an unknown kind";
  }
  chain_ = row.chain;
  ++rows_;
  return wrong;
}

LogRow LogState::next_row(RowKind kind) const {
  LogRow row;
  row.position = rows_;
  row.kind = kind;
  row.time = utc_text(utc_now());
  return row;
}

std::optional<std::string> LogState::open(const LogRow& row) {
  if (row.asked < 0 || row.charged < 0 || row.charged > 1) return "its terms are not valid";
  cap_ = row.asked;
  neighbours_ = row.charged == 0 ? Neighbours::replace : Neighbours::add_remove;
  recorded_ = row.query;
  account_.emplace(neighbours_);
  return std::nullopt;
}

CostAccount& LogState::account_of(const std::string& user) {
  return accounts_.try_emplace(user, neighbours_).first->second;
}

// Adds a charge to the accounts, unless `growth` has added it.
std::optional<std::string> LogState::count(const LogRow& row, const StoredFootprint& stored,
                                           const Growth& charged, Check check) {
  if (check == Check::charges) {
    const Growth cost = growth(row.user, stored);
    counted_.reset();
    if (cost.all != charged.all || cost.own != charged.own) {
      return "it was charged " + std::to_string(charged.all) + " micro-ε, and its user " +
             std::to_string(charged.own) + ", but it costs " + std::to_string(cost.all) + " and " +
             std::to_string(cost.own);
    }
    if (spent() > cap_) return "it exceeds the database's budget";
    const auto allowed = quota(row.user);
    if (allowed && spent_by(row.user) > *allowed) return "it exceeds the user's quota";
  } else if (!counted_) {
    account_->restore(stored.footprint, stored.rows_per_unit, charged.all);
    account_of(row.user).restore(stored.footprint, stored.rows_per_unit, charged.own);
    spent_by_users_ += charged.own;
  }
  counted_.reset();
  return std::nullopt;
}

std::optional<std::string> LogState::record(const LogRow& row) {
  if (row.query.empty() || row.charged != 0) return "its terms are not valid";
  if (!recorded_.empty()) return "it records the terms of the database a second time";
  recorded_ = row.query;
  return std::nullopt;
}

std::optional<std::string> LogState::set_token(const LogRow& row) {
  if (row.user.empty() || row.text.empty() || row.charged != 0 || row.entry != 0) return "it is not a token";
  tokens_[row.user] = row.text;
  return std::nullopt;
}

// A unit can have other values in the new data than before, so that questions about disjoint parts of the
// domain in different versions can be about the same unit: the costs of the versions add up. Answers from
// earlier data are not given again.
std::optional<std::string> LogState::refresh(const LogRow& row) {
  if (row.query.empty() || row.charged != 0 || row.entry != 0) return "its terms are not valid";
  recorded_ = row.query;
  ++version_;
  earlier_ += account_->spent();
  account_.emplace(neighbours_);
  for (const auto& [user, account] : accounts_) earlier_by_[user] += account.spent();
  accounts_.clear();
  questions_.clear();
  return std::nullopt;
}

std::optional<std::string> LogState::token(const std::string& user) const {
  const auto found = tokens_.find(user);
  return found == tokens_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> LogState::charge(const LogRow& row, Check check) {
  if (row.entry != entries() + 1) return "entry " + std::to_string(entries() + 1) + " is expected here";
  const auto stored = read_footprint(row.footprint, row.asked);
  if (!stored || !fits(*stored)) return "its footprint cannot be read, or does not fit its table";
  std::int64_t sum = 0;
  const std::optional<std::int64_t> own = number_of(row.text);
  if (row.charged < 0 || row.charged > row.asked || !own || *own < 0 || *own > row.asked ||
      __builtin_add_overflow(std::max(earlier_ + account_->spent(), spent_by_users_), row.asked, &sum))
    return "its charge is impossible";
  if (const auto wrong = count(row, *stored, {row.charged, *own}, check)) return wrong;
  table_digests_.emplace(stored->footprint.table, stored->table_digest);
  entries_.push_back({row.entry, row.asked, 0, {}});
  if (*own == 0) {
    entries_.back().user = row.user;
    uncharged_bytes_[row.user] += row_bytes(row);
  }
  questions_[key(row.user, row.query)].push_back(row.entry);
  return std::nullopt;
}

std::optional<std::string> LogState::answer(const LogRow& row) {
  if (row.entry < 1 || row.entry > entries()) return "it answers an entry that does not exist";
  Entry& answered = entries_[static_cast<std::size_t>(row.entry - 1)];
  if (answered.answer != 0) return "it is a second answer to entry " + std::to_string(row.entry);
  answered.answer = row.position;
  if (answered.user) uncharged_bytes_[*answered.user] += row_bytes(row);
  return std::nullopt;
}

std::optional<std::string> LogState::set_quota(const LogRow& row) {
  if (row.asked < -1) return "its quota is not valid";
  if (row.asked < 0) {
    quotas_.erase(row.user);
  } else {
    quotas_[row.user] = row.asked;
  }
  uncharged_bytes_.erase(row.user);
  return std::nullopt;
}

std::optional<std::string> LogState::repeat(const LogRow& row) {
  const Entry* repeated = entry(row.entry);
  if (repeated == nullptr) return "it repeats an entry that does not exist";
  if (row.asked < 0 || row.asked > repeated->asked || row.charged != 0)
    return "it asks for more ε than the entry that it repeats";
  uncharged_bytes_[row.user] += row_bytes(row);
  return std::nullopt;
}

// Whether cap or quota allowed it cannot be checked: a refusal stores no footprint.
std::optional<std::string> LogState::refuse(const LogRow& row, Check check) {
  if (row.entry != 0 || row.asked < 1 || row.charged != 0) return "a refusal must charge nothing";
  if (check == Check::charges && row.kind == RowKind::over_quota && !quota(row.user))
    return "it was refused by a quota that does not exist";
  uncharged_bytes_[row.user] += row_bytes(row);
  return std::nullopt;
}

bool LogState::has_room(const LogRow& row) const {
  const auto found = uncharged_bytes_.find(row.user);
  return (found == uncharged_bytes_.end() ? 0 : found->second) + row_bytes(row) <= max_uncharged_bytes;
}

std::int64_t LogState::spent_by(const std::string& user) const {
  const auto found = accounts_.find(user);
  const auto before = earlier_by_.find(user);
  return (found == accounts_.end() ? 0 : found->second.spent()) +
         (before == earlier_by_.end() ? 0 : before->second);
}

std::optional<std::int64_t> LogState::quota(const std::string& user) const {
  const auto found = quotas_.find(user);
  return found == quotas_.end() ? std::nullopt : std::optional(found->second);
}

const LogState::Entry* LogState::entry(std::int64_t number) const {
  return number < 1 || number > entries() ? nullptr : &entries_[static_cast<std::size_t>(number - 1)];
}

const LogState::Entry* LogState::same_question(const std::string& user, const std::string& query,
                                               std::int64_t asked) const {
  const auto found = questions_.find(key(user, query));
  if (found == questions_.end()) return nullptr;
  const Entry* best = nullptr;
  const Entry* waiting = nullptr;
  for (const std::int64_t number : found->second) {
    const Entry* one = entry(number);
    if (one->answer != 0 && one->asked >= asked && (best == nullptr || one->asked > best->asked)) best = one;
    if (one->answer == 0 && one->asked == asked && waiting == nullptr) waiting = one;
  }
  return best != nullptr ? best : waiting;
}

LogState::Growth LogState::growth(const std::string& user, const StoredFootprint& stored) {
  counted_ = user;
  growth_.all = account_->add(stored.footprint, stored.rows_per_unit);
  growth_.own = account_of(user).add(stored.footprint, stored.rows_per_unit);
  spent_by_users_ += growth_.own;
  return growth_;
}

void LogState::forget_growth() {
  account_->undo_last();
  account_of(counted_.value()).undo_last();
  spent_by_users_ -= growth_.own;
  counted_.reset();
}

bool LogState::fits(const StoredFootprint& stored) const {
  const auto known = table_digests_.find(stored.footprint.table);
  return account_ && account_->fits(stored.footprint, stored.rows_per_unit) &&
         (known == table_digests_.end() || known->second == stored.table_digest);
}

}  // namespace sfumato::queries
