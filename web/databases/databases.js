// The screen for queryable databases: the catalogue with its proposal, the budget, questions with their cost shown before
// they are asked, the ledger and the tokens of analysts.
import { html, useMemo, useState } from '../preact.js';
import { anything, number } from '../numbers.js';
import { ask, faultOf, useAnswer } from '../state/jobs.js';
import { original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { worded } from '../text/worded.js';
import { CatalogueForm } from './catalogue.js';
import { Ledger } from './ledger.js';
import { List } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { Typed } from '../parts/typed.js';

const typingDelay = 350; // milliseconds

/** @param {Partial<Project['database']>} members */
function set(members) {
  store.change(text.databases.settings, { database: { ...store.project.database, ...members } }, { merge: true });
}

/** Runs a job whose answer depends on when it is asked, so that it is never taken from memory.
 * @param {any} request
 * @returns {Promise<any>} */
async function fresh(request) {
  const job = await ask(request, true);
  if (job.error) throw Object.assign(new Error(job.error.message), { fault: job.error });
  return job.result;
}

/** @param {any} failure */
const faultIn = (failure) => failure.fault ?? faultOf(failure);

/** @param {{world: import('../frame/frame.js').World, onMade: () => void}} props */
function Making({ world, onMade }) {
  const { project, inspected } = world;
  const { database } = project;
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  // A text that was changed by hand has its marks in itself.
  const confirm = database.document ? database.confirm ?? [] : (database.catalogue.match(/^.*TO CONFIRM:.*$/gm) ?? []);
  const data = { inputs: { original: original(project) }, schema: { original: schemaOf(project, inspected) } };
  const protections = /** @type {[string, string][]} */ (Object.entries(text.databases.protections));
  const propose = async () => {
    setFault(null);
    try {
      const result = await fresh({ job: 'query-propose-catalogue', ...data });
      set({ catalogue: result.text ?? result.catalogue, document: result.document ?? null, confirm: result.confirm ?? [], name: database.name || `${(project.file ?? 'data').replace(/\.\w+$/, '')}.db` });
    } catch (failure) {
      setFault(faultIn(failure));
    }
  };
  const make = async () => {
    setFault(null);
    try {
      await fresh({ job: 'query-init', database: database.name, catalogue: database.document ?? database.catalogue, protection: database.protection, ...(database.protection === 'dp' ? { budget: database.budget } : {}), ...data });
      onMade();
    } catch (failure) {
      setFault(faultIn(failure));
    }
  };
  return html`<section class="card"><h2>${text.databases.making}</h2><div class="row wrap"><button type="button" onClick=${() => void propose()}>${text.databases.propose}</button></div>
    ${confirm.length > 0 ? html`<div class="notice mind"><p>${text.databases.confirm}</p>${database.document ? html`<p><button type="button" onClick=${() => set({ confirm: [] })}>${fill(text.databases.confirmAll, { n: confirm.length })}</button></p>` : null}</div>` : null}
    ${database.document ? html`<${CatalogueForm} document=${database.document} confirm=${confirm} onChange=${(/** @type {any} */ document, /** @type {string[]} */ left) => set({ document, confirm: left })} />` : null}
    <details open=${!database.document}><summary>${text.databases.asText}</summary><label class="block">${text.databases.catalogue}<${Typed} area=${true} class="code" rows="14" spellcheck=${false} value=${database.catalogue} onChange=${(/** @type {any} */ event) => set({ catalogue: event.target.value, document: null })} /></label></details>
    <div class="row wrap"><label>${text.databases.name} <${Typed} type="text" value=${database.name} onChange=${(/** @type {any} */ event) => set({ name: event.target.value.trim() })} /></label>
      <label>${text.databases.protection} <select value=${database.protection} onChange=${(/** @type {any} */ event) => set({ protection: event.target.value })}>${protections.map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>
      ${database.protection === 'dp' ? html`<label>${text.databases.budget} <${Typed} type="number" min="0.01" step="any" value=${database.budget} onChange=${(/** @type {any} */ event) => set({ budget: Number(event.target.value) })} /></label>` : null}
      <button type="button" class="primary" disabled=${!database.name || !database.catalogue || confirm.length > 0} onClick=${() => void make()}>${text.databases.make}</button>
      ${confirm.length > 0 ? html`<span class="soft">${fill(database.document ? text.databases.unconfirmed : text.databases.unconfirmedText, { n: confirm.length })}</span>` : null}</div><${FaultNotice} fault=${fault} /></section>`;
}

/** @param {{answer: any}} props */
function AnswerTo({ answer }) {
  if (!answer) return null;
  if (answer.refused) return html`<div class="notice mind" role="status"><p><strong>${text.databases.refused}</strong> ${answer.reason}</p></div>`;
  const value = answer.answer;
  return html`<div class="card answer" role="status"><h3>${text.databases.answer}</h3>
    ${Array.isArray(value) ? html`<${List} caption=${text.databases.answer} rows=${value} columns=${Object.keys(value[0] ?? {}).map((name) => ({ name, title: name, number: typeof value[0][name] === 'number' }))} />` : html`<p class="big">${typeof value === 'object' && value ? `${number(value.lower)} – ${number(value.upper)}` : anything(value)}</p>`}
    ${answer.interval95 && !Array.isArray(answer.interval95[0]) ? html`<p>${fill(text.databases.interval, { lower: number(answer.interval95[0]), upper: number(answer.interval95[1]) })}</p>` : null}
    ${answer.charged ? html`<p class="soft">${fill(text.databases.charged, { charged: number(answer.charged_epsilon), left: number(answer.left_epsilon) })}</p>` : null}</div>`;
}

/** @param {{project: Project, onAsked: () => void}} props */
function Question({ project, onAsked }) {
  const { database } = project;
  const [draft, setDraft] = useState(database.question);
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const question = { database: database.name, question: draft.trim(), ...(database.epsilon ? { epsilon: database.epsilon } : {}) };
  const cost = useAnswer(draft.trim() ? { job: 'query-explain', ...question } : null, typingDelay);
  return html`<section class="card"><h2>${text.databases.question}</h2><form onSubmit=${async (/** @type {Event} */ event) => {
    event.preventDefault();
    setFault(null);
    set({ question: draft });
    try {
      setAnswer(await fresh({ job: 'query-ask', ...question, ...(database.user ? { user: database.user } : {}) }));
      onAsked();
    } catch (failure) {
      setFault(faultIn(failure));
    }
  }}><label class="block">${text.databases.ask}<textarea class="code" rows="3" spellcheck=${false} value=${draft} placeholder=${text.databases.example} onInput=${(/** @type {any} */ event) => setDraft(event.target.value)}></textarea></label>
    <div class="row wrap"><label>ε <${Typed} type="number" min="0" step="any" value=${database.epsilon ?? ''} onChange=${(/** @type {any} */ event) => set({ epsilon: event.target.value === '' ? null : Number(event.target.value) })} /></label>
      <label>${text.databases.user} <${Typed} type="text" value=${database.user} onChange=${(/** @type {any} */ event) => set({ user: event.target.value.trim() })} /></label>
      <button type="submit" class="primary" disabled=${!draft.trim()}>${text.databases.askIt}</button></div></form>
    <div class="cost" aria-live="polite">${cost.error ? html`<p class="soft">${worded(cost.error.message)} ${worded(cost.error.hint ?? '')}</p>` : null}${cost.result && !cost.error ? html`<${Cost} cost=${cost.result} />` : null}</div>
    <${FaultNotice} fault=${fault} /><${AnswerTo} answer=${answer} /></section>`;
}

/** What is known of the error of one figure before it is asked for: its own, or those of the parts that it is made from.
 * @param {any} plan with expected_error and parts */
function errorOf(plan) {
  if (typeof plan.expected_error === 'number') return fill(text.databases.error, { error: number(plan.expected_error) });
  const parts = (plan.parts ?? []).filter((/** @type {any} */ part) => typeof part.expected_error === 'number');
  if (parts.length === 0) return text.databases.errorUnknown;
  return fill(text.databases.errorOfParts, { parts: parts.map((/** @type {any} */ part) => `${part.part} ± ${number(part.expected_error)}`).join(', ') });
}

/** @param {{cost: any}} props */
function Cost({ cost }) {
  const charged = cost.protection === 'dp' || (typeof cost.cost_epsilon === 'number' && cost.cost_epsilon > 0);
  return html`<p><strong>${charged ? fill(text.databases.cost, { cost: number(cost.cost_epsilon) }) : text.databases.free}</strong> ${charged && !cost.aggregates ? html`<span class="expected">${errorOf(cost)}</span>` : ''} ${cost.groups > 1 ? fill(text.databases.groups, { n: cost.groups }) : ''}</p>
    ${charged && cost.aggregates ? html`<ul>${cost.aggregates.map((/** @type {any} */ each) => html`<li><code>${each.name}</code>: <span class="expected">${errorOf(each)}</span></li>`)}</ul>` : null}
    ${(cost.notes ?? []).map((/** @type {string} */ note) => html`<p class="soft">${worded(note)}</p>`)}`;
}

/** @param {{database: string}} props */
function Tokens({ database }) {
  const [user, setUser] = useState('');
  const [days, setDays] = useState(30);
  const [made, setMade] = useState(/** @type {any} */ (null));
  const [version, setVersion] = useState(0);
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const list = useAnswer(useMemo(() => ({ job: 'query-token', database, list: true, label: `tokens ${version}` }), [database, version]));
  /** @param {any} request */
  const run = async (request) => {
    setFault(null);
    try {
      setMade(await fresh({ job: 'query-token', database, ...request }));
      setVersion(version + 1);
    } catch (failure) {
      setFault(faultIn(failure));
    }
  };
  const tokens = list.result?.tokens ?? [];
  return html`<section class="card"><h2>${text.databases.tokens}</h2><div class="row wrap"><label>${text.databases.user} <input type="text" value=${user} onInput=${(/** @type {any} */ event) => setUser(event.target.value)} /></label>
    <label>${text.databases.days} <${Typed} type="number" min="1" value=${days} onChange=${(/** @type {any} */ event) => setDays(Number(event.target.value))} /></label>
    <button type="button" disabled=${!user} onClick=${() => void run({ user, expires: `${days}d` })}>${text.databases.makeToken}</button></div>
    ${made?.token ? html`<p>${text.databases.tokenOnce} <code tabindex="0">${made.token}</code></p>` : null}<${FaultNotice} fault=${fault} />
    ${tokens.length > 0 ? html`<${List} caption=${text.databases.tokens} rows=${tokens} columns=${[...Object.keys(tokens[0]).map((name) => ({ name, title: name })), { name: 'revoke', title: text.databases.revoke, value: () => null, show: (/** @type {any} */ row) => html`<button type="button" onClick=${() => void run({ revoke: true, user: row.user })}>${text.databases.revoke}</button>` }]} />` : null}</section>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Databases({ world }) {
  const { project, inspected, databases } = world;
  const { database } = project;
  const [version, setVersion] = useState(0);
  const known = databases.some((each) => each.name === database.name);
  const budget = useAnswer(useMemo(() => (known ? { job: 'query-budget', database: database.name, verify: true, label: `budget ${version}` } : null), [known, database.name, version]));
  return html`<h1>${text.screens.databases}</h1><p>${text.databases.intro}</p>
    ${databases.length > 0 ? html`<label>${text.databases.choose} <select value=${known ? database.name : ''} onChange=${(/** @type {any} */ event) => set({ name: event.target.value })}><option value="">${text.databases.new}</option>${databases.map((each) => html`<option value=${each.name}>${each.name}</option>`)}</select></label>` : null}
    ${known ? html`<${Question} key=${database.name} project=${project} onAsked=${() => setVersion(version + 1)} /><${FaultNotice} fault=${budget.error} /><${Ledger} budget=${budget.result} /><${Tokens} database=${database.name} />`
      : !project.file ? html`<${Nothing} title=${text.data.none} hint=${text.databases.noneHint} to="data" link=${text.screens.data} />`
      : !inspected ? html`<${Working} answer=${world.inspection} what=${text.data.reading} />` : html`<${Making} world=${world} onMade=${world.refreshFiles} />`}`;
}

