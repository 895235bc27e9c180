// What the screen for tables asks the program, and what it knows of a table of cells: its dimensions with their
// hierarchies, and each cell with status, rules and intervals.

/** The parent of each code of a dimension, from its sums (a total and its parts). A code may have one parent here.
 * @param {any} dimension */
export function parentsOf(dimension) {
  /** @type {Map<string, string>} */
  const parents = new Map();
  for (const [total, ...parts] of dimension.sums) for (const part of parts) if (!parents.has(part)) parents.set(part, total);
  return parents;
}

/** The codes of a dimension in the order of a tree, each with its depth.
 * @param {any} dimension */
export function orderedCodes(dimension) {
  const parents = parentsOf(dimension);
  /** @type {{code: string, depth: number, parent: string | null, leaf: boolean}[]} */
  const ordered = [];
  /** @param {string} code
   * @param {number} depth */
  const visit = (code, depth) => {
    const children = dimension.codes.filter((/** @type {string} */ each) => parents.get(each) === code);
    ordered.push({ code, depth, parent: parents.get(code) ?? null, leaf: children.length === 0 });
    for (const child of children) visit(child, depth + 1);
  };
  for (const code of dimension.codes) if (!parents.has(code)) visit(code, 0);
  return ordered;
}

/** A hierarchy of rows (leaf, parents …, all) as codes, each with the codes below it.
 * @param {string[][]} rows */
export function treeOf(rows) {
  /** @type {any} */
  const tree = {};
  for (const row of rows) {
    const path = row.slice(0, -1).reverse();
    let place = tree;
    for (const code of path) {
      place[code] ??= {};
      place = place[code];
    }
  }
  return tree;
}

/** The cells of a table by their codes, and what is known of each.
 * @param {any} table the document of the table
 * @param {any} checked the result of the job check, or null
 * @param {any} protectedResult the result of a protection, or null */
export function cellsOf(table, checked, protectedResult) {
  const dimensions = table.dimensions.map((/** @type {any} */ dimension) => dimension.name);
  /** @param {string} name */
  const at = (name) => table.columns.indexOf(name);
  const places = dimensions.map(at);
  const unsafe = new Map((checked?.cells ?? []).map((/** @type {any} */ cell) => [cell.cell, cell]));
  const audited = new Map((protectedResult?.audit?.cells ?? []).map((/** @type {any} */ cell) => [cell.cell, cell]));
  const changed = new Map((protectedResult?.changes ?? []).map((/** @type {any} */ cell) => [cell.cell, cell]));
  const response = at('response');
  const first = table.responses?.[0]?.name;
  /** @type {Map<string, any>} */
  const cells = new Map();
  table.cells.forEach((/** @type {any[]} */ row, /** @type {number} */ index) => {
    if (response >= 0 && row[response] !== first) return;
    cells.set(keyOf(places.map((/** @type {number} */ place) => row[place])), {
      index, value: row[at('value')], published: at('published') >= 0 ? row[at('published')] : null, status: row[at('status')], unsafe: unsafe.get(index) ?? null, audit: audited.get(index) ?? null, change: changed.get(index) ?? null,
    });
  });
  return cells;
}

/** @param {string[]} codes */
export const keyOf = (codes) => JSON.stringify(codes);

/** @param {any} cell */
export function toneOf(cell) {
  if (cell.audit || cell.status === 'm' || cell.status === 'x') return 'hidden-cell';
  if (cell.unsafe || cell.status === 'u') return 'unsafe-cell';
  return '';
}
