// Categories in groups, for a hierarchy of one's own. A value is moved by dragging it, or by choosing its group.
import { html, useState } from '../preact.js';
import { fill, text } from '../text/text.js';

/** @typedef {{name: string, values: string[]}} Group */

/** @param {{name: string, values: string[], groups: Group[], onMove: (value: string, name: string) => void}} props */
function GroupBox({ name, values, groups, onMove }) {
  return html`<section class="group" onDragOver=${(/** @type {Event} */ event) => event.preventDefault()} onDrop=${(/** @type {DragEvent} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    onMove(event.dataTransfer?.getData('text/plain') ?? '', name);
  }}><h4>${name || text.hierarchy.alone}</h4><ul>${values.map((value) => html`<li key=${value} draggable=${true} onDragStart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData('text/plain', value)}>
    <span>${value}</span> <select class="compact" aria-label=${fill(text.hierarchy.groupOf, { value })} value=${name} onChange=${(/** @type {any} */ event) => onMove(value, event.target.value)}>
      <option value="">${text.hierarchy.alone}</option>${groups.map((group) => html`<option value=${group.name}>${group.name}</option>`)}</select></li>`)}</ul></section>`;
}

/** @param {{leaves: string[], groups: Group[], onChange: (groups: Group[]) => void}} props */
export function Groups({ leaves, groups, onChange }) {
  const [fresh, setFresh] = useState('');
  /** @param {string} value
   * @param {string} name '' takes it out of all groups */
  const move = (value, name) => onChange(groups.map((group) => ({
    name: group.name, values: group.name === name ? leaves.filter((leaf) => leaf === value || group.values.includes(leaf)) : group.values.filter((leaf) => leaf !== value),
  })));
  const grouped = new Set(groups.flatMap((group) => group.values));
  return html`<form class="row" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    if (fresh && !groups.some((group) => group.name === fresh)) onChange([...groups, { name: fresh, values: [] }]);
    setFresh('');
  }}><label>${text.hierarchy.newGroup} <input type="text" value=${fresh} onInput=${(/** @type {any} */ event) => setFresh(event.target.value)} /></label><button type="submit">${text.hierarchy.addGroup}</button></form>
    <div class="groups">${groups.map((group) => html`<${GroupBox} key=${group.name} name=${group.name} values=${group.values} groups=${groups} onMove=${move} />`)}
      <${GroupBox} name="" values=${leaves.filter((leaf) => !grouped.has(leaf))} groups=${groups} onMove=${move} /></div>`;
}
