// What is known of a thing in a table or a picture, beside it: shown while the mouse is over it, while it has the focus, and
// after a touch. The pointer may move onto the text; Escape puts it away.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../preact.js';

const gap = 6; // pixels between the thing and its text
const patience = 150; // milliseconds for the way of the pointer from the thing to its text

/** The state of the one hint of a component. `props(key, about)` goes to each thing that has one.
 * @template T */
export function useHint() {
  const [shown, setShown] = useState(/** @type {{key: string, about: T, place: HTMLElement} | null} */ (null));
  const timer = useRef(0);
  const stay = () => clearTimeout(timer.current);
  const leave = () => {
    stay();
    timer.current = window.setTimeout(() => setShown((now) => (now && now.place === document.activeElement ? now : null)), patience);
  };
  useEffect(() => {
    if (!shown) return undefined;
    /** @param {KeyboardEvent} event */
    const pressed = (event) => event.key === 'Escape' && setShown(null);
    /** @param {Event} event */
    const elsewhere = (event) => event.target instanceof Node && !shown.place.contains(event.target) && !document.getElementById('hint')?.contains(event.target) && setShown(null);
    const moved = () => setShown((now) => now && { ...now });
    addEventListener('keydown', pressed);
    addEventListener('pointerdown', elsewhere);
    addEventListener('resize', moved);
    addEventListener('scroll', moved, true);
    return () => {
      removeEventListener('keydown', pressed);
      removeEventListener('pointerdown', elsewhere);
      removeEventListener('resize', moved);
      removeEventListener('scroll', moved, true);
    };
  }, [shown]);
  useEffect(() => stay, []);
  /** @param {string} key
   * @param {T} about */
  const props = (key, about) => {
    const show = (/** @type {any} */ event) => {
      stay();
      setShown({ key, about, place: event.currentTarget });
    };
    return {
      'aria-describedby': shown?.key === key ? 'hint' : undefined,
      onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && show(event),
      onPointerLeave: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && leave(),
      onFocus: show, onBlur: leave, onClick: show,
    };
  };
  return { shown, props, stay, leave };
}

/** The text itself, near its thing and inside the window.
 * @param {{place: HTMLElement, stay: () => void, leave: () => void, children?: any}} props */
export function Hint({ place, stay, leave, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const hint = box.current;
    if (!hint) return;
    const around = place.getBoundingClientRect();
    const own = hint.getBoundingClientRect();
    const below = around.bottom + gap + own.height <= innerHeight || around.top < own.height + gap;
    hint.style.left = `${Math.max(8, Math.min(around.left, innerWidth - own.width - 8))}px`;
    hint.style.top = `${Math.max(8, below ? Math.min(around.bottom + gap, innerHeight - own.height - 8) : around.top - own.height - gap)}px`;
  });
  return html`<div ref=${box} id="hint" class="hint" role="tooltip" onPointerEnter=${stay} onPointerLeave=${leave}>${children}</div>`;
}
