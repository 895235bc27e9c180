// Where the labels of points stand so that none lies on another one or on a point. Beside its point where there is room,
// else at the nearest free place, with a line to the point.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{x: number, y: number, anchor: 'start' | 'end' | 'middle', line: boolean}} Place the baseline of a label */

const letter = 6.1; // width of a letter on average, in units of the drawing
const lineHeight = 13;
const rise = 9; // of letters above the baseline
const radius = 6; // of a point, with some space

/** @param {Box} one
 * @param {Box} other */
const overlap = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** The box of a label.
 * @param {string} label
 * @param {Place} place
 * @returns {Box} */
export function boxOf(label, place) {
  const width = letter * label.length;
  const left = place.anchor === 'start' ? place.x : place.anchor === 'end' ? place.x - width : place.x - width / 2;
  return { left, top: place.y - rise, right: left + width, bottom: place.y - rise + lineHeight };
}

/** Places to try, the nearest first.
 * @param {number} x
 * @param {number} y
 * @returns {Place[]} */
function candidates(x, y) {
  /** @type {Place[]} */
  const near = [
    { x: x + 9, y: y + 4, anchor: 'start', line: false }, { x: x - 9, y: y + 4, anchor: 'end', line: false },
    { x, y: y - 10, anchor: 'middle', line: false }, { x, y: y + 19, anchor: 'middle', line: false },
    { x: x + 7, y: y - 7, anchor: 'start', line: false }, { x: x + 7, y: y + 15, anchor: 'start', line: false }, { x: x - 7, y: y - 7, anchor: 'end', line: false }, { x: x - 7, y: y + 15, anchor: 'end', line: false }];
  for (let distance = 24; distance <= 320; distance += 7) {
    for (let turn = 0; turn < 16; ++turn) {
      const angle = (turn * Math.PI) / 8;
      const [dx, dy] = [Math.cos(angle) * distance, Math.sin(angle) * distance];
      near.push({ x: x + dx, y: y + dy + 4, anchor: dx > 1 ? 'start' : dx < -1 ? 'end' : 'middle', line: true });
    }
  }
  return near;
}

/** @param {{x: number, y: number, label: string}[]} points
 * @param {Box} room what labels may not leave
 * @returns {Place[]} in the order of the points */
export function placeLabels(points, room) {
  /** @type {Box[]} */
  const taken = points.map((point) => ({ left: point.x - radius, top: point.y - radius, right: point.x + radius, bottom: point.y + radius }));
  return points.map((point, at) => {
    let best = { place: candidates(point.x, point.y)[0], cost: Infinity };
    for (const place of candidates(point.x, point.y)) {
      const box = boxOf(point.label, place);
      const outside = box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom;
      if (outside) continue;
      const cost = taken.reduce((sum, other, index) => (index === at ? sum : sum + overlap(box, other)), 0);
      if (cost < best.cost) best = { place, cost };
      if (cost === 0) break;
    }
    taken.push(boxOf(point.label, best.place));
    return best.place;
  });
}
