// What a release promises, as badges. A promise is shown as kept only where the program verified it in the file.
import { html } from '../preact.js';
import { anything } from '../numbers.js';
import { text } from '../text/text.js';

/** @param {{promises: any[], guarantee: any, sampled: boolean}} props */
export function Promises({ promises, guarantee, sampled }) {
  const models = promises.flatMap((promise) => (promise.models ?? []).map((/** @type {any} */ model) => ({ ...model, keys: promise.keys })));
  const epsilon = guarantee && !String(typeof guarantee === 'string' ? guarantee : guarantee.text ?? anything(guarantee)).startsWith('none');
  if (models.length === 0 && !epsilon) return html`<p class="soft">${text.promises.none}</p>`;
  return html`<section><h2>${text.promises.title}</h2><ul class="promises">${models.map((model) => html`<li class=${model.kept && !sampled ? 'kept' : model.kept ? 'likely' : 'broken'}><strong>${model.model}</strong>
    <span>${model.kept ? (sampled ? text.promises.onSample : text.promises.kept) : text.promises.broken}</span> <span class="soft">${text.promises.found} ${anything(model.found)} · ${anything(model.keys)}</span></li>`)}
    ${epsilon ? html`<li class="kept"><strong>${text.promises.guarantee}</strong> <span>${anything(guarantee)}</span></li>` : null}</ul></section>`;
}
