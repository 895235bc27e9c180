// Light, dark, or as the system says. The choice is kept in this browser alone.
import { html, useEffect, useState } from '../preact.js';
import { text } from '../text/text.js';

const modes = /** @type {const} */ (['system', 'light', 'dark']);

export function ThemeButton() {
  const [mode, setMode] = useState(() => /** @type {typeof modes[number]} */ (localStorage.getItem('sfumato-theme') ?? 'system'));
  useEffect(() => {
    if (mode === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = mode;
    localStorage.setItem('sfumato-theme', mode);
  }, [mode]);
  return html`<button type="button" class="quiet" onClick=${() => setMode(modes[(modes.indexOf(mode) + 1) % modes.length])}>${text.frame.theme[mode]}</button>`;
}
