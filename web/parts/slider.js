// A slider with a field for the exact number. The range follows the parameter's limits, or lies around its default
// where the limits are too wide to aim at; the end that protects more is marked.
import { html, useId } from '../preact.js';
import { number } from '../numbers.js';
import { text } from '../text/text.js';
import { labelOf, worded } from '../text/worded.js';
import { Typed } from './typed.js';

const positions = 200;
const widthAroundDefault = 30; // a range without near limits reaches from default/30 to 30·default

/** The range that a slider covers.
 * @param {Param} param */
export function sliderRange(param) {
  const middle = typeof param.default === 'number' && param.default > 0 ? param.default : 1;
  let lower = param.lower ?? 0;
  let upper = param.upper ?? middle * widthAroundDefault;
  if (upper > middle * widthAroundDefault * 10) upper = middle * widthAroundDefault;
  if (param.kind === 'integer') upper = Math.max(upper, lower + 10);
  const logarithmic = upper > 0 && upper / Math.max(lower, middle / widthAroundDefault) > 20;
  if (logarithmic && lower <= 0) lower = middle / widthAroundDefault;
  return { lower, upper, logarithmic };
}

/** @param {{lower: number, upper: number, logarithmic: boolean}} range
 * @param {number} position 0 to 200 */
export function valueAt(range, position) {
  const share = position / positions;
  const value = range.logarithmic ? range.lower * (range.upper / range.lower) ** share : range.lower + share * (range.upper - range.lower);
  return Number(value.toPrecision(3));
}

/** @param {{lower: number, upper: number, logarithmic: boolean}} range
 * @param {number} value */
export function positionOf(range, value) {
  const share = range.logarithmic
    ? Math.log(Math.max(value, range.lower) / range.lower) / Math.log(range.upper / range.lower)
    : (value - range.lower) / (range.upper - range.lower);
  return Math.round(positions * Math.min(1, Math.max(0, share)));
}

/** @param {{param: Param, value: number | null, label?: string, onInput: (value: number | null, moving: boolean) => void}} props */
export function Slider({ param, value, label, onInput }) {
  const id = useId();
  const range = sliderRange(param);
  const whole = param.kind === 'integer';
  const optional = param.default === null;
  /** @param {number} given */
  const fit = (given) => {
    const limited = Math.min(param.upper ?? Infinity, Math.max(param.lower ?? -Infinity, given));
    return whole ? Math.round(limited) : limited;
  };
  // A step of the slider that is smaller than one would otherwise leave a whole number where it is.
  /** @param {number} position */
  const move = (position) => {
    const wanted = fit(valueAt(range, position));
    const before = positionOf(range, value ?? 0);
    onInput(wanted === value && position !== before ? fit(wanted + Math.sign(position - before)) : wanted, true);
  };
  const safer = { 'more is safer': 'right', 'less is safer': 'left', none: '' }[param.dial] ?? '';
  return html`<div class="field slider">
    <label for=${id}>${label ?? labelOf(param.name)}${param.unit ? html` <span class="soft">${param.unit}</span>` : null}</label>
    <div class="slider-line">
      ${optional ? null : html`<div class=${`track safer-${safer}`}>
        <input type="range" min="0" max=${positions} value=${positionOf(range, value ?? 0)} aria-label=${label ?? labelOf(param.name)} aria-valuetext=${number(value)}
          onInput=${(/** @type {any} */ event) => move(Number(event.target.value))} />
        ${safer ? html`<span class=${`safer ${safer}`}>${safer === 'right' ? text.form.saferRight : text.form.saferLeft}</span>` : null}
      </div>`}
      <${Typed} id=${id} type="number" class="number-field" value=${value ?? ''} min=${param.lower ?? undefined} max=${param.upper ?? undefined} step=${whole ? 1 : 'any'}
        aria-describedby=${`${id}-doc`}
        onChange=${(/** @type {any} */ event) => onInput(event.target.value === '' ? (optional ? null : param.default) : fit(Number(event.target.value)), false)} />
    </div>
    <p class="doc" id=${`${id}-doc`}>${worded(param.doc)}</p>
  </div>`;
}
