// Undo and redo without limit. A step of the history holds what changed, before and after, one level deep, so that a
// long history stays small enough to be saved with the document.

/** Changed values by place: a member of the document, or a member and a key in it. */
/** @typedef {Record<string, any>} Values */
/** @typedef {{label: string, before: Values, after: Values}} Change */
/** @typedef {{present: Project, past: Change[], future: Change[]}} History */

const separator = '\t';
const absent = '\u0000absent'; // JSON has no value for what is not there

/** @param {any} value */
const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {any} one
 * @param {any} other */
export function same(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The places in which two values of a member differ.
 * @param {string} member
 * @param {any} from
 * @param {any} to
 * @param {Change} change */
function compare(member, from, to, change) {
  if (same(from, to)) return;
  if (!isMap(from) || !isMap(to) || member.includes(separator)) {
    change.before[member] = from === undefined ? absent : from;
    change.after[member] = to === undefined ? absent : to;
    return;
  }
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) compare(`${member}${separator}${key}`, from[key], to[key], change);
}

/** The document with values put into their places.
 * @param {any} document
 * @param {Values} values
 * @returns {any} */
function put(document, values) {
  const result = { ...document };
  for (const [place, value] of Object.entries(values)) {
    const at = place.indexOf(separator);
    const member = at < 0 ? place : place.slice(0, at);
    if (at < 0 && value === absent) delete result[member];
    else if (at < 0) result[member] = value;
    else {
      const { [place.slice(at + 1)]: _old, ...rest } = result[member] ?? {};
      result[member] = value === absent ? rest : { ...result[member], [place.slice(at + 1)]: value };
    }
  }
  return result;
}

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
  /** @type {Change} */
  const made = { label, before: {}, after: {} };
  for (const [member, value] of Object.entries(members)) compare(member, present[member], value, made);
  if (Object.keys(made.after).length === 0) return history;
  const last = history.past.at(-1);
  const joined = merge && last?.label === label && history.future.length === 0;
  const entry = joined && last ? { label, before: { ...made.before, ...last.before }, after: { ...last.after, ...made.after } } : made;
  return { present: { ...present, ...members }, past: [...(joined ? history.past.slice(0, -1) : history.past), entry], future: [] };
}

/** @param {History} history
 * @returns {History} */
export function undo(history) {
  const last = history.past.at(-1);
  if (!last) return history;
  return { present: put(history.present, last.before), past: history.past.slice(0, -1), future: [last, ...history.future] };
}

/** @param {History} history
 * @returns {History} */
export function redo(history) {
  const [next, ...rest] = history.future;
  if (!next) return history;
  return { present: put(history.present, next.after), past: [...history.past, next], future: rest };
}
