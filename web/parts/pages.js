// Long lists of columns in pages, so that a file of thousands of columns does not become thousands of fields: a filter
// by name, and one page at a time. Short lists are shown whole.
import { html, useMemo, useState } from '../preact.js';
import { count } from '../numbers.js';
import { fill, text } from '../text/text.js';

/** @template T
 * @param {T[]} items
 * @param {(item: T) => string} nameOf
 * @param {number} size of a page
 * @returns {{shown: T[], tools: any}} the items of the page, and what goes to another one; nothing for short lists */
export function usePages(items, nameOf, size) {
  const [wanted, setWanted] = useState('');
  const [from, setFrom] = useState(0);
  const found = useMemo(() => (wanted === '' ? items : items.filter((item) => nameOf(item).toLowerCase().includes(wanted.toLowerCase()))), [items, wanted]);
  if (items.length <= size) return { shown: items, tools: null };
  const last = Math.max(0, Math.floor((found.length - 1) / size) * size);
  const start = Math.min(from, last);
  const shown = found.slice(start, start + size);
  const tools = html`<div class="list-tools pages">
    <label class="filter">${text.list.filterColumns} <input type="search" value=${wanted} onInput=${(/** @type {any} */ event) => {
      setWanted(event.target.value);
      setFrom(0);
    }} /></label>
    <span class="soft" role="status">${fill(text.list.place, { from: count(found.length === 0 ? 0 : start + 1), to: count(start + shown.length), n: count(found.length) })}</span>
    <button type="button" disabled=${start === 0} onClick=${() => setFrom(start - size)}>${text.list.previous}</button>
    <button type="button" disabled=${start >= last} onClick=${() => setFrom(start + size)}>${text.list.next}</button></div>`;
  return { shown, tools };
}
