// The screen for tables: dimensions and rules, sensitive cells in the table itself, protections with their parameters
// from the registry, and their comparison.
import { html, useMemo, useState } from '../preact.js';
import { count, number, percent } from '../numbers.js';
import { ask, begin, faultOf, useAnswer, useJob } from '../state/jobs.js';
import { original, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { titleOf, worded } from '../text/worded.js';
import { ColumnChoices, ParamForm } from '../parts/form.js';
import { ColumnSelect } from '../parts/column_select.js';
import { List } from '../parts/list.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { downloadAddress, pageAddress } from '../api.js';
import { Grid } from './grid.js';
import { cellsOf, crossingsOf, treeOf, viewOf } from './table_state.js';
import { Typed } from '../parts/typed.js';

const mostAttacked = 3000; // cells whose intervals are computed for the table on the screen

/** @param {Partial<Project['table']>} members
 * @param {boolean} merge */
function set(members, merge = false) {
  store.change(text.tables.settings, { table: { ...store.project.table, ...members } }, { merge });
}

/** @param {import('../frame/frame.js').World} world */
function tabulateRequest({ project, inspected }) {
  const { table } = project;
  const crossings = crossingsOf(table).filter((columns) => columns.length > 0);
  if (!inspected || table.by.length === 0) return null;
  /** @type {Record<string, any>} */
  const hierarchy = {};
  for (const column of new Set(crossings.flat())) {
    const rows = project.columns[column]?.hierarchyRows;
    if (rows) hierarchy[column] = treeOf(rows);
  }
  return {
    job: 'tabulate', by: crossings.map((columns) => columns.map((column) => (column.includes(',') ? `"${column}"` : column)).join(',')), ...(table.sum ? { sum: [table.sum] } : {}), ...(table.holding ? { holding: table.holding } : {}), ...(table.weight ? { weight: table.weight } : {}),
    ...(Object.keys(hierarchy).length > 0 ? { hierarchy } : {}), inputs: { records: original(project) }, schema: { records: schemaOf(project, inspected) },
  };
}

/** Linked tables as tabs. A cell that two of them have is protected in both.
 * @param {{table: Project['table'], shown: number, onShow: (at: number) => void}} props */
function LinkedTabs({ table, shown, onShow }) {
  const crossings = crossingsOf(table);
  const linked = table.linked ?? [];
  return html`<div class="tabs" role="group" aria-label=${text.tables.linked}>${crossings.map((columns, at) => html`<button type="button" key=${at} aria-pressed=${at === shown} onClick=${() => onShow(at)}>${columns.join(' × ') || fill(text.tables.numbered, { n: at + 1 })}</button>`)}
    <button type="button" class="quiet" disabled=${crossings.some((columns) => columns.length === 0)} onClick=${() => {
      set({ linked: [...linked, []], protected: {} });
      onShow(crossings.length);
    }}>${text.tables.addLinked}</button>
    ${shown > 0 ? html`<button type="button" class="quiet" onClick=${() => {
      set({ linked: linked.filter((_, at) => at !== shown - 1), protected: {} });
      onShow(0);
    }}>${text.tables.removeLinked}</button>` : null}</div>`;
}

/** @param {{world: import('../frame/frame.js').World, shown: number, onShow: (at: number) => void}} props */
function Making({ world, shown, onShow }) {
  const { project, inspected } = world;
  const { table } = project;
  const linked = table.linked ?? [];
  const crossing = crossingsOf(table)[shown] ?? [];
  const names = inspected.columns.map((/** @type {any} */ column) => column.name);
  const categories = inspected.columns.filter((/** @type {any} */ column) => column.kind !== 'numeric' || column.distinct <= 60 || project.columns[column.name]?.hierarchy).map((/** @type {any} */ column) => column.name);
  const amounts = inspected.columns.filter((/** @type {any} */ column) => column.kind === 'numeric').map((/** @type {any} */ column) => column.name);
  /** @param {string} label
   * @param {'sum' | 'holding' | 'weight'} member
   * @param {string} none
   * @param {string[]} options */
  const choice = (label, member, none, options) => html`<${ColumnSelect} label=${label} value=${table[member]} none=${none} options=${options} onChange=${(/** @type {string} */ value) => set({ [member]: value })} />`;
  return html`<div class="card settings"><${LinkedTabs} table=${table} shown=${shown} onShow=${onShow} />
    <${ColumnChoices} key=${shown} legend=${text.tables.by} columns=${categories} chosen=${crossing} onChange=${(/** @type {string[]} */ by) => set(shown === 0 ? { by, protected: {} } : { linked: linked.map((columns, at) => (at === shown - 1 ? by : columns)), protected: {} })} />
    <div class="row wrap">${choice(text.tables.sum, 'sum', text.tables.counts, amounts)}${choice(text.tables.holding, 'holding', text.form.none, names)}${choice(text.tables.weight, 'weight', text.form.none, amounts)}</div></div>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
function RuleChoices({ world }) {
  const { table } = world.project;
  const { rules } = world.registry;
  return html`<fieldset class="card choices"><legend>${text.tables.rules}</legend>${rules.map((rule) => {
    const mine = table.rules.find((each) => each.startsWith(`${rule.name}=`));
    return html`<div class="rule" key=${rule.name}><label class="choice"><input type="checkbox" checked=${mine !== undefined} onChange=${(/** @type {any} */ event) => set({ rules: event.target.checked ? [...table.rules, rule.example ?? rule.name] : table.rules.filter((each) => each !== mine) })} /> <span>${rule.title}</span></label>
      ${mine ? html`<${Typed} type="text" size="8" aria-label=${fill(text.tables.valuesOf, { rule: rule.title })} value=${mine.slice(rule.name.length + 1)} onChange=${(/** @type {any} */ event) => set({ rules: table.rules.map((each) => (each === mine ? `${rule.name}=${event.target.value.trim()}` : each)) })} />` : null}<span class="soft">${rule.summary}</span></div>`;
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
      const request = { job: 'save-cells', table: { job }, name };
      let saved = await ask(request, true);
      if (saved.error?.code === 'conflict' && confirm(fill(text.data.replace, { file: `${name}.csv` }))) saved = await ask({ ...request, replace: true }, true);
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
    { name: 'rank', title: text.compare.rank, number: true }, { name: 'method', title: text.compare.method, value: (/** @type {any} */ row) => titleOf(row.method) }, { name: 'safe', title: text.tables.audit, value: (/** @type {any} */ row) => (row.safe ? text.tables.safe : row.safe === false ? text.tables.notSafe : null) },
    { name: 'loss', title: text.tables.loss, number: true, show: (/** @type {any} */ row) => percent(row.loss) }, { name: 'lost_cells', title: text.tables.lostCells, number: true, show: (/** @type {any} */ row) => percent(row.lost_cells) },
    { name: 'totals_changed', title: text.tables.totalsChanged, number: true }, { name: 'reason', title: text.compare.out, value: (/** @type {any} */ row) => worded(row.reason ?? '') }]} />`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Tables({ world }) {
  const { project, inspected, inspection } = world;
  const { table } = project;
  const [shown, setShown] = useState(/** @type {string | null} */ (table.protected[table.protection] ?? null));
  const [place, setPlace] = useState(0);
  const tab = Math.min(place, crossingsOf(table).length - 1);
  const crossing = crossingsOf(table)[tab];
  const tabulate = useMemo(() => tabulateRequest(world), [table.by, table.linked, table.sum, table.holding, table.weight, project.columns, project.reading, inspected]);
  const made = useAnswer(tabulate);
  const check = useAnswer(made.state === 'done' && table.rules.length > 0 ? { job: 'check', rule: table.rules, ...(table.safety > 0 ? { 'safety-range': table.safety } : {}), ...(table.holding ? { holdings: true } : {}), table: { job: made.id } } : null);
  const job = useJob(shown);
  const isComparison = job.job?.job === 'table-compare';
  const current = job.result && !isComparison && job.job?.request?.table?.job === check.id ? job : null;
  const document = current?.result?.table ?? check.result?.table ?? made.result?.table ?? null;
  const view = useMemo(() => (document && crossing.length > 0 ? viewOf(document, crossing) : null), [document, crossing]);
  // What an attacker can compute of the cells that are suppressed for others, by the same attacker.
  const attacker = current?.job?.request ?? {};
  const suppressed = current?.result?.secondary ?? 0;
  const attack = useAnswer(suppressed > 0 && suppressed <= mostAttacked ? { job: 'audit', secondary: true, ...Object.fromEntries(['ignore-singletons', 'prior', 'whole'].filter((name) => name in attacker).map((name) => [name, attacker[name]])), table: { job: shown } } : null);
  const cells = useMemo(() => (document && view ? cellsOf(document, view, check.result, current?.result ?? null, current ? attack.result : null) : new Map()), [document, view, check.result, attack.result]);
  if (!project.file) return html`<h1>${text.screens.tables}</h1><${Nothing} title=${text.data.none} hint=${text.tables.noneHint} to="data" link=${text.screens.data} />`;
  if (!inspected) return html`<h1>${text.screens.tables}</h1><${Working} answer=${inspection} what=${text.data.reading} /><${FaultNotice} fault=${inspection.error} />`;
  return html`<h1>${text.screens.tables}</h1><p>${text.tables.intro}</p><${Making} world=${world} shown=${tab} onShow=${setPlace} /><${RuleChoices} world=${world} />
    <${FaultNotice} fault=${made.error} /><${FaultNotice} fault=${check.error} /><${Working} answer=${made} what=${text.tables.tabulating} />
    ${crossing.length === 0 ? html`<${Nothing} title=${text.tables.noDimensions} hint=${text.tables.noDimensionsHint} />` : null}
    ${check.result ? html`<p class="lead">${fill(text.tables.unsafe, { n: count(check.result.unsafe), m: count(document?.cells?.length) })}</p>` : null}
    ${check.state === 'done' ? html`<${Protections} world=${world} checked=${check} onJob=${setShown} busy=${job.state === 'running'} />` : null}
    <${Working} answer=${job} what=${text.tables.protecting} /><${FaultNotice} fault=${job.error} />
    ${current ? html`<${Outcome} result=${current.result} />` : null}
    ${isComparison && job.result ? html`<${Ranking} methods=${job.result.methods} />` : null}
    ${job.job?.page && job.state === 'done' ? html`<p><a class="button" target="_blank" rel="noopener" href=${pageAddress(job.job.id)}>${text.jobs.report}</a></p>` : null}
    ${current && shown ? html`<${Export} key=${shown} job=${shown} name=${`${project.file.replace(/\.\w+$/, '')}-table`} onSaved=${world.refreshFiles} />` : null}
    ${view && crossingsOf(table).length > 1 ? html`<p>${fill(text.tables.viewOf, { columns: crossing.join(' × '), n: count([...cells.values()].filter((cell) => cell.unsafe).length), m: count(cells.size) })}</p>` : null}
    ${view ? html`<${Grid} key=${`${view.dimensions.map((/** @type {any} */ dimension) => dimension.name).join()} ${table.sum}`} table=${view} cells=${cells} hidden=${current !== null} busy=${attack.state === 'running'} />` : null}`;
}
