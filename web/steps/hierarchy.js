// The editor of a hierarchy: intervals or cut points for numbers, groups for categories, levels for dates and codes. The
// effect on uniqueness stands under it, level by level.
import { html, useMemo, useState } from '../preact.js';
import { count, percent } from '../numbers.js';
import { useAnswer } from '../state/jobs.js';
import { sampleSize } from '../state/evaluation.js';
import { columnsWithRole, original, schemaOf } from '../state/project.js';
import { fill, text } from '../text/text.js';
import { binsOf, Histogram } from '../parts/charts.js';
import { Dialog } from '../parts/explain.js';
import { List } from '../parts/list.js';
import { FaultNotice, Working } from '../parts/notice.js';
import { Groups } from './groups.js';
import { declare } from './roles.js';
import { Typed } from '../parts/typed.js';

const keptRows = 500; // values of a hierarchy that the project remembers, for tables; those of more are rebuilt by the program
const shownRows = 500;

/** Numbers in a text, in order.
 * @param {string} given */
function numbersIn(given) {
  return given.split(/[\s,;]+/).filter(Boolean).map(Number).filter(Number.isFinite).sort((one, other) => one - other);
}

/** The interval of a number between cut points, as a label.
 * @param {number} value
 * @param {number[]} cuts ascending */
function intervalLabel(value, cuts) {
  const at = cuts.findIndex((cut) => value < cut);
  if (at === 0) return `< ${cuts[0]}`;
  if (at < 0) return `≥ ${cuts[cuts.length - 1]}`;
  return `${cuts[at - 1]} to < ${cuts[at]}`;
}

/** What the program is asked to build: a specification, rows of our own, or its proposal (null).
 * @param {HierarchyMaking} making
 * @param {string[]} leaves
 * @returns {{specification?: any, rows?: string[][]} | null} */
function built(making, leaves) {
  switch (making.how) {
    case 'intervals':
      return making.widths?.length ? { specification: { kind: 'intervals', widths: making.widths } } : null;
    case 'cuts':
      return making.cuts?.length && leaves.length > 0 ? { rows: leaves.map((leaf) => [leaf, intervalLabel(Number(leaf), making.cuts ?? []), '*']) } : null;
    case 'dates':
      return { specification: { kind: 'dates', steps: ['month', 'year', 'decade'] } };
    case 'redaction':
      return { specification: { kind: 'redaction', from: 'right' } };
    case 'order':
      return { specification: { kind: 'order', sizes: making.widths?.length ? making.widths : [2], values: leaves } };
    case 'groups': {
      const groups = (making.groups ?? []).filter((group) => group.values.length > 0);
      if (groups.length === 0) return null;
      const grouped = new Set(groups.flatMap((group) => group.values));
      const level = Object.fromEntries([...groups.map((group) => [group.name, group.values]), ...leaves.filter((leaf) => !grouped.has(leaf)).map((leaf) => [leaf, [leaf]])]);
      return { specification: { kind: 'groups', levels: [level] } };
    }
    default:
      return null;
  }
}

/** The ways that suit a column.
 * @param {any} column */
function waysFor(column) {
  if (column.type === 'date' || column.type === 'timestamp') return ['proposed', 'dates'];
  if (column.kind === 'numeric') return ['proposed', 'intervals', 'cuts'];
  return column.kind === 'ordinal' ? ['proposed', 'order', 'groups'] : ['proposed', 'groups', 'redaction'];
}

/** @param {{making: HierarchyMaking, column: any, onChange: (making: HierarchyMaking) => void}} props */
function Ways({ making, column, onChange }) {
  return html`<div class="row wrap"><label>${text.hierarchy.how} <select value=${making.how} onChange=${(/** @type {any} */ event) => onChange({ ...making, how: event.target.value })}>
    ${waysFor(column).map((how) => html`<option value=${how}>${text.hierarchy.hows[/** @type {keyof typeof text.hierarchy.hows} */ (how)]}</option>`)}</select></label>
    ${making.how === 'intervals' || making.how === 'order' ? html`<label>${making.how === 'order' ? text.hierarchy.sizes : text.hierarchy.widths} <${Typed} type="text" size="16" placeholder=${making.how === 'order' ? '2, 4' : '5, 10, 20'} value=${(making.widths ?? []).join(', ')}
      onChange=${(/** @type {any} */ event) => onChange({ ...making, widths: numbersIn(event.target.value) })} /></label>` : null}
    ${making.how === 'cuts' ? html`<label>${text.hierarchy.cuts} <${Typed} type="text" size="30" placeholder="18, 30, 45, 65" value=${(making.cuts ?? []).join(', ')}
      onChange=${(/** @type {any} */ event) => onChange({ ...making, cuts: numbersIn(event.target.value) })} /></label>` : null}</div>`;
}

/** @param {{result: any}} props */
function Effect({ result }) {
  return html`<h3>${text.hierarchy.effect}</h3><${List} caption=${text.hierarchy.effect} rows=${result.levels ?? []} columns=${[
    { name: 'level', title: text.hierarchy.level, number: true }, { name: 'values', title: text.roles.distinct, number: true }, { name: 'unique', title: text.hierarchy.unique, number: true },
    { name: 'unique_percent', title: text.hierarchy.uniquePercent, number: true, show: (/** @type {any} */ row) => percent(row.unique_percent) }, { name: 'smallest_class', title: text.hierarchy.smallest, number: true }]} />
    <details class="numbers"><summary>${fill(text.hierarchy.rows, { n: count(result.rows.length) })}</summary><div class="table-box tall" tabindex="0"><table class="data"><tbody>${result.rows.slice(0, shownRows).map((/** @type {string[]} */ row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

/** @param {{world: import('../frame/frame.js').World, column: any, onClose: () => void}} props */
export function HierarchyEditor({ world, column, onClose }) {
  const { project, inspected } = world;
  const [making, setMaking] = useState(/** @type {HierarchyMaking} */ (project.columns[column.name]?.hierarchyMaking ?? { how: 'proposed' }));
  const keys = columnsWithRole(project, inspected, ['quasi-identifier']);
  const data = { inputs: { original: original(project) }, keys: keys.includes(column.name) ? keys : [...keys, column.name] };
  /** @param {string[][] | undefined} rows */
  const schema = (rows) => {
    const columns = { ...project.columns, [column.name]: { ...project.columns[column.name], hierarchy: rows } };
    return { original: schemaOf({ ...project, columns }, inspected) };
  };
  const proposal = useAnswer({ job: 'hierarchy', column: column.name, ...data, schema: schema(undefined) });
  const leaves = useMemo(() => (proposal.result?.rows ?? []).map((/** @type {string[]} */ row) => String(row[0])), [proposal.result]);
  const own = useMemo(() => built(making, leaves), [making, leaves]);
  const made = useAnswer(own ? { job: 'hierarchy', column: column.name, ...data, ...(own.specification ? { specification: own.specification } : {}), schema: schema(own.rows) } : null);
  const shape = useAnswer({ job: 'distributions', columns: [column.name], inputs: { original: original(project, sampleSize) }, schema: schema(undefined) });
  const shown = own ? made : proposal;
  const label = fill(text.hierarchy.title, { column: column.name });
  /** @param {any} hierarchy
   * @param {string[][] | undefined} rows */
  const use = (hierarchy, rows) => {
    declare(column.name, { hierarchy, hierarchyRows: rows && rows.length <= keptRows ? rows : undefined, hierarchyMaking: hierarchy ? making : undefined }, label);
    onClose();
  };
  const described = (shape.result?.columns ?? [])[0];
  return html`<${Dialog} title=${label} onClose=${onClose} wide><p>${text.hierarchy.intro}</p>
    <${Ways} making=${making} column=${column} onChange=${setMaking} />
    ${making.how === 'groups' ? html`<${Groups} leaves=${leaves} groups=${making.groups ?? []} onChange=${(/** @type {any} */ groups) => setMaking({ ...making, groups })} />` : null}
    ${shown.result?.reason && !own ? html`<p class="soft">${shown.result.reason}</p>` : null}
    <${Working} answer=${shown} what=${text.hierarchy.counting} /><${FaultNotice} fault=${shown.error ?? proposal.error} />
    ${described ? html`<${Histogram} title=${fill(text.roles.distributionOf, { column: column.name })} bins=${binsOf(described)} cuts=${making.how === 'cuts' ? making.cuts ?? [] : []} />` : null}
    ${shown.result ? html`<div aria-busy=${shown.stale}><${Effect} result=${shown.result} /></div><div class="row">
      <button type="button" class="primary" onClick=${() => use(own?.rows ?? shown.result.specification ?? shown.result.rows, shown.result.rows)}>${text.hierarchy.use}</button>
      ${project.columns[column.name]?.hierarchy ? html`<button type="button" onClick=${() => use(undefined, undefined)}>${text.hierarchy.remove}</button>` : null}</div>` : null}
  </${Dialog}>`;
}
