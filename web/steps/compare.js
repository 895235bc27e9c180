// Step 5: methods at the same risk, or with at most so much, ranked by what is lost. Results come in while the job runs;
// a point of the map or a line of the ranking can be adopted as a step.
import { html, useState } from '../preact.js';
import { anything, isPercentage, measured, number } from '../numbers.js';
import { begin, faultOf, useAnswer, useJob } from '../state/jobs.js';
import { fingerprint } from '../state/fingerprint.js';
import { sampleSize } from '../state/evaluation.js';
import { columnsWithRole, maskRequest, original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, language, text } from '../text/text.js';
import { labelOf, titleOf, worded } from '../text/worded.js';
import { Numbers } from '../parts/charts.js';
import { Dialog } from '../parts/explain.js';
import { ColumnChoices } from '../parts/form.js';
import { List } from '../parts/list.js';
import { RiskUtilityMap, Spark } from '../parts/map.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { api, figureAddress, pageAddress } from '../api.js';
import { BeforeAfter } from './before_after.js';
import { addStep } from './protect.js';
import { Typed } from '../parts/typed.js';

/** @param {Partial<Project['compare']>} members
 * @param {boolean} merge */
function set(members, merge = false) {
  store.change(text.compare.settings, { compare: { ...store.project.compare, ...members } }, { merge });
}

/** What a level of risk means, where the measure is a percentage of people found.
 * @param {Entry | undefined} entry
 * @param {number} target */
function meaning(entry, target) {
  if (!entry) return '';
  if (!isPercentage(entry) || target <= 0) return entry.summary;
  return `${entry.summary} ${fill(text.compare.oneIn, { n: number(Math.round(100 / target)) })}`;
}

/** Numbers among the quasi-identifiers and confidential columns.
 * @param {Project} project
 * @param {any} inspected */
function proposedColumns(project, inspected) {
  const numeric = new Set(inspected.columns.filter((/** @type {any} */ column) => column.kind === 'numeric').map((/** @type {any} */ column) => column.name));
  return columnsWithRole(project, inspected, ['quasi-identifier', 'confidential']).filter((name) => numeric.has(name));
}

/** @param {{world: import('../frame/frame.js').World}} props */
function Settings({ world }) {
  const { project, registry, inspected } = world;
  const { compare } = project;
  const risks = registry.measures.filter((entry) => entry.side === 'risk');
  const utilities = registry.measures.filter((entry) => entry.side === 'utility');
  const entry = risks.find((each) => each.name === compare.measure);
  const levels = entry?.range === '0 to 1' ? { step: 0.01, most: 1 } : { step: 0.5, most: 50 };
  const numeric = inspected.columns.map((/** @type {any} */ column) => column.name);
  const proposed = proposedColumns(project, inspected);
  return html`<div class="card settings"><fieldset class="row wrap"><legend>${text.compare.risk}</legend>
      <label><select aria-label=${text.compare.risk} value=${compare.measure} onChange=${(/** @type {any} */ event) => set({ measure: event.target.value })}>${risks.map((each) => html`<option value=${each.name}>${each.title}</option>`)}</select></label>
      <label class="choice"><input type="radio" name="how" checked=${compare.how === 'at-most'} onChange=${() => set({ how: 'at-most' })} /> <span>${text.compare.atMost}</span></label>
      <label class="choice"><input type="radio" name="how" checked=${compare.how === 'equal'} onChange=${() => set({ how: 'equal' })} /> <span>${text.compare.equal}</span></label>
      <label>${text.compare.level} <input type="range" min=${levels.step} max=${levels.most} step=${levels.step} value=${compare.target} aria-valuetext=${measured(entry, compare.target)} onInput=${(/** @type {any} */ event) => set({ target: Number(event.target.value) }, true)} /></label>
      <${Typed} type="number" step="any" class="number-field" aria-label=${text.compare.level} value=${compare.target} onChange=${(/** @type {any} */ event) => set({ target: Number(event.target.value) })} />${isPercentage(entry) ? html`<span>%</span>` : null}
      <p class="doc">${meaning(entry, compare.target)}</p></fieldset>
    <details><summary>${text.compare.more}</summary><div class="columns">
      <${ColumnChoices} legend=${text.protect.columns} columns=${numeric} chosen=${compare.columns.length > 0 ? compare.columns : proposed} onChange=${(/** @type {string[]} */ columns) => set({ columns })} />
      <${ColumnChoices} legend=${text.compare.rankBy} columns=${utilities.map((each) => each.name)} titles=${titleOf} chosen=${compare.rankBy} onChange=${(/** @type {string[]} */ rankBy) => set({ rankBy })} />
      <${ColumnChoices} legend=${text.compare.methods} columns=${registry.methods.map((each) => each.name)} titles=${titleOf} chosen=${compare.methods} onChange=${(/** @type {string[]} */ methods) => set({ methods })} /></div></details></div>`;
}

/** @param {import('../frame/frame.js').World} world */
function compareRequest({ project, inspected }) {
  const { compare } = project;
  const proposed = proposedColumns(project, inspected);
  const columns = compare.columns.length > 0 ? compare.columns : proposed;
  return {
    job: 'compare', [compare.how]: [`${compare.measure}=${compare.target}`],
    ...(compare.rankBy.length > 0 ? { 'rank-by': compare.rankBy } : {}), ...(compare.methods.length > 0 ? { methods: compare.methods } : {}), ...(columns.length > 0 ? { columns } : {}),
    ...(project.release.seed === null ? {} : { seed: project.release.seed }), report: true, label: 'compare', inputs: { original: original(project) }, schema: { original: schemaOf(project, inspected) },
  };
}

/** Methods as they are known so far: those of the result, or those that came in while the job runs.
 * @param {Answer} answer */
function methodsOf(answer) {
  if (answer.result) return /** @type {any[]} */ ((answer.result.comparisons?.[0] ?? answer.result).methods ?? []);
  return answer.partial.filter((each) => each.kind === 'attempt').map((each) => ({ ...each, parameters: each.dial ? { [each.dial]: each.value } : {}, curve: (each.curve ?? []).map((/** @type {number[]} */ point) => ({ parameter: point[0], value: point[1] })) }));
}

/** The parameter by which a method was brought to the risk, and its setting. Searches look at one parameter: it is the
 * one whose value is on the curve.
 * @param {any} method
 * @param {Entry | undefined} entry */
function dialOf(method, entry) {
  const tried = (method.curve ?? []).map((/** @type {any} */ point) => point.parameter);
  const found = Object.entries(method.parameters ?? {}).find(([name, value]) => typeof value === 'number' && (entry?.parameters.find((param) => param.name === name)?.dial ?? 'none') !== 'none' && tried.includes(value));
  return { name: found?.[0] ?? '', taken: /** @type {number | null} */ (found?.[1] ?? null), logarithmic: entry?.parameters.find((param) => param.name === found?.[0])?.logarithmic === true };
}

/** @param {{method: any, target: number, entry: Entry | undefined, risk: Entry | undefined}} props */
function Calibration({ method, target, entry, risk }) {
  const points = method.curve ?? [];
  if (points.length === 0) return null;
  const dial = dialOf(method, entry);
  return html`<${Spark} points=${points} target=${target} taken=${dial.taken} logarithmic=${dial.logarithmic} title=${fill(text.compare.calibrationOf, { method: titleOf(method.method), n: points.length, parameter: dial.name ? labelOf(dial.name) : text.compare.parameters, attained: measured(risk, method.attained) })} />`;
}

/** The charts of the report, drawn by the program; the map first.
 * @param {{job: JobDocument, first: string}} props */
function ReportCharts({ job, first }) {
  const titles = job.figure_titles ?? [];
  const [shown, setShown] = useState(Math.max(0, titles.indexOf(first)));
  return html`<label>${text.compare.chart} <select value=${shown} onChange=${(/** @type {any} */ event) => setShown(Number(event.target.value))}>${titles.map((title, at) => html`<option value=${at}>${title}</option>`)}</select></label>
    <p><img class="report-figure" src=${figureAddress(job.id, shown + 1)} alt=${titles[shown]} /></p>`;
}

/** @param {{job: JobDocument | null, first: string, children: any}} props */
function MapViews({ job, first, children }) {
  const [drawn, setDrawn] = useState(false);
  const possible = job !== null && (job.figure_titles ?? []).length > 0;
  return html`<section><h2>${text.compare.map}</h2>${possible ? html`<div class="tabs" role="group" aria-label=${text.compare.map}>
    <button type="button" aria-pressed=${!drawn} onClick=${() => setDrawn(false)}>${text.compare.live}</button><button type="button" aria-pressed=${drawn} onClick=${() => setDrawn(true)}>${text.compare.asReported}</button></div>` : null}
    ${drawn && possible ? html`<${ReportCharts} key=${job.id} job=${job} first=${first} />` : children}</section>`;
}

/** Parameters with their labels, one by one.
 * @param {Record<string, any>} parameters */
const labelled = (parameters) => Object.entries(parameters).map(([name, value]) => `${labelOf(name)}: ${anything(value)}`).join('; ') || '–';

/** What the method does to the data, on the sample.
 * @param {{world: import('../frame/frame.js').World, method: string, columns: string[], parameters: Record<string, any>}} props */
function Preview({ world, method, columns, parameters }) {
  const { project, inspected } = world;
  const sample = inspected.rows > sampleSize ? sampleSize : 0;
  const answer = useAnswer(maskRequest(project, inspected, { steps: [{ id: 0, method, columns, parameters }], rules: {} }, sample));
  return html`<${Working} answer=${answer} what=${text.protect.masking} /><${FaultNotice} fault=${answer.error} />
    ${answer.state === 'done' ? html`<${BeforeAfter} world=${world} masked=${answer.id} sampled=${sample > 0} columns=${answer.result?.columns ?? columns} />` : null}`;
}

/** The measure of this name; one with parameters of its own ("rank-linkage window=5") begins with it.
 * @param {Registry} registry
 * @param {string} name */
const entryNamed = (registry, name) => registry.measures.find((entry) => entry.name === name) ?? registry.measures.find((entry) => name.startsWith(`${entry.name} `) || name.startsWith(`${entry.name}.`));

/** @param {{method: any, measures: string[], world: import('../frame/frame.js').World, columns: string[], risk: string, onClose: () => void}} props */
function Chosen({ method, measures, world, columns, risk, onClose }) {
  const [previewed, setPreviewed] = useState(false);
  const entry = world.registry.methods.find((each) => each.name === method.method);
  /** @param {string} name
   * @param {number | null | undefined} value */
  const shownAs = (name, value) => measured(entryNamed(world.registry, name), value);
  const parameters = Object.fromEntries(Object.entries(method.parameters ?? {}).filter(([name, value]) => {
    const param = entry?.parameters.find((each) => each.name === name);
    return param && JSON.stringify(param.default) !== JSON.stringify(value);
  }));
  return html`<${Dialog} title=${entry?.title ?? method.method} onClose=${onClose} wide=${previewed}><p>${entry?.summary}</p>
    <dl><dt>${text.compare.parameters}</dt><dd>${labelled(method.parameters ?? {})}</dd><dt>${titleOf(risk)}</dt><dd>${shownAs(risk, method.attained)}</dd>
      ${measures.map((name) => html`<dt>${titleOf(name)}</dt><dd>${shownAs(name, method.measures?.[name])}</dd>`)}
      ${Object.entries(method.risks ?? {}).filter(([name]) => name !== risk).map(([name, other]) => html`<dt>${titleOf(name)}</dt><dd>${shownAs(name, /** @type {any} */ (other).value)}</dd>`)}</dl>
    ${(method.curve ?? []).length > 0 ? html`<${Numbers} title=${text.compare.calibration} caption=${text.compare.calibration} heads=${[labelOf(dialOf(method, entry).name) || text.compare.parameters, titleOf(risk)]} rows=${method.curve.map((/** @type {any} */ point) => [number(point.parameter), shownAs(risk, point.value)])} />` : null}
    ${entry ? html`<div class="row"><button type="button" class="primary" onClick=${() => {
      addStep(method.method, columns, parameters);
      onClose();
      location.hash = '#protect';
    }}>${text.compare.adopt}</button><button type="button" aria-expanded=${previewed} onClick=${() => setPreviewed(!previewed)}>${text.beforeAfter.title}</button></div>
    ${previewed ? html`<${Preview} world=${world} method=${method.method} columns=${columns} parameters=${parameters} />` : null}` : html`<p class="soft">${text.compare.recipe}</p>`}</${Dialog}>`;
}

/** @param {{methods: any[], measures: string[], target: number, risk: string, registry: Registry, onChoose: (method: string) => void}} props */
function Ranking({ methods, measures, target, risk, registry, onChoose }) {
  /** @param {any} row
   * @returns {[string, number][]} */
  const othersOf = (row) => Object.entries(row.risks ?? {}).filter(([name]) => name !== risk).map(([name, other]) => [name, /** @type {any} */ (other).value]);
  /** @param {string} name
   * @param {number | null | undefined} value */
  const shownAs = (name, value) => measured(entryNamed(registry, name), value);
  const columns = [
    { name: 'rank', title: text.compare.rank, number: true, value: (/** @type {any} */ row) => row.ranks?.overall ?? null },
    { name: 'method', title: text.compare.method, value: (/** @type {any} */ row) => titleOf(row.method), show: (/** @type {any} */ row) => html`<button type="button" class="explain" onClick=${() => onChoose(row.method)}>${titleOf(row.method)}</button>` },
    { name: 'attained', title: text.compare.attained, number: true, show: (/** @type {any} */ row) => html`${shownAs(risk, row.attained)}${row.standard_error ? html` <span class="soft">± ${shownAs(risk, row.standard_error)}</span>` : null}` },
    ...measures.map((name) => ({
      name, title: titleOf(name), number: true, value: (/** @type {any} */ row) => row.measures?.[name] ?? null,
      show: (/** @type {any} */ row) => {
        const span = row.interval?.measures?.[name];
        return span && span[0] !== span[1] ? `${shownAs(name, span[0])} – ${shownAs(name, span[1])}` : shownAs(name, row.measures?.[name]);
      },
    })),
    { name: 'curve', title: text.compare.calibration, value: () => null, show: (/** @type {any} */ row) => html`<${Calibration} method=${row} target=${target} entry=${registry.methods.find((each) => each.name === row.method)} risk=${entryNamed(registry, risk)} />` },
    { name: 'risks', title: text.compare.otherRisks, value: (/** @type {any} */ row) => othersOf(row).map(([name, value]) => `${titleOf(name)} ${shownAs(name, value)}`).join(', '), show: (/** @type {any} */ row) => html`<ul class="risk-list">${othersOf(row).map(([name, value]) => html`<li>${titleOf(name)} ${shownAs(name, value)}</li>`)}</ul>` },
    { name: 'reason', title: text.compare.out, value: (/** @type {any} */ row) => (row.reached ? '' : worded(row.reason ?? text.compare.searching)) },
  ];
  return html`<${List} caption=${text.compare.ranking} rows=${methods} columns=${columns} rowClass=${(/** @type {any} */ row) => (row.reached ? '' : 'greyed')} />`;
}

/** "a, b and c".
 * @param {string[]} names */
const named = (names) => new Intl.ListFormat(language, { type: 'conjunction' }).format(names);

/** Which methods are best, as the job says: all in the first place, and the one that can be released where that is another.
 * @param {{found: any, measures: number}} props */
function Headline({ found, measures }) {
  const best = /** @type {string[]} */ (found?.best ?? []);
  if (best.length === 0) return null;
  const sentence = best.length === 1 ? fill(measures > 1 ? text.compare.winnerBySum : text.compare.winner, { method: titleOf(best[0]) }) : fill(text.compare.winners, { methods: named(best.map(titleOf)) });
  return html`<p class="lead">${sentence}${best.includes(found.winner) ? '' : ` ${fill(text.compare.taken, { method: titleOf(found.winner) })}`}</p>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Compare({ world }) {
  const { project, inspected, registry } = world;
  const [chosen, setChosen] = useState('');
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const answer = useJob(project.compare.job);
  if (!project.file) return html`<h1>${text.screens.compare}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  if (!inspected) return html`<h1>${text.screens.compare}</h1><${Working} answer=${world.inspection} what=${text.data.reading} /><${FaultNotice} fault=${world.inspection.error} />`;
  // Results of other settings are not shown; undo brings the settings, and with them the results, back.
  const request = compareRequest(world);
  const current = project.compare.of === undefined || project.compare.of === fingerprint(JSON.stringify(request));
  const methods = current ? methodsOf(answer) : [];
  const measures = [...new Set(methods.flatMap((method) => Object.keys(method.measures ?? {})))];
  const shown = measures[0];
  const asked = [project.compare.measure, project.compare.target];
  const riskEntry = registry.measures.find((entry) => entry.name === asked[0]);
  const points = methods.filter((method) => method.reached && shown && Number.isFinite(method.measures?.[shown])).map((method) => ({
    method: method.method, x: method.attained, y: method.measures[shown], low: method.interval?.measures?.[shown]?.[0], high: method.interval?.measures?.[shown]?.[1], chosen: method.method === chosen,
  }));
  const picked = methods.find((method) => method.method === chosen);
  const found = current ? answer.result?.comparisons?.[0] ?? answer.result : null;
  return html`<h1>${text.screens.compare}</h1><p>${text.compare.intro}</p><${Settings} world=${world} />
    <div class="row"><button type="button" class="primary" disabled=${answer.state === 'running' && current} onClick=${async () => {
      setFault(null);
      try {
        if (answer.state === 'running' && answer.id) await api.stop(answer.id).catch(() => {});
        store.note({ compare: { ...project.compare, job: await begin(request), of: fingerprint(JSON.stringify(request)) } });
      } catch (failure) {
        setFault(faultOf(failure));
      }
    }}>${text.compare.start}</button>${current && answer.job?.page && answer.state === 'done' ? html`<a class="button" target="_blank" rel="noopener" href=${pageAddress(answer.job.id)}>${text.compare.report}</a>` : null}</div>
    <${FaultNotice} fault=${fault ?? (current ? answer.error : null)} /><${Working} answer=${answer} what=${text.compare.running} />
    ${!current && project.compare.job && answer.state !== 'none' ? html`<p class="notice mind" role="status">${text.compare.changed}</p>` : null}
    <${Headline} found=${found} measures=${measures.length} />
    ${current && (answer.result?.warnings ?? []).length > 0 ? html`<details class="card"><summary>${fill(text.compare.warnings, { n: answer.result.warnings.length })}</summary><ul class="warnings">${answer.result.warnings.map((/** @type {string} */ warning, /** @type {number} */ at) => html`<li class=${answer.result.warning_grades?.[at] ?? 'mind'}>${worded(warning)}</li>`)}</ul></details>` : null}
    ${points.length > 0 ? html`<${MapViews} job=${answer.state === 'done' ? answer.job : null} first=${`${shown} against ${asked[0]}`}><${RiskUtilityMap} points=${points} xEntry=${riskEntry} yEntry=${entryNamed(registry, shown)} target=${Number(asked[1])} onChoose=${setChosen} /></${MapViews}>` : null}
    ${methods.length > 0 ? html`<section><h2>${text.compare.ranking}</h2><${Ranking} methods=${methods} measures=${measures} risk=${String(asked[0])} registry=${registry} target=${Number(asked[1])} onChoose=${setChosen} /></section>` : null}
    ${picked ? html`<${Chosen} method=${picked} measures=${measures} world=${world} risk=${String(asked[0])} columns=${answer.result?.columns ?? request.columns ?? []} onClose=${() => setChosen('')} />` : null}`;
}
