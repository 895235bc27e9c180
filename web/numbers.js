// Numbers and sizes as text. One place decides on digits and separators, so that a number looks alike on every screen.
import { language } from './text/text.js';

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const threeDigits = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
const onePlace = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoPlaces = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const oneDigit = new Intl.NumberFormat(language, { maximumSignificantDigits: 1 });
const missing = '–';

/** @param {number | null | undefined} value */
export function count(value) {
  return value === null || value === undefined || !Number.isFinite(value) ? missing : whole.format(value);
}

/** Three significant digits, whole numbers in full.
 * @param {number | null | undefined} value */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing;
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return whole.format(value);
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toExponential(1);
  return threeDigits.format(value);
}

/** One place after the point; more where that would make a little nothing, or nearly all of it all.
 * @param {number | null | undefined} value a number of 0 to 100 */
export function percent(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return missing;
  const size = Math.abs(value);
  if (size > 0 && size < 1e-4) return `${value.toExponential(1)} %`;
  if (size > 0 && size < 0.05) return `${oneDigit.format(value)} %`;
  if (size < 100 && size >= 99.95) return `${value < 0 ? '-' : ''}${(Math.floor(size * 1000) / 1000).toLocaleString(language, { maximumFractionDigits: 3 })} %`;
  return `${onePlace.format(value)} %`;
}

/** Whether a measure is a percentage, as its range in the registry says.
 * @param {Entry | undefined} entry */
export const isPercentage = (entry) => entry?.range?.includes('%') ?? false;

/** A value of a measure: a percentage with its sign, another number as it is.
 * @param {Entry | undefined} entry
 * @param {number | null | undefined} value */
export const measured = (entry, value) => (isPercentage(entry) ? percent(value) : number(value));

/** @param {number | null | undefined} value of −1 to 1 */
export function correlation(value) {
  return value === null || value === undefined || !Number.isFinite(value) ? missing : twoPlaces.format(value);
}

/** @param {number} bytes */
export function size(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let at = 0;
  while (bytes >= 1000 && at < units.length - 1) {
    bytes /= 1000;
    ++at;
  }
  return `${at === 0 ? whole.format(bytes) : threeDigits.format(bytes)} ${units[at]}`;
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 60) return `${onePlace.format(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${whole.format(seconds % 60)} s`;
}

/** Any value of a result as text.
 * @param {any} value
 * @returns {string} */
export function anything(value) {
  if (value === null || value === undefined) return missing;
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return value.map(anything).join(', ');
  if (typeof value === 'object') return Object.entries(value).map(([name, inner]) => `${name} ${anything(inner)}`).join(', ');
  return String(value);
}
