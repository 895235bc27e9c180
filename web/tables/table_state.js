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

/** The crossings of linked tables: the first is always there, others may be added. Documents of earlier versions have one.
 * @param {Project['table']} table
 * @returns {string[][]} */
export const crossingsOf = (table) => [table.by, ...(table.linked ?? [])];

/** The view of a document of linked tables that crosses these columns, as a table of its own: its dimensions in the order
 * of the view, and the codes that the others have in it (their totals). Nothing where there is no such view.
 * @param {any} table
 * @param {string[]} columns */
export function viewOf(table, columns) {
  const views = table.views ?? [];
  const view = views.find((/** @type {any} */ each) => each.dimensions.length === columns.length && columns.every((column) => each.dimensions.includes(column))) ?? (views.length < 2 ? views[0] : null);
  if (!view && views.length > 0) return null;
  const names = view?.dimensions ?? table.dimensions.map((/** @type {any} */ dimension) => dimension.name);
  return {
    title: table.title,
    response: view?.response ?? table.responses?.[0]?.name,
    dimensions: names.map((/** @type {string} */ name) => table.dimensions.find((/** @type {any} */ dimension) => dimension.name === name)),
    fixed: table.dimensions.filter((/** @type {any} */ dimension) => !names.includes(dimension.name)).map((/** @type {any} */ dimension) => ({ name: dimension.name, code: orderedCodes(dimension)[0].code })),
  };
}

/** The cells of one view by their codes, and what is known of each.
 * @param {any} table the document of the table
 * @param {any} view of viewOf
 * @param {any} checked the result of the job check, or null
 * @param {any} protectedResult the result of a protection, or null
 * @param {any} attack the result of an audit with the cells that are suppressed for others, or null */
export function cellsOf(table, view, checked, protectedResult, attack = null) {
  const dimensions = view.dimensions.map((/** @type {any} */ dimension) => dimension.name);
  /** @param {string} name */
  const at = (name) => table.columns.indexOf(name);
  const places = dimensions.map(at);
  const unsafe = new Map((checked?.cells ?? []).map((/** @type {any} */ cell) => [cell.cell, cell]));
  const audited = new Map([...(attack?.cells ?? []), ...(protectedResult?.audit?.cells ?? [])].map((/** @type {any} */ cell) => [cell.cell, cell]));
  const changed = new Map((protectedResult?.changes ?? []).map((/** @type {any} */ cell) => [cell.cell, cell]));
  const response = at('response');
  const fixed = view.fixed.map((/** @type {any} */ each) => [at(each.name), each.code]);
  /** @type {Map<string, any>} */
  const cells = new Map();
  table.cells.forEach((/** @type {any[]} */ row, /** @type {number} */ index) => {
    if (response >= 0 && row[response] !== view.response) return;
    if (fixed.some((/** @type {any} */ [place, code]) => row[place] !== code)) return;
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
