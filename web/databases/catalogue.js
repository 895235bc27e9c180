// The catalogue of a database as a form: what analysts may know of each column. It is made from the document that the
// program proposes; whatever the form does not show stays as it was.
import { html } from '../preact.js';
import { fill, text } from '../text/text.js';
import { usePages } from '../parts/pages.js';
import { Typed } from '../parts/typed.js';

const pageOfColumns = 50;

/** The document with one member of a column changed; undefined takes the member out.
 * @param {any} document
 * @param {string} table
 * @param {string} column
 * @param {string} member
 * @param {any} value */
export function withMember(document, table, column, member, value) {
  const { [member]: _old, ...rest } = document.table[table].column[column];
  const changed = value === undefined ? rest : { ...rest, [member]: value };
  return { ...document, table: { ...document.table, [table]: { ...document.table[table], column: { ...document.table[table].column, [column]: changed } } } };
}

/** The document without a column.
 * @param {any} document
 * @param {string} table
 * @param {string} column */
export function withoutColumn(document, table, column) {
  const { [column]: _gone, ...rest } = document.table[table].column;
  return { ...document, table: { ...document.table, [table]: { ...document.table[table], column: rest } } };
}

/** @param {{name: string, column: any, toConfirm: string[], set: (member: string, value: any) => void, onConfirm: () => void, onLeaveOut: () => void}} props toConfirm: members that were taken from the data */
function ColumnRow({ name, column, toConfirm, set, onConfirm, onLeaveOut }) {
  const [low, high] = column.domain ?? ['', ''];
  return html`<tr><th scope="row"><bdi>${name}</bdi>${toConfirm.length > 0 ? html` <span class="to-confirm">${text.databases.toConfirm}: ${toConfirm.map((member) => membersOf[member] ?? member).join(', ')}</span> <button type="button" onClick=${onConfirm}>${text.databases.mayBePublic}<span class="hidden"> ${name}</span></button>` : null}</th>
    <td data-title=${text.roles.kind}>${column.kind}</td>
    <td data-title=${text.databases.domain}>${column.categories
      ? html`<${Typed} type="text" size="30" aria-label=${fill(text.databases.categoriesOf, { column: name })} value=${column.categories.join(', ')} onChange=${(/** @type {any} */ event) => set('categories', event.target.value.split(',').map((/** @type {string} */ each) => each.trim()).filter(Boolean))} />`
      : column.domain ? html`<span class="domain"><${Typed} type="number" step="any" aria-label=${fill(text.roles.lowest, { column: name })} value=${low} onChange=${(/** @type {any} */ event) => set('domain', [Number(event.target.value), high])} />
        <span aria-hidden="true">–</span><${Typed} type="number" step="any" aria-label=${fill(text.roles.highest, { column: name })} value=${high} onChange=${(/** @type {any} */ event) => set('domain', [low, Number(event.target.value)])} /></span>` : null}</td>
    <td data-title=${text.databases.missing}><label class="choice"><input type="checkbox" checked=${column.null === true} aria-label=${fill(text.databases.missingIn, { column: name })} onChange=${(/** @type {any} */ event) => set('null', event.target.checked ? true : undefined)} /></label></td>
    <td><button type="button" class="quiet" onClick=${onLeaveOut}>${text.databases.leaveOut}<span class="hidden"> ${name}</span></button></td></tr>`;
}

const membersOf = /** @type {Record<string, string>} */ (text.databases.members);

/** The members of a column in a list such as "age: domain" that were taken from the data.
 * @param {string[]} confirm
 * @param {string} column */
export const membersToConfirm = (confirm, column) => confirm.filter((line) => line.startsWith(`${column}: `)).map((line) => line.slice(column.length + 2));

/** @param {{table: string, columns: Record<string, any>, document: any, confirm: string[], onChange: (document: any, confirm: string[]) => void}} props */
function TableForm({ table, columns, document, confirm, onChange }) {
  const { shown, tools } = usePages(Object.entries(columns), ([name]) => name, pageOfColumns);
  return html`<section><h3>${fill(text.databases.table, { name: table })}</h3>${tools}
    <div class="table-box" tabindex="0" role="region" aria-label=${table}><table class="data listed"><caption class="hidden">${table}</caption>
      <thead><tr><th scope="col">${text.roles.column}</th><th scope="col">${text.roles.kind}</th><th scope="col">${text.databases.domain}</th><th scope="col">${text.databases.missing}</th><td></td></tr></thead>
      <tbody>${shown.map(([name, column]) => html`<${ColumnRow} key=${name} name=${name} column=${column} toConfirm=${membersToConfirm(confirm, name)}
        set=${(/** @type {string} */ member, /** @type {any} */ value) => onChange(withMember(document, table, name, member, value), confirm.filter((line) => line !== `${name}: ${member}`))}
        onConfirm=${() => onChange(document, confirm.filter((line) => !line.startsWith(`${name}: `)))}
        onLeaveOut=${() => onChange(withoutColumn(document, table, name), confirm.filter((line) => !line.startsWith(`${name}: `)))} />`)}</tbody></table></div></section>`;
}

/** @param {{document: any, confirm: string[], onChange: (document: any, confirm: string[]) => void}} props */
export function CatalogueForm({ document, confirm, onChange }) {
  return html`${Object.entries(document.table ?? {}).map(([table, described]) => html`<${TableForm} key=${table} table=${table} columns=${/** @type {any} */ (described).column ?? {}} document=${document} confirm=${confirm} onChange=${onChange} />`)}`;
}
