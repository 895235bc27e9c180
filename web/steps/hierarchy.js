// The editor of a hierarchy: intervals or cut points for numbers, groups for categories, levels for dates and codes. The
// effect on uniqueness stands under it, level by level.
import { html, useMemo, useState } from '../preact.js';
import { count, number, percent } from '../numbers.js';
import { useAnswer } from '../state/jobs.js';
import { columnsWithRole, original, schemaOf } from '../state/project.js';
import { fill, text } from '../text/text.js';
import { Dialog } from '../parts/explain.js';
import { Histogram } from '../parts/charts.js';
import { List } from '../parts/list.js';
import { FaultNotice, Working } from '../parts/notice.js';
import { declare } from './roles.js';

/** The interval of a number between cut points, as a label.
 * @param {number} value
 * @param {number[]} cuts ascending */
function intervalLabel(value, cuts) {
  const at = cuts.findIndex((cut) => value < cut);
  if (at === 0) return `< ${cuts[0]}`;
  if (at < 0) return `≥ ${cuts[cuts.length - 1]}`;
  return `${cuts[at - 1]} – < ${cuts[at]}`;
}

/** The rows of a hierarchy from own cut points or groups, with everything together on top.
 * @param {string[]} leaves
 * @param {HierarchyMaking} making */
function ownRows(leaves, making) {
  if (making.cuts?.length) return leaves.map((leaf) => [leaf, intervalLabel(Number(leaf), making.cuts ?? []), '*']);
  const groupOf = new Map((making.groups ?? []).flatMap((group) => group.values.map((value) => [value, group.name])));
  return leaves.map((leaf) => [leaf, groupOf.get(leaf) ?? leaf, '*']);
}

/** Categories in groups. A value is moved by dragging it, or by choosing its group.
 * @param {{leaves: string[], groups: {name: string, values: string[]}[], onChange: (groups: {name: string, values: string[]}[]) => void}} props */
function Groups({ leaves, groups, onChange }) {
  const [fresh, setFresh] = useState('');
  /** @param {string} value
   * @param {string} name '' takes it out of all groups */
  const move = (value, name) => onChange(groups.map((group) => ({
    name: group.name, values: group.name === name ? leaves.filter((leaf) => leaf === value || group.values.includes(leaf)) : group.values.filter((leaf) => leaf !== value),
  })));
  const grouped = new Set(groups.flatMap((group) => group.values));
  /** @param {string} name
   * @param {string[]} values */
  const box = (name, values) => html`<section class="group" onDragOver=${(/** @type {Event} */ event) => event.preventDefault()} onDrop=${(/** @type {DragEvent} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    move(event.dataTransfer?.getData('text/plain') ?? '', name);
  }}><h4>${name || text.hierarchy.alone}</h4><ul>${values.map((value) => html`<li key=${value} draggable=${true} onDragStart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData('text/plain', value)}>
    <span>${value}</span> <select class="compact" aria-label=${fill(text.hierarchy.groupOf, { value })} value=${name} onChange=${(/** @type {any} */ event) => move(value, event.target.value)}>
      <option value="">${text.hierarchy.alone}</option>${groups.map((group) => html`<option value=${group.name}>${group.name}</option>`)}</select></li>`)}</ul></section>`;
  return html`<form class="row" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    if (fresh && !groups.some((group) => group.name === fresh)) onChange([...groups, { name: fresh, values: [] }]);
    setFresh('');
  }}><label>${text.hierarchy.newGroup} <input type="text" value=${fresh} onInput=${(/** @type {any} */ event) => setFresh(event.target.value)} /></label><button type="submit">${text.hierarchy.addGroup}</button></form>
    <div class="groups">${groups.map((group) => box(group.name, group.values))}${box('', leaves.filter((leaf) => !grouped.has(leaf)))}</div>`;
}

/** @param {{world: import('../frame/frame.js').World, column: any, onClose: () => void}} props */
export function HierarchyEditor({ world, column, onClose }) {
  const { project, inspected } = world;
  const numeric = column.kind === 'numeric';
  const [making, setMaking] = useState(/** @type {HierarchyMaking} */ (project.columns[column.name]?.hierarchyMaking ?? { how: numeric ? 'intervals' : 'auto' }));
  const schema = useMemo(() => schemaOf({ ...project, columns: { ...project.columns, [column.name]: { ...project.columns[column.name], hierarchy: undefined } } }, inspected), [project.columns, inspected]);
  const keys = columnsWithRole(project, inspected, ['quasi-identifier']);
  const base = { job: 'hierarchy', column: column.name, keys: keys.length > 0 ? keys : [column.name], inputs: { original: original(project, (inspected?.rows ?? 0) > 50000 ? 50000 : 0) }, schema: { original: schema } };
  const own = (making.how === 'cuts' && (making.cuts?.length ?? 0) > 0) || making.how === 'groups';
  const proposal = useAnswer({ ...base, how: making.how === 'cuts' || making.how === 'groups' ? (numeric ? 'intervals' : 'frequency') : making.how, ...(making.width && making.how === 'intervals' ? { width: making.width } : {}), ...(making.levels ? { levels: making.levels } : {}) });
  const leaves = useMemo(() => (proposal.result?.rows ?? []).map((/** @type {string[]} */ row) => String(row[0])), [proposal.result]);
  const rows = own && leaves.length > 0 ? ownRows(leaves, making) : null;
  const checked = useAnswer(rows ? { ...base, how: 'rows', rows } : null);
  const shown = own ? checked : proposal;
  const hows = numeric ? ['intervals', 'cuts', 'prefix'] : column.type === 'date' ? ['date', 'groups'] : ['auto', 'groups', 'prefix', 'frequency'];
  return html`<${Dialog} title=${fill(text.hierarchy.title, { column: column.name })} onClose=${onClose} wide>
    <p>${text.hierarchy.intro}</p>
    <div class="row wrap"><label>${text.hierarchy.how} <select value=${making.how} onChange=${(/** @type {any} */ event) => setMaking({ ...making, how: event.target.value })}>
      ${hows.map((how) => html`<option value=${how}>${text.hierarchy.hows[/** @type {keyof typeof text.hierarchy.hows} */ (how)]}</option>`)}</select></label>
      ${making.how === 'intervals' ? html`<label>${text.hierarchy.width} <input type="number" min="0" step="any" value=${making.width ?? ''} onChange=${(/** @type {any} */ event) => setMaking({ ...making, width: Number(event.target.value) || undefined })} /></label>` : null}
      ${making.how === 'cuts' ? html`<label>${text.hierarchy.cuts} <input type="text" size="30" placeholder="18, 30, 45, 65" value=${(making.cuts ?? []).join(', ')}
        onChange=${(/** @type {any} */ event) => setMaking({ ...making, cuts: event.target.value.split(/[\s,;]+/).filter(Boolean).map(Number).filter(Number.isFinite).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b) })} /></label>` : null}
      ${making.how === 'intervals' || making.how === 'prefix' ? html`<label>${text.hierarchy.levels} <input type="number" min="1" max="10" value=${making.levels ?? ''} onChange=${(/** @type {any} */ event) => setMaking({ ...making, levels: Number(event.target.value) || undefined })} /></label>` : null}</div>
    ${making.how === 'groups' ? html`<${Groups} leaves=${leaves} groups=${making.groups ?? []} onChange=${(/** @type {any} */ groups) => setMaking({ ...making, groups })} />` : null}
    <${Working} answer=${shown} what=${text.hierarchy.counting} /><${FaultNotice} fault=${shown.error ?? proposal.error} />
    ${(proposal.result?.histogram ?? []).length > 0 ? html`<${Histogram} title=${fill(text.roles.distributionOf, { column: column.name })} bins=${proposal.result.histogram.map((/** @type {any} */ bin) => ({ label: bin.label ?? number(bin.lower), before: bin.before ?? bin.count ?? 0 }))} />` : null}
    ${shown.result ? html`<h3>${text.hierarchy.effect}</h3><${List} caption=${text.hierarchy.effect} rows=${shown.result.levels ?? []} columns=${[
      { name: 'level', title: text.hierarchy.level, number: true }, { name: 'distinct', title: text.roles.distinct, number: true }, { name: 'unique', title: text.hierarchy.unique, number: true },
      { name: 'unique_percent', title: text.hierarchy.uniquePercent, number: true, show: (/** @type {any} */ row) => percent(row.unique_percent) }, { name: 'smallest_class', title: text.hierarchy.smallest, number: true }]} />
      <details class="numbers"><summary>${fill(text.hierarchy.rows, { n: count(shown.result.rows.length) })}</summary><div class="table-box tall" tabindex="0"><table class="data"><tbody>${shown.result.rows.slice(0, 500).map((/** @type {string[]} */ row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></details>
      <div class="row"><button type="button" class="primary" onClick=${() => {
        declare(column.name, { hierarchy: shown.result.rows, hierarchyMaking: making }, fill(text.hierarchy.title, { column: column.name }));
        onClose();
      }}>${text.hierarchy.use}</button>
      ${project.columns[column.name]?.hierarchy ? html`<button type="button" onClick=${() => {
        declare(column.name, { hierarchy: undefined, hierarchyMaking: undefined }, fill(text.hierarchy.title, { column: column.name }));
        onClose();
      }}>${text.hierarchy.remove}</button>` : null}</div>` : null}
  </${Dialog}>`;
}

