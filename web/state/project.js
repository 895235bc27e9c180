// The project document: what it holds at first, and the requests that follow from it. Screens read and change the
// document; what a job is asked for is derived here alone, so that what was clicked is what runs.

/** @returns {Project} */
export function emptyProject() {
  return {
    version: 1,
    file: null,
    reading: {},
    found: null,
    columns: {},
    rolesSeen: false,
    keys: null,
    population: null,
    active: 'a',
    a: { steps: [], rules: {} },
    b: null,
    nextStep: 1,
    watch: { risk: 'uniqueness', utility: 'entropy-loss' },
    compare: { how: 'at-most', measure: 'distance-linkage', target: 5, rankBy: [], methods: [], columns: [], job: null, of: '' },
    release: { name: '', format: 'csv', writing: {}, public: false, map: false, seed: null, job: null },
    accepted: [],
    table: {
      file: null, by: [], linked: [], sum: '', rules: [], safety: 20, holding: '', weight: '', protection: '', parameters: {}, tabulated: null, checked: null, protected: {},
    },
    database: { name: '', file: null, catalogue: '', document: null, confirm: [], protection: 'dp', budget: 3, user: '', question: '', epsilon: null },
  };
}

/** What the user chooses first after a file: everything that belongs to one file starts anew.
 * @param {Project} project
 * @param {string} file
 * @returns {Partial<Project>} */
export function withFile(project, file) {
  const fresh = emptyProject();
  return {
    file,
    reading: fresh.reading,
    columns: fresh.columns,
    rolesSeen: false,
    keys: null,
    population: null,
    active: 'a',
    a: fresh.a,
    b: null,
    compare: { ...fresh.compare },
    release: { ...project.release, name: `${file.replace(/(\.csv)?\.\w+$/, '')}-release`, writing: {}, map: false, seed: null, job: null },
    accepted: [],
    table: { ...fresh.table, file },
    database: { ...fresh.database, file },
  };
}

/** How the file is read: the user's choices above what the preview found.
 * @param {Project} project
 * @returns {Record<string, any>} */
export function readingOf(project) {
  return { ...(project.found?.file === project.file ? project.found?.reading : {}), ...project.reading };
}

/** The source of the data for a job.
 * @param {Project} project
 * @param {number} sample 0 takes all records */
export function original(project, sample = 0) {
  /** @type {any} */
  const source = { file: project.file };
  const reading = readingOf(project);
  if (Object.keys(reading).length > 0) source.reading = reading;
  if (sample > 0) source.sample = sample;
  return source;
}

/** Kind and other declarations of the columns, without roles: what inspect is told.
 * @param {Project} project */
export function declaredColumns(project) {
  /** @type {Record<string, any>} */
  const schema = {};
  for (const [column, choice] of Object.entries(project.columns)) {
    const { hierarchyMaking: _how, hierarchyRows: _rows, ...declared } = choice;
    if (Object.keys(declared).length > 0) schema[column] = declared;
  }
  return schema;
}

/** The role of a column: the user's choice, else what the file declares or the program proposes.
 * @param {Project} project
 * @param {any} column of the result of inspect
 * @returns {string} */
export function roleOf(project, column) {
  return project.columns[column.name]?.role ?? column.role ?? 'non-confidential';
}

/** The schema of the data for jobs: proposals that the user left as they were count as declared.
 * @param {Project} project
 * @param {any} inspected */
export function schemaOf(project, inspected) {
  const schema = declaredColumns(project);
  for (const column of inspected?.columns ?? []) schema[column.name] = { ...schema[column.name], role: roleOf(project, column) };
  return schema;
}

/** @param {Project} project
 * @param {any} inspected
 * @param {string[]} roles
 * @returns {string[]} */
export function columnsWithRole(project, inspected, roles) {
  return (inspected?.columns ?? []).filter((/** @type {any} */ column) => roles.includes(roleOf(project, column))).map((/** @type {any} */ column) => column.name);
}

/** The alternative that is worked on.
 * @param {Project} project
 * @returns {Alternative} */
export function activeAlternative(project) {
  return (project.active === 'b' ? project.b : project.a) ?? project.a;
}

/** Steps as a recipe file has them: parameters stand beside method and columns.
 * @param {Alternative} alternative */
export function recipeOf(alternative) {
  return {
    ...alternative.rules,
    steps: alternative.steps.map((step) => ({ method: step.method, ...(step.columns.length > 0 ? { columns: step.columns } : {}), ...step.parameters })),
  };
}

/** Warnings that were accepted in full: with a name and a reason.
 * @param {Project} project
 * @returns {{warning: string, by: string, reason: string}[]} */
export function acceptedBy(project) {
  return project.accepted.filter((each) => typeof each === 'object' && each.agreed && each.by.trim() && each.reason.trim()).map((each) => ({ warning: each.warning, by: each.by.trim(), reason: each.reason.trim() }));
}

/** The job that masks the data by an alternative.
 * @param {Project} project
 * @param {any} inspected
 * @param {Alternative} alternative
 * @param {number} sample */
export function maskRequest(project, inspected, alternative, sample) {
  return {
    job: 'mask',
    recipe: recipeOf(alternative),
    ...(project.release.public ? { public: true } : {}),
    ...(project.release.seed === null ? {} : { seed: project.release.seed }),
    inputs: { original: original(project, sample) },
    schema: { original: schemaOf(project, inspected) },
  };
}
