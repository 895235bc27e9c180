// An error in some part is found again by the careful reader over the whole file, so that its line and the
// choice among several errors are those of a file that is read at once.
#include "io/csv_blocks.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/careful_read.hpp"
#include "io/csv_convert.hpp"
#include "io/label_order.hpp"
#include "io/piece_cutter.hpp"

namespace sfumato::io {
namespace {

using StoredColumns = std::vector<std::shared_ptr<StoredColumn>>;

// The first error of the file, with its line. Cells are not kept.
void find_error(FilePlan plan, const Run& run) {
  std::vector<std::size_t> all(plan.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  plan.malformed = true;
  read_carefully(plan, all, run);
}

Storage storage_of(const Column& column) {
  if (column.get_if<Integers>() != nullptr) return Storage::integers;
  if (column.get_if<Numbers>() != nullptr) return Storage::numbers;
  if (column.get_if<Timestamps>() != nullptr) return Storage::timestamps;
  return column.get_if<Dates>() != nullptr ? Storage::dates : Storage::text;
}

class CsvStore {
 public:
  CsvStore(FilePlan& plan, const ByteChecks& checks, const std::string& folder, const Run& run)
      : plan_(plan), checks_(checks), run_(run), file_(std::make_shared<ScratchFile>(folder)) {
    const std::size_t rows = stored_block_rows(plan.columns.size());
    for (const ColumnPlan& column : plan.columns) {
      columns_.push_back(
          std::make_shared<StoredColumn>(file_, rows, column.name, column.declared == Kind::ordinal));
    }
  }

  // False where a column that was planned otherwise turns out to be text; the plan then says so.
  bool fill(std::size_t part_size) {
    PieceCutter cutter(plan_.body, plan_.dialect.syntax, checks_.quoted_line_ends, part_size);
    while (!cutter.done()) {
      run_.check_stop();
      FilePlan part = plan_;
      part.body = cutter.next();
      if (!append(converted(part))) return false;
      if (plan_.forget) plan_.forget(part.body);
      run_.advance();
    }
    if (plan_.body.empty()) append(converted(plan_));
    return true;
  }

  StoredTable finished() {
    std::vector<ColumnInfo> infos;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const ColumnPlan& column = plan_.columns[i];
      StoredColumn& stored = *columns_[i];
      if (stored.has_doubles() && stored.has_integers() && stored.facts().large_integer) {
        find_error(plan_, run_);
      }
      if (stored.is_text()) order(stored, column);
      const Column outline = stored.outline();
      ColumnInfo info;
      info.name = column.name;
      info.kind = column.declared.value_or(found_kind(outline));
      info.order = column.order;
      info.missing = kept_tokens(plan_, stored.is_text(), stored.facts().missing > 0);
      if (outline.get_if<Dates>() != nullptr && !column.form.is_iso()) info.date = column.form;
      const Timestamps* times = outline.get_if<Timestamps>();
      if (times != nullptr && !times->form.date.is_iso()) info.date = times->form.date;
      infos.push_back(std::move(info));
    }
    return StoredTable(std::move(infos), columns_);
  }

 private:
  std::vector<Column> converted(FilePlan& part) const {
    try {
      return converted_columns(part, checks_, run_);
    } catch (const Error& failure) {
      if (failure.code == ErrorCode::bad_input) find_error(plan_, run_);
      throw;
    }
  }

  bool append(std::vector<Column> parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      ColumnPlan& column = plan_.columns[i];
      parts[i] = as_planned(std::move(parts[i]), column);
      const Codes* codes = parts[i].get_if<Codes>();
      if (codes != nullptr && column.storage != Storage::text && column.storage != Storage::undecided) {
        column.storage = Storage::text;  // not all are dates, or moments of one form
        return false;
      }
      if (column.storage == Storage::undecided && codes != nullptr && codes->labels.empty()) {
        columns_[i]->append_untyped(codes->codes.size());
        parts[i] = Column();
        continue;
      }
      if (column.storage == Storage::undecided) column.storage = storage_of(parts[i]);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool untyped = plan_.columns[i].storage == Storage::undecided;
      if (!untyped) columns_[i]->append(parts[i]);
    }
    return true;
  }

  // Labels as a file that is read at once has them.
  void order(StoredColumn& stored, const ColumnPlan& column) const {
    if (!stored.keeps_labels()) return;
    Codes codes{std::vector<std::int32_t>(stored.labels().size()), stored.labels()};
    std::iota(codes.codes.begin(), codes.codes.end(), 0);
    order_labels(codes, column, plan_.dialect.decimal_point);
    stored.relabel(std::move(codes.labels), std::move(codes.codes));
  }

  FilePlan& plan_;
  const ByteChecks& checks_;
  const Run& run_;
  std::shared_ptr<ScratchFile> file_;
  StoredColumns columns_;
};

FilePlan plan_of(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                 const MemoryBudget& budget, std::size_t block) {
  const Dialect dialect = detect_dialect(bytes, source, options.delimiter, block, options.decimal_point);
  return plan_columns(bytes, source, dialect, options.declared, options.missing, block, &budget);
}

// Cells of very short texts take many times their bytes.
std::size_t part_for(const MemoryBudget& budget) {
  constexpr std::uint64_t share = 32, least = 1 << 17, most = 1 << 25;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(budget.limit() / share, least, most));
}

struct CutSizes {
  std::size_t block = csv_first_block;  // bytes that detection looks at
  std::size_t part = 0;                 // bytes that are converted at once; 0: by the budget
};

StoredCsv stored(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                 const std::string& folder, const MemoryBudget& budget, const Forget& forget, CutSizes sizes,
                 const Run& run) {
  FilePlan plan = plan_of(bytes, source, options, budget, sizes.block);
  plan.forget = forget;
  const ByteChecks checks =
      check_bytes(plan.body, plan.dialect.syntax, run, plan.forget, longest_quoted_field(&budget));
  require_text(plan, checks);
  if (checks.misquoted) {
    find_error(plan, run);
    bad_input(source + " has quotes in places where it cannot be cut into blocks",
              "quote whole fields, and double the quotes that are part of a text");
  }
  while (true) {
    CsvStore store(plan, checks, folder, run);
    if (!store.fill(sizes.part == 0 ? part_for(budget) : sizes.part)) continue;
    const Dialect& dialect = plan.dialect;
    return {store.finished(),
            plan.missing_token,
            {.delimiter = dialect.syntax.delimiter,
             .decimal_point = dialect.decimal_point,
             .encoding = Encoding::utf_8,
             .byte_order_mark = dialect.start > 0,
             .crlf = dialect.crlf}};
  }
}

}  // namespace

StoredCsv store_csv_bytes(std::string_view bytes, const std::string& source, const CsvReadOptions& options,
                          const std::string& folder, const Run& run, std::size_t part, std::size_t block) {
  const MemoryBudget budget(source, bytes.size(), Packing::plain, run.memory());
  return stored(bytes, source, options, folder, budget, {}, {block, part}, run);
}

StoredCsv store_csv(const std::string& path, const CsvReadOptions& options, const std::string& folder,
                    const Run& run, std::size_t part) {
  const ByteSource source(path, run);
  try {
    StoredCsv result = stored(
        source.bytes(), path, options, folder, source.budget(),
        [&](std::string_view done) { source.forget(done); }, {csv_first_block, part}, run);
    source.require_unchanged();
    return result;
  } catch (const Error&) {
    source.require_unchanged();  // a change of the file takes precedence over other errors
    throw;
  }
}

std::uint64_t estimated_cells(const std::string& path, const CsvReadOptions& options, const Run& run) {
  const ByteSource source(path, run);
  const MemoryBudget budget = source.budget();
  const FilePlan plan = plan_of(source.bytes(), path, options, budget, csv_first_block);
  std::uint64_t row = 0;
  for (const ColumnPlan& column : plan.columns) {
    row += column.is_text() || column.storage == Storage::dates ? 4 : 8;
  }
  const std::string_view head = plan.body.substr(0, csv_first_block);
  const auto lines = static_cast<std::uint64_t>(std::count(head.begin(), head.end(), '\n'));
  if (lines == 0) return 0;
  const double share = static_cast<double>(plan.body.size()) / static_cast<double>(head.size());
  return static_cast<std::uint64_t>(static_cast<double>(lines) * share) * row;
}

}  // namespace sfumato::io
