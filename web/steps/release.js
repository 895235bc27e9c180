// Step 6: the checklist before a file leaves, and the release itself. Warnings that would stop it are accepted one by
// one, by name; the program writes file, report, recipe and the command that repeats them.
import { html, useMemo, useState } from '../preact.js';
import { downloadAddress, pageAddress } from '../api.js';
import { begin, faultOf, useAnswer, useJob } from '../state/jobs.js';
import { warningsOf } from '../state/evaluation.js';
import { activeAlternative, readingOf, recipeOf, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
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
    report: true, seed: release.seed, ...(check ? { check: true } : { accept: project.accepted, label: 'release' }),
  };
}

/** @param {{warnings: Warning[], accepted: string[]}} props */
function Checklist({ warnings, accepted }) {
  if (warnings.length === 0) return html`<p class="ok">${text.release.noWarnings}</p>`;
  return html`<ul class="checklist">${[...warnings].sort(byGrade).map((warning) => html`<li class=${warning.grade}><strong>${text.grades[warning.grade]}</strong><p>${warning.text}</p>
    ${warning.grade === 'stop' ? html`<label class="choice"><input type="checkbox" checked=${accepted.includes(warning.id)} onChange=${(/** @type {any} */ event) => store.change(text.release.accept, { accepted: event.target.checked ? [...accepted, warning.id] : accepted.filter((id) => id !== warning.id) })} />
      <span>${text.release.accept} <code>${warning.id === warning.text ? '' : warning.id}</code></span></label>` : null}</li>`)}</ul>`;
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
  const open = warnings.filter((warning) => warning.grade === 'stop' && !project.accepted.includes(warning.id));
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
      ${check.state === 'done' || check.error?.warnings || check.result ? html`<${Checklist} warnings=${warnings} accepted=${project.accepted} />` : check.state === 'running' ? html`<p class="soft">${text.release.checking}</p>` : null}
      ${check.result ? html`<${Promises} promises=${check.result.promises ?? []} guarantee=${check.result.guarantee} sampled=${false} />` : null}</section>
    <div class="row wrap"><button type="button" class="primary" disabled=${open.length > 0 || answer.state === 'running' || checkFault !== null} onClick=${() => void write(false)}>${text.release.write}</button>
      ${open.length > 0 ? html`<span class="soft">${fill(text.release.open, { n: open.length })}</span>` : null}
      ${exists ? html`<button type="button" onClick=${() => void write(true)}>${text.release.replace}</button>` : null}</div>
    <${FaultNotice} fault=${fault ?? answer.error} /><${Working} answer=${answer} what=${text.release.writing} />
    ${answer.state === 'done' && answer.result ? html`<${Done} answer=${answer} />` : null}`;
}
