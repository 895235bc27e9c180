// Step 2: what each column is. Roles are proposed with their reason and can be changed; kinds, domains and hierarchies
// are declared here, and what they do to uniqueness is shown.
import { html, useEffect, useMemo, useState } from '../preact.js';
import { count, number, percent } from '../numbers.js';
import { useAnswer } from '../state/jobs.js';
import { sampleSize } from '../state/evaluation.js';
import { original, roleOf, schemaOf } from '../state/project.js';
import { store } from '../state/store.js';
import { fill, text } from '../text/text.js';
import { binsOf, Histogram } from '../parts/charts.js';
import { FaultNotice, Nothing, Working } from '../parts/notice.js';
import { usePages } from '../parts/pages.js';
import { HierarchyEditor } from './hierarchy.js';
import { Typed } from '../parts/typed.js';

const pageOfColumns = 50;

/** @param {string} column
 * @param {Partial<ColumnChoice>} choice undefined members are left out
 * @param {string} label */
export function declare(column, choice, label) {
  const merged = Object.fromEntries(Object.entries({ ...store.project.columns[column], ...choice }).filter(([, value]) => value !== undefined));
  store.change(label, { columns: { ...store.project.columns, [column]: merged }, rolesSeen: true, accepted: [] });
}

/** @param {{column: any, project: Project}} props */
function Domain({ column, project }) {
  const [low, high] = project.columns[column.name]?.domain ?? column.domain ?? [null, null];
  if (column.kind !== 'numeric') return html`<span class="soft">${fill(text.roles.categories, { n: count(column.distinct) })}</span>`;
  /** @param {0 | 1} end
   * @param {string} given */
  const set = (end, given) => {
    const domain = /** @type {[number, number]} */ ([low ?? column.min, high ?? column.max]);
    domain[end] = Number(given);
    declare(column.name, { domain: given === '' ? undefined : domain }, fill(text.roles.domainOf, { column: column.name }));
  };
  return html`<span class="domain"><${Typed} type="number" step="any" aria-label=${fill(text.roles.lowest, { column: column.name })} placeholder=${number(column.min)} value=${low ?? ''} onChange=${(/** @type {any} */ event) => set(0, event.target.value)} />
    <span aria-hidden="true">–</span><${Typed} type="number" step="any" aria-label=${fill(text.roles.highest, { column: column.name })} placeholder=${number(column.max)} value=${high ?? ''} onChange=${(/** @type {any} */ event) => set(1, event.target.value)} /></span>
    ${low === null && Number.isFinite(column.min) ? html`<button type="button" class="quiet confirm" title=${text.roles.fromData} onClick=${() => declare(column.name, { domain: [column.min, column.max] }, fill(text.roles.domainOf, { column: column.name }))}>${text.roles.confirm}<span class="hidden"> ${fill(text.roles.domainOf, { column: column.name })}</span></button>` : null}`;
}

/** @param {{column: any, project: Project, bins: any[] | null, onHierarchy: () => void}} props */
function ColumnRow({ column, project, bins, onHierarchy }) {
  const role = roleOf(project, column);
  const own = project.columns[column.name]?.role;
  const hierarchy = project.columns[column.name]?.hierarchy;
  return html`<tr class=${`role-${role}`}>
    <th scope="row"><bdi>${column.name}</bdi>${bins ? html`<${Histogram} small title=${fill(text.roles.distributionOf, { column: column.name })} bins=${bins} />` : null}</th>
    <td data-title=${text.roles.kind}><select class="compact" aria-label=${fill(text.data.kindOf, { column: column.name })} value=${column.kind}
      onChange=${(/** @type {any} */ event) => declare(column.name, { kind: event.target.value }, fill(text.data.kindOf, { column: column.name }))}>
      ${['numeric', 'nominal', 'ordinal'].map((kind) => html`<option value=${kind}>${text.kinds[/** @type {keyof typeof text.kinds} */ (kind)]}</option>`)}</select></td>
    <td data-title=${text.roles.role}><span><select class="compact" aria-label=${fill(text.roles.roleOf, { column: column.name })} value=${role}
      onChange=${(/** @type {any} */ event) => declare(column.name, { role: event.target.value }, fill(text.roles.roleOf, { column: column.name }))}>
      ${Object.entries(text.roleNames).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select><span class="reason">${own ? text.roles.yours : column.reason === 'declared' ? text.roles.declared : column.reason}</span></span></td>
    <td data-title=${text.roles.distinct} class="number">${count(column.distinct)} <span class="reason">${fill(text.roles.once, { percent: percent(column.once_percent) })}</span></td>
    <td data-title=${text.roles.missing} class="number">${count(column.missing)}</td>
    <td data-title=${text.roles.domain}><${Domain} column=${column} project=${project} /></td>
    <td data-title=${text.roles.hierarchy}><button type="button" class="quiet" onClick=${onHierarchy}>${hierarchy ? text.roles.levels : text.roles.addHierarchy}<span class="hidden"> ${column.name}</span></button></td></tr>`;
}

/** @param {{world: import('../frame/frame.js').World}} props */
export function Roles({ world }) {
  const { project, inspected, inspection } = world;
  const [open, setOpen] = useState('');
  useEffect(() => {
    if (inspected && !project.rolesSeen) store.note({ rolesSeen: true });
  }, [inspected]);
  const { shown, tools } = usePages(/** @type {any[]} */ (inspected?.columns ?? []), (column) => column.name, pageOfColumns);
  const request = useMemo(() => (inspected ? {
    job: 'distributions', columns: shown.map((column) => column.name), inputs: { original: original(project, sampleSize) }, schema: { original: schemaOf(project, inspected) },
  } : null), [inspected, project.reading, shown.map((column) => column.name).join('\t')]);
  const shapes = useAnswer(request);
  if (!project.file) return html`<h1>${text.screens.roles}</h1><${Nothing} title=${text.data.none} hint=${text.data.noneHint} to="data" link=${text.screens.data} />`;
  const bins = Object.fromEntries((shapes.result?.columns ?? []).map((/** @type {any} */ column) => [column.name, binsOf(column)]));
  return html`<h1>${text.screens.roles}</h1><p>${text.roles.intro}</p>
    <${Working} answer=${inspection} what=${text.data.reading} /><${FaultNotice} fault=${inspection.error} />
    ${inspected ? html`${tools}<div class="table-box" tabindex="0" role="region" aria-label=${text.screens.roles} aria-busy=${inspection.stale}><table class="data listed roles"><caption class="hidden">${text.screens.roles}</caption>
      <thead><tr><th scope="col">${text.roles.column}</th><th scope="col">${text.roles.kind}</th><th scope="col">${text.roles.role}</th><th scope="col" class="number">${text.roles.distinct}</th>
        <th scope="col" class="number">${text.roles.missing}</th><th scope="col">${text.roles.domain}</th><th scope="col">${text.roles.hierarchy}</th></tr></thead>
      <tbody>${shown.map((column) => html`<${ColumnRow} key=${column.name} column=${column} project=${project} bins=${bins[column.name] ?? null} onHierarchy=${() => setOpen(column.name)} />`)}</tbody></table></div>
      <p><a class="button" href="#risk">${text.roles.toRisk}</a></p>` : null}
    ${open && inspected ? html`<${HierarchyEditor} world=${world} column=${inspected.columns.find((/** @type {any} */ column) => column.name === open)} onClose=${() => setOpen('')} />` : null}`;
}
