// The risk-utility map: each method a point, risk across, loss up, the safe side shaded. Points can be reached with the
// keyboard and chosen; the same numbers stand in the ranking below the map.
import { html, useEffect, useId, useState } from '../preact.js';
import { isPercentage, measured, number } from '../numbers.js';
import { text } from '../text/text.js';
import { titleOf } from '../text/worded.js';
import { placeLabels } from './label_places.js';

const height = 320;
const margin = { left: 56, right: 16, top: 16, bottom: 40 };

/** @typedef {{method: string, x: number, y: number, low?: number, high?: number, chosen?: boolean, trail?: {x: number}[]}} MapPoint */

/** Round steps for an axis.
 * @param {number} top */
function ticks(top) {
  const rough = top / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, at) => at * step);
}

/** Whether the window is as narrow as that of a telephone. */
function useNarrow() {
  const [narrow, setNarrow] = useState(() => matchMedia('(max-width: 600px)').matches);
  useEffect(() => {
    const query = matchMedia('(max-width: 600px)');
    const changed = () => setNarrow(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return narrow;
}

/** @param {number} tick
 * @param {boolean} percentage */
const shownTick = (tick, percentage) => `${number(Number(tick.toPrecision(6)))}${percentage ? ' %' : ''}`;

/** @param {{points: MapPoint[], xEntry: Entry | undefined, yEntry: Entry | undefined, target: number, onChoose: (method: string) => void}} props */
export function RiskUtilityMap({ points, xEntry, yEntry, target, onChoose }) {
  const id = useId();
  const width = useNarrow() ? 344 : 640; // letters keep their size on a telephone
  const [xTitle, yTitle] = [xEntry?.title ?? '', yEntry?.title ?? ''];
  const [xPercent, yPercent] = [isPercentage(xEntry), isPercentage(yEntry)];
  const safeBelow = xEntry?.better !== 'higher';
  const right = Math.max(1e-9, target, ...points.map((point) => point.x)) * 1.15;
  const top = Math.max(1e-9, ...points.map((point) => point.high ?? point.y)) * 1.15;
  /** @param {number} value */
  const x = (value) => margin.left + ((width - margin.left - margin.right) * Math.max(0, value)) / right;
  /** @param {number} value */
  const y = (value) => height - margin.bottom - ((height - margin.top - margin.bottom) * Math.max(0, value)) / top;
  const places = placeLabels(points.map((point) => ({ x: x(point.x), y: y(point.y), label: titleOf(point.method) })), { left: margin.left + 2, top: 2, right: width - 2, bottom: height - margin.bottom - 2 });
  const safe = safeBelow ? [x(0), x(target)] : [x(target), x(right)];
  return html`<svg class="chart map" role="group" viewBox=${`0 0 ${width} ${height}`} aria-labelledby=${id}>
    <title id=${id}>${text.compare.map}</title>
    <rect class="band" x=${safe[0]} y=${margin.top} width=${Math.max(0, safe[1] - safe[0])} height=${height - margin.top - margin.bottom} />
    ${ticks(right).map((tick) => html`<g><line class="grid" x1=${x(tick)} x2=${x(tick)} y1=${margin.top} y2=${height - margin.bottom} /><text class="tick" x=${x(tick)} y=${height - margin.bottom + 14} text-anchor="middle">${shownTick(tick, xPercent)}</text></g>`)}
    ${ticks(top).map((tick) => html`<g><line class="grid" x1=${margin.left} x2=${width - margin.right} y1=${y(tick)} y2=${y(tick)} /><text class="tick" x=${margin.left - 6} y=${y(tick) + 4} text-anchor="end">${shownTick(tick, yPercent)}</text></g>`)}
    <line class="reference" x1=${x(target)} x2=${x(target)} y1=${margin.top} y2=${height - margin.bottom} />
    <text class="axis" x=${(margin.left + width) / 2} y=${height - 6} text-anchor="middle">${xTitle}</text>
    <text class="axis" x=${margin.left} y=${margin.top - 4}>${yTitle}</text>
    ${points.map((point, at) => html`<g key=${point.method} class=${`point s${(at % 7) + 1} ${point.chosen ? 'chosen-point' : ''}`} role="button" tabindex="0"
      aria-label=${`${titleOf(point.method)}: ${xTitle} ${measured(xEntry, point.x)}, ${yTitle} ${measured(yEntry, point.y)}`}
      onClick=${() => onChoose(point.method)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose(point.method);
      }}>
      ${point.low !== undefined && point.high !== undefined ? html`<line class="whisker" x1=${x(point.x)} x2=${x(point.x)} y1=${y(point.low)} y2=${y(point.high)} />` : null}
      <circle cx=${x(point.x)} cy=${y(point.y)} r="5" fill="currentColor" /><circle class="hit" cx=${x(point.x)} cy=${y(point.y)} r="14" />
      ${places[at].line ? html`<line class="leader" x1=${x(point.x)} y1=${y(point.y)} x2=${places[at].x} y2=${places[at].y - 4} />` : null}
      <text class="direct" x=${places[at].x} y=${places[at].y} text-anchor=${places[at].anchor}>${titleOf(point.method)}</text>
    </g>`)}
  </svg>`;
}

/** The calibration of one method as a small line: its parameter across, the risk up, the wanted risk dashed, the setting
 * that was taken as a dot. The scale is logarithmic where the registry says so or the settings span more than two powers of
 * ten; 0 then stands at the left edge.
 * @param {{points: {parameter: number, value: number}[], target: number, taken: number | null, logarithmic: boolean, title: string}} props */
export function Spark({ points, target, taken, logarithmic, title }) {
  const known = points.filter((point) => Number.isFinite(point.parameter) && Number.isFinite(point.value)).sort((one, other) => one.parameter - other.parameter);
  if (known.length === 0) return null;
  const least = Math.min(...known.map((point) => point.parameter).filter((value) => value > 0));
  const long = logarithmic || known[known.length - 1].parameter > 100 * least;
  /** @param {number} value */
  const scaled = (value) => (long && Number.isFinite(least) ? Math.log(Math.max(value, least / 2)) : value);
  const left = scaled(known[0].parameter);
  const right = scaled(known[known.length - 1].parameter);
  const top = Math.max(target, ...known.map((point) => point.value)) || 1;
  /** @param {number} value */
  const x = (value) => Math.round(10 * (3 + (right > left ? (74 * (scaled(value) - left)) / (right - left) : 37))) / 10;
  /** @param {number} value */
  const y = (value) => Math.round(10 * (21 - (18 * Math.max(0, value)) / top)) / 10;
  const chosen = known.find((point) => point.parameter === taken);
  return html`<svg class="chart spark" viewBox="0 0 80 24" role="img" aria-label=${title}><title>${title}</title><line class="reference" x1="2" x2="78" y1=${y(target)} y2=${y(target)} />
    <path class="after" d=${known.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.parameter)} ${y(point.value)}`).join('')} />
    ${chosen ? html`<circle class="taken" cx=${x(chosen.parameter)} cy=${y(chosen.value)} r="2.5" />` : null}</svg>`;
}
