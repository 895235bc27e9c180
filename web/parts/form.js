// A form made from the registry: one field for each parameter, with its range, default, unit and meaning. Values that
// equal the default are left out, so that recipes and command lines stay short.
import { html, useId, useMemo, useState } from '../preact.js';
import { fill, text } from '../text/text.js';
import { labelOf, worded } from '../text/worded.js';
import { same } from '../state/history.js';
import { usePages } from './pages.js';
import { Slider } from './slider.js';
import { Typed } from './typed.js';

/** @typedef {{param: Param, value: any, columns: string[], files: string[], set: (value: any, moving?: boolean) => void}} FieldProps */

const pageOfColumns = 60;

/** Names to tick. Those of a long list stand in pages, the chosen ones first when the list opens.
 * @param {{columns: string[], chosen: string[], onChange: (chosen: string[]) => void, legend: string, notes?: Record<string, string>, titles?: (name: string) => string}} props */
export function ColumnChoices({ columns, chosen, onChange, legend, notes, titles = (name) => name }) {
  const [first] = useState(() => new Set(chosen));
  const ordered = useMemo(() => (columns.length > pageOfColumns ? [...columns.filter((column) => first.has(column)), ...columns.filter((column) => !first.has(column))] : columns), [columns.join('\t')]);
  const { shown, tools } = usePages(ordered, titles, pageOfColumns);
  const ticked = new Set(chosen);
  return html`<fieldset class="choices"><legend>${legend}${tools ? html` <span class="soft">${fill(text.form.chosen, { n: chosen.length, m: columns.length })}</span>` : null}</legend>${tools}
    ${shown.map((column) => html`<label class="choice" key=${column}><input type="checkbox" checked=${ticked.has(column)}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked ? columns.filter((each) => each === column || ticked.has(each)) : chosen.filter((each) => each !== column))} />
      <span>${titles(column)}</span>${notes?.[column] ? html`<span class="soft">${notes[column]}</span>` : null}</label>`)}
  </fieldset>`;
}

/** @param {FieldProps} props */
function Pairs({ param, value, columns, set }) {
  const pairs = /** @type {Record<string, any>} */ (value ?? {});
  const { shown, tools } = usePages(columns, (column) => column, pageOfColumns);
  return html`<fieldset class="choices"><legend>${labelOf(param.name)}</legend><p class="doc">${worded(param.doc)}</p>${tools}
    ${shown.map((column) => html`<label class="pair" key=${column}><span>${column}</span><${Typed} type="text" value=${pairs[column] ?? ''}
      onChange=${(/** @type {any} */ event) => {
        const { [column]: _gone, ...rest } = pairs;
        const given = event.target.value.trim();
        set(given === '' ? rest : { ...rest, [column]: Number.isFinite(Number(given)) ? Number(given) : given });
      }} /></label>`)}
  </fieldset>`;
}

/** @param {FieldProps} props */
function Field({ param, value, columns, files, set }) {
  const id = useId();
  const doc = html`<p class="doc" id=${`${id}-doc`}>${worded(param.doc)}${param.unit ? ` (${param.unit})` : ''}</p>`;
  switch (param.kind) {
    case 'number':
    case 'integer':
      return html`<${Slider} param=${param} value=${value} onInput=${set} />`;
    case 'flag':
      return html`<div class="field"><label class="choice"><input type="checkbox" checked=${value === true} aria-describedby=${`${id}-doc`}
        onChange=${(/** @type {any} */ event) => set(event.target.checked)} /> <span>${labelOf(param.name)}</span></label>${doc}</div>`;
    case 'choice':
      return html`<div class="field"><label for=${id}>${labelOf(param.name)}</label><select id=${id} aria-describedby=${`${id}-doc`} value=${value}
        onChange=${(/** @type {any} */ event) => set(event.target.value)}>${param.choices.map((choice) => html`<option value=${choice}>${choice.replaceAll('-', ' ')}</option>`)}</select>${doc}</div>`;
    case 'columns':
      if (param.choices.length > 0) return html`<${ColumnChoices} legend=${labelOf(param.name)} columns=${param.choices} chosen=${value ?? []} onChange=${set} />`;
      return html`<div class="field"><${ColumnChoices} legend=${labelOf(param.name)} columns=${columns} chosen=${value ?? []} onChange=${set} />${doc}</div>`;
    case 'pairs':
      return html`<${Pairs} param=${param} value=${value} columns=${columns} files=${files} set=${set} />`;
    case 'table':
      return html`<div class="field"><label for=${id}>${labelOf(param.name)}</label><select id=${id} aria-describedby=${`${id}-doc`} value=${value ?? ''}
        onChange=${(/** @type {any} */ event) => set(event.target.value)}><option value="">${text.form.none}</option>${files.map((file) => html`<option value=${file}>${file}</option>`)}</select>${doc}</div>`;
    case 'texts':
      return html`<div class="field"><label for=${id}>${labelOf(param.name)}</label><${Typed} area=${true} id=${id} rows="2" aria-describedby=${`${id}-doc`} value=${(value ?? []).join('\n')}
        onChange=${(/** @type {any} */ event) => set(event.target.value.split('\n').map((/** @type {string} */ line) => line.trim()).filter(Boolean))} />${doc}</div>`;
    default:
      return html`<div class="field"><label for=${id}>${labelOf(param.name)}</label><${Typed} id=${id} type="text" aria-describedby=${`${id}-doc`} value=${value ?? ''}
        onChange=${(/** @type {any} */ event) => set(event.target.value)} />${doc}</div>`;
  }
}

/** @param {{params: Param[], values: Record<string, any>, columns: string[], files?: string[], onChange: (values: Record<string, any>, moving: boolean) => void}} props */
export function ParamForm({ params, values, columns, files = [], onChange }) {
  const [all, setAll] = useState(false);
  // What a user turns first: dials, and whatever was changed already. The rest is one click away.
  const first = params.filter((param) => param.dial !== 'none' || param.name in values);
  const shown = all || first.length === 0 ? params.filter((param) => param.kind !== 'tree') : first;
  const hidden = params.filter((param) => param.kind !== 'tree').length - shown.length;
  return html`<div class="param-form">
    ${shown.map((param) => html`<${Field} key=${param.name} param=${param} value=${param.name in values ? values[param.name] : param.default} columns=${columns} files=${files}
      set=${(/** @type {any} */ value, moving = false) => {
        const { [param.name]: _gone, ...rest } = values;
        onChange(same(value, param.default) ? rest : { ...rest, [param.name]: value }, moving);
      }} />`)}
    ${hidden > 0 || all ? html`<button type="button" class="quiet" aria-expanded=${all} onClick=${() => setAll(!all)}>${all ? text.form.fewer : text.form.more}</button>` : null}
  </div>`;
}
