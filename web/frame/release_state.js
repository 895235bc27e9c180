// The state of the release, always in view: risk before and after, utility, and warnings by grade. Each number says
// on a click what it means and how it is computed.
import { html } from '../preact.js';
import { number } from '../numbers.js';
import { store } from '../state/store.js';
import { sampleSize } from '../state/evaluation.js';
import { fill, text } from '../text/text.js';
import { Bar } from '../parts/charts.js';
import { Explain } from '../parts/explain.js';
import { FaultNotice } from '../parts/notice.js';

/** @param {any} answer
 * @param {string} name */
const scoreOf = (answer, name) => answer.result?.measures?.[name] ?? null;

/** The share of a bar: percentages as they are, other numbers against the larger of the two.
 * @param {number | null} value
 * @param {number | null} other */
function shareOf(value, other) {
  if (value === null) return 0;
  return value / Math.max(100, value, other ?? 0);
}

/** @param {{side: 'risk' | 'utility', project: Project, registry: Registry}} props */
function MeasureChoice({ side, project, registry }) {
  const entries = registry.measures.filter((entry) => entry.side === side || entry.side === 'both');
  return html`<select class="compact" aria-label=${text.state.choose[side]} value=${project.watch[side]}
    onChange=${(/** @type {any} */ event) => store.change(text.state.choose[side], { watch: { ...project.watch, [side]: event.target.value } })}>
    ${entries.map((entry) => html`<option value=${entry.name}>${entry.title}</option>`)}</select>`;
}

/** @param {{label: string, score: any, other: any, approximate: boolean, entry: Entry | undefined, tone: string}} props */
function Line({ label, score, other, approximate, entry, tone }) {
  const value = score?.value ?? null;
  return html`<div class="state-line"><span>${label}</span>
    <${Explain} entry=${entry} reading=${score?.reading ?? score?.note}>${value === null ? '–' : `${approximate ? '≈ ' : ''}${number(value)}`}</${Explain}>
    <${Bar} share=${shareOf(value, other?.value ?? null)} tone=${tone} /></div>`;
}

/** @param {{project: Project, registry: Registry, evaluation: import('../state/evaluation.js').Evaluation}} props */
export function ReleaseState({ project, registry, evaluation }) {
  const { before, measure, mask, sampled, warnings } = evaluation;
  const riskEntry = registry.measures.find((entry) => entry.name === project.watch.risk);
  const utilityEntry = registry.measures.find((entry) => entry.name === project.watch.utility);
  const riskBefore = scoreOf(before, project.watch.risk);
  const riskAfter = scoreOf(measure, project.watch.risk);
  const busy = evaluation.state === 'running' || before.state === 'running';
  return html`<aside class="release-state" aria-label=${text.state.title} aria-busy=${busy}><div class="state-inner" tabindex="0">
    <section><h2>${text.state.risk}</h2><${MeasureChoice} side="risk" project=${project} registry=${registry} />
      <${Line} label=${text.state.before} score=${riskBefore} other=${riskAfter} approximate=${sampled} entry=${riskEntry} tone="soft" />
      ${evaluation.state === 'none' ? html`<p class="soft">${text.state.noSteps}</p>` : html`<${Line} label=${text.state.after} score=${riskAfter} other=${riskBefore} approximate=${sampled || measure.stale} entry=${riskEntry} tone="" />`}
    </section>
    <section><h2>${text.state.utility}</h2><${MeasureChoice} side="utility" project=${project} registry=${registry} />
      <${Line} label=${utilityEntry?.better === 'higher' ? text.state.kept : text.state.loss} score=${scoreOf(measure, project.watch.utility)} other=${null} approximate=${sampled || measure.stale} entry=${utilityEntry} tone="" />
    </section>
    ${sampled && evaluation.state !== 'none' ? html`<p class="soft">${fill(text.state.sampled, { n: sampleSize.toLocaleString() })}</p>` : null}
    ${evaluation.exactPossible && evaluation.state !== 'none' ? html`<p><button type="button" onClick=${evaluation.wantExact}>${text.state.exact}</button></p>` : null}
    <section><h2>${text.state.warnings}</h2>
      ${mask.error ? html`<${FaultNotice} fault=${mask.error} />` : null}${measure.error ? html`<${FaultNotice} fault=${measure.error} />` : null}
      ${warnings.length === 0 ? html`<p class="soft">${text.state.noWarnings}</p>` : html`<ul class="warnings">${[...warnings].sort(byGrade).map((warning) => html`<li class=${warning.grade}><strong>${text.grades[warning.grade]}</strong> <details><summary>${shortened(warning.text)}</summary>${warning.text}</details></li>`)}</ul>`}
    </section></div>
  </aside>`;
}

/** @param {string} sentence */
const shortened = (sentence) => (sentence.length > 60 ? `${sentence.slice(0, sentence.lastIndexOf(' ', 58))} …` : sentence);

/** @param {Warning} one
 * @param {Warning} other */
export function byGrade(one, other) {
  const grades = ['stop', 'mind', 'note'];
  return grades.indexOf(one.grade) - grades.indexOf(other.grade);
}
