// The screen for tables: dimensions and rules, sensitive cells in the table itself, protections with their parameters
// from the registry, and their comparison.
import { html, useMemo, useState } from '../preact.js';
import { count, number, percent } from '../numbers.js';
import { ask, begin, faultOf, useAnswer, useJob } from '../state/jobs.js';
import { original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { ColumnChoices, ParamForm } from '../parts/form.js';
import { List } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { downloadAddress, pageAddress } from '../api.js';
import { Grid } from './grid.js';
import { cellsOf, treeOf } from './table_state.js';
import { Typed } from '../parts/typed.js';

/** @param {Partial<Project['table']>} members
 * @param {boolean} merge */
function set(members, merge = false) {
  store.change(text.tables.settings, { table: { ...store.project.table, ...members } }, { merge });
}

/** @param {import('../frame/frame.js').World} world */
function tabulateRequest({ project, inspected }) {
  const { table } = project;
  if (!inspected || table.by.length === 0) return null;
  /** @type {Record<string, any>} */
  const hierarchy = {};
  for (const column of table.by) {
    const rows = project.columns[column]?.hierarchyRows;
    if (rows) hierarchy[column] = treeOf(rows);
  }
  return {
    job: 'tabulate', by: [table.by.map((column) => (column.includes(',') ? `"${column}"` : column)).join(',')], ...(table.sum ? { sum: [table.sum] } : {}), ...(table.holding ? { holding: table.holding } : {}), ...(table.weight ? { weight: table.weight } : {}),
    ...(Object.keys(hierarchy).length > 0 ? { hierarchy } : {}), inputs: { records: original(project) }, schema: { records: schemaOf(project, inspected) },
  };
}

/** @param {{world: import('../frame/frame.js').World}} props */
function Making({ world }) {
  const { project, inspected } = world;
  const { table } = project;
  const names = inspected.columns.map((/** @type {any} */ column) => column.name);
  const categories = inspected.columns.filter((/** @type {any} */ column) => column.kind !== 'numeric' || column.distinct <= 60 || project.columns[column.name]?.hierarchy).map((/** @type {any} */ column) => column.name);
  const amounts = inspected.columns.filter((/** @type {any} */ column) => column.kind === 'numeric').map((/** @type {any} */ column) => column.name);
  /** @param {string} label
   * @param {'sum' | 'holding' | 'weight'} member
   * @param {string} none
   * @param {string[]} options */
  const choice = (label, member, none, options) => html`<label>${label} <select value=${table[member]} onChange=${(/** @type {any} */ event) => set({ [member]: event.target.value })}><option value="">${none}</option>${options.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>`;
  return html`<div class="card settings"><${ColumnChoices} legend=${text.tables.by} columns=${categories} chosen=${table.by} onChange=${(/** @type {string[]} */ by) => set({ by, protected: {} })} />
    <div class="row wrap">${choice(text.tables.sum, 'sum', text.tables.counts, amounts)}${choice(text.tables.holding, 'holding', text.form.none, names)}${choice(text.tables.weight, 'weight', text.form.none, amounts)}</div></div>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
function RuleChoices({ world }) {
  const { table } = world.project;
  const { rules } = world.registry;
  return html`<fieldset class="card choices"><legend>${text.tables.rules}</legend>${rules.map((rule) => {
    const mine = table.rules.find((each) => each.startsWith(`${rule.name}=`));
    return html`<div class="rule" key=${rule.name}><label class="choice"><input type="checkbox" checked=${mine !== undefined} onChange=${(/** @type {any} */ event) => set({ rules: event.target.checked ? [...table.rules, rule.example ?? rule.name] : table.rules.filter((each) => each !== mine) })} /> <span>${rule.title}</span></label>
      ${mine ? html`<${Typed} type="text" size="14" aria-label=${fill(text.tables.valuesOf, { rule: rule.title })} value=${mine} onChange=${(/** @type {any} */ event) => set({ rules: table.rules.map((each) => (each === mine ? event.target.value.trim() : each)) })} />` : null}<span class="soft">${rule.summary}</span></div>`;
  })}<label>${text.tables.safety} <${Typed} type="number" min="0" max="1000" step="any" value=${table.safety} onChange=${(/** @type {any} */ event) => set({ safety: Number(event.target.value) })} /> %</label></fieldset>`;
}

/** @param {{world: import('../frame/frame.js').World, checked: Answer, onJob: (id: string | null) => void, busy: boolean}} props */
function Protections({ world, checked, onJob, busy }) {
  const { project, registry } = world;
  const { table } = project;
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const chosen = registry.protections.find((entry) => entry.name === table.protection) ?? registry.protections[0];
  const values = table.parameters[chosen.name] ?? {};
  /** @param {any} request */
  const run = async (request) => {
    setFault(null);
    try {
      const id = await begin({ ...request, table: { job: checked.id }, report: true });
      onJob(id);
      store.note({ table: { ...store.project.table, protected: { ...store.project.table.protected, [request.job]: id } } });
    } catch (failure) {
      setFault(faultOf(failure));
    }
  };
  return html`<section class="card"><h2>${text.tables.protect}</h2><div class="tabs" role="group" aria-label=${text.tables.protect}>${registry.protections.map((entry) => html`<button type="button" aria-pressed=${entry.name === chosen.name} onClick=${() => set({ protection: entry.name })}>${entry.title}</button>`)}</div>
    <p>${chosen.summary}</p><${ParamForm} key=${chosen.name} params=${chosen.parameters} values=${values} columns=${[]} onChange=${(/** @type {any} */ given, /** @type {boolean} */ moving) => set({ parameters: { ...table.parameters, [chosen.name]: given } }, moving)} />
    <div class="row wrap"><button type="button" class="primary" disabled=${busy} onClick=${() => void run({ job: chosen.name, ...values, label: chosen.name })}>${fill(text.tables.run, { name: chosen.title })}</button>
      <button type="button" disabled=${busy} onClick=${() => void run({ job: 'table-compare', label: 'table-compare', ...('time-limit' in values ? { 'time-limit': values['time-limit'] } : {}) })}>${text.tables.compare}</button></div><${FaultNotice} fault=${fault} /></section>`;
}

/** @param {{result: any}} props */
function Outcome({ result }) {
  const facts = /** @type {[string, any][]} */ ([[text.tables.status, result.status], [text.tables.cost, number(result.cost)], [text.tables.gap, result.gap === undefined ? null : percent(result.gap)], [text.tables.primary, result.primary], [text.tables.secondaries, result.secondary],
    [text.tables.audit, result.audit ? (result.audit.safe ? text.tables.safe : text.tables.notSafe) : null]]).filter(([, value]) => value !== null && value !== undefined && value !== '–');
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${typeof value === 'number' ? count(value) : value}</dd></div>`)}</dl>`;
}

/** Writes the table as it may be published; the program leaves out what is suppressed.
 * @param {{job: string, name: string, onSaved: () => void}} props */
function Export({ job, name, onSaved }) {
  const [files, setFiles] = useState(/** @type {any[]} */ ([]));
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  return html`<div class="row"><button type="button" onClick=${async () => {
    try {
      const saved = await ask({ job: 'save-cells', table: { job }, name, replace: true }, true);
      setFault(saved.error);
      setFiles(saved.result?.files ?? []);
      onSaved();
    } catch (failure) {
      setFault(faultOf(failure));
    }
  }}>${text.tables.export}</button>${files.map((file) => html`<a href=${downloadAddress(file.name ?? file)} download>${file.name ?? file}</a>`)}</div><${FaultNotice} fault=${fault} />`;
}

/** @param {{methods: any[]}} props */
function Ranking({ methods }) {
  return html`<${List} caption=${text.tables.compare} rows=${methods} columns=${[
    { name: 'rank', title: text.compare.rank, number: true }, { name: 'method', title: text.compare.method }, { name: 'safe', title: text.tables.audit, value: (/** @type {any} */ row) => (row.safe ? text.tables.safe : row.safe === false ? text.tables.notSafe : null) },
    { name: 'loss', title: text.tables.loss, number: true, show: (/** @type {any} */ row) => percent(row.loss) }, { name: 'lost_cells', title: text.tables.lostCells, number: true, show: (/** @type {any} */ row) => percent(row.lost_cells) },
    { name: 'totals_changed', title: text.tables.totalsChanged, number: true }, { name: 'reason', title: text.compare.out }]} />`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Tables({ world }) {
  const { project, inspected, inspection } = world;
  const { table } = project;
  const [shown, setShown] = useState(/** @type {string | null} */ (table.protected[table.protection] ?? null));
  const tabulate = useMemo(() => tabulateRequest(world), [table.by, table.sum, table.holding, table.weight, project.columns, project.reading, inspected]);
  const made = useAnswer(tabulate);
  const check = useAnswer(made.state === 'done' && table.rules.length > 0 ? { job: 'check', rule: table.rules, ...(table.safety > 0 ? { 'safety-range': table.safety } : {}), ...(table.holding ? { holdings: true } : {}), table: { job: made.id } } : null);
  const job = useJob(shown);
  const isComparison = job.job?.job === 'table-compare';
  const current = job.result && !isComparison && job.job?.request?.table?.job === check.id ? job : null;
  const document = current?.result?.table ?? check.result?.table ?? made.result?.table ?? null;
  const cells = useMemo(() => (document ? cellsOf(document, check.result, current?.result ?? null) : new Map()), [document, check.result]);
  if (!project.file) return html`<h1>${text.screens.tables}</h1><${Nothing} title=${text.data.none} hint=${text.tables.noneHint} to="data" link=${text.screens.data} />`;
  if (!inspected) return html`<h1>${text.screens.tables}</h1><${Working} answer=${inspection} what=${text.data.reading} /><${FaultNotice} fault=${inspection.error} />`;
  return html`<h1>${text.screens.tables}</h1><p>${text.tables.intro}</p><${Making} world=${world} /><${RuleChoices} world=${world} />
    <${FaultNotice} fault=${made.error} /><${FaultNotice} fault=${check.error} /><${Working} answer=${made} what=${text.tables.tabulating} />
    ${table.by.length === 0 ? html`<${Nothing} title=${text.tables.noDimensions} hint=${text.tables.noDimensionsHint} />` : null}
    ${check.result ? html`<p class="lead">${fill(text.tables.unsafe, { n: count(check.result.unsafe), m: count(document?.cells?.length) })}</p>` : null}
    ${check.state === 'done' ? html`<${Protections} world=${world} checked=${check} onJob=${setShown} busy=${job.state === 'running'} />` : null}
    <${Working} answer=${job} what=${text.tables.protecting} /><${FaultNotice} fault=${job.error} />
    ${current ? html`<${Outcome} result=${current.result} />` : null}
    ${isComparison && job.result ? html`<${Ranking} methods=${job.result.methods} />` : null}
    ${job.job?.page && job.state === 'done' ? html`<p><a class="button" target="_blank" rel="noopener" href=${pageAddress(job.job.id)}>${text.jobs.report}</a></p>` : null}
    ${current && shown ? html`<${Export} key=${shown} job=${shown} name=${`${project.file.replace(/\.\w+$/, '')}-table`} onSaved=${world.refreshFiles} />` : null}
    ${document ? html`<${Grid} key=${`${table.by.join()} ${table.sum}`} table=${document} cells=${cells} hidden=${current !== null} />` : null}`;
}
