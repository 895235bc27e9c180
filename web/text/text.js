// The words of the pages in the user's language. A language is one file beside this one; English is the first, and
// what another language lacks is shown in English.
import english from './en.js';

/** @type {Record<string, typeof english>} */
const languages = { en: english };

export const language = languages[navigator.language.slice(0, 2)] ? navigator.language.slice(0, 2) : 'en';
export const text = languages[language];

/** Puts values into the places of a sentence: fill('{n} of {m}', {n: 1, m: 2}).
 * @param {string} sentence
 * @param {Record<string, string | number>} values */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
