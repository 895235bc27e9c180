// A list of records that stays with the program: one page of rows at a time, sorted and filtered there, so that a
// million records are as quick to look at as a hundred.
import { html, useEffect, useState } from '../preact.js';
import { api, outputAddress } from '../api.js';
import { anything, count } from '../numbers.js';
import { faultOf } from '../state/jobs.js';
import { fill, text } from '../text/text.js';
import { CopyButton, SortHeading } from './list.js';
import { FaultNotice } from './notice.js';
import { usePages } from './pages.js';

const pageRows = 50;
const pageOfColumns = 40;
const typingDelay = 250; // milliseconds

/** @param {{job: string, output: number, caption: string}} props */
export function Records({ job, output, caption }) {
  const [offset, setOffset] = useState(0);
  const [sort, setSort] = useState({ name: '', descending: false });
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  useEffect(() => setOffset(0), [job, output, wanted, sort]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      /** @type {Record<string, string | number>} */
      const query = { offset, limit: pageRows };
      if (sort.name) Object.assign(query, { sort: sort.name, order: sort.descending ? 'descending' : 'ascending' });
      if (wanted) query.filter = wanted;
      try {
        const rows = await api.rows(job, output, query);
        if (current) setPage(rows);
        if (current) setFault(null);
      } catch (failure) {
        if (current) setFault(faultOf(failure));
      }
    }, page === null ? 0 : typingDelay);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [job, output, offset, sort, wanted]);
  const { shown, tools } = usePages(/** @type {any[]} */ (page?.columns ?? []), (column) => column.name, pageOfColumns);
  if (fault) return html`<${FaultNotice} fault=${fault} />`;
  if (!page) return html`<p class="soft">${text.notice.loading}</p>`;
  const last = Math.max(0, Math.floor((page.matched - 1) / pageRows) * pageRows);
  const names = page.columns.map((/** @type {any} */ column) => column.name);
  const places = shown.map((column) => page.columns.indexOf(column));
  /** @param {string} label
   * @param {number} to
   * @param {boolean} possible */
  const move = (label, to, possible) => html`<button type="button" disabled=${!possible} onClick=${() => setOffset(to)}>${label}</button>`;
  return html`<div class="list">
    <div class="list-tools">
      <label class="filter">${text.list.filter} <input type="search" value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} /></label>
      <span class="soft" role="status">${fill(text.list.place, { from: count(page.matched === 0 ? 0 : page.offset + 1), to: count(page.offset + page.cells.length), n: count(page.matched) })}</span>
      ${move(text.list.first, 0, offset > 0)}${move(text.list.previous, Math.max(0, offset - pageRows), offset > 0)}
      ${move(text.list.next, offset + pageRows, offset < last)}${move(text.list.last, last, offset < last)}
      <${CopyButton} label=${text.list.copyPage} rows=${() => [names, ...page.cells.map((/** @type {any[]} */ row) => row.map((cell) => (cell === null ? '' : String(cell))))]} />
      <a class="quiet" href=${outputAddress(job, output)} download>${text.list.download}</a>
    </div>
    ${tools}<div class="table-box tall" tabindex="0" role="region" aria-label=${caption}><table class="data"><caption class="hidden">${caption}</caption>
      <thead><tr><th scope="col" class="number">${text.list.record}</th>${shown.map((/** @type {any} */ column) => html`<${SortHeading} title=${column.name} number=${column.kind === 'numeric'}
        sorted=${sort.name === column.name ? (sort.descending ? 'descending' : 'ascending') : ''}
        onSort=${() => setSort({ name: column.name, descending: sort.name === column.name && !sort.descending })} />`)}</tr></thead>
      <tbody>${page.cells.map((/** @type {any[]} */ row, /** @type {number} */ at) => html`<tr><th scope="row" class="number">${count(page.numbers[at])}</th>${places.map((place) =>
        html`<td class=${page.columns[place].kind === 'numeric' ? 'number' : ''}>${row[place] === null ? html`<span class="soft">${text.list.missing}</span>` : anything(row[place])}</td>`)}</tr>`)}</tbody>
    </table></div>
  </div>`;
}
