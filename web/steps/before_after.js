// What protection does to the data: distributions and correlations before and after, and the records that changed most.
import { html, useMemo, useState } from '../preact.js';
import { anything, number } from '../numbers.js';
import { sampleSize } from '../state/evaluation.js';
import { useAnswer } from '../state/jobs.js';
import { original, schemaOf } from '../state/project.js';
import { fill, text } from '../text/text.js';
import { binsOf, Correlations, Histogram } from '../parts/charts.js';
import { List } from '../parts/list.js';
import { FaultNotice, Working } from '../parts/notice.js';
import { usePages } from '../parts/pages.js';
import { Records } from '../parts/records.js';

const pageOfColumns = 12;

/** @param {{world: import('../frame/frame.js').World, masked: string | null, sampled: boolean, columns: string[]}} props */
export function BeforeAfter({ world, masked, sampled, columns }) {
  const { project, inspected } = world;
  const [records, setRecords] = useState(false);
  const { shown, tools } = usePages(columns, (column) => column, pageOfColumns);
  const request = useMemo(() => (masked && shown.length > 0 ? {
    job: 'distributions', columns: shown, inputs: { original: original(project, sampled ? sampleSize : 0), masked: [{ job: masked, output: 0 }] }, schema: { original: schemaOf(project, inspected) },
  } : null), [masked, sampled, shown.join('\t')]);
  const answer = useAnswer(request);
  const result = answer.result;
  return html`<section aria-busy=${answer.stale}><h2>${text.beforeAfter.title}</h2>${sampled ? html`<p class="soft">${text.beforeAfter.sampled}</p>` : null}
    ${tools}<${Working} answer=${answer} what=${text.beforeAfter.title} /><${FaultNotice} fault=${answer.error} />
    ${result ? html`<p class="legend"><span class="key before"></span> ${text.chart.before} <span class="key after"></span> ${text.chart.after}</p>
      <div class="multiples">${result.columns.map((/** @type {any} */ column) => html`<div><${Histogram} title=${column.name} bins=${binsOf(column)} />${Number.isFinite(column.before?.mean) ? html`<p class="soft">${fill(text.beforeAfter.moments, { m0: number(column.before.mean), m1: number(column.after?.mean), s0: number(column.before.sd), s1: number(column.after?.sd) })}</p>` : null}</div>`)}</div>
      ${result.correlations?.columns?.length > 1 ? html`<${Correlations} columns=${result.correlations.columns} before=${result.correlations.before} after=${result.correlations.after} />` : null}
      ${(result.changed ?? []).length > 0 ? html`<h3>${text.beforeAfter.changed}</h3><${List} caption=${text.beforeAfter.changed} rows=${result.changed} columns=${[
        { name: 'record', title: text.list.record, number: true }, { name: 'distance', title: text.beforeAfter.distance, number: true },
        { name: 'cells', title: text.beforeAfter.cells, value: (/** @type {any} */ row) => row.cells.map((/** @type {any} */ cell) => `${cell.column} ${anything(cell.before)} → ${anything(cell.after)}`).join(', ') }]} />` : null}` : null}
    ${masked ? html`<button type="button" class="quiet" aria-expanded=${records} onClick=${() => setRecords(!records)}>${text.beforeAfter.records}</button>${records ? html`<${Records} job=${masked} output=${0} caption=${text.beforeAfter.records} />` : null}` : null}</section>`;
}
