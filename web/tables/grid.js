// The table itself: rows and columns that fold along their hierarchies, sensitive cells in red, suppressed ones hatched.
// What is known of a cell is shown beside it while the mouse is over it, while it has the focus, and after a touch.
import { html, useMemo, useState } from '../preact.js';
import { number } from '../numbers.js';
import { fill, text } from '../text/text.js';
import { Hint, useHint } from '../parts/hint.js';
import { titleOf, worded } from '../text/worded.js';
import { keyOf, orderedCodes, toneOf } from './table_state.js';

const widest = 60; // columns that are drawn; the rest is folded away

/** The codes that show: those under a folded code do not.
 * @param {ReturnType<typeof orderedCodes>} codes
 * @param {Set<string>} folded */
function visible(codes, folded) {
  /** @type {Set<string>} */
  const gone = new Set();
  return codes.filter((each) => {
    const hidden = each.parent !== null && (folded.has(each.parent) || gone.has(each.parent));
    if (hidden) gone.add(each.code);
    return !hidden;
  });
}

/** A bound of an interval; an attacker may have none.
 * @param {number | null} value */
const bound = (value) => (value === null || value === undefined ? text.tables.noBound : number(value));

/** What is known of a cell, in sentences.
 * @param {any} cell
 * @returns {string[]} */
export function sentencesOf(cell) {
  const sentences = [];
  if (cell.unsafe) sentences.push(fill(text.tables.rulesHit, { rules: cell.unsafe.rules.map(titleOf).join(', ') }), ...(cell.unsafe.attacks?.sentences ?? []).map(worded));
  const secondary = cell.status === 'm' || cell.status === 'x';
  if (secondary) sentences.push(text.tables.secondary);
  if (cell.audit) sentences.push(fill(text.tables.interval, { lower: bound(cell.audit.lower), upper: bound(cell.audit.upper), value: number(cell.value) }));
  if (cell.audit && !secondary) sentences.push(cell.audit.safe ? text.tables.intervalSafe : text.tables.intervalUnsafe);
  if (cell.published !== null && cell.published !== undefined && cell.published !== cell.value) sentences.push(fill(text.tables.published, { value: number(cell.value), published: number(cell.published) }));
  return sentences;
}

/** @param {{entry: {code: string, depth: number, leaf: boolean}, folded: Set<string>, onFold: (code: string) => void, scope: 'row' | 'col'}} props */
function Head({ entry, folded, onFold, scope }) {
  const closed = folded.has(entry.code);
  return html`<th scope=${scope} class=${`depth-${Math.min(4, entry.depth)}`}>${entry.leaf || entry.depth === 0 ? entry.code : html`<button type="button" class="fold" aria-expanded=${!closed} onClick=${() => onFold(entry.code)}>${closed ? '▸' : '▾'} ${entry.code}</button>`}</th>`;
}

/** @param {Set<string>} set
 * @param {string} code */
function toggled(set, code) {
  const next = new Set(set);
  if (!next.delete(code)) next.add(code);
  return next;
}

/** @param {{table: any, cells: Map<string, any>, hidden: boolean, busy: boolean}} props hidden: suppressed values are not shown; busy: more will be known of the cells */
export function Grid({ table, cells, hidden, busy }) {
  const dimensions = table.dimensions;
  const rows = useMemo(() => orderedCodes(dimensions[0]), [table]);
  const columns = useMemo(() => (dimensions[1] ? orderedCodes(dimensions[1]) : [{ code: '', depth: 0, parent: null, leaf: true }]), [table]);
  const [foldedRows, setFoldedRows] = useState(new Set(/** @type {string[]} */ ([])));
  const [foldedColumns, setFoldedColumns] = useState(() => new Set(columns.length > widest ? columns.filter((each) => !each.leaf && each.depth > 0).map((each) => each.code) : []));
  const [rest, setRest] = useState(() => /** @type {string[]} */ (dimensions.slice(2).map((/** @type {any} */ dimension) => dimension.codes[0])));
  const hint = useHint();
  const shownRows = visible(rows, foldedRows);
  const shownColumns = visible(columns, foldedColumns).slice(0, widest);
  return html`${dimensions.slice(2).map((/** @type {any} */ dimension, /** @type {number} */ at) => html`<label>${dimension.name} <select value=${rest[at]} onChange=${(/** @type {any} */ event) => setRest(rest.map((code, place) => (place === at ? event.target.value : code)))}>${dimension.codes.map((/** @type {string} */ code) => html`<option value=${code}>${code}</option>`)}</select></label>`)}
    <div class="table-box tall" tabindex="0" role="region" aria-busy=${busy} aria-label=${table.title || text.screens.tables}><table class="data cells"><caption class="hidden">${table.title}</caption>
    <thead><tr><td>${dimensions[0].name}${dimensions[1] ? ` \\ ${dimensions[1].name}` : ''}</td>${shownColumns.map((entry) => html`<${Head} entry=${entry} folded=${foldedColumns} scope="col" onFold=${(/** @type {string} */ code) => setFoldedColumns(toggled(foldedColumns, code))} />`)}</tr></thead>
    <tbody>${shownRows.map((row) => html`<tr key=${row.code}><${Head} entry=${row} folded=${foldedRows} scope="row" onFold=${(/** @type {string} */ code) => setFoldedRows(toggled(foldedRows, code))} />
      ${shownColumns.map((column) => {
        const cell = cells.get(keyOf(dimensions[1] ? [row.code, column.code, ...rest] : [row.code]));
        if (!cell) return html`<td class="number soft">–</td>`;
        const tone = toneOf(cell);
        const sentences = tone || cell.published !== null ? sentencesOf(cell) : [];
        const name = [row.code, column.code].filter(Boolean).join(', ');
        const value = hidden && tone === 'hidden-cell' ? '×' : number(cell.published ?? cell.value);
        return html`<td class=${`number ${tone}`}>${sentences.length > 0 ? html`<button type="button" aria-label=${`${name}: ${value}. ${tone === 'unsafe-cell' ? text.tables.sensitive : text.tables.protectedCell}`}
          ...${hint.props(keyOf([row.code, column.code]), { name, sentences })}>${value}</button>` : value}</td>`;
      })}</tr>`)}</tbody></table></div>
    <p class="soft">${text.tables.pick}</p>
    ${hint.shown ? html`<${Hint} place=${hint.shown.place} stay=${hint.stay} leave=${hint.leave}><h3>${hint.shown.about.name}</h3><ul>${hint.shown.about.sentences.map((/** @type {string} */ sentence) => html`<li>${sentence.replace(/(\d) %/g, '$1\u00a0%')}</li>`)}</ul></${Hint}>` : null}`;
}
