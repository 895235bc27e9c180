// Fields that are typed into. What is typed stays until the field is left or Enter is pressed, also while results arrive
// and the screen is drawn anew; then `onChange` gets the event of the finished text.
import { html, useState } from '../preact.js';

/** @param {any} props those of an input, with `area` for a field of several lines */
export function Typed({ value, onChange, area, ...rest }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const field = {
    ...rest,
    value: draft ?? value,
    onInput: (/** @type {any} */ event) => setDraft(event.target.value),
    onChange: (/** @type {any} */ event) => {
      setDraft(null);
      onChange(event);
    },
    onBlur: () => setDraft(null),
  };
  return area ? html`<textarea ...${field}></textarea>` : html`<input ...${field} />`;
}
