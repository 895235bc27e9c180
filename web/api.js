// Talks to the program: the only module that knows its addresses. Every failure becomes a Failure with the program's
// own words, and a program that does not answer is told apart from one that refuses.

/** An answer of the program that is an error, or no answer (code 'offline'). */
export class Failure extends Error {
  /** @param {Fault} fault
   * @param {number} status
   * @param {any} body */
  constructor(fault, status, body = null) {
    super(fault.message);
    this.fault = fault;
    this.status = status;
    this.body = body;
  }
}

/** Whether the program answers: 'locked' where it was started again and this browser has no access yet.
 * @typedef {'online' | 'offline' | 'locked'} Connection */
/** @type {Set<(now: Connection) => void>} */
const listeners = new Set();
/** @type {Connection} */
let connection = 'online';

/** Calls back when the program stops answering and when it answers again.
 * @param {(now: Connection) => void} listener */
export function onConnection(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {Connection} now */
function setConnection(now) {
  if (now === connection) return;
  connection = now;
  for (const listener of listeners) listener(now);
}

/** @param {string} method
 * @param {string} path
 * @param {{body?: BodyInit, type?: string}} options */
async function request(method, path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (method !== 'GET') headers['X-Sfumato'] = '1';
  if (options.type) headers['Content-Type'] = options.type;
  let response;
  try {
    response = await fetch(path, { method, headers, body: options.body, cache: 'no-store', credentials: 'same-origin' });
  } catch {
    setConnection('offline');
    throw new Failure({ code: 'offline', parameter: null, message: '', hint: null }, 0);
  }
  setConnection(response.status === 401 ? 'locked' : 'online');
  const body = await response.json().catch(() => null);
  if (!response.ok) {
    const fault = body?.error ?? { code: 'internal', parameter: null, message: `${response.status} ${response.statusText}`, hint: null };
    throw new Failure(fault, response.status, body);
  }
  return body;
}

/** @param {string} path */
const get = (path) => request('GET', path);
/** @param {string} path
 * @param {any} value */
const post = (path, value) => request('POST', path, { body: JSON.stringify(value), type: 'application/json' });
const name = encodeURIComponent;

export const api = {
  session: () => get('api/session'),
  describe: () => get('api/describe'),
  stopProgram: () => post('api/stop', {}),
  files: () => get('api/files'),
  /** @param {File} file
   * @param {boolean} replace */
  upload: (file, replace) => request('PUT', `api/files/${name(file.name)}${replace ? '?replace=1' : ''}`, { body: file, type: 'application/octet-stream' }),
  projects: () => get('api/projects'),
  /** @param {string} project */
  project: (project) => get(`api/projects/${name(project)}`),
  /** @param {string} project
   * @param {number | null} revision
   * @param {any} document */
  saveProject: (project, revision, document) =>
    request('PUT', `api/projects/${name(project)}`, { body: JSON.stringify({ revision, document }), type: 'application/json' }),
  jobs: () => get('api/jobs'),
  /** @param {string} id
   * @returns {Promise<JobDocument>} */
  job: (id) => get(`api/jobs/${name(id)}`),
  /** Starts a job, and gives its document where it ends soon.
   * @param {any} job
   * @param {number} wait milliseconds */
  start: (job, wait) => post(wait > 0 ? `api/jobs?wait=${wait}` : 'api/jobs', job),
  /** @param {string} id */
  stop: (id) => request('DELETE', `api/jobs/${name(id)}`),
  /** @param {string} id
   * @param {number} output
   * @param {Record<string, string | number>} query */
  rows: (id, output, query) => get(`api/jobs/${name(id)}/outputs/${output}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`),
};

/** @param {string} id */
export const eventsAddress = (id) => `api/jobs/${name(id)}/events`;
/** @param {string} id */
export const pageAddress = (id) => `api/jobs/${name(id)}/page`;
/** @param {string} file */
export const downloadAddress = (file) => `api/files/${name(file)}`;
/** @param {string} id
 * @param {number} output */
export const outputAddress = (id, output) => `api/jobs/${name(id)}/outputs/${output}.csv`;
/** @param {string} method */
export const methodPictureAddress = (method) => `pictures/methods/${name(method)}.svg`;
/** @param {string} id
 * @param {number} number from 1 */
export const figureAddress = (id, number) => `api/jobs/${name(id)}/figures/${number}.svg`;
