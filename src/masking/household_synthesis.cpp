// Household-wise synthesis. The head of each household is drawn first, then its members given the head, so
// that columns of the household are equal for all of them and relations between members are kept.
#include <algorithm>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/drawn_records.hpp"
#include "masking/household_layout.hpp"
#include "masking/record_ties.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t household_block = 256;

struct HouseholdSynthesis : TreeOptions {
  ColumnTexts head;
  std::vector<std::string> shared;

  static MethodInfo info() {
    return {.name = "household-synthesis",
            .title = "Household-wise synthesis",
            .family = Family::synthesis,
            .summary = "Draws the head of each household from trees, then the members given the head.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference =
                "Alfons, Kraft, Templ, Filzmoser (2011), Simulation of close-to-reality population data for "
                "household surveys with application to EU-SILC, Statistical Methods & Applications 20, "
                "383-407; Reiter (2005), Journal of Official Statistics 21, 441-462, for the trees",
            .households = true,
            .draws_values = true};
  }

  static void params(ParamList<HouseholdSynthesis>& list) {
    add_params(list);
    list.pairs("head", &HouseholdSynthesis::head)
        .doc("The value that marks the head of a household, such as relation=1; else the first record.");
    list.columns("shared", &HouseholdSynthesis::shared)
        .doc("Columns that belong to the household; by default those that are equal for all its members.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const;
};

// One request: what is drawn for heads and for members, and from what.
class HouseholdDraw {
 public:
  HouseholdDraw(const HouseholdSynthesis& options, const Table& original, const ColumnSet& columns,
                const Run& run)
      : options_(options),
        original_(original),
        run_(run),
        rules_(options.rule, original, true),
        before_(about("head", [&] { return household_layout(original, options.head); })) {
    const std::optional<ColumnId> household = household_role(original);
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      if (std::find(columns.begin(), columns.end(), id) != columns.end() && id != household)
        drawn_.push_back(id);
    }
    ColumnSet made_up = drawn_;
    if (household) made_up.push_back(*household);
    mapping_ = synthetic_mapping(original, made_up);
    after_ = partial() ? before_ : shuffled_sizes(before_, run.rng("sizes"));
    code_columns();
  }

  Masked result() {
    const TreeChain heads = chain_of_heads(), members = chain_of_members();
    DrawnRecords records(original_, drawn_, original_.rows(), partial(), rules_);
    const Redraws redraws = draw(heads, members, records);
    Masked masked;
    masked.mapping = mapping_;
    masked.tables.push_back(records.table());
    const std::optional<ColumnId> household = household_role(original_);
    if (household && !partial()) {
      masked.details.set("renumbered", Value::array_of({original_.info(*household).name}));
      masked.tables[0].replace(*household, numbered_households(original_.column(*household), after_));
    }
    masked.details.set("households", before_.members.size()).set("household_role", household.has_value());
    if (!options_.head.empty()) masked.details.set("without_head", before_.without_head);
    masked.details.set("shared_columns", Value::array_of(original_.names(shared_)))
        .set("heads", trees(heads, drawn_))
        .set("members", trees(members, own_));
    if (!rules_.empty()) {
      add_rules(masked.details, redraws, broken_in_original(original_, rules_, before_.head));
    }
    return masked;
  }

 private:
  enum class Who { self, head, previous };
  struct Given {
    Who who;
    ColumnId column;
  };

  bool partial() const { return mapping_ == Mapping::same_rows; }

  // Does it belong to households, by declaration or by its values?
  bool belongs(ColumnId id) const {
    const std::string& name = original_.info(id).name;
    const bool equal = equal_in_households(original_.column(id), before_);
    if (options_.shared.empty()) return equal;
    const bool declared =
        std::find(options_.shared.begin(), options_.shared.end(), name) != options_.shared.end();
    if (declared && !equal) {
      bad_param("shared", "column '" + name + "' differs within households",
                "name columns that are equal for all members, or leave out ‹shared›");
    }
    return declared;
  }

  void code_columns() {
    for (const std::string& name : options_.shared) about("shared", [&] { return original_.require(name); });
    coded_.resize(original_.column_count());
    std::vector<std::uint8_t> of_household(original_.column_count(), 0);
    ColumnSet used = drawn_;
    for (ColumnId id = 0; partial() && id < original_.column_count(); ++id) {
      const std::optional<Role> role = original_.info(id).role;
      const bool key = role == Role::identifier || role == Role::household || role == Role::weight;
      if (key || std::find(drawn_.begin(), drawn_.end(), id) != drawn_.end()) continue;
      used.push_back(id);
      staying_.push_back(id);
    }
    run_.parallel(used.size(), [&](std::size_t i) {
      coded_[used[i]] = synthesis_column(original_, used[i]);
      of_household[used[i]] = belongs(used[i]) ? 1 : 0;
    });
    for (const ColumnId id : used) {
      const bool drawn = std::find(staying_.begin(), staying_.end(), id) == staying_.end();
      if (of_household[id] == 0) persons_.push_back(id);
      if (drawn) (of_household[id] != 0 ? shared_ : own_).push_back(id);
    }
    const auto counted = [](const std::vector<std::uint32_t>& counts) {
      return counted_column(std::vector<double>(counts.begin(), counts.end()));
    };
    size_ = counted(before_.size);
    number_ = counted(before_.number);
    for (const ColumnId id : staying_) of_heads_.push_back({Who::self, id});
    of_members_ = of_heads_;
    for (const ColumnId id : shared_) of_members_.push_back({Who::self, id});
    for (const Who who : {Who::head, Who::previous}) {
      for (const ColumnId id : persons_) of_members_.push_back({who, id});
    }
  }

  static std::uint32_t row_of(const HouseholdLayout& layout, Who who, std::uint32_t row) {
    if (who == Who::self) return row;
    return who == Who::head ? layout.head[row] : layout.previous[row];
  }

  TreeChain grown(const std::vector<std::uint32_t>& rows, const std::vector<Given>& given, bool numbered,
                  const ColumnSet& targets) const {
    std::vector<ChainVariable> variables = {{&size_, rows}};
    if (numbered) variables.push_back({&number_, rows});
    for (const Given& one : given) {
      ChainVariable variable{&coded_[one.column], {}};
      for (const std::uint32_t row : rows) variable.rows.push_back(row_of(before_, one.who, row));
      variables.push_back(std::move(variable));
    }
    std::vector<const SynthesisColumn*> drawn;
    for (const ColumnId id : targets) drawn.push_back(&coded_[id]);
    return {rows, variables, drawn, options_, run_};
  }

  TreeChain chain_of_heads() const {
    std::vector<std::uint32_t> rows;
    for (const auto& members : before_.members) rows.push_back(members.front());
    return grown(rows, of_heads_, false, drawn_);
  }

  TreeChain chain_of_members() const {
    std::vector<std::uint32_t> rows;
    for (const auto& members : before_.members) rows.insert(rows.end(), members.begin() + 1, members.end());
    return grown(rows, of_members_, true, own_);
  }

  static std::uint32_t code_of(const SynthesisColumn& counted, std::uint32_t count) {
    const std::vector<double>& values = counted.tree.values;
    return static_cast<std::uint32_t>(std::lower_bound(values.begin(), values.end(), count) - values.begin());
  }

  void set_given(std::span<std::uint32_t> codes, std::size_t first, const std::vector<Given>& given,
                 const DrawnRecords& records, std::uint32_t row) const {
    for (std::size_t v = 0; v < given.size(); ++v) {
      const std::uint32_t source = records.source(given[v].column, row_of(after_, given[v].who, row));
      codes[first + v] = coded_[given[v].column].tree.codes[source];
    }
  }

  Redraws draw(const TreeChain& heads, const TreeChain& members, DrawnRecords& records) const {
    const std::size_t households = after_.members.size();
    std::vector<Redraws> of_block((households + household_block - 1) / household_block);
    run_.blocks(households, household_block, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Rng rng = run_.rng("households", block);
      std::vector<std::uint32_t> head_codes(heads.variables()), codes(members.variables());
      for (std::size_t h = begin; h < end; ++h) {
        const std::vector<std::uint32_t>& rows = after_.members[h];
        const std::uint32_t first = rows.front();
        head_codes[0] = codes[0] = code_of(size_, after_.size[first]);
        set_given(head_codes, 1, of_heads_, records, first);
        draw_record(heads, drawn_, records, first, first, head_codes, options_.tries, rng, of_block[block]);
        for (std::size_t k = 1; k < rows.size(); ++k) {
          for (const ColumnId id : shared_) records.set(id, rows[k], records.cell(id, first));
          codes[1] = code_of(number_, after_.number[rows[k]]);
          set_given(codes, 2, of_members_, records, rows[k]);
          draw_record(members, own_, records, rows[k], first, codes, options_.tries, rng, of_block[block]);
        }
      }
    });
    return added_up(of_block);
  }

  Value trees(const TreeChain& chain, const ColumnSet& targets) const {
    Value result = Value::object();
    for (std::size_t t = 0; t < targets.size(); ++t) {
      Value tree = Value::object();
      tree.set("leaves", chain.leaves(t)).set("predictors", chain.predictors(t));
      result.set(original_.info(targets[t]).name, tree);
    }
    return result;
  }

  const HouseholdSynthesis& options_;
  const Table& original_;
  const Run& run_;
  RecordRules rules_;
  HouseholdLayout before_, after_;  // of the original, of the synthetic records
  Mapping mapping_ = Mapping::none;
  ColumnSet drawn_, staying_;  // protected; released as they are, and predicting
  ColumnSet shared_, own_;     // of the drawn ones: of households, of persons
  ColumnSet persons_;          // all that differ within households
  std::vector<SynthesisColumn> coded_;
  SynthesisColumn size_, number_;
  std::vector<Given> of_heads_, of_members_;
};

Masked HouseholdSynthesis::apply(const Table& original, const ColumnSet& columns, const Run& run) const {
  run.check_stop();
  if (original.rows() == 0) {
    Masked masked;
    masked.tables = {original};
    masked.mapping = synthetic_mapping(original, columns);
    return masked;
  }
  return HouseholdDraw(*this, original, columns, run).result();
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(household_synthesis, HouseholdSynthesis)
