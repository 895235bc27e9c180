// The program names methods, measures and parameters by ids. A user sees titles and the labels of forms: this module
// puts them in their place, in messages as in headings.

import { text } from './text.js';

/** @type {Map<string, string>} */
const titles = new Map();
/** @type {Set<string>} */
const parameters = new Set();
let hyphenated = /$^/g;

/** The label of a parameter: its name as words.
 * @param {string} name */
export function labelOf(name) {
  const own = /** @type {Record<string, string>} */ (text.form.labels)[name];
  if (own) return own;
  const words = name.replaceAll('-', ' ');
  return words.length > 1 ? words[0].toUpperCase() + words.slice(1) : words;
}

/** @param {Registry} registry */
export function learnTitles(registry) {
  for (const entries of [registry.methods, registry.measures, registry.protections, registry.rules]) {
    for (const entry of entries ?? []) {
      titles.set(entry.name, entry.title || labelOf(entry.name));
      for (const param of entry.parameters ?? []) parameters.add(param.name);
    }
  }
  const long = [...titles.keys()].filter((name) => name.includes('-')).sort((one, other) => other.length - one.length);
  if (long.length > 0) hyphenated = new RegExp(`(?<![\\w-])(${long.join('|')})(?![\\w-])`, 'g');
}

/** The title of a method, measure, protection or rule; what is not known stays as it is.
 * @param {string} name */
export const titleOf = (name) => titles.get(name) ?? name;

/** What a word in code stands for on the page.
 * @param {string} code */
export function spoken(code) {
  if (titles.has(code)) return titleOf(code);
  return parameters.has(code) && code.includes('-') ? labelOf(code) : null;
}

/** A message of the program with titles and labels in place of ids and options.
 * @param {string} message */
export function worded(message) {
  return message
    .replace(/'([a-z0-9]+(?:-[a-z0-9]+)*)'/g, (whole, name) => (titles.has(name) ? `“${titleOf(name)}”` : whole))
    .replace(/(?<![\w-])--([a-z][a-z0-9-]*)/g, (_whole, name) => `“${labelOf(name)}”`)
    .replace(/“([A-Z][a-z]+)”/g, (_whole, label) => `“${labelOf(label.toLowerCase())}”`)
    .replace(hyphenated, (name) => titleOf(name));
}
