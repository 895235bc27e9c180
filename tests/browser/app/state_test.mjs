// The parts of the pages that need no browser: undo and redo over random changes, and what is known of a table of cells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOf, placeLabels } from '../../../web/parts/label_places.js';
import { fingerprint } from '../../../web/state/fingerprint.js';
import { change, redo, startHistory, undo } from '../../../web/state/history.js';
import { commandOf, quoted } from '../../../web/state/command.js';
import { cellsOf, keyOf, orderedCodes, toneOf, treeOf, viewOf } from '../../../web/tables/table_state.js';

/** A small generator, so that a failure can be repeated. */
function random(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % limit;
  };
}

test('undo and redo go through every state of a thousand random changes', () => {
  const next = random(1);
  let history = startHistory({ a: 0, b: {}, d: [] });
  const states = [history.present];
  for (let times = 0; times < 1000; ++times) {
    const before = history;
    const member = ['a', 'b', 'd'][next(3)];
    history = change(history, `change ${times}`, { [member]: { a: next(5), b: Object.fromEntries(['x', 'y', 'z'].slice(next(4)).map((key) => [key, next(3) === 0 ? null : next(3)])), d: [next(3)] }[member] });
    if (history !== before) states.push(history.present);
  }
  history = JSON.parse(JSON.stringify(history)); // as the program keeps it
  for (const expected of [...states].reverse()) {
    assert.deepEqual(history.present, expected);
    history = undo(history);
  }
  assert.equal(history, undo(history), 'there is nothing before the first state');
  for (const expected of states) {
    assert.deepEqual(history.present, expected);
    history = redo(history);
  }
  assert.equal(history, redo(history), 'there is nothing after the last state');
});

test('the movement of a slider is one change, and a new change ends what could be redone', () => {
  let history = startHistory({ k: 1 });
  for (const k of [2, 3, 4]) history = change(history, 'slider', { k }, true);
  assert.equal(history.past.length, 1);
  history = undo(history);
  assert.equal(history.present.k, 1);
  history = change(history, 'other', { k: 9 });
  assert.equal(history.future.length, 0);
  assert.equal(change(history, 'same', { k: 9 }), history, 'a change that changes nothing is not a step');
});

test('a saved history is the same after it was read back', () => {
  let history = startHistory({ k: 1, list: [] });
  history = change(history, 'one', { k: 2 });
  history = change(history, 'two', { list: ['x'] });
  const read = JSON.parse(JSON.stringify(history));
  assert.deepEqual(undo(undo(read)).present, { k: 1, list: [] });
});

// A table of two rows and two columns with a total each, worked by hand; North is sensitive, South protects it.
const table = {
  title: 'sums', responses: [{ name: 'v' }],
  dimensions: [{ name: 'region', codes: ['Total', 'North', 'N1', 'N2', 'South'], sums: [['Total', 'North', 'South'], ['North', 'N1', 'N2']] }],
  columns: ['region', 'value', 'status'],
  cells: [['Total', 10, 's'], ['North', 6, 'u'], ['N1', 4, 's'], ['N2', 2, 's'], ['South', 4, 'm']],
};

test('codes stand in the order of their tree, with their depth', () => {
  assert.deepEqual(orderedCodes(table.dimensions[0]).map((each) => [each.code, each.depth, each.leaf]), [['Total', 0, false], ['North', 1, false], ['N1', 2, true], ['N2', 2, true], ['South', 1, true]]);
});

test('a hierarchy of rows becomes codes with the codes below them', () => {
  assert.deepEqual(treeOf([['a1', 'a', '*'], ['a2', 'a', '*'], ['b1', 'b', '*']]), { a: { a1: {}, a2: {} }, b: { b1: {} } });
});

test('cells know their rules and intervals', () => {
  const checked = { cells: [{ cell: 1, rules: ['p-percent=15'] }] };
  const cells = cellsOf(table, viewOf(table, ['region']), checked, { audit: { cells: [{ cell: 1, lower: 0, upper: 10, safe: true }] } });
  assert.equal(toneOf(cells.get(keyOf(['North']))), 'hidden-cell');
  assert.equal(toneOf(cells.get(keyOf(['South']))), 'hidden-cell');
  assert.equal(toneOf(cells.get(keyOf(['N1']))), '');
  assert.equal(toneOf(cellsOf(table, viewOf(table, ['region']), checked, null).get(keyOf(['North']))), 'unsafe-cell');
});

test('a view of linked tables has its own cells, and the totals of the other dimensions', () => {
  const total = (name, ...codes) => ({ name, codes: ['all', ...codes], sums: [['all', ...codes]] });
  const linked = {
    dimensions: [total('a', 'x'), total('b', 'y'), total('c', 'z')], views: [{ dimensions: ['a', 'b'], response: 'n' }, { dimensions: ['b', 'c'], response: 'n' }],
    columns: ['a', 'b', 'c', 'value', 'status'], cells: [['all', 'all', 'all', 9, 's'], ['x', 'y', 'all', 1, 's'], ['all', 'y', 'z', 2, 's']],
  };
  const second = cellsOf(linked, viewOf(linked, ['c', 'b']), null, null);
  assert.deepEqual([...second.keys()].sort(), [keyOf(['all', 'all']), keyOf(['y', 'z'])]);
  assert.equal(second.get(keyOf(['y', 'z'])).value, 2);
  assert.equal(viewOf(linked, ['a', 'c']), null, 'no such crossing');
});

test('a request becomes the command that a user would type', () => {
  assert.equal(commandOf({ job: 'compare', 'at-most': ['distance-linkage=5'], methods: ['mdav', 'pram'], inputs: { original: { file: 'my data.csv', reading: { delimiter: ';' } } }, schema: { original: { age: { role: 'quasi-identifier', domain: [0, 120] }, sex: { role: 'quasi-identifier' } } } }),
    "sfumato compare 'my data.csv' --delimiter ';' --at-most distance-linkage=5 --methods mdav,pram --quasi age,sex --domain age=0:120 -o comparison");
  assert.equal(commandOf({ job: 'mask', recipe: { steps: [{ method: 'mdav', columns: ['a', 'b'], k: 5 }] }, inputs: { original: { file: 'x.csv' } } }), 'sfumato mask mdav x.csv --columns a,b --k 5 -o release.csv');
  assert.equal(commandOf({ job: 'mask', recipe: { 'keep-integers': true, drop: ['id'], steps: [{ method: 'mdav', columns: ['a'] }] }, seed: 7, inputs: { original: { file: 'x.csv' } } }), 'sfumato mask mdav x.csv --seed 7 --keep-integers --drop id --columns a -o release.csv', 'with the rules of all steps');
  assert.equal(commandOf({ job: 'mask', recipe: { steps: [{ method: 'mdav', columns: ['a'] }] }, inputs: { original: { file: 'x.csv' } }, schema: { original: { a: { kind: 'ordinal' } } } }), '', 'a kind is declared in a file');
  assert.equal(commandOf({ job: 'measure', inputs: { original: { file: 'x.csv', sample: 2000 } } }), '', 'a sample has no command');
  assert.equal(commandOf({ job: 'measure', measures: ['uniqueness'], keys: ['age', 'sex'], set: ['uniqueness.population=population'], inputs: { original: { file: 'x.csv' }, population: { file: 'register.csv' } } }),
    'sfumato measure x.csv --measures uniqueness --keys age,sex --set uniqueness.population=register.csv');
  assert.equal(quoted("it's; rm -rf $HOME"), `'it'\\''s; rm -rf $HOME'`);
});

test('labels of points do not overlap, and none is left out', () => {
  const room = { left: 58, top: 2, right: 638, bottom: 278 };
  const next = random(5);
  // As at equal risk: thirty methods in one column, many of them at nearly the same height.
  const points = Array.from({ length: 30 }, (_, at) => ({ x: 540 + next(5), y: 60 + next(160), label: `Method number ${at} with a name` }));
  const places = placeLabels(points, room);
  assert.equal(places.length, points.length);
  const boxes = places.map((place, at) => boxOf(points[at].label, place));
  for (const [at, one] of boxes.entries()) {
    assert.ok(one.left >= room.left && one.right <= room.right && one.top >= room.top && one.bottom <= room.bottom, `label ${at} leaves the map`);
    for (const other of boxes.slice(at + 1)) assert.ok(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top, `label ${at} overlaps`);
  }
  assert.deepEqual(placeLabels([{ x: 100, y: 100, label: 'alone' }], room), [{ x: 109, y: 104, anchor: 'start', line: false }]);
});

test('messages have titles and labels in place of ids and options', async () => {
  globalThis.navigator ??= /** @type {any} */ ({ language: 'en' });
  const { labelOf, learnTitles, spoken, worded } = await import('../../../web/text/worded.js');
  learnTitles({ methods: [{ name: 'rank-swapping', title: 'Rank swapping', parameters: [{ name: 'keep-bounds' }] }, { name: 'mdav', title: 'MDAV' }], measures: [], protections: [], rules: [] });
  assert.equal(worded("'mdav' and rank-swapping need --keep-bounds; 'age' stays"), '“MDAV” and Rank swapping need “Keep bounds”; \'age\' stays');
  assert.equal(worded('low-rank-swapping-x and k-anonymity stay'), 'low-rank-swapping-x and k-anonymity stay');
  assert.equal(worded('set “Renumber” for new ones'), 'set “For the public” for new ones');
  assert.equal(labelOf('keep-bounds'), 'Keep bounds');
  assert.equal(labelOf('k'), 'k');
  assert.equal(spoken('keep-bounds'), 'Keep bounds');
  assert.equal(spoken('other'), null);
});

test('equal requests have equal fingerprints', () => {
  assert.equal(fingerprint('{"a":1}'), fingerprint('{"a":1}'));
  const seen = new Set(Array.from({ length: 5000 }, (_, at) => fingerprint(`{"target":${at}}`)));
  assert.equal(seen.size, 5000);
});

test('percentages have their sign, and a little is not nothing', async () => {
  globalThis.navigator ??= /** @type {any} */ ({ language: 'en' });
  const { correlation, measured, percent } = await import('../../../web/numbers.js');
  assert.equal(percent(79.7), '79.7 %');
  assert.equal(percent(0), '0.0 %');
  assert.equal(percent(100), '100.0 %');
  assert.equal(percent(0.04), '0.04 %', 'not 0.0 %');
  assert.equal(percent(0.0012), '0.001 %');
  assert.equal(percent(0.00003), '3.0e-5 %');
  assert.equal(percent(99.97), '99.97 %', 'not 100.0 %');
  assert.equal(percent(99.99999), '99.999 %');
  assert.equal(percent(null), '–');
  assert.equal(measured({ range: '0 to 100 %' }, 6.14), '6.1 %');
  assert.equal(measured({ range: '0 to 1' }, 0.0344), '0.0344');
  assert.equal(correlation(0.534), '0.53');
});
