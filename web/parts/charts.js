// Small charts in the colours of the reports: bars, histograms before and after. Each has its numbers as a table that
// opens below it, and every part can be read by keyboard.
import { html, useId } from '../preact.js';
import { anything, correlation, number, percent } from '../numbers.js';
import { text } from '../text/text.js';

/** A bar beside its number; the number is the text, the bar only shows its size.
 * @param {{share: number, tone?: string}} props share of 0 to 1 */
export function Bar({ share, tone = '' }) {
  return html`<span class="bar-track" aria-hidden="true"><span class=${`bar-fill ${tone}`} style=${{ width: `${Math.round(1000 * Math.min(1, Math.max(0, share || 0))) / 10}%` }}></span></span>`;
}

/** Names with bars, as a table.
 * @param {{caption: string, rows: {name: any, value: number | null, shown?: string, tone?: string}[], largest?: number}} props */
export function Bars({ caption, rows, largest }) {
  const top = largest ?? Math.max(1e-12, ...rows.map((row) => row.value ?? 0));
  return html`<table class="bars"><caption class="hidden">${caption}</caption><tbody>${rows.map((row) => html`<tr>
    <th scope="row">${row.name}</th><td class="bar-cell"><${Bar} share=${(row.value ?? 0) / top} tone=${row.tone} /></td><td class="number">${row.shown ?? number(row.value)}</td></tr>`)}</tbody></table>`;
}

const width = 320;
const height = 120;
const margin = { left: 4, right: 4, top: 6, bottom: 18 };

/** @typedef {{label: string, lower?: number | null, upper?: number | null, before: number, after?: number | null}} Bin */

/** The bins of a column from the job `distributions`: intervals of numbers, or categories.
 * @param {any} column
 * @returns {Bin[]} */
export function binsOf(column) {
  if (!column?.bins) return (column?.categories ?? []).map((/** @type {any} */ each) => ({ label: String(each.label || each.value), before: each.before, after: each.after }));
  const { edges, before, after } = column.bins;
  return before.map((/** @type {number} */ share, /** @type {number} */ at) => ({ label: number(edges[at]), lower: edges[at], upper: edges[at + 1], before: share, after: after ? after[at] : null }));
}

/** Bars before, a line after; shares of the records, with cut points as lines.
 * @param {{title: string, bins: Bin[], small?: boolean, cuts?: number[]}} props */
export function Histogram({ title, bins, small, cuts = [] }) {
  const id = useId();
  if (bins.length === 0) return html`<p class="soft">${text.chart.nothing}</p>`;
  const masked = bins.some((bin) => bin.after !== null && bin.after !== undefined);
  const top = Math.max(1e-12, ...bins.map((bin) => Math.max(bin.before ?? 0, bin.after ?? 0)));
  const step = (width - margin.left - margin.right) / bins.length;
  const floor = height - margin.bottom;
  /** @param {number} value */
  const y = (value) => floor - ((floor - margin.top) * value) / top;
  const line = bins.map((bin, at) => `${at === 0 ? 'M' : 'L'}${margin.left + at * step} ${y(bin.after ?? 0)}H${margin.left + (at + 1) * step}`).join('');
  const chart = html`<svg class=${small ? 'chart small-chart' : 'chart'} role="img" viewBox=${`0 0 ${width} ${height}`} aria-labelledby=${id}>
    <title id=${id}>${title}</title>
    ${bins.map((bin, at) => html`<g class="bin"><rect class="before" x=${margin.left + at * step + 0.5} y=${y(bin.before)} width=${Math.max(0.5, step - 1)} height=${floor - y(bin.before)} />
      <rect class="hit" x=${margin.left + at * step} y=${margin.top} width=${step} height=${floor - margin.top}><title>${`${bin.label}: ${percent(100 * bin.before)}${masked ? ` → ${percent(100 * (bin.after ?? 0))}` : ''}`}</title></rect></g>`)}
    ${masked ? html`<path class="after" d=${line} />` : null}
    ${cuts.map((cut) => html`<line class="reference" x1=${placeOf(cut, bins, step)} x2=${placeOf(cut, bins, step)} y1=${margin.top} y2=${floor} />`)}
    <line class="zero" x1=${margin.left} x2=${width - margin.right} y1=${floor} y2=${floor} />
    ${small ? null : html`<text class="tick" x=${margin.left} y=${height - 4}>${short(bins[0].label)}</text>
      ${bins.length > 1 ? html`<text class="tick" x=${width - margin.right} y=${height - 4} text-anchor="end">${short(bins[bins.length - 1].label)}</text>` : null}`}
  </svg>`;
  if (small) return chart;
  return html`<figure class="figure"><p class="figure-title">${title}</p>${chart}
    <${Numbers} rows=${bins.map((bin) => [bin.label, percent(100 * bin.before), ...(masked ? [percent(100 * (bin.after ?? 0))] : [])])}
      heads=${[text.chart.value, masked ? text.chart.before : text.chart.records, ...(masked ? [text.chart.after] : [])]} caption=${title} /></figure>`;
}

/** Where a number lies along the bins.
 * @param {number} value
 * @param {Bin[]} bins
 * @param {number} step */
function placeOf(value, bins, step) {
  const at = bins.findIndex((bin) => value < (bin.upper ?? -Infinity));
  if (at < 0) return width - margin.right;
  const { lower, upper } = bins[at];
  const share = (value - (lower ?? value)) / ((upper ?? value) - (lower ?? value) || 1);
  return margin.left + (at + Math.max(0, share)) * step;
}

/** @param {string} label */
const short = (label) => (label.length > 22 ? `${label.slice(0, 21)}…` : label);

/** The numbers of a chart.
 * @param {{heads: string[], rows: any[][], caption: string, title?: string}} props */
export function Numbers({ heads, rows, caption, title = text.chart.table }) {
  return html`<details class="numbers"><summary>${title}</summary><div class="table-box" tabindex="0" role="region" aria-label=${caption}><table class="data"><caption class="hidden">${caption}</caption>
    <thead><tr>${heads.map((head, at) => html`<th scope="col" class=${at > 0 ? 'number' : ''}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, at) => (at === 0 ? html`<th scope="row">${anything(cell)}</th>` : html`<td class="number">${anything(cell)}</td>`))}</tr>`)}</tbody></table></div></details>`;
}

/** Correlations before and after, as two triangles of one square: below the diagonal before, above it after.
 * @param {{columns: string[], before: (number | null)[][], after: (number | null)[][] | null}} props */
export function Correlations({ columns, before, after }) {
  return html`<div class="table-box" tabindex="0" role="region" aria-label=${text.chart.correlations}><table class="data heat"><caption>${after ? text.chart.correlationsBoth : text.chart.correlations}</caption>
    <thead><tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${columns.map((row, at) => html`<tr><th scope="row">${row}</th>${columns.map((_column, place) => {
      const value = place > at && after ? after[at]?.[place] : before[at]?.[place];
      if (place === at || (place > at && !after)) return html`<td></td>`;
      return html`<td class=${`number ${heat(value)}`}>${correlation(value)}</td>`;
    })}</tr>`)}</tbody></table></div>`;
}

/** @param {number | null | undefined} value */
function heat(value) {
  if (value === null || value === undefined) return '';
  const size = Math.min(4, Math.floor(Math.abs(value) * 5));
  return `${value < 0 ? 'low' : 'high'}-${size}`;
}
