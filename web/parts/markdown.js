// Shows the pages of the registry (plain Markdown: paragraphs, headings, lists, tables, code). It makes elements, never
// HTML text, so that nothing in a page can become a script.
import { html } from '../preact.js';
import { spoken } from '../text/worded.js';

/** Code in backquotes and bold text.
 * @param {string} line */
function inline(line) {
  return line.split(/(`[^`]*`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 1) {
      const words = spoken(part.slice(1, -1));
      return words ? html`<em>${words}</em>` : html`<code>${part.slice(1, -1)}</code>`;
    }
    if (part.startsWith('**') && part.length > 4) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  });
}

/** @param {string} row */
const cellsOf = (row) => row.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

/** @param {string[]} lines */
function table(lines) {
  const [head, , ...body] = lines;
  return html`<div class="table-box" tabindex="0"><table><thead><tr>${cellsOf(head).map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
    <tbody>${body.map((row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** @param {string} block */
function shown(block) {
  const lines = block.split('\n');
  if (lines[0].startsWith('#')) return html`<h4>${inline(lines[0].replace(/^#+\s*/, ''))}</h4>`;
  if (lines[0].startsWith('|') && lines.length > 2) return table(lines);
  if (/^[-*] /.test(lines[0])) return html`<ul>${block.split(/\n(?=[-*] )/).map((item) => html`<li>${inline(item.slice(2))}</li>`)}</ul>`;
  return html`<p>${inline(block)}</p>`;
}

/** @param {{source: string}} props */
export function Markdown({ source }) {
  const parts = source.split(/^```.*$/m);
  return html`<div class="prose">${parts.map((part, at) => at % 2 === 1
    ? html`<pre tabindex="0">${part.trim()}</pre>`
    : part.split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean).map(shown))}</div>`;
}
