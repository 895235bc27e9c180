// A number or a name that explains itself: a button that opens what it means, how it is computed and where that is
// published, from the pages of the registry.
import { html, useEffect, useRef, useState } from '../preact.js';
import { text } from '../text/text.js';
import { Markdown } from './markdown.js';

/** A dialog above the page. Escape and a click beside it close it, and the focus returns to where it was.
 * @param {{title: string, onClose: () => void, children?: any, wide?: boolean}} props */
export function Dialog({ title, onClose, children, wide }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return html`<dialog ref=${box} class=${wide ? 'wide' : ''} aria-label=${title} onClose=${onClose}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === box.current && onClose()}>
    <div class="dialog-inner"><header><h2>${title}</h2><button type="button" onClick=${onClose}>${text.frame.close}</button></header>${children}</div>
  </dialog>`;
}

/** @param {{entry: Entry, reading?: string | null, onClose: () => void}} props */
export function EntryDialog({ entry, reading, onClose }) {
  const parts = /** @type {[string, string][]} */ (Object.entries(text.explain.sections));
  return html`<${Dialog} title=${entry.title} onClose=${onClose} wide>
    ${reading ? html`<p class="lead">${reading}</p>` : null}
    <p>${entry.summary}</p>
    ${parts.filter(([part]) => entry.page?.[part]).map(([part, title]) => html`<section><h3>${title}</h3><${Markdown} source=${entry.page?.[part] ?? ''} /></section>`)}
    ${entry.reference ? html`<p class="soft">${text.explain.reference} ${entry.reference}</p>` : null}
  </${Dialog}>`;
}

/** @param {{entry: Entry | undefined, reading?: string | null, children?: any}} props */
export function Explain({ entry, reading, children }) {
  const [open, setOpen] = useState(false);
  if (!entry) return html`<span>${children}</span>`;
  return html`<button type="button" class="explain" onClick=${() => setOpen(true)}>${children}</button>
    ${open ? html`<${EntryDialog} entry=${entry} reading=${reading} onClose=${() => setOpen(false)} />` : null}`;
}
