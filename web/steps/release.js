// Step 6: the checklist before a file leaves, and the release itself. Warnings that would stop it are accepted one by
// one, by name; the program writes file, report, recipe and the command that repeats them.
import { html, useMemo, useState } from '../preact.js';
import { downloadAddress, pageAddress } from '../api.js';
import { begin, faultOf, useAnswer, useJob } from '../state/jobs.js';
import { warningsOf } from '../state/evaluation.js';
import { acceptedBy, activeAlternative, readingOf, recipeOf, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { worded } from '../text/worded.js';
import { CopyButton } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { byGrade } from '../frame/release_state.js';
import { Promises } from './promises.js';
import { Typed } from '../parts/typed.js';

/** @param {Partial<Project['release']>} members */
function set(members) {
  store.change(text.release.settings, { release: { ...store.project.release, ...members } });
}

/** @param {Project} project
 * @param {any} inspected
 * @param {boolean} check */
function releaseRequest(project, inspected, check) {
  const { release } = project;
  return {
    job: 'release', data: project.file, ...(Object.keys(readingOf(project)).length > 0 ? { reading: readingOf(project) } : {}), schema: schemaOf(project, inspected),
    recipe: recipeOf(activeAlternative(project)), name: release.name || 'release', format: release.format, public: release.public, map: release.map,
    report: true, seed: release.seed, ...(check ? { check: true } : { accept: acceptedBy(project), label: 'release' }),
  };
}

/** Changes what is known of the acceptance of one warning. A name that was given before is proposed for the next one.
 * @param {string} warning
 * @param {Partial<Acceptance>} members */
function setAcceptance(warning, members) {
  const { accepted } = store.project;
  const known = accepted.find((each) => each.warning === warning) ?? { warning, by: accepted.at(-1)?.by ?? '', reason: '', agreed: false };
  store.change(text.release.accept, { accepted: [...accepted.filter((each) => each.warning !== warning), { ...known, ...members }] });
}

/** Who accepts a warning, and why. Both go into the report to sign.
 * @param {{warning: Warning, given: Acceptance | undefined, proposed: string}} props */
function Accepting({ warning, given, proposed }) {
  const complete = given?.by.trim() && given.reason.trim();
  return html`<div class="accepting"><label>${text.release.by} <${Typed} type="text" autocomplete="name" value=${given?.by ?? proposed} onChange=${(/** @type {any} */ event) => setAcceptance(warning.id, { by: event.target.value })} /></label>
    <label class="grow">${text.release.why} <${Typed} type="text" value=${given?.reason ?? ''} onChange=${(/** @type {any} */ event) => setAcceptance(warning.id, { reason: event.target.value })} /></label>
    <label class="choice"><input type="checkbox" checked=${given?.agreed === true} onChange=${(/** @type {any} */ event) => setAcceptance(warning.id, { agreed: event.target.checked, by: given?.by || proposed })} /> <span>${text.release.accept} <code>${warning.id === warning.text ? '' : warning.id}</code></span></label>
    ${given?.agreed && !complete ? html`<span class="bad" role="status">${text.release.incomplete}</span>` : null}</div>`;
}

/** @param {{warnings: Warning[], project: Project}} props */
function Checklist({ warnings, project }) {
  const accepted = project.accepted.filter((each) => typeof each === 'object');
  if (warnings.length === 0) return html`<p class="ok">${text.release.noWarnings}</p>`;
  return html`<ul class="checklist">${[...warnings].sort(byGrade).map((warning) => {
    const given = accepted.find((each) => each.warning === warning.id);
    const fields = html`<${Accepting} warning=${warning} given=${given} proposed=${accepted.at(-1)?.by ?? ''} />`;
    return html`<li key=${warning.id} class=${warning.grade}><strong>${text.grades[warning.grade]}</strong><p>${worded(warning.text)}</p>
      ${warning.grade === 'stop' ? fields : warning.grade === 'mind' ? html`<details open=${given?.agreed === true}><summary>${text.release.acceptToo}</summary>${fields}</details>` : null}</li>`;
  })}</ul>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
function Settings({ world }) {
  const { release } = world.project;
  const formats = world.session.formats?.write ?? ['csv'];
  return html`<div class="card settings"><div class="row wrap"><label>${text.release.name} <${Typed} type="text" value=${release.name} onChange=${(/** @type {any} */ event) => set({ name: event.target.value.trim() })} /></label>
    <label>${text.release.format} <select value=${release.format} onChange=${(/** @type {any} */ event) => set({ format: event.target.value })}>${formats.map((format) => html`<option value=${format}>${format}</option>`)}</select></label>
    <label>${text.release.seed} <${Typed} type="number" min="0" step="1" placeholder=${text.release.fresh} value=${release.seed ?? ''} onChange=${(/** @type {any} */ event) => set({ seed: event.target.value === '' ? null : Number(event.target.value) })} /></label></div>
    <label class="choice"><input type="checkbox" checked=${release.public} onChange=${(/** @type {any} */ event) => set({ public: event.target.checked })} /> <span>${text.release.public}</span></label>
    <label class="choice"><input type="checkbox" checked=${release.map} onChange=${(/** @type {any} */ event) => set({ map: event.target.checked })} /> <span>${text.release.map}</span></label></div>`;
}

/** @param {{files: any[]}} props */
function Files({ files }) {
  /** @param {boolean} open */
  const list = (open) => html`<ul>${files.filter((file) => Boolean(file.public) === open).map((file) => html`<li><a href=${downloadAddress(file.name)} download>${file.name}</a> <span class="soft">${file.what}</span></li>`)}</ul>`;
  return html`<div class="columns"><section><h3>${text.release.leaves}</h3>${list(true)}</section><section><h3>${text.release.stays}</h3>${list(false)}</section></div>`;
}

/** @param {{answer: Answer}} props */
function Done({ answer }) {
  const { result, job } = answer;
  return html`<section class="card done"><h2>${text.release.done}</h2><${Files} files=${result.files ?? []} />
    <${Promises} promises=${result.promises ?? []} guarantee=${result.guarantee} sampled=${false} />
    ${result.command ? html`<h3>${text.release.command}</h3><div class="command"><code tabindex="0">${result.command}</code><${CopyButton} label=${text.list.copy} rows=${() => [[result.command]]} /></div>` : null}
    ${job?.page ? html`<h3>${text.release.report}</h3><p><a class="button" target="_blank" rel="noopener" href=${pageAddress(job.id)}>${text.release.openReport}</a></p>
      <iframe class="report" sandbox="" title=${text.release.report} src=${pageAddress(job.id)}></iframe>` : null}</section>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Release({ world }) {
  const { project, inspected } = world;
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const [id, setId] = useState(/** @type {string | null} */ (null));
  const steps = activeAlternative(project).steps;
  const ready = project.file && inspected && steps.length > 0;
  const request = useMemo(() => (ready ? releaseRequest(project, inspected, true) : null), [project, inspected]);
  const check = useAnswer(request);
  const answer = useJob(id);
  if (!project.file) return html`<h1>${text.screens.release}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  if (steps.length === 0) return html`<h1>${text.screens.release}</h1><${Nothing} title=${text.protect.none} hint=${text.release.noSteps} to="protect" link=${text.screens.protect} />`;
  const warnings = /** @type {Warning[]} */ (check.error?.warnings ?? check.result?.checklist ?? warningsOf(check.result));
  const accepted = new Set(acceptedBy(project).map((each) => each.warning));
  const open = warnings.filter((warning) => warning.grade === 'stop' && !accepted.has(warning.id));
  const checkFault = check.error && check.error.code !== 'refused' ? check.error : null;
  const exists = answer.error?.code === 'conflict' || fault?.code === 'conflict';
  /** @param {boolean} replace */
  const write = async (replace) => {
    setFault(null);
    try {
      setId(await begin({ ...releaseRequest(project, inspected, false), ...(replace ? { replace: true } : {}) }));
    } catch (failure) {
      setFault(faultOf(failure));
    }
  };
  return html`<h1>${text.screens.release}</h1><${Settings} world=${world} />
    <section aria-busy=${check.state === 'running'}><h2>${text.release.checklist}</h2><${Working} answer=${check} what=${text.release.checking} /><${FaultNotice} fault=${checkFault} />
      ${check.state === 'done' || check.error?.warnings || check.result ? html`<${Checklist} warnings=${warnings} project=${project} />` : check.state === 'running' ? html`<p class="soft">${text.release.checking}</p>` : null}
      ${check.job?.page && check.state === 'done' ? html`<details class="card"><summary>${text.release.preview}</summary><iframe class="report" loading="lazy" sandbox="" title=${text.release.preview} src=${pageAddress(check.job.id)}></iframe></details>` : null}
      ${check.result ? html`<${Promises} promises=${check.result.promises ?? []} guarantee=${check.result.guarantee} sampled=${false} />` : null}</section>
    <div class="row wrap"><button type="button" class="primary" disabled=${open.length > 0 || answer.state === 'running' || checkFault !== null} onClick=${() => void write(false)}>${text.release.write}</button>
      ${open.length > 0 ? html`<span class="soft">${fill(text.release.open, { n: open.length })}</span>` : null}
      ${exists ? html`<button type="button" onClick=${() => void write(true)}>${text.release.replace}</button>` : null}</div>
    <${FaultNotice} fault=${fault ?? answer.error} /><${Working} answer=${answer} what=${text.release.writing} />
    ${answer.state === 'done' && answer.result ? html`<${Done} answer=${answer} />` : null}`;
}
