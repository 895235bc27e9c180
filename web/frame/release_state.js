// The state of the release, always in view: risk before and after, utility, and warnings by grade. Each number says
// on a click what it means and how it is computed.
import { html } from '../preact.js';
import { count, isPercentage, measured, number } from '../numbers.js';
import { store } from '../state/store.js';
import { sampleSize } from '../state/evaluation.js';
import { fill, text } from '../text/text.js';
import { worded } from '../text/worded.js';
import { Bar } from '../parts/charts.js';
import { Explain } from '../parts/explain.js';
import { FaultNotice } from '../parts/notice.js';

/** The share of a bar: percentages and shares as they are, other numbers against the larger of the two.
 * @param {Entry | undefined} entry
 * @param {number | null} value
 * @param {number | null} other */
function shareOf(entry, value, other) {
  if (value === null) return 0;
  const whole = isPercentage(entry) ? 100 : entry?.range === '0 to 1' ? 1 : 1e-12;
  return value / Math.max(whole, value, other ?? 0);
}

/** @param {{side: 'risk' | 'utility', project: Project, registry: Registry}} props */
function MeasureChoice({ side, project, registry }) {
  const entries = registry.measures.filter((entry) => entry.side === side || entry.side === 'both');
  return html`<select class="compact" aria-label=${text.state.choose[side]} value=${project.watch[side]}
    onChange=${(/** @type {any} */ event) => store.change(text.state.choose[side], { watch: { ...project.watch, [side]: event.target.value } })}>
    ${entries.map((entry) => html`<option value=${entry.name}>${entry.title}</option>`)}</select>`;
}

/** A number as text: of a sample, or of another draw than that of the release, with ≈; a newer one under way with dots.
 * @param {import('../state/evaluation.js').Shown} shown
 * @param {Entry | undefined} entry */
export function shownText({ score, approximate, busy, onRequest }, entry) {
  const value = score?.value ?? null;
  if (value === null) return busy ? '…' : onRequest ? text.state.notCounted : '–';
  return `${approximate ? '≈ ' : ''}${measured(entry, value)}${busy ? ' …' : ''}`;
}

/** Which reading of missing keys a risk has, and the other one.
 * @param {any} score */
export function missingReading(score) {
  const details = score?.details ?? {};
  if (!details.incomplete_records) return '';
  if (details.wildcard_uniques !== undefined && details.wildcard_uniques !== details.sample_uniques) return fill(text.risk.otherUniques, { n: count(details.wildcard_uniques) });
  if (details.smallest && details.smallest.category !== details.smallest.wildcard) return fill(text.risk.otherSmallest, { n: number(details.smallest.category) });
  return '';
}

/** @param {{label: string, shown: import('../state/evaluation.js').Shown, other: any, entry: Entry | undefined, tone: string}} props */
function Line({ label, shown, other, entry, tone }) {
  const { score } = shown;
  const reading = missingReading(score);
  return html`<div class="state-line"><span>${label}</span>
    <${Explain} entry=${entry} reading=${score?.reading ?? score?.note}>${shownText(shown, entry)}</${Explain}>
    <${Bar} share=${shareOf(entry, score?.value ?? null, other?.value ?? null)} tone=${tone} /></div>${reading ? html`<p class="soft reading">${reading}</p>` : null}`;
}

/** What the utility measure says, and of which columns it says nothing.
 * @param {{evaluation: import('../state/evaluation.js').Evaluation, entry: Entry | undefined}} props */
export function UtilityNotes({ evaluation, entry }) {
  const { utility, uncounted } = evaluation;
  const note = utility.score?.note;
  return html`${uncounted.length > 0 && evaluation.state !== 'none' ? html`<p class="notice mind small">${fill(text.state.uncounted, { measure: entry?.title ?? '', columns: listed(uncounted) })}</p>` : null}
    ${note ? html`<p class="soft">${worded(note)}</p>` : null}`;
}

/** @param {string[]} names */
const listed = (names) => (names.length > 6 ? `${names.slice(0, 6).join(', ')} … (${names.length})` : names.join(', '));

/** @param {{project: Project, registry: Registry, evaluation: import('../state/evaluation.js').Evaluation}} props */
export function ReleaseState({ project, registry, evaluation }) {
  const { before, risk, utility, measure, mask, sampled, warnings } = evaluation;
  const riskEntry = registry.measures.find((entry) => entry.name === project.watch.risk);
  const utilityEntry = registry.measures.find((entry) => entry.name === project.watch.utility);
  const busy = evaluation.state === 'running' || before.busy || (evaluation.state !== 'none' && (risk.busy || utility.busy));
  return html`<aside class="release-state" aria-label=${text.state.title} aria-busy=${busy}><div class="state-inner" tabindex="0">
    <section><h2>${text.state.risk}</h2><${MeasureChoice} side="risk" project=${project} registry=${registry} />
      <${Line} label=${text.state.before} shown=${before} other=${risk.score} entry=${riskEntry} tone="soft" />
      ${evaluation.state === 'none' ? html`<p class="soft">${text.state.noSteps}</p>` : html`<${Line} label=${text.state.after} shown=${risk} other=${before.score} entry=${riskEntry} tone="" />`}
    </section>
    <section><h2>${text.state.utility}</h2><${MeasureChoice} side="utility" project=${project} registry=${registry} />
      ${evaluation.state === 'none' ? null : html`<${Line} label=${utilityEntry?.better === 'higher' ? text.state.kept : text.state.loss} shown=${utility} other=${null} entry=${utilityEntry} tone="" /><${UtilityNotes} evaluation=${evaluation} entry=${utilityEntry} />`}
    </section>
    ${sampled && evaluation.state !== 'none' ? html`<p class="soft">${fill(text.state.sampled, { n: count(sampleSize) })}</p>` : null}
    ${!sampled && evaluation.redrawn && evaluation.state !== 'none' ? html`<p class="soft">${text.state.redrawn}</p>` : null}
    ${evaluation.exactPossible ? html`<p><button type="button" onClick=${evaluation.wantExact}>${text.state.exact}</button></p>` : null}
    <section><h2>${text.state.warnings}</h2>
      ${mask.error ? html`<${FaultNotice} fault=${mask.error} />` : null}${measure.error ? html`<${FaultNotice} fault=${measure.error} />` : null}
      ${warnings.length === 0 ? html`<p class="soft">${text.state.noWarnings}</p>` : html`<ul class="warnings">${[...warnings].sort(byGrade).map((warning) => html`<li class=${warning.grade}><strong>${text.grades[warning.grade]}</strong> <details><summary>${shortened(worded(warning.text))}</summary>${worded(warning.text)}</details></li>`)}</ul>`}
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
