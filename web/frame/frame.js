// The frame of all screens: header, steps at the left, state of the release at the right, command line below. It holds
// what every screen shares: the project, the registry, what is known of the file, and the evaluation.
import { html, useEffect, useMemo, useState } from '../preact.js';
import { api, onConnection } from '../api.js';
import { count } from '../numbers.js';
import { useEvaluation } from '../state/evaluation.js';
import { forgetAnswers, lastCommand, useAnswer, useRunning } from '../state/jobs.js';
import { activeAlternative, declaredColumns, original } from '../state/project.js';
import { store, useProject } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { worded } from '../text/worded.js';
import { Dialog } from '../parts/explain.js';
import { CopyButton } from '../parts/list.js';
import { Compare } from '../steps/compare.js';
import { Data } from '../steps/data.js';
import { Protect } from '../steps/protect.js';
import { Release } from '../steps/release.js';
import { Risk } from '../steps/risk.js';
import { Roles } from '../steps/roles.js';
import { Databases } from '../databases/databases.js';
import { Tables } from '../tables/tables.js';
import { Jobs } from './jobs_screen.js';
import { ReleaseState } from './release_state.js';
import { missingIn, others, steps, useScreen } from './screens.js';
import { ThemeButton } from './theme.js';

const screens = { data: Data, roles: Roles, risk: Risk, protect: Protect, compare: Compare, release: Release, tables: Tables, databases: Databases, jobs: Jobs };

/** What every screen gets.
 * @typedef {{project: Project, registry: Registry, session: Session, files: FileEntry[], databases: {name: string}[], refreshFiles: () => void,
 *   inspection: Answer, inspected: any, evaluation: import('../state/evaluation.js').Evaluation}} World */

/** @param {{project: Project, inspected: any, onHelp: () => void, onStop: () => void}} props */
function Header({ project, inspected, onHelp, onStop }) {
  const { past, future } = store.history;
  return html`<header class="top"><a class="skip" href="#work" onClick=${(/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById('work')?.focus();
  }}>${text.frame.skip}</a>
    <strong class="brand">sfumato</strong>
    <span class="about-file">${project.file ? html`<bdi>${project.file}</bdi>${inspected ? fill(text.frame.about, { rows: count(inspected.rows), columns: count(inspected.columns.length) }) : ''}` : text.frame.noFile}</span>
    <span class="save-state soft" role="status">${text.frame.save[store.saveState]}</span>
    <span class="tools">
      <button type="button" class="quiet" disabled=${past.length === 0} title=${past.at(-1)?.label ?? ''} onClick=${() => store.undo()}>${text.frame.undo}</button>
      <button type="button" class="quiet" disabled=${future.length === 0} title=${future[0]?.label ?? ''} onClick=${() => store.redo()}>${text.frame.redo}</button>
      <${ThemeButton} /><button type="button" class="quiet" onClick=${onHelp}>${text.frame.help}</button>
      <button type="button" class="quiet" onClick=${onStop}>${text.frame.quit}</button>
    </span></header>`;
}

/** @param {{screen: string, world: World}} props */
function Steps({ screen, world }) {
  const [open, setOpen] = useState(false);
  const running = useRunning();
  useEffect(() => setOpen(false), [screen]);
  /** @param {import('./screens.js').Screen} each
   * @param {number} at */
  const link = (each, at) => {
    const lacking = missingIn(each, world.project, world.inspected, world.evaluation.warnings);
    return html`<li><a href=${`#${each}`} aria-current=${each === screen ? 'step' : undefined} onClick=${() => setOpen(false)}>${at > 0 ? html`<span class="step-number">${at}</span> ` : null}${text.screens[each]}
      ${lacking ? html`<span class="dot" title=${text.missing[lacking]}><span class="hidden">${text.missing[lacking]}</span></span>` : null}
      ${each === 'jobs' && running.length > 0 ? html`<span class="badge">${running.length}</span>` : null}</a></li>`;
  };
  return html`<nav class=${`steps ${open ? 'open' : ''}`} aria-label=${text.frame.steps}>
    <button type="button" class="menu" aria-expanded=${open} onClick=${() => setOpen(!open)}>${text.frame.menu}: ${text.screens[/** @type {import('./screens.js').Screen} */ (screen)]}</button>
    <div class="step-lists"><ol>${steps.map((each, at) => link(each, at + 1))}</ol><ul>${others.map((each) => link(each, 0))}</ul></div></nav>`;
}

/** Long jobs, wherever the user looks. */
function RunningBar() {
  const running = useRunning();
  if (running.length === 0) return null;
  return html`<div class="running-bar" role="status">${running.map((entry) => html`<span key=${entry.id} class="running-one"><span>${text.jobNames[/** @type {keyof typeof text.jobNames} */ (entry.label)] ?? entry.label}</span>
    <progress max="1" value=${entry.progress} aria-label=${entry.label}></progress>${entry.phase ? html` <span class="soft phase">${worded(entry.phase)}</span>` : null}
    <button type="button" onClick=${() => entry.id && void api.stop(entry.id).catch(() => {})}>${text.jobs.stop}</button></span>`)}</div>`;
}

function CommandLine() {
  useRunning();
  useProject();
  const command = lastCommand.text;
  if (!command) return html`<footer class="command-line"></footer>`;
  return html`<footer class="command-line"><details><summary>${text.frame.command}</summary><div class="command"><code tabindex="0">${command}</code><${CopyButton} label=${text.list.copy} rows=${() => [[command]]} /></div>${lastCommand.repeatable ? null : html`<p class="soft">${text.frame.anotherDraw}</p>`}</details></footer>`;
}

/** @param {{connection: import('../api.js').Connection, stopped: boolean}} props */
function Banners({ connection, stopped }) {
  if (stopped) return html`<div class="notice mind" role="alert">${text.frame.stopped}</div>`;
  return html`${connection === 'online' ? null : html`<div class="notice stop" role="alert">${connection === 'locked' ? text.frame.locked : text.frame.offline}</div>`}
    ${store.saveState === 'conflict' ? html`<div class="notice mind" role="alert"><p>${text.frame.conflict}</p>
      <button type="button" onClick=${() => void store.takeTheirs()}>${text.frame.takeTheirs}</button> <button type="button" onClick=${() => void store.keepMine()}>${text.frame.keepMine}</button></div>` : null}`;
}

/** Whether the program answers. When it does again, all answers are asked for anew: it may have been started again. */
function useConnection() {
  const [connection, setConnection] = useState(/** @type {import('../api.js').Connection} */ ('online'));
  useEffect(() => onConnection((now) => {
    setConnection(now);
    if (now === 'online') forgetAnswers();
  }), []);
  useEffect(() => {
    if (connection === 'online') return undefined;
    const timer = setInterval(() => void api.session().catch(() => {}), 1000);
    return () => clearInterval(timer);
  }, [connection]);
  return connection;
}

function useFiles() {
  const [known, setKnown] = useState(/** @type {{files: FileEntry[], databases: {name: string}[]}} */ ({ files: [], databases: [] }));
  const refresh = () => void api.files().then((/** @type {any} */ answer) => setKnown({ files: answer.files, databases: answer.databases ?? [] }), () => {});
  useEffect(refresh, []);
  return { ...known, refresh };
}

/** Undo and redo from the keyboard, except where a field has its own. */
function useShortcuts() {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const field = /** @type {HTMLElement} */ (event.target);
      if (!(event.ctrlKey || event.metaKey) || field.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea')) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.redo();
      else store.undo();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

/** @param {{registry: Registry, session: Session}} props */
export function Frame({ registry, session }) {
  const project = useProject();
  const screen = useScreen();
  const connection = useConnection();
  const { files, databases, refresh } = useFiles();
  const [help, setHelp] = useState(false);
  const [stopped, setStopped] = useState(false);
  useShortcuts();
  const declared = useMemo(() => JSON.stringify(declaredColumns(project)), [project.columns]);
  const inspectRequest = useMemo(() => (project.file ? { job: 'inspect', inputs: { original: original(project) }, schema: { original: JSON.parse(declared) } } : null), [project.file, project.reading, project.found, declared]);
  const inspection = useAnswer(inspectRequest);
  const inspected = inspection.job?.request?.inputs?.original?.file === project.file || !inspection.stale ? inspection.result : null;
  const evaluation = useEvaluation(project, inspected, registry, activeAlternative(project));
  const world = { project, registry, session, files, databases, refreshFiles: refresh, inspection, inspected, evaluation };
  useEffect(() => {
    document.title = `${text.screens[screen]} · ${project.file ?? session.name} · sfumato`;
  }, [screen, project.file]);
  const Shown = /** @type {any} */ (screens[screen]);
  const wide = screen === 'tables' || screen === 'databases' || screen === 'jobs';
  return html`<div class=${`frame ${wide ? 'without-state' : ''}`}>
    <${Header} project=${project} inspected=${inspected} onHelp=${() => setHelp(true)} onStop=${async () => {
      if (!confirm(text.frame.quitSure)) return;
      await store.save();
      await api.stopProgram().then(() => setStopped(true), () => {});
    }} />
    <${Steps} screen=${screen} world=${world} />
    <main id="work" tabindex="-1"><${Banners} connection=${connection} stopped=${stopped} /><${RunningBar} /><${Shown} world=${world} /></main>
    ${wide ? null : html`<${ReleaseState} project=${project} registry=${registry} evaluation=${evaluation} />`}
    <${CommandLine} />
    ${help ? html`<${Dialog} title=${text.frame.help} onClose=${() => setHelp(false)}>
      <h3>${text.screens[screen]}</h3>${text.help[screen].map((paragraph) => html`<p>${paragraph}</p>`)}
      <h3>${text.frame.keys}</h3><dl>${text.keys.map(([key, meaning]) => html`<dt><kbd>${key}</kbd></dt><dd>${meaning}</dd>`)}</dl>
      <p class="soft">${fill(text.frame.version, { version: session.version, folder: session.folder })}</p></${Dialog}>` : null}
  </div>`;
}
