// Calls that draw follow each other: each leaves the ring of ranks within reach for the next one, and draws
// for about as many ranks as the ring has, so that the time is in proportion to the ranks.
#include "masking/rank_swapping_work.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::masking {
namespace {

constexpr const char* partner_name = "__sfumato_partner";
constexpr const char* risk_name = "__sfumato_at_risk";
constexpr const char* known_name = "__sfumato_known";
constexpr const char* words_name = "__sfumato_words_from_";
constexpr const char* key_prefix = "__sfumato_key_";

ColumnInfo number_info(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  info.kind = Kind::numeric;
  return info;
}

// Columns whose window reaches no other record.
Value unreached(double window, const std::vector<std::uint64_t>& present,
                const std::vector<std::string>& names) {
  Value unchanged = Value::array();
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (present[j] > 1 && stats::reach_of(present[j], window) == 0) unchanged.push(names[j]);
  }
  return unchanged;
}

std::optional<std::uint64_t> count_in(const Value& wanted, const char* name) {
  const Value* found = wanted.find(name);
  if (found == nullptr) return std::nullopt;
  if (!found->is_integer() || found->as_integer() < 0) {
    bad_input("\"" + std::string(name) + "\" must be a number from 0 on",
              "take it from the answer about \"chunk\"");
  }
  return static_cast<std::uint64_t>(found->as_integer());
}

// Which of the ranks [begin, end) are at risk, from a column of those that are.
std::vector<char> marks_of(const Table& records, std::uint64_t begin, std::uint64_t end) {
  std::vector<char> marks(end - begin, 0);
  Table ranks = records.taking_columns({records.require(risk_name)});
  ranks.set_info(0, number_info(rank_name));
  for (const RankRun& run : rank_runs(ranks, end)) {
    if (run.rank < begin) bad_input("ranks at risk are below the first of a call", "bring those from it on");
    std::fill_n(marks.begin() + static_cast<std::ptrdiff_t>(run.rank - begin), run.end - run.begin, char{1});
  }
  return marks;
}

std::span<const std::int64_t> words_of(const Table& continuation) {
  const Integers* words =
      continuation.column_count() == 1 ? continuation.column(0).get_if<Integers>() : nullptr;
  if (words == nullptr) {
    bad_input("what a call left for the next one is damaged",
              "give each call the last output of the one before, as it came");
  }
  return words->values;
}

}  // namespace

ColumnSet RankSwappingTerms::key_columns(const Table& table) const {
  ColumnSet keys;
  for (const std::string& name : risk_keys) {
    keys.push_back(about("risk-keys", [&] { return table.require(name); }));
  }
  return keys;
}

Value RankSwappingTerms::details(const RankSwapCounts& counts, const std::vector<std::string>& names) const {
  Value result = Value::object();
  const Value unchanged = unreached(window, counts.present, names);
  if (!unchanged.as_array().empty()) result.set("unchanged_columns", unchanged);
  if (top > 0.0 || bottom > 0.0) result.set("coded", counts.coded);
  if (!risk_keys.empty()) {
    result.set("at_risk", counts.at_risk).set("at_risk_unswapped_cells", counts.at_risk_unswapped);
  }
  return result;
}

Value RankSwappingWork::Tally::state() const {
  return Value(Value::Array{drawn.state(), exchanged.state(), unswapped.state(), at_risk});
}

void RankSwappingWork::Tally::merge(const Value& part) {
  drawn.merge(item_of(part, 0));
  exchanged.merge(item_of(part, 1));
  unswapped.merge(item_of(part, 2));
  at_risk += count_of(item_of(part, 3));
}

RankSwappingWork::RankSwappingWork(RankSwappingTerms terms, const Table& outline, const ColumnSet& columns,
                                   const Run& run)
    : terms_(std::move(terms)),
      columns_(columns),
      keys_(terms_.key_columns(outline)),
      names_(outline.names(columns)),
      run_(run),
      present_(columns.size(), 0),
      tails_(outline, columns, terms_.bottom / 100.0, terms_.top / 100.0),
      tally_(columns.size()) {}

void RankSwappingWork::observe(std::size_t pass, const Table& block, const RecordNumbers&) {
  for (std::size_t j = 0; pass == 0 && j < columns_.size(); ++j) {
    present_[j] += block.rows() - block.column(columns_[j]).missing_count();
  }
  tails_.observe(pass, block, run_);
}

Value RankSwappingWork::partial(std::size_t pass) const {
  Value present = Value::array();
  for (const std::uint64_t count : present_) present.push(pass == 0 ? count : 0);
  return Value(Value::Array{std::move(present), tails_.partial(pass)});
}

void RankSwappingWork::merge(std::size_t pass, const Value& part) {
  for (std::size_t j = 0; j < present_.size(); ++j) present_[j] += count_of(item_of(item_of(part, 0), j));
  tails_.merge(pass, item_of(part, 1));
}

SupplyPlan RankSwappingWork::supply(std::size_t) const {
  Value values = Value::array(), equal = Value::array();
  for (const std::uint64_t count : present_) values.push(count);
  SupplyPlan plan{"ranks", columns_, columns_, Value::object().set("values", values)};
  for (std::size_t i = 0; i < keys_.size(); ++i) equal.push(key_prefix + std::to_string(i));
  if (!keys_.empty()) {
    plan.facts.set("risk", Value::object().set("equal", equal).set("fewer", terms_.risk_k));
  }
  return plan;
}

// A column may be protected and a key: classes are those of the cells before tails are coded.
Table RankSwappingWork::brought(std::size_t, const Table& before) const {
  const Table coded = tails_.coded(before);
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  for (const ColumnId id : columns_) {
    infos.push_back(coded.info(id));
    columns.push_back(coded.column(id));
  }
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    ColumnInfo info;
    info.name = key_prefix + std::to_string(i);
    info.kind = before.column(keys_[i]).is_text() ? Kind::nominal : Kind::numeric;
    infos.push_back(std::move(info));
    columns.push_back(before.column(keys_[i]));
  }
  return {std::move(infos), std::move(columns)};
}

stats::RankTrades RankSwappingWork::trades(std::size_t j, stats::RankTrades::AtRisk at_risk) const {
  const Rng rng = run_.rng("column", columns_[j]);
  if (keys_.empty()) return {present_[j], reach(j), rng};
  return {present_[j], reach(j), stats::reach_of(present_[j], terms_.far_window()), std::move(at_risk), rng};
}

// Where the calls begin, and the ends of the ranks that must be known to be at risk or not. A call reads and
// leaves the whole ring, so that it is for at least half as many ranks.
Table RankSwappingWork::draws_of(std::size_t j, std::uint64_t chunk) const {
  const double farthest = keys_.empty() ? terms_.window : terms_.far_window();
  const std::uint64_t ring = stats::reach_of(present_[j], farthest);
  const auto from = [](std::uint64_t rank) { return rank; };
  const Table starts = chunk_starts(present_[j], std::max(chunk, ring / 2), from);
  const std::vector<std::int64_t>& begins = starts.column(0).get_if<Integers>()->values;
  Integers known;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::uint64_t end = i + 1 < begins.size() ? static_cast<std::uint64_t>(begins[i + 1]) : present_[j];
    known.values.push_back(static_cast<std::int64_t>(std::min(present_[j], end + reach(j))));
  }
  return {{starts.info(0), number_info(known_name)}, {starts.column(0), std::move(known)}};
}

RankSwappingWork::Draw RankSwappingWork::draw_of_request(std::size_t j, const Value& wanted) const {
  const std::optional<std::uint64_t> begin = count_in(wanted, "begin"), end = count_in(wanted, "end");
  if (!begin || !end || *begin >= *end || *end > present_[j]) {
    bad_input("\"begin\" and \"end\" must be ranks of column '" + names_[j] + "', in ascending order",
              "take them from the answer about \"chunk\"");
  }
  return {*begin, *end, std::min(present_[j], *end + reach(j))};
}

SuppliedValues RankSwappingWork::drawn(std::size_t j, const Draw& draw, const SupplyRequest& request) const {
  std::vector<char> marks;
  if (!keys_.empty()) marks = marks_of(request.records, draw.begin, draw.known);
  stats::RankTrades trades = this->trades(
      j, [&](std::uint64_t rank) { return marks[static_cast<std::size_t>(rank - draw.begin)] != 0; });
  if (request.continuation) trades.resume(words_of(*request.continuation));
  if (trades.next_rank() != draw.begin) {
    bad_input("partners are drawn from rank " + std::to_string(draw.begin) +
                  " on, and the call before ended at " + std::to_string(trades.next_rank()),
              "make the calls one after the other, each with what the one before left");
  }
  const std::uint64_t unswapped = trades.risky_unswapped();
  Integers ranks, own;
  ranks.values.reserve(draw.end - draw.begin);
  own.values.reserve(draw.end - draw.begin);
  std::vector<std::uint64_t> some(std::size_t{1} << 14);
  for (std::uint64_t rank = draw.begin; rank < draw.end;) {
    const auto partners = std::span(some).first(std::min<std::uint64_t>(some.size(), draw.end - rank));
    trades.next(partners);
    for (const std::uint64_t partner : partners) {
      ranks.values.push_back(static_cast<std::int64_t>(rank++));
      own.values.push_back(static_cast<std::int64_t>(partner));
    }
  }
  Tally counted(columns_.size());
  counted.drawn.add(j, own.values.size());
  counted.unswapped.add(j, trades.risky_unswapped() - unswapped);
  SuppliedValues result{
      {{number_info(rank_name), number_info(partner_name)}, {std::move(ranks), std::move(own)}},
      {},
      counted.state()};
  if (draw.end == present_[j]) return result;
  // The name differs from that of the call before: columns of one name are compared when they go out.
  result.continuation =
      Table({number_info(words_name + std::to_string(draw.end))}, {Integers{trades.state(), {}}});
  return result;
}

SuppliedValues RankSwappingWork::supplied(std::size_t, const SupplyRequest& request) {
  Tally counted(columns_.size());
  const Table nothing({number_info(rank_name)}, {Integers{}});
  if (const auto at_risk = count_in(request.wanted, "at-risk")) {
    counted.at_risk = *at_risk;
    return {nothing, {}, counted.state()};
  }
  const std::size_t j = column_of_request(request.wanted, names_);
  if (const std::uint64_t chunk = chunk_of_request(request.wanted); chunk > 0) {
    return {draws_of(j, chunk), {}, counted.state()};
  }
  if (const auto exchanged = count_in(request.wanted, "exchanged")) {
    counted.exchanged.add(j, *exchanged);
    return {nothing, {}, counted.state()};
  }
  return drawn(j, draw_of_request(j, request.wanted), request);
}

Value RankSwappingWork::tally(std::size_t) const { return tally_.state(); }

void RankSwappingWork::merge_tally(std::size_t, const Value& part) { tally_.merge(part); }

void RankSwappingWork::finish_round(std::size_t) {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    tally_.drawn.require(j, present_[j], names_[j]);
    tally_.exchanged.require(j, present_[j], names_[j]);
  }
}

MaskedBlock RankSwappingWork::apply_ranked(const Table&, const Table& ranked, const RecordNumbers&) {
  return {ranked};
}

MaskedBlock RankSwappingWork::apply(const Table&, const RecordNumbers&) {
  throw Error(ErrorCode::internal, "rank swapping of a block without partners");
}

Masked RankSwappingWork::described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const {
  RankSwapCounts counts{present_, tails_.coded_cells(), tally_.at_risk, 0};
  for (std::size_t j = 0; j < columns_.size(); ++j) counts.at_risk_unswapped += tally_.unswapped[j];
  Masked result;
  result.details = terms_.details(counts, names_);
  return result;
}

}  // namespace sfumato::masking
