// What a screen says of errors, of work under way and of nothing to show. Errors are shown in the program's words: what
// is wrong, where, and what to do.
import { html } from '../preact.js';
import { api } from '../api.js';
import { percent } from '../numbers.js';
import { text } from '../text/text.js';
import { labelOf, worded } from '../text/worded.js';

/** @param {{fault: Fault | null, onRetry?: () => void}} props */
export function FaultNotice({ fault, onRetry }) {
  if (!fault) return null;
  if (fault.code === 'interrupted') return html`<div class="notice mind" role="alert"><p>${text.notice.stopped}</p></div>`;
  const message = fault.code === 'offline' ? text.frame.offline : worded(fault.message);
  return html`<div class="notice stop" role="alert">
    <p><strong>${text.notice.failed}</strong> ${message}</p>
    ${fault.parameter ? html`<p class="soft">${text.notice.parameter} ${labelOf(fault.parameter)}</p>` : null}
    ${fault.hint ? html`<p>${worded(fault.hint)}</p>` : null}
    ${onRetry ? html`<button type="button" onClick=${onRetry}>${text.notice.retry}</button>` : null}
  </div>`;
}

/** A bar with the phase and a stop button, for work that takes longer than a moment.
 * @param {{answer: Answer, what: string}} props */
export function Working({ answer, what }) {
  if (answer.state !== 'running' || !answer.id) return null;
  return html`<div class="working">
    <label>${what}${answer.phase ? html` <span class="soft">${worded(answer.phase)}</span>` : null}
      <progress max="1" value=${answer.progress || 0}></progress></label>
    <span class="soft">${percent(100 * (answer.progress || 0))}</span>
    <button type="button" onClick=${() => void api.stop(/** @type {string} */ (answer.id)).catch(() => {})}>${text.jobs.stop}</button>
  </div>`;
}

/** @param {{title: string, hint: string, to?: string, link?: string}} props */
export function Nothing({ title, hint, to, link }) {
  return html`<div class="nothing"><p><strong>${title}</strong></p><p>${hint}</p>${to ? html`<p><a class="button" href=${`#${to}`}>${link}</a></p>` : null}</div>`;
}
