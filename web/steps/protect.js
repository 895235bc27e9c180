// Step 4: the methods that protect the file, in order, each with its parameters as a form from the registry. Risk and
// utility follow on a sample while a slider moves, and two alternatives can be kept side by side.
import { html, useMemo, useState } from '../preact.js';
import { useAnswer } from '../state/jobs.js';
import { sampleSize, useEvaluation } from '../state/evaluation.js';
import { activeAlternative, columnsWithRole, original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { titleOf, worded } from '../text/worded.js';
import { shownText, UtilityNotes } from '../frame/release_state.js';
import { methodPictureAddress } from '../api.js';
import { Dialog, EntryDialog, Explain } from '../parts/explain.js';
import { ColumnChoices, ParamForm } from '../parts/form.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { BeforeAfter } from './before_after.js';
import { Promises } from './promises.js';

/** @param {(alternative: Alternative) => Alternative} edit
 * @param {string} label
 * @param {{merge?: boolean}} options */
export function editAlternative(edit, label, options = {}) {
  const { project } = store;
  store.change(label, { [project.active]: edit(activeAlternative(project)), accepted: [] }, options);
}

/** @param {string} method
 * @param {string[]} columns
 * @param {Record<string, any>} parameters */
export function addStep(method, columns, parameters = {}) {
  const { project } = store;
  const alternative = activeAlternative(project);
  store.change(fill(text.protect.added, { method: titleOf(method) }), { [project.active]: { ...alternative, steps: [...alternative.steps, { id: project.nextStep, method, columns, parameters }] }, nextStep: project.nextStep + 1, accepted: [] });
}

/** @param {{step: Step, at: number, world: import('../frame/frame.js').World, last: boolean}} props */
function StepCard({ step, at, world, last }) {
  const { project, registry, inspected, files } = world;
  const [explained, setExplained] = useState(false);
  const entry = registry.methods.find((method) => method.name === step.method);
  const usable = (inspected?.columns ?? []).filter((/** @type {any} */ column) => entry?.accepts?.includes(column.kind)).map((/** @type {any} */ column) => column.name);
  const label = fill(text.protect.changed, { method: titleOf(step.method) });
  /** @param {Partial<Step>} members
   * @param {boolean} moving */
  const set = (members, moving = false) => editAlternative((alternative) => ({ ...alternative, steps: alternative.steps.map((each) => (each.id === step.id ? { ...each, ...members } : each)) }), label, { merge: moving });
  /** @param {number} by */
  const move = (by) => editAlternative((alternative) => {
    const steps = alternative.steps.filter((each) => each.id !== step.id);
    steps.splice(at + by, 0, step);
    return { ...alternative, steps };
  }, fill(text.protect.moved, { method: titleOf(step.method) }));
  return html`<li class="card step-card"><header><h3>${at + 1}. ${entry?.title ?? step.method}</h3><p class="soft">${entry?.summary}</p>
    <div class="row"><button type="button" class="quiet" onClick=${() => setExplained(true)}>${text.protect.about}</button>
      <button type="button" class="quiet" disabled=${at === 0} onClick=${() => move(-1)}>${text.protect.up}</button><button type="button" class="quiet" disabled=${last} onClick=${() => move(1)}>${text.protect.down}</button>
      <button type="button" class="quiet" onClick=${() => editAlternative((alternative) => ({ ...alternative, steps: alternative.steps.filter((each) => each.id !== step.id) }), fill(text.protect.removed, { method: titleOf(step.method) }))}>${text.protect.remove}</button></div></header>
    <div class="step-body"><${ColumnChoices} legend=${text.protect.columns} columns=${usable} chosen=${step.columns} onChange=${(/** @type {string[]} */ columns) => set({ columns })} notes=${notesOf(project, inspected)} />
      ${entry ? html`<${ParamForm} params=${entry.parameters} values=${step.parameters} columns=${step.columns.length > 0 ? step.columns : usable} files=${files.filter((file) => file.kind === 'data').map((file) => file.name)} onChange=${(/** @type {any} */ parameters, /** @type {boolean} */ moving) => set({ parameters }, moving)} />` : null}</div>
    <${StepEffect} world=${world} at=${at} />
    ${explained && entry ? html`<${EntryDialog} entry=${entry} onClose=${() => setExplained(false)} />` : null}</li>`;
}

/** Risk and utility before and after this step; the steps before it count.
 * @param {{world: import('../frame/frame.js').World, at: number}} props */
function StepEffect({ world, at }) {
  const { project, inspected, registry } = world;
  const alternative = activeAlternative(project);
  const earlier = useEvaluation(project, inspected, registry, { ...alternative, steps: alternative.steps.slice(0, at) });
  const now = useEvaluation(project, inspected, registry, { ...alternative, steps: alternative.steps.slice(0, at + 1) });
  if (now.mask.error) return html`<${FaultNotice} fault=${now.mask.error} />`;
  const nothing = { score: null, approximate: false, busy: false, onRequest: false };
  const before = { risk: at === 0 ? earlier.before : earlier.risk, utility: at === 0 ? nothing : earlier.utility };
  return html`<div class="step-effect" aria-busy=${now.state === 'running' || now.risk.busy || now.utility.busy}>${/** @type {const} */ (['risk', 'utility']).map((side) => {
    const entry = registry.measures.find((each) => each.name === project.watch[side]);
    const { score } = now[side];
    return html`<span>${entry?.title}: ${before[side].score ? `${shownText(before[side], entry)} → ` : ''}<${Explain} entry=${entry} reading=${score?.reading ?? score?.note}>${shownText(now[side], entry)}</${Explain}></span> `;
  })}${now.exactPossible ? html`<button type="button" class="quiet" onClick=${() => {
    earlier.wantExact();
    now.wantExact();
  }}>${text.state.exact}</button>` : null}<${UtilityNotes} evaluation=${now} entry=${registry.measures.find((each) => each.name === project.watch.utility)} /></div>`;
}

/** @param {Project} project
 * @param {any} inspected */
function notesOf(project, inspected) {
  const short = { 'quasi-identifier': text.roleNames['quasi-identifier'], confidential: text.roleNames.confidential };
  return Object.fromEntries(Object.entries(short).flatMap(([role, title]) => columnsWithRole(project, inspected, [role]).map((column) => [column, title])));
}

/** What the method does to a distribution, as the reference page of the method shows it. Points fill a square below
 * their title; bars are wide and shown whole.
 * @param {{method: Entry}} props */
function MethodPicture({ method }) {
  const [wide, setWide] = useState(false);
  const address = methodPictureAddress(method.name);
  return html`<a class="method-picture" href=${address} target="_blank" rel="noopener" title=${fill(text.protect.picture, { method: method.title })}><img class=${wide ? 'wide' : ''} src=${address} width="104" height="96" alt=${fill(text.protect.picture, { method: method.title })}
    onLoad=${(/** @type {any} */ event) => setWide(event.target.naturalWidth > event.target.naturalHeight)} /></a>`;
}

/** The methods that fit the chosen columns, and why the others do not.
 * @param {{world: import('../frame/frame.js').World, onClose: () => void}} props */
function AddStep({ world, onClose }) {
  const { project, inspected, registry } = world;
  const [columns, setColumns] = useState(() => columnsWithRole(project, inspected, ['quasi-identifier', 'confidential']));
  const request = useMemo(() => ({ job: 'fitting-methods', columns, inputs: { original: original(project, sampleSize) }, schema: { original: schemaOf(project, inspected) } }), [columns]);
  const answer = useAnswer(columns.length > 0 ? request : null);
  const found = new Map((answer.result?.methods ?? []).map((/** @type {any} */ each) => [each.method, each]));
  const families = [...new Set(registry.methods.map((method) => method.family ?? ''))];
  return html`<${Dialog} title=${text.protect.add} onClose=${onClose} wide>
    <${ColumnChoices} legend=${text.protect.columns} columns=${inspected.columns.map((/** @type {any} */ column) => column.name)} chosen=${columns} onChange=${setColumns} notes=${notesOf(project, inspected)} />
    <${Working} answer=${answer} what=${text.protect.fitting} /><${FaultNotice} fault=${answer.error} />
    ${families.map((family) => html`<section><h3>${text.families[/** @type {keyof typeof text.families} */ (family)] ?? family}</h3><ul class="methods">${registry.methods.filter((method) => method.family === family).map((method) => {
      const fit = found.get(method.name);
      const possible = fit?.fits === true;
      const reasonId = `why-${method.name}`;
      return html`<li key=${method.name} class=${possible ? '' : 'greyed'}><${MethodPicture} method=${method} /><div><button type="button" disabled=${!possible} aria-describedby=${reasonId} onClick=${() => {
        addStep(method.name, fit.columns ?? columns);
        onClose();
      }}>${method.title}</button><p id=${reasonId}>${method.summary}${fit && !possible ? html` <span class="reason">${worded(fit.reason)}${fit.hint ? ` (${worded(fit.hint)})` : ''}</span>` : null}${possible && fit.left_out?.length > 0 ? html` <span class="soft">${fill(text.protect.leftOut, { columns: fit.left_out.join(', ') })}</span>` : null}</p></div></li>`;
    })}</ul></section>`)}
  </${Dialog}>`;
}

/** Rules for the whole recipe, from the registry's job: the flags that every step obeys.
 * @param {{world: import('../frame/frame.js').World, alternative: Alternative}} props */
function Rules({ world, alternative }) {
  const rules = (world.registry.jobs.find((job) => job.name === 'mask')?.parameters ?? []).filter((param) => ['keep-bounds', 'keep-integers', 'derive', 'drop'].includes(param.name));
  return html`<details class="card"><summary>${text.protect.rules}</summary><${ParamForm} params=${rules} values=${alternative.rules} columns=${world.inspected.columns.map((/** @type {any} */ column) => column.name)}
    onChange=${(/** @type {any} */ values) => editAlternative((now) => ({ ...now, rules: values }), text.protect.rules)} /></details>`;
}

/** The other alternative beside the one that is worked on.
 * @param {{world: import('../frame/frame.js').World}} props */
function SideBySide({ world }) {
  const { project, inspected, registry, evaluation } = world;
  const other = project.active === 'a' ? project.b : project.a;
  const theirs = useEvaluation(project, inspected, registry, other);
  if (!other) return null;
  /** @param {import('../state/evaluation.js').Evaluation} of
   * @param {'risk' | 'utility'} side */
  const cell = (of, side) => shownText(of[side], registry.measures.find((entry) => entry.name === project.watch[side]));
  const mine = project.active.toUpperCase();
  const their = project.active === 'a' ? 'B' : 'A';
  // A stands left of B, whichever is worked on.
  const columns = project.active === 'a' ? [evaluation, theirs] : [theirs, evaluation];
  const lists = [project.a, project.b ?? project.a].map((each) => each.steps.map((step) => titleOf(step.method)).join(', ') || '–');
  return html`<section class="card"><h2>${text.protect.sideBySide}</h2><div class="table-box" tabindex="0" role="region" aria-label=${text.protect.sideBySide}><table class="data"><caption class="hidden">${text.protect.sideBySide}</caption><thead><tr><td></td>${['A', 'B'].map((name) => html`<th scope="col" class="number">${name === mine ? fill(text.protect.workedOn, { name }) : name}</th>`)}</tr></thead><tbody>
    ${/** @type {const} */ (['risk', 'utility']).map((side) => html`<tr><th scope="row">${registry.measures.find((entry) => entry.name === project.watch[side])?.title}</th>${columns.map((of) => html`<td class="number">${cell(of, side)}</td>`)}</tr>`)}
    <tr><th scope="row">${text.protect.steps}</th>${lists.map((list) => html`<td class="number wrapped">${list}</td>`)}</tr></tbody></table></div>
    ${evaluation.exactPossible || theirs.exactPossible ? html`<p><button type="button" onClick=${() => {
      evaluation.wantExact();
      theirs.wantExact();
    }}>${text.state.exact}</button></p>` : null}
    <div class="row"><button type="button" onClick=${() => store.change(fill(text.protect.switched, { name: their }), { active: project.active === 'a' ? 'b' : 'a', accepted: [] })}>${fill(text.protect.workOn, { name: their })}</button>
      <button type="button" onClick=${() => store.change(fill(text.protect.adopted, { name: mine }), { a: activeAlternative(project), b: null, active: 'a', accepted: [] })}>${fill(text.protect.adopt, { name: mine })}</button></div></section>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Protect({ world }) {
  const { project, inspected, evaluation } = world;
  const [adding, setAdding] = useState(false);
  if (!project.file) return html`<h1>${text.screens.protect}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  if (!inspected) return html`<h1>${text.screens.protect}</h1><${Working} answer=${world.inspection} what=${text.data.reading} /><${FaultNotice} fault=${world.inspection.error} />`;
  const alternative = activeAlternative(project);
  return html`<h1>${text.screens.protect}${project.b ? ` ${project.active.toUpperCase()}` : ''}</h1>
    ${alternative.steps.length === 0 ? html`<${Nothing} title=${text.protect.none} hint=${text.protect.noneHint} />` : null}
    <ol class="step-cards">${alternative.steps.map((step, at) => html`<${StepCard} key=${step.id} step=${step} at=${at} last=${at === alternative.steps.length - 1} world=${world} />`)}</ol>
    <div class="row wrap"><button type="button" class="primary" onClick=${() => setAdding(true)}>${text.protect.add}</button>
      ${project.b ? null : html`<button type="button" disabled=${alternative.steps.length === 0} onClick=${() => store.change(text.protect.second, { b: { ...alternative }, active: 'b' })}>${text.protect.second}</button>`}</div>
    ${alternative.steps.length > 0 ? html`<${Rules} world=${world} alternative=${alternative} />` : null}
    <${SideBySide} world=${world} />
    <${Working} answer=${evaluation.mask} what=${text.protect.masking} />
    ${evaluation.mask.result ? html`<${Promises} promises=${evaluation.mask.result.promises ?? []} guarantee=${evaluation.mask.result.guarantee} sampled=${evaluation.sampled} />` : null}
    ${evaluation.mask.state === 'done' && alternative.steps.length > 0 ? html`<${BeforeAfter} world=${world} masked=${evaluation.mask.id} sampled=${evaluation.sampled} columns=${evaluation.mask.result?.columns ?? []} />` : null}
    ${adding ? html`<${AddStep} world=${world} onClose=${() => setAdding(false)} />` : null}`;
}
