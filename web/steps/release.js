// Step 6: the checklist before a file leaves, and the release itself. Warnings that would stop it are accepted one by
// one, by name; the program writes file, report, recipe and the command that repeats them.
import { html, useEffect, useMemo, useState } from '../preact.js';
import { downloadAddress, pageAddress } from '../api.js';
import { begin, faultOf, forgetAnswers, useAnswer, useJob } from '../state/jobs.js';
import { measured } from '../numbers.js';
import { warningsOf } from '../state/evaluation.js';
import { acceptedBy, activeAlternative, readingOf, recipeOf, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { worded } from '../text/worded.js';
import { Explain } from '../parts/explain.js';
import { CopyButton } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { byGrade } from '../frame/release_state.js';
import { Promises } from './promises.js';
import { Typed } from '../parts/typed.js';

/** @param {Partial<Project['release']>} members */
function set(members) {
  store.change(text.release.settings, { release: { ...store.project.release, ...members } });
}

/** Is it a format of delimited text?
 * @param {string} format */
const isText = (format) => /^(csv|tsv)(\.gz)?$/.test(format);

/** @param {Project} project
 * @param {any} inspected
 * @param {boolean} check */
function releaseRequest(project, inspected, check) {
  const { release } = project;
  const writing = release.writing ?? {};
  return {
    job: 'release', data: project.file, ...(Object.keys(readingOf(project)).length > 0 ? { reading: readingOf(project) } : {}), schema: schemaOf(project, inspected),
    recipe: recipeOf(activeAlternative(project)), name: release.name || 'release', format: release.format, ...(isText(release.format) && Object.keys(writing).length > 0 ? { writing } : {}), public: release.public, map: release.map,
    report: !check, seed: release.seed,
    ...(check ? { check: true } : { accept: acceptedBy(project), label: 'release', measures: [project.watch.risk, project.watch.utility], ...(project.keys ? { keys: project.keys } : {}) }),
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

/** A seed that cannot be guessed; the largest whole number that a page keeps exactly has 53 bits. */
function drawnSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** Whether the release can be repeated: without a seed random steps draw anew each time.
 * @param {{seed: number | null}} props */
function Seed({ seed }) {
  return html`<label class="choice"><input type="checkbox" checked=${seed !== null} onChange=${(/** @type {any} */ event) => set({ seed: event.target.checked ? drawnSeed() : null })} /> <span>${text.release.repeatable}</span></label>
    ${seed === null ? null : html`<div class="field indented"><label>${text.release.seed} <${Typed} type="number" min="0" max=${Number.MAX_SAFE_INTEGER} step="1" class="seed" value=${seed} onChange=${(/** @type {any} */ event) => set({ seed: event.target.value === '' ? null : Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(Number(event.target.value)))) })} /></label><p class="doc">${text.release.seedDoc}</p></div>`}`;
}

/** How CSV is written: as the data, unless something else is chosen. Tabs are the delimiter of TSV.
 * @param {{release: Project['release']}} props */
function Writing({ release }) {
  if (!isText(release.format)) return null;
  const writing = release.writing ?? {};
  /** @type {[string, string, [string, string][]][]} */
  const members = [['delimiter', text.data.delimiter, text.data.delimiters], ['decimal', text.data.decimal, text.data.decimals], ['encoding', text.data.encoding, text.data.encodings]];
  return html`<fieldset class="row wrap writing"><legend>${text.release.writtenAs}</legend>${members.filter(([name]) => name !== 'delimiter' || release.format.startsWith('csv')).map(([name, label, options]) => html`<label class=${`chip ${writing[name] ? 'chosen' : ''}`}>${label} <select value=${writing[name] ?? ''} onChange=${(/** @type {any} */ event) => {
    const { [name]: _gone, ...rest } = writing;
    set({ writing: event.target.value === '' ? rest : { ...rest, [name]: event.target.value } });
  }}><option value="">${text.release.asInData}</option>${options.map(([value, title]) => html`<option value=${value}>${title}</option>`)}</select></label>`)}</fieldset>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
function Settings({ world }) {
  const { release } = world.project;
  const formats = world.session.formats?.write ?? ['csv'];
  return html`<div class="card settings"><div class="row wrap"><label>${text.release.name} <${Typed} type="text" value=${release.name} onChange=${(/** @type {any} */ event) => set({ name: event.target.value.trim() })} /></label>
    <label>${text.release.format} <select value=${release.format} onChange=${(/** @type {any} */ event) => set({ format: event.target.value, writing: {} })}>${formats.map((format) => html`<option value=${format}>${format}</option>`)}</select></label></div>
    <${Writing} release=${release} />
    <label class="choice"><input type="checkbox" checked=${release.public} onChange=${(/** @type {any} */ event) => set({ public: event.target.checked })} /> <span>${text.release.public}</span></label>
    <label class="choice"><input type="checkbox" checked=${release.map} onChange=${(/** @type {any} */ event) => set({ map: event.target.checked })} /> <span>${text.release.map}</span></label>
    <${Seed} seed=${release.seed} /></div>`;
}

/** @param {{files: any[]}} props */
function Files({ files }) {
  /** @param {boolean} open */
  const list = (open) => html`<ul>${files.filter((file) => Boolean(file.public) === open).map((file) => html`<li>${file.folder ? html`<bdi>${file.name}</bdi>` : html`<a href=${downloadAddress(file.name)} download>${file.name}</a>`} <span class="soft">${file.what}</span></li>`)}</ul>`;
  return html`<div class="columns"><section><h3>${text.release.leaves}</h3>${list(true)}</section><section><h3>${text.release.stays}</h3>${list(false)}</section></div>`;
}

/** Risk and utility of the file as it was written.
 * @param {{measured: any, world: import('../frame/frame.js').World}} props */
function Numbers({ measured: found, world }) {
  const { registry, evaluation } = world;
  if (!found) return null;
  const entries = Object.keys(found.measures ?? {}).map((name) => registry.measures.find((entry) => entry.name === name)).filter((entry) => entry !== undefined);
  return html`<h3>${text.release.numbers}</h3><p class="soft">${text.release.numbersOf}</p><${FaultNotice} fault=${found.error ?? null} />
    ${entries.length > 0 ? html`<dl class="facts released-numbers">${entries.map((entry) => {
      const score = found.measures[entry.name];
      const before = entry.name === world.project.watch.risk ? evaluation.before.score?.value : null;
      return html`<div><dt>${entry.title}</dt><dd>${Number.isFinite(before) ? `${measured(entry, before)} → ` : ''}<${Explain} entry=${entry} reading=${score.reading ?? score.note}>${measured(entry, score.value)}</${Explain}></dd>${Number.isFinite(score.value) ? null : html`<dd class="soft">${worded(score.note ?? '')}</dd>`}</div>`;
    })}</dl>` : null}`;
}

/** @param {{answer: Answer, world: import('../frame/frame.js').World}} props */
function Done({ answer, world }) {
  const { result, job } = answer;
  const repeats = result.repeatable !== false;
  return html`<section class="card done"><h2>${text.release.done}</h2><${Files} files=${result.files ?? []} />
    <${Promises} promises=${result.promises ?? []} guarantee=${result.guarantee} sampled=${false} /><${Numbers} measured=${result.measured} world=${world} />
    ${result.command ? html`<h3>${repeats ? text.release.command : text.release.commandAnew}</h3><p class=${repeats ? '' : 'notice mind'}>${repeats ? text.release.repeats : text.frame.anotherDraw}</p>
      <div class="command"><code tabindex="0">${result.command}</code><${CopyButton} label=${text.list.copy} rows=${() => [[result.command]]} /></div>` : null}
    ${job?.page ? html`<h3>${text.release.report}</h3><p><a class="button" target="_blank" rel="noopener" href=${pageAddress(job.id)}>${text.release.openReport}</a> <span class="soft">${text.release.openReportDoc}</span></p>
      <iframe class="report" sandbox="" title=${text.release.report} src=${pageAddress(job.id)}></iframe>` : null}</section>`;
}

/** The report as it would be. Its measures can take long, so that it is made when it is asked for, and nothing waits for it.
 * @param {{request: any}} props */
function Preview({ request }) {
  const [open, setOpen] = useState(false);
  const answer = useAnswer(open ? { ...request, report: true } : null);
  return html`<details class="card" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${text.release.preview}</summary><${Working} answer=${answer} what=${text.release.preview} /><${FaultNotice} fault=${answer.error} />
    ${answer.state === 'done' && answer.job?.page ? html`<iframe class="report" sandbox="" title=${text.release.preview} src=${pageAddress(answer.job.id)}></iframe>` : null}</details>`;
}

/** Why nothing can be written now; '' where it can.
 * @param {Answer} check
 * @param {Warning[]} open
 * @param {boolean} writing */
function hindrance(check, open, writing) {
  if (writing) return text.release.writing;
  if (check.state === 'stopped') return text.release.stopped;
  if (check.state === 'failed') return text.release.notPossible;
  if (check.state !== 'done' || check.stale) return text.release.checkFirst;
  return open.length > 0 ? fill(text.release.open, { n: open.length }) : '';
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Release({ world }) {
  const { project, inspected } = world;
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const steps = activeAlternative(project).steps;
  const ready = project.file && inspected && steps.length > 0;
  const request = useMemo(() => (ready ? releaseRequest(project, inspected, true) : null), [project, inspected]);
  const check = useAnswer(request);
  const answer = useJob(project.release.job ?? null);
  useEffect(() => {
    if (answer.state === 'done') world.refreshFiles();
  }, [answer.state, answer.id]);
  if (!project.file) return html`<h1>${text.screens.release}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  if (steps.length === 0) return html`<h1>${text.screens.release}</h1><${Nothing} title=${text.protect.none} hint=${text.release.noSteps} to="protect" link=${text.screens.protect} />`;
  const warnings = /** @type {Warning[]} */ (check.result?.checklist ?? warningsOf(check.result));
  const accepted = new Set(acceptedBy(project).map((each) => each.warning));
  const open = warnings.filter((warning) => warning.grade === 'stop' && !accepted.has(warning.id));
  // What was refused under another name is no news; a release of another file is shown with that file.
  const asked = answer.job?.request;
  const failed = answer.error && (!asked || (asked.name === (project.release.name || 'release') && asked.format === project.release.format)) ? answer.error : null;
  const exists = failed?.code === 'conflict' || fault?.code === 'conflict';
  const reason = hindrance(check, open, answer.state === 'running');
  const draws = check.result?.repeatable === false;
  /** @param {boolean} replace */
  const write = async (replace) => {
    setFault(null);
    try {
      const job = await begin({ ...releaseRequest(project, inspected, false), ...(replace ? { replace: true } : {}) });
      store.note({ release: { ...store.project.release, job } });
    } catch (failure) {
      setFault(faultOf(failure));
    }
  };
  return html`<h1>${text.screens.release}</h1><${Settings} world=${world} />
    <section aria-busy=${check.state === 'running'}><h2>${text.release.checklist}</h2><${Working} answer=${check} what=${text.release.checking} /><${FaultNotice} fault=${check.error} />
      ${check.result ? html`<${Checklist} warnings=${warnings} project=${project} />` : check.state === 'running' ? html`<p class="soft">${text.release.checking}</p>` : null}
      ${request && check.state === 'done' ? html`<${Preview} key=${JSON.stringify(request)} request=${request} />` : null}
      ${check.result ? html`<${Promises} promises=${check.result.promises ?? []} guarantee=${check.result.guarantee} sampled=${false} />` : null}
      ${check.result ? html`<p class=${draws ? 'notice mind' : 'soft'}>${draws ? text.release.drawsAnew : text.release.repeats}</p>` : null}</section>
    <div class="row wrap"><button type="button" class="primary" disabled=${reason !== ''} aria-describedby="why-not" onClick=${() => void write(false)}>${text.release.write}</button>
      <span class="soft" id="why-not" role="status">${reason}</span>
      ${check.state === 'stopped' ? html`<button type="button" onClick=${() => forgetAnswers()}>${text.release.checkAgain}</button>` : null}
      ${exists ? html`<button type="button" disabled=${reason !== ''} onClick=${() => void write(true)}>${text.release.replace}</button>` : null}</div>
    <${FaultNotice} fault=${fault ?? failed} /><${Working} answer=${answer} what=${text.release.writing} />
    ${answer.state === 'done' && answer.result?.files && asked?.data === project.file ? html`<${Done} answer=${answer} world=${world} />` : null}`;
}
