// One column of many: a list to choose from, or, where the file has hundreds of columns, a field that proposes those
// whose name has what was typed.
import { html, useId, useState } from '../preact.js';
import { text } from '../text/text.js';

const longest = 200; // names in a list
const proposed = 50;

/** @param {{label: string, value: string, none: string, options: string[], onChange: (value: string) => void}} props */
export function ColumnSelect({ label, value, none, options, onChange }) {
  const id = useId();
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  if (options.length <= longest) {
    return html`<label>${label} <select value=${value} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}><option value="">${none}</option>${options.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>`;
  }
  const wanted = (draft ?? '').toLowerCase();
  const found = options.filter((name) => name.toLowerCase().includes(wanted)).slice(0, proposed);
  return html`<label>${label} <input type="text" list=${id} placeholder=${none} value=${draft ?? value} onInput=${(/** @type {any} */ event) => setDraft(event.target.value)} onBlur=${() => setDraft(null)}
    onChange=${(/** @type {any} */ event) => {
      setDraft(null);
      if (event.target.value === '' || options.includes(event.target.value)) onChange(event.target.value);
    }} title=${text.list.filterColumns} /><datalist id=${id}>${found.map((name) => html`<option value=${name}></option>`)}</datalist></label>`;
}
