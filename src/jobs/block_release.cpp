#include "jobs/block_release.hpp"

#include <filesystem>

#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "io/database_address.hpp"
#include "io/memory_budget.hpp"
#include "io/scratch_file.hpp"
#include "io/stored_file.hpp"
#include "release/block_delivery.hpp"
#include "release/block_recipe.hpp"
#include "release/companion_files.hpp"
#include "release/key_file.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::jobs {
namespace {

// A masked table is held beside the original, and columns are copied while they are masked.
constexpr std::uint64_t tables_in_memory = 2;

// Why this release needs all records at once; empty where it does not.
std::string hindrance(const FileRelease& wanted, const release::ReleaseTarget& target, const Run& run) {
  if (std::string reason = io::block_hindrance(wanted.data, wanted.reading); !reason.empty()) return reason;
  if (io::is_database(target.output)) return "it is written into a database";
  if (!target.fit.empty() || wanted.mask.fit) return "what is fitted depends on all records (‹fit›)";
  if (!wanted.mask.fitted.is_null()) return "what is new is counted among all records (‹fitted›)";
  if (!wanted.mask.row_number.empty() || !wanted.mask.record_key.empty()) {
    return "records are put into the order of their numbers (‹row-number›, ‹record-key›)";
  }
  if (!wanted.earlier.empty()) return "earlier releases are compared with all records (‹earlier›)";
  if (!wanted.report.empty()) return "the page to sign measures all records (‹report›)";
  if (wanted.keep_missing_codes || !wanted.suppressed.empty() || wanted.write_labels) {
    return "codes of missing values or labels are written";
  }
  if (std::string reason = release::delivery_hindrance(target, wanted.mask.terms()); !reason.empty()) {
    return reason;
  }
  const masking::Recipe recipe = wanted.mask.steps();
  if (std::string reason = release::recipe_hindrance(recipe); !reason.empty()) return reason;
  try {
    const Table head = io::table_head(wanted.data, wanted.reading, run);
    return release::recipe_hindrance(recipe, head, wanted.mask.columns, wanted.data);
  } catch (const Error& failure) {
    // What is wrong with the first records, or only looks so, is said when all of them were read.
    if (failure.code != ErrorCode::bad_input) throw;
    return {};
  }
}

// 0 for a pipe, or where there is none.
std::uint64_t size_of(const std::string& path) {
  std::error_code failure;
  const std::uint64_t size = path == "-" ? 0 : std::filesystem::file_size(path, failure);
  return failure ? 0 : size;
}

}  // namespace

bool masks_in_blocks(const FileRelease& wanted, const release::ReleaseTarget& target, const Run& run) {
  if (wanted.in_blocks) {
    if (const std::string reason = hindrance(wanted, target, run); !reason.empty()) {
      bad_param("in-blocks", "this release cannot be made in blocks of records: " + reason,
                "leave out ‹in-blocks›");
    }
    return true;
  }
  const std::uint64_t size = size_of(wanted.data);
  const std::uint64_t limit = io::MemoryBudget(wanted.data, size, io::Packing::plain, run.memory()).limit();
  // A cell of two bytes, with its delimiter, takes eight.
  if (size <= limit / tables_in_memory / 4) return false;
  const std::optional<std::uint64_t> bytes = io::estimated_memory(wanted.data, wanted.reading, run);
  if (!bytes || *bytes <= limit / tables_in_memory) return false;
  const std::string reason = hindrance(wanted, target, run);
  if (reason.empty()) return true;
  if (*bytes <= limit) return false;  // it may just fit
  bad_input("the table of '" + wanted.data + "' takes about " + byte_size_text(*bytes) +
                " of memory, and the limit is " + byte_size_text(limit) +
                "; blocks of records are not possible: " + reason,
            "allow more with ‹memory› " + gigabytes_for(tables_in_memory * *bytes) +
                ", or choose methods and terms that work on blocks");
}

MaskResult release_blocks(const FileRelease& wanted, release::ReleaseTarget target, const Run& run) {
  const masking::Recipe recipe = wanted.mask.steps();
  const std::string folder = io::scratch_folder(wanted.output);
  run.say("reading");
  io::StoredFile file = io::store_table(wanted.data, wanted.reading, folder, run);
  std::optional<release::NewKeyFile> made;
  if (!wanted.new_key.empty()) made.emplace(wanted.new_key);
  target.missing_token = file.missing_token;
  target.text = io::output_text_form(wanted.output, wanted.output_format, file.text, wanted.output_text);
  target.sidecar = file.sidecar.path;
  const Table outline = file.table.outline();
  if (const std::string reason = release::recipe_hindrance(recipe, outline, wanted.mask.columns, wanted.data);
      !reason.empty() && file.table.rows() > 0) {
    bad_input("this release cannot be made in blocks of records: " + reason, "allow more with ‹memory›");
  }
  const release::BlockRelease masked =
      release::run_recipe_in_blocks(recipe, std::move(file), wanted.mask.columns, wanted.data, folder, run);
  MaskResult result;
  if (wanted.mask.reveal) {
    result.reveal = release::reveal_document(masked.described.masked, masked.described.release);
  }
  result.delivery = release::deliver_blocks(masked, target, wanted.mask.terms(), folder, run);
  result.release = release::reported_release(result.delivery.sidecar.at("release"));
  result.masked = masked.described.masked;
  result.details = masked.described.masked.details;
  result.details.set("blocks", masked.masked.blocks());
  result.rows = masked.masked.rows();
  result.identifiers = outline.column_count() - release::released_columns(masked.masked.outline()).size() -
                       dropped_others(outline, recipe);
  result.repeatable = run.seeded() || !draws_at_random(recipe, wanted.mask.terms());
  result.warnings = release::all_warnings(masked.described, result.delivery);
  result.accepted = release::accepted_warnings(result.warnings, wanted.mask.accepted);
  if (made) made->keep();
  return result;
}

}  // namespace sfumato::jobs
