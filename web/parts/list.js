// A small table that can be sorted, filtered and copied. It holds what a result has in memory; lists of records that
// stay with the program are in records.js.
import { html, useMemo, useState } from '../preact.js';
import { anything, count } from '../numbers.js';
import { fill, text } from '../text/text.js';

/** @typedef {{name: string, title: string, number?: boolean, show?: (row: any) => any, value?: (row: any) => any}} Column */

/** Puts rows on the clipboard as tab-separated text.
 * @param {string[][]} rows */
export function copyRows(rows) {
  return navigator.clipboard?.writeText(rows.map((row) => row.join('\t')).join('\n')) ?? Promise.resolve();
}

/** @param {{label: string, rows: () => string[][]}} props */
export function CopyButton({ label, rows }) {
  const [done, setDone] = useState(false);
  return html`<button type="button" class="quiet" onClick=${async () => {
    await copyRows(rows()).catch(() => {});
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  }}>${done ? text.list.copied : label}</button>`;
}

/** @param {{title: string, sorted: string, onSort: () => void, number?: boolean}} props */
export function SortHeading({ title, sorted, onSort, number }) {
  const state = /** @type {'ascending' | 'descending' | 'none'} */ (sorted || 'none');
  return html`<th scope="col" class=${number ? 'number' : ''} aria-sort=${state}><button type="button" class="sort" onClick=${onSort}>${title}${state === 'none' ? '' : state === 'ascending' ? ' ↑' : ' ↓'}</button></th>`;
}

const longText = 30; // letters from which a cell does not become narrower than a line of a few words

/** @param {Column} column
 * @param {any} row */
const valueOf = (column, row) => (column.value ? column.value(row) : row[column.name]);

/** @param {any} one
 * @param {any} other */
function order(one, other) {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (one === null || one === undefined) return 1;
  if (other === null || other === undefined) return -1;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** @param {{columns: Column[], rows: any[], caption: string, filter?: boolean, first?: string, rowClass?: (row: any) => string}} props */
export function List({ columns, rows, caption, filter = rows.length > 8, rowClass }) {
  const [sort, setSort] = useState({ name: '', descending: false });
  const [wanted, setWanted] = useState('');
  const shown = useMemo(() => {
    const found = wanted === '' ? rows : rows.filter((row) => columns.some((column) => anything(valueOf(column, row)).toLowerCase().includes(wanted.toLowerCase())));
    const column = columns.find((each) => each.name === sort.name);
    if (!column) return found;
    return [...found].sort((one, other) => (sort.descending ? -1 : 1) * order(valueOf(column, one), valueOf(column, other)));
  }, [rows, columns, sort, wanted]);
  return html`<div class="list">
    <div class="list-tools">
      ${filter ? html`<label class="filter">${text.list.filter} <input type="search" value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} /></label>
        <span class="soft" role="status">${fill(text.list.shown, { n: count(shown.length), m: count(rows.length) })}</span>` : null}
      <${CopyButton} label=${text.list.copy} rows=${() => [columns.map((column) => column.title), ...shown.map((row) => columns.map((column) => anything(valueOf(column, row))))]} />
    </div>
    <div class="table-box" tabindex="0" role="region" aria-label=${caption}><table class="data"><caption class="hidden">${caption}</caption>
      <thead><tr>${columns.map((column) => html`<${SortHeading} title=${column.title} number=${column.number}
        sorted=${sort.name === column.name ? (sort.descending ? 'descending' : 'ascending') : ''}
        onSort=${() => setSort({ name: column.name, descending: sort.name === column.name && !sort.descending })} />`)}</tr></thead>
      <tbody>${shown.map((row) => html`<tr class=${rowClass?.(row) ?? ''}>${columns.map((column, at) => {
        const content = column.show ? column.show(row) : anything(valueOf(column, row));
        return at === 0 ? html`<th scope="row" class=${column.number ? 'number' : ''}>${content}</th>` : html`<td class=${column.number ? 'number' : typeof content === 'string' && content.length > longText ? 'long' : ''}>${content}</td>`;
      })}</tr>`)}</tbody>
    </table></div>
  </div>`;
}
