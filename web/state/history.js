// Undo and redo without limit. A step of the history holds the members of the document that changed, before and after,
// so that a long history stays small enough to be saved with the document.

/** @typedef {{label: string, before: any, after: any}} Change */
/** @typedef {{present: Project, past: Change[], future: Change[]}} History */

/** @param {Project} present
 * @returns {History} */
export function startHistory(present) {
  return { present, past: [], future: [] };
}

/** @param {History} history
 * @param {string} label
 * @param {Partial<Project>} members the members of the document that get a new value
 * @param {boolean} merge joins the change to the last one where that has the same label: one movement of a slider is one step
 * @returns {History} */
export function change(history, label, members, merge = false) {
  const present = /** @type {any} */ (history.present);
  /** @type {any} */
  const before = {};
  /** @type {any} */
  const after = {};
  for (const [member, value] of Object.entries(members)) {
    if (same(present[member], value)) continue;
    before[member] = present[member];
    after[member] = value;
  }
  if (Object.keys(after).length === 0) return history;
  const last = history.past.at(-1);
  const entry = merge && last?.label === label ? { label, before: { ...before, ...last.before }, after: { ...last.after, ...after } } : { label, before, after };
  const past = entry.before === before ? [...history.past, entry] : [...history.past.slice(0, -1), entry];
  return { present: { ...present, ...after }, past, future: [] };
}

/** @param {History} history
 * @returns {History} */
export function undo(history) {
  const last = history.past.at(-1);
  if (!last) return history;
  return { present: { ...history.present, ...last.before }, past: history.past.slice(0, -1), future: [last, ...history.future] };
}

/** @param {History} history
 * @returns {History} */
export function redo(history) {
  const [next, ...rest] = history.future;
  if (!next) return history;
  return { present: { ...history.present, ...next.after }, past: [...history.past, next], future: rest };
}

/** @param {any} one
 * @param {any} other */
export function same(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
