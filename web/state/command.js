// What a screen just did, as a user would type it: the request of a job becomes the command with the same parameters.
// Requests on a sample or on results of other jobs have no command of their own, nor have those with declarations that stand
// in a file; a release brings its own.

const commands = /** @type {Record<string, string>} */ ({ inspect: 'inspect', 'key-risks': 'measure', measure: 'measure', mask: 'mask', compare: 'compare', tabulate: 'table tabulate', release: '' });
const roles = /** @type {Record<string, string>} */ ({ 'quasi-identifier': 'quasi', confidential: 'confidential', identifier: 'identifier', weight: 'weight', household: 'household', unit: 'unit' });
const notOptions = ['job', 'inputs', 'schema', 'label', 'report', 'threads', 'recipe', 'riskiest', 'special', 'hierarchy'];

// What is declared of a column in a file beside the data, and has no option: such a request has no short command.
const notTyped = ['kind', 'hierarchy', 'order', 'labels', 'missing'];

/** A word for the shell.
 * @param {any} word */
export function quoted(word) {
  const given = String(word);
  return /^[\w.,=:+\-/%@]+$/.test(given) ? given : `'${given.replaceAll("'", `'\\''`)}'`;
}

/** @param {string} name
 * @param {any} value
 * @returns {string[]} */
function option(name, value) {
  if (value === true) return [`--${name}`];
  if (value === false || value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    // Lists of columns are one word; texts such as rules may hold commas and stand one by one.
    return ['equal', 'at-most', 'rule', 'set', 'fix', 'sweep', 'by', 'derive'].includes(name) ? value.flatMap((each) => [`--${name}`, quoted(each)]) : [`--${name}`, quoted(value.join(','))];
  }
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, each]) => [`--${name}`, quoted(`${key}=${each}`)]);
  return [`--${name}`, quoted(value)];
}

/** Roles and domains that the user declared.
 * @param {Record<string, any>} schema
 * @returns {string[]} */
function declared(schema) {
  const words = Object.entries(roles).flatMap(([role, name]) => option(name, Object.keys(schema).filter((column) => schema[column].role === role)));
  for (const [column, choice] of Object.entries(schema)) if (choice.domain) words.push('--domain', quoted(`${column}=${choice.domain.join(':')}`));
  return words;
}

/** @param {any} request
 * @returns {string} the command, or '' where there is none */
export function commandOf(request) {
  const command = commands[request.job];
  const source = request.inputs?.original ?? request.inputs?.records;
  if (!command || !source?.file || source.sample || request.inputs.masked) return '';
  const steps = request.recipe?.steps;
  if (request.job === 'mask' && steps?.length !== 1) return '';
  const schema = request.schema?.original ?? request.schema?.records ?? {};
  if (Object.values(schema).some((choice) => notTyped.some((member) => choice[member] !== undefined))) return '';
  const { method = '', ...parameters } = steps?.[0] ?? {};
  const { steps: _steps, ...rules } = request.recipe ?? {};
  const rest = Object.fromEntries(Object.entries(request).filter(([name]) => !notOptions.includes(name)));
  // A table that a parameter of a measure names is an input here, and a file on the command line.
  if (Array.isArray(rest.set)) {
    rest.set = rest.set.map((/** @type {string} */ each) => {
      const sign = each.indexOf('=');
      const file = request.inputs[each.slice(sign + 1)]?.file;
      return file ? `${each.slice(0, sign + 1)}${file}` : each;
    });
  }
  const output = /** @type {Record<string, string>} */ ({ mask: 'release.csv', compare: 'comparison', tabulate: 'table.json' })[request.job];
  return ['sfumato', command, ...(method ? [method] : []), quoted(source.file), ...Object.entries({ ...source.reading, ...rest, ...rules, ...parameters }).flatMap(([name, value]) => option(name, value)),
    ...declared(schema), ...(output ? ['-o', output] : [])].join(' ');
}
